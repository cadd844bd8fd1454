import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { findReachable } from '../../../src/db/citus/reachable.js';
import type { HealthFigures } from '../../../src/domain/health.js';
import { createMetrics } from '../../../src/http/metrics/metrics.js';
import type { Context } from '../../../src/operations/context.js';
import { readHealthFigures } from '../../../src/operations/upkeep/health.js';
import { createTestDatabase, isOnCitus, type TestDatabase } from '../../support/database/database.js';
import { LOST_NODE, loseSecondNode, placeOn, pretendCitus } from '../../support/database/fake-citus.js';
import { createProgrammableGateway } from '../../support/gateways/programmable-gateway.js';
import { newOrganisation, startServices, type TestServices } from '../../support/services.js';
import { useServices } from '../../support/use-services.js';

const services = useServices();

describe('the figures for monitoring', () => {
  let context: Context;
  let before: HealthFigures;

  beforeEach(async () => {
    context = await newOrganisation(services);
    before = await readHealthFigures(services);
  });

  const insert = (statement: string) => services.sql(statement, [context.caller.organisationId]);

  it('count held messages, and leave out those that a developer has the sandbox hold', async () => {
    await insert(
      `INSERT INTO sms_due (organisation_id, id, gateway, purpose, due_at, message_ids, size)
       SELECT $1, gen_random_uuid(), gateway, 'hold', now() + interval '1 day', ARRAY[gen_random_uuid()], 1
       FROM unnest(ARRAY['carrier', 'sandbox']) AS gateway`,
    );
    expect(await readHealthFigures(services)).toMatchObject({ heldMessages: before.heldMessages + 1 });
  });

  it('count the lost phones of an engine, and leave out those of the sandbox', async () => {
    await insert(
      `INSERT INTO chat_sessions (organisation_id, id, name, engine, test, state)
       SELECT $1, gen_random_uuid(), 'A phone', engine, false, state::session_state
       FROM unnest(ARRAY['waha', 'sandbox']) AS engine, unnest(ARRAY['stalled', 'failed', 'connected']) AS state`,
    );
    expect(await readHealthFigures(services)).toMatchObject({ lostPhones: before.lostPhones + 2 });
  });

  it('tell how long ago housekeeping did all of its work, and how many periodic tasks have failed', async () => {
    await services.sql('DELETE FROM periodic_tasks');
    expect(await readHealthFigures(services)).toMatchObject({ housekeepingAgeSeconds: 0, failingTasks: 0 });
    await services.sql(
      `INSERT INTO periodic_tasks (name, every_seconds, started_at, ended_at, failed_at)
       SELECT name, 3600, now() - interval '5 minutes', now() - ended, now() - failed
       FROM (VALUES ('housekeeping', interval '2 hours', interval '1 hour'), ('sound', interval '1 hour', interval '2 hours'),
                    ('never well', NULL, interval '1 minute'), ('new', NULL, NULL)) AS tasks (name, ended, failed)`,
    );
    const { housekeepingAgeSeconds, failingTasks } = await readHealthFigures(services);
    expect([Math.round(housekeepingAgeSeconds / 60), failingTasks]).toEqual([120, 2]);
  });

  it('count endpoints that fail, and leave out those that are not called any more', async () => {
    await insert(
      `INSERT INTO webhook_endpoints (organisation_id, id, url, test, secret, last_sequence, failures, status, disabled_reason)
       SELECT $1, gen_random_uuid(), 'https://example.com', false, '', 0, failures, status::webhook_status,
              reason::webhook_disabled_reason
       FROM (VALUES (4, 'active', NULL), (5, 'active', NULL), (5, 'disabled', NULL), (50, 'disabled', 'failing'))
         AS endpoints (failures, status, reason)`,
    );
    expect(await readHealthFigures(services)).toMatchObject({ failingWebhooks: before.failingWebhooks + 1 });
  });
});

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
      await services.sql(
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
    await services.sql('UPDATE fake_homes SET shard = 1');
    const { reachable, away } = await services.db.atOnceAcrossOrganisations(findReachable);
    expect([reachable?.size, away]).toEqual([2, [LOST_NODE]]);
  });
});
