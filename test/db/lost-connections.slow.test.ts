import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import type { Database } from '../../src/db/database.js';
import { openDatabase } from '../../src/db/orm.js';
import type { Connection } from '../../src/db/postgres/connection.js';
import { isDatabaseAway } from '../../src/lib/database-away.js';
import { DATABASE_PATIENCE } from '../../src/lib/database-patience.js';
import { newId } from '../../src/lib/ids.js';
import { createLogger } from '../../src/lib/log/logger.js';
import { createTestDatabase, type TestDatabase } from '../support/database/database.js';
import { type DatabaseProxy, startProxy } from '../support/fleet/proxy.js';
import { eventually } from '../support/wait.js';

const PATIENCE = { ...DATABASE_PATIENCE, answerMs: 1_000, restInTransactionMs: 1_000, transactionMs: 2_000 };
const LOCK = 4_711;
/** PostgreSQL before 17 has no `transaction_timeout`. */
const itLimitsTransactions = Number(process.env.POSTRIDER_TEST_SERVER_VERSION) >= 170_000 ? it : it.skip;

/** The messages that a statement consists of. */
interface Wire {
  parse(statement: { readonly name: string; readonly text: string }): void;
}

describe('Connections that the network has forgotten', () => {
  let database: TestDatabase;
  let superuser: Pool;
  let proxy: DatabaseProxy;
  let db: Database;

  beforeAll(async () => {
    database = await createTestDatabase();
    superuser = new Pool({ connectionString: database.superuserUrl, max: 1 });
    superuser.on('error', () => undefined);
  });
  beforeEach(async () => {
    proxy = await startProxy(database.url);
    const logger = createLogger({ level: 'silent', pretty: false });
    db = await openDatabase({ url: proxy.url, poolSize: 2, logger, patience: PATIENCE });
  });
  afterEach(async () => {
    await proxy.stop();
    await db.close();
  });
  afterAll(async () => {
    await superuser.end();
    await database.drop();
  });

  const works = () => db.acrossOrganisations((tx) => tx.sql('SELECT 1'));
  const worksAtOnce = () => db.atOnceInOrganisation(newId(), (tx) => tx.sql('SELECT 1'));

  it('are given up by the program, which goes on with new ones', async () => {
    await Promise.all([works(), works()]);
    proxy.stall();
    const lost = Promise.allSettled([works(), worksAtOnce()]);
    await sleep(50);
    proxy.forget();
    for (const outcome of await lost) {
      expect(outcome.status === 'rejected' && isDatabaseAway(outcome.reason)).toBe(true);
    }
    await Promise.all([works(), works(), worksAtOnce()]);
  });

  it('may have lost the answer to a COMMIT: it fails for the program, and stands', async () => {
    await db.sql('CREATE TABLE kept ()');
    proxy.losesCommit = () => true;
    const lost = [
      await db.acrossOrganisations((tx) => tx.sql('ALTER TABLE kept ADD COLUMN one int')).catch(isDatabaseAway),
      await db.atOnceAcrossOrganisations((tx) => tx.sql('ALTER TABLE kept ADD COLUMN two int')).catch(isDatabaseAway),
    ];
    proxy.losesCommit = () => false;
    expect(lost).toEqual([true, true]);
    await db.sql('SELECT one, two FROM kept');
  });

  const isFree = async () => {
    const { rows } = await superuser.query<{ free: boolean }>(
      'SELECT pg_try_advisory_lock($1) AS free, pg_advisory_unlock($1)',
      [LOCK],
    );
    return rows[0]?.free;
  };

  it('are given up by PostgreSQL, with the locks of what was under way', async () => {
    const { promise: stalled, resolve: tellStalled } = Promise.withResolvers<void>();
    const lost = db
      .acrossOrganisations(async (tx) => {
        await tx.sql('SELECT pg_advisory_xact_lock(:lock)', { lock: LOCK });
        expect(await isFree()).toBe(false);
        proxy.stall();
        tellStalled();
        await tx.sql('SELECT 1');
      })
      .catch((error: unknown) => error);
    await stalled;
    await sleep(50);
    proxy.forget();
    expect([isDatabaseAway(await lost), String(await lost)]).toEqual([true, expect.any(String)]);
    await eventually('the lock is free', async () => (await isFree()) || undefined, 5_000);
  });

  itLimitsTransactions(
    'are given up by PostgreSQL in the middle of a statement, the rest of which never arrives',
    async () => {
      const client = (await db.connect()) as Connection & { readonly connection: Wire };
      client.on('error', () => undefined);
      await client.query('BEGIN');
      await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
      client.connection.parse({ name: 'half', text: 'SELECT 1' });
      await sleep(50);
      expect(await isFree()).toBe(false);
      await eventually('the lock is free', async () => (await isFree()) || undefined, 10_000);
      client.release(true);
    },
  );

  itLimitsTransactions('and a transaction that takes too long fails as if the database were away', async () => {
    const tooLong = db
      .acrossOrganisations(async (tx) => {
        for (let steps = 0; steps < 10; steps += 1) await tx.sql('SELECT pg_sleep(0.3)');
      })
      .catch((error: unknown) => error);
    expect([isDatabaseAway(await tooLong), String(await tooLong)]).toEqual([true, expect.any(String)]);
  });
});
