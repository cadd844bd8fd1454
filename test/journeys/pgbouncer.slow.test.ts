import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { openDatabase } from '../../src/db/orm.js';
import { together } from '../../src/db/postgres/transaction.js';
import { newId } from '../../src/lib/ids.js';
import { createLogger } from '../../src/lib/log/logger.js';
import { useCommandsStage } from '../cli/commands-stage.js';
import { createTestDatabase } from '../support/database/database.js';
import { findPgBouncer, POOL_SIZE, type RunningPgBouncer, startPgBouncer } from '../support/database/pgbouncer.js';
import { assembleFleet, type Fleet } from '../support/fleet/fleet.js';
import { havingPrinted } from '../support/programs/program.js';
import { mobile, mobiles } from '../support/services.js';
import { hearSocket, socketClient } from '../support/subscribers.js';

jest.setTimeout(120_000);

const found = findPgBouncer();
if (found !== 'new') process.stdout.write('No campaign went through PgBouncer: 1.21 or newer is not installed.\n');

const RECIPIENTS = 2_000;
/** Processes without notifications read the event log every ten seconds. */
const AT_ONCE_MS = 4_000;

(found === 'new' ? describe : describe.skip)('a fleet behind PgBouncer in transaction mode', () => {
  let pool: RunningPgBouncer;
  let fleet: Fleet;

  beforeAll(async () => {
    const database = await createTestDatabase();
    pool = await startPgBouncer(database.url);
    fleet = await assembleFleet({ database, databaseUrl: pool.url, env: { LISTEN_URL: database.url } });
  });
  afterAll(async () => {
    await fleet.stop();
    await pool.stop();
  });

  it('delivers every message of a campaign once, and subscribers at another process see each change at once', async () => {
    const client = await fleet.client();
    fleet.route({ journal: { batch_size: 100 } }, [[client, 'journal']]);
    const [api, otherApi] = await Promise.all(
      ['api', 'api', 'worker', 'worker'].map((role) => fleet.enlist(role as 'api' | 'worker')),
    );
    await fleet.journal.control({ reportUrl: `${api?.url}/callbacks/journal` });
    const subscriber = socketClient({ url: otherApi?.url ?? '', headers: client.identity });
    const changes = hearSocket(subscriber, { query: 'subscription { messageStatusChanged { status } }' });
    for (let message = 1; message <= 3; message += 1) {
      const sentAt = Date.now();
      await client.post(`${api?.url}/v1/sms/send/`, { to: mobile(message), message: 'Hello' });
      await changes.untilThat(({ data }) => data.messageStatusChanged.status === 'DELIVERED');
      changes.answers.length = 0;
      expect(Date.now() - sentAt).toBeLessThan(AT_ONCE_MS);
    }

    const { body } = await client.post(`${api?.url}/v1/sms/send-bulk/`, {
      message: 'Many',
      recipients: mobiles(RECIPIENTS),
    });
    const query = `subscription { campaignProgress(id: "${body.campaign_id}") { status counts { delivered } } }`;
    const progress = hearSocket(subscriber, { query });
    expect(await progress.end).toBeNull();
    expect(progress.answers.at(-1).data.campaignProgress).toEqual({
      status: 'COMPLETED',
      counts: { delivered: RECIPIENTS },
    });
    const accepted = (await fleet.acceptances()).map(({ messageId }) => messageId);
    expect([accepted.length, new Set(accepted).size]).toEqual([RECIPIENTS + 3, RECIPIENTS + 3]);
    const [servers] = await fleet.sql<{ count: number }>(
      `SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'postrider'`,
    );
    // The fleet itself keeps two connections to PostgreSQL.
    expect(servers?.count).toBeLessThanOrEqual(POOL_SIZE + 2);
    changes.stop();
    await subscriber.dispose();
  });

  it('commits a transaction that has failed before, with statements that PostgreSQL had to skip', async () => {
    const logger = createLogger({ level: 'silent', pretty: false });
    const db = await openDatabase({ url: pool.url, poolSize: 1, logger });
    const divide = (divisor: number) =>
      db.inOrganisation(newId(), (tx) =>
        together([
          tx.sql('SELECT 6 / :divisor::int AS result', { divisor }),
          tx.sql('SELECT :one::int AS one', { one: 1 }),
        ]),
      );
    await expect(divide(0)).rejects.toMatchObject({ code: '22012' });
    expect(await divide(3)).toEqual([[{ result: 2 }], [{ one: 1 }]]);
    await db.close();
  });
});

(found === 'missing' ? describe.skip : describe)('settings that cannot work behind PgBouncer', () => {
  const stage = useCommandsStage();
  const pools: RunningPgBouncer[] = [];
  const open = async (change?: (settings: string) => string) => {
    const pool = await startPgBouncer(stage.database.url, change);
    pools.push(pool);
    return pool.url;
  };

  afterAll(async () => {
    for (const pool of pools) await pool.stop();
  });

  it('serve and doctor name a pool that loses prepared statements', async () => {
    const url = await open((settings) => settings.replace(/^max_prepared_statements = .+$/m, tracksNothing()));
    const served = await stage.runWith({ DATABASE_URL: url }, 'serve', '--role', 'worker');
    expect(served).toMatchObject({ code: 1, stderr: expect.stringContaining('max_prepared_statements') });
    const ending = await stage.runWith({ DATABASE_URL: url }, 'end-unfinished');
    expect(ending).toMatchObject({ code: 1, stderr: expect.stringContaining('max_prepared_statements') });
    const { stdout } = await stage.runWith({ DATABASE_URL: url }, 'doctor');
    expect(stdout).toMatch(/WRONG +connection pool +The connection pool of DATABASE_URL loses prepared statements/);
  });

  it('commands quote what the pool refuses', async () => {
    const url = await open((settings) => settings.replace(/^(?:max_prepared|ignore_startup).+$/gm, ''));
    const { code, stderr } = await stage.runWith({ DATABASE_URL: url }, 'organisation', 'list');
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/connection pool refuses the connection: unsupported startup/),
    ]);
  });

  (found === 'new' ? it : it.skip)(
    'a LISTEN_URL that leads through the pool is refused; without one, serve warns',
    async () => {
      const url = await open();
      const refused = await stage.runWith({ DATABASE_URL: url, LISTEN_URL: url }, 'serve', '--role', 'worker');
      expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('LISTEN_URL leads through') });
      const warned = await stage.serve({ DATABASE_URL: url }, '--role', 'worker');
      await havingPrinted(warned, /set LISTEN_URL to the address of PostgreSQL itself/);
    },
  );

  (found === 'new' ? it : it.skip)('end-unfinished needs LISTEN_URL, because it takes a lock', async () => {
    const settings = { DATABASE_URL: await open() };
    const refused = await stage.runWith(settings, 'end-unfinished');
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('cannot keep servers away: set LISTEN_URL'),
    });
    const throughNone = { ...settings, LISTEN_URL: stage.database.url };
    const { stdout } = await stage.runWith(throughNone, 'end-unfinished', '--json');
    expect(stdout).toBe('{"ended":0}\n');
  });
});

/** Before 1.21 the setting does not exist, which has the effect that 0 has later. */
function tracksNothing(): string {
  return found === 'new' ? 'max_prepared_statements = 0' : '';
}
