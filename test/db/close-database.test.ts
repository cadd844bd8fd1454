import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openDatabase } from '../../src/db/orm.js';
import type { EveryOrganisationTx } from '../../src/db/postgres/transaction.js';
import { run, tables } from '../../src/db/tables.js';
import { createLogger } from '../../src/lib/log/logger.js';
import { createTestDatabase, type TestDatabase } from '../support/database/database.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** A command that leaves a connection open ends only when nobody has used it for ten seconds. */
it.each<[string, (tx: EveryOrganisationTx) => Promise<unknown>]>([
  ['plain SQL', (tx) => tx.sql('SELECT 1')],
  ['statements of Kysely', (tx) => run(tx, tables.selectFrom('people').select('id'))],
])('closing the database leaves no connection behind, also after nothing but %s', async (_, work) => {
  const logger = createLogger({ level: 'silent', pretty: false });
  const db = await openDatabase({ url: database.url, poolSize: 2, logger });
  await db.acrossOrganisations(work);
  await db.close();
  await expect(db.sql('SELECT 1')).rejects.toThrow('after calling end on the pool');
});
