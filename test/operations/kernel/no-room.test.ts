import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { describeFailure } from '../../../src/api/error-map.js';
import { Database } from '../../../src/db/database.js';
import { isDatabaseAway } from '../../../src/lib/database-away.js';
import { createLogger } from '../../../src/lib/log/logger.js';
import { dispatchNext } from '../../../src/operations/sms/dispatch/turn.js';
import { sendSms } from '../../../src/operations/sms/send/send-sms.js';
import { createTestDatabase, isOnCitus, type TestDatabase, workersOf } from '../../support/database/database.js';
import { asSuperuser } from '../../support/database/given-server.js';
import { CLAIM, interferedDatabase, loseAnswer } from '../../support/database/interfered-database.js';
import { createProgrammableGateway } from '../../support/gateways/programmable-gateway.js';
import { countStatuses } from '../../support/see.js';
import { mobile, newOrganisation, startServices, type TestServices } from '../../support/services.js';
import { setTheStage } from '../../support/stage.js';
import { useServices } from '../../support/use-services.js';

const process = useServices();

const SILENT = createLogger({ level: 'silent', pretty: false });
const raise = (state: string) => `DO $$ BEGIN RAISE EXCEPTION 'made for a test' USING ERRCODE = '${state}'; END $$`;

describe('what PostgreSQL cannot do for now', () => {
  const failWith = (state: string) =>
    process.db.acrossOrganisations((tx) => tx.sql(raise(state))).catch((error: unknown) => error);

  it.each([
    ['a standby that is not promoted', '25006'],
    ['memory that ran out', '53200'],
    ['a disk that fails', '58030'],
    ['a disk that is full', '53100'],
  ])('%s is answered with 503', async (_, state) => {
    expect(describeFailure(await failWith(state), SILENT)).toMatchObject({ status: 503, retryAfterSeconds: 5 });
  });

  it.each([
    ['a transaction', (db: Database) => db.acrossOrganisations((tx) => tx.sql(raise('53100')))],
    ['a statement on its own, such as one that keeps reports', (db: Database) => db.sql(raise('53100'))],
  ])('a full disk is remembered for readiness, when it fails %s', async (_, write) => {
    const other = new Database(process.db.orm, process.db.pool);
    expect(other.hasRoom).toBe(true);
    await expect(write(other)).rejects.toMatchObject({ code: '53100' });
    expect(other.hasRoom).toBe(false);
  });
});

describe('a claim whose COMMIT has worked, and whose answer was lost', () => {
  it.each([1, 2, 3])('leaves nothing behind that nobody looks after: claim %d of a turn', async (claim) => {
    const stage = await setTheStage(process, { recipients: 30, capabilities: {}, pace: { batchSize: 10 } });
    const { services, turn } = stage;
    let claims = 0;
    const db = interferedDatabase(services.db, CLAIM, () => {
      if (++claims === claim) loseAnswer();
    });
    await expect(dispatchNext({ ...services, db }, turn)).rejects.toThrow('terminated');

    for (const seconds of [61, 901]) await stage.later(seconds);
    const messages = await stage.messages();
    expect(messages.filter(({ phase }) => phase === 'submitting')).toEqual([]);
    // They were not sent, but nobody can be sure of that.
    expect(await countStatuses(services, stage.campaignId)).toEqual({ sent: 20, failed: 10 });
    expect(stage.gateway.takenNumbers()).toHaveLength(20);
  });
});

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
