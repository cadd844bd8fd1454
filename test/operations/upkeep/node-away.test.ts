import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isDatabaseAway } from '../../../src/lib/database-away.js';
import { sendSms } from '../../../src/operations/sms/send/send-sms.js';
import { createTestDatabase, isOnCitus, type TestDatabase, workersOf } from '../../support/database/database.js';
import { asSuperuser } from '../../support/database/given-server.js';
import { createProgrammableGateway } from '../../support/gateways/programmable-gateway.js';
import { mobile, newOrganisation, startServices, type TestServices } from '../../support/services.js';

const SENDS = 12;

/**
 * The session ends in the midst of COMMIT, as with a node that dies then. A sequence keeps the count, since nothing
 * rolls it back.
 */
const DIE_IN_COMMIT = `
CREATE SEQUENCE deaths;
GRANT USAGE ON SEQUENCE deaths TO PUBLIC;
CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  PERFORM nextval('deaths'), pg_terminate_backend(pg_backend_pid());
  RETURN NULL;
END $$;
DO $$
DECLARE shard name;
BEGIN
  FOR shard IN SELECT relname FROM pg_class WHERE relname ~ '^sms_messages_[0-9]+$' AND relkind = 'r' LOOP
    EXECUTE format('CREATE CONSTRAINT TRIGGER die AFTER INSERT ON %I DEFERRABLE INITIALLY DEFERRED
                    FOR EACH ROW EXECUTE FUNCTION die()', shard);
  END LOOP;
END $$`;

/** Shards are tables of nodes: one PostgreSQL has none. */
(isOnCitus() ? describe : describe.skip)('a node of Citus that ends in the midst of COMMIT', () => {
  let database: TestDatabase;
  let services: TestServices;
  let nodes: readonly string[];

  beforeAll(async () => {
    database = await createTestDatabase();
    services = await startServices(database, { gateways: [createProgrammableGateway()] });
    nodes = workersOf(database);
    for (const node of nodes) {
      await asSuperuser(node, async (client) => {
        await client.query('SET citus.enable_ddl_propagation = off');
        await client.query('SET citus.override_table_visibility = off');
        await client.query(DIE_IN_COMMIT);
      });
    }
  });

  afterAll(async () => {
    await services.stop();
    await database.drop();
  });

  it('may have stored a group of sends, so none of them is repeated', async () => {
    const context = await newOrganisation(services);
    const sends = Array.from({ length: SENDS }, (_, place) =>
      sendSms(context, { to: mobile(place), message: 'Hello', reference: String(place) }),
    );
    const ends = await Promise.allSettled(sends);
    expect(ends.map((end) => end.status === 'rejected' && isDatabaseAway(end.reason))).toEqual(sends.map(() => true));
    // Sends share transactions. Repeated alone, each would have one of its own.
    expect(await countDeaths()).toBeLessThan(SENDS);
  });

  const countDeaths = async () => {
    const counts = await Promise.all(
      nodes.map((node) =>
        asSuperuser(node, async (client) => {
          const { rows } = await client.query<{ deaths: number }>(
            'SELECT CASE WHEN is_called THEN last_value ELSE 0 END::int AS deaths FROM deaths',
          );
          return rows[0]?.deaths ?? 0;
        }),
      ),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  };
});
