import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findReachable } from '../../../src/db/citus/reachable.js';
import { createMetrics } from '../../../src/http/metrics/metrics.js';
import { readHealthFigures } from '../../../src/operations/upkeep/health.js';
import { createTestDatabase, isOnCitus, type TestDatabase } from '../../support/database/database.js';
import { LOST_NODE, loseSecondNode, placeOn, pretendCitus } from '../../support/database/fake-citus.js';
import { createProgrammableGateway } from '../../support/gateways/programmable-gateway.js';
import { newOrganisation, startServices, type TestServices } from '../../support/services.js';

/** The catalogues of the real one are in the way. */
(isOnCitus() ? describe.skip : describe)('The figures of an installation whose tables are on nodes of Citus', () => {
  let database: TestDatabase;
  let services: TestServices;

  beforeAll(async () => {
    database = await createTestDatabase();
    const before = await startServices(database, { gateways: [] });
    const organisations = [await newOrganisation(before), await newOrganisation(before)];
    await before.stop();
    await pretendCitus(database);
    services = await startServices(database, { gateways: [createProgrammableGateway()] });
    for (const [index, { caller }] of organisations.entries()) {
      await placeOn(database, caller.organisationId, index === 0 ? 1 : 2);
      await services.superuser.query(
        `INSERT INTO sms_due (organisation_id, id, gateway, purpose, due_at, message_ids, size)
         SELECT $1, gen_random_uuid(), 'carrier', 'dispatch', now(), ARRAY[gen_random_uuid()], 7`,
        [caller.organisationId],
      );
    }
  });

  afterAll(async () => {
    await services.stop();
    await database.drop();
  });

  it('are those of all nodes while these answer', async () => {
    const { dueMessages, nodes } = await readHealthFigures(services);
    expect(dueMessages).toBe(14);
    expect(nodes.map(({ isUp }) => isUp)).toEqual([true, true, true]);
  });

  it('are those of the other nodes while one is lost, and name it', async () => {
    await loseSecondNode(database);
    const { dueMessages, nodes } = await readHealthFigures(services);
    expect(dueMessages).toBe(7);
    expect(nodes.filter(({ isUp }) => !isUp)).toEqual([{ name: LOST_NODE, isUp: false }]);
    const text = await createMetrics().render(() => readHealthFigures(services));
    expect(text).toContain(`postrider_citus_node_up{node="${LOST_NODE}"} 0`);
    expect(text).toContain('postrider_citus_node_up{node="node-1.example.org:5432"} 1');
    expect(text).toMatch(/^postrider_due_messages 7$/m);
    expect(text).toMatch(/^postrider_database_up 1$/m);
  });

  it('name a lost node that has no organisation, which all statements about every organisation still ask', async () => {
    await services.superuser.query('UPDATE fake_homes SET shard = 1');
    const { reachable, away } = await services.db.atOnceAcrossOrganisations(findReachable);
    expect([reachable?.size, away]).toEqual([2, [LOST_NODE]]);
  });
});
