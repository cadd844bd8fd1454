import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import type { Database } from '../../src/db/database.js';
import { findUnknownMigrations, migrateTables } from '../../src/db/migrate.js';
import { openDatabase } from '../../src/db/orm.js';
import { refuseOutdatedProgram } from '../../src/db/required-programs.js';
import { createLogger, type Logger } from '../../src/lib/log/logger.js';
import { VERSION } from '../../src/lib/version.js';
import { checkReady } from '../../src/operations/upkeep/health.js';
import { createTestDatabase, type TestDatabase } from '../support/database/database.js';

const logger = createLogger({ level: 'silent', pretty: false });

let database: TestDatabase;
let db: Database;
let client: Client;

beforeAll(async () => {
  database = await createTestDatabase();
  db = await openDatabase({ url: database.url, poolSize: 4, logger });
  client = new Client({ connectionString: database.url });
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await db.close();
  await database.drop();
});

const require = (migration: string, oldest: string) =>
  client.query('INSERT INTO required_programs (migration, oldest_program) VALUES ($1, $2)', [migration, oldest]);
const isReady = () => checkReady({ db, secretKeys: ['any'] });

describe('Migrations', () => {
  it('each say the oldest program that may run after them', async () => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT name FROM migrations
       EXCEPT SELECT migration FROM required_programs WHERE oldest_program ~ '^\\d+\\.\\d+\\.\\d+$'`,
    );
    expect(rows).toEqual([]);
  });

  it('let this program run', async () => {
    await isReady();
    expect(await findUnknownMigrations(db)).toEqual([]);
  });

  it('wait for another process that migrates, and say so', async () => {
    const said: string[] = [];
    const speaking = { ...logger, info: (words: unknown) => said.push(String(words)) } as unknown as Logger;
    let second: Promise<void> | undefined;
    await migrateTables(db, logger, async () => {
      second = migrateTables(db, speaking, async () => void said.push('migrated'));
      await sleep(2_500);
      said.push('the first ends');
    });
    await second;
    expect(said).toEqual([
      'another process migrates the database; this one waits for it',
      'the first ends',
      'migrated',
    ]);
  });

  it('go on if the connection of their lock is lost', async () => {
    const loseLock = async () => {
      const { rowCount } = await client.query(
        `SELECT pg_terminate_backend(pid) FROM pg_locks
         WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      );
      expect(rowCount).toBe(1);
      await sleep(100);
    };
    await migrateTables(db, logger, loseLock);
    await isReady();
  });
});

describe('A program that is older than its database', () => {
  it('runs if the migrations that it does not know allow it', async () => {
    await client.query(`INSERT INTO migrations (name) VALUES ('9001-next')`);
    await require('9001-next', VERSION);
    await isReady();
    expect(await findUnknownMigrations(db)).toEqual(['9001-next']);
  });

  it('is not ready and migrates nothing after a migration that needs a newer one', async () => {
    // As texts 10 would come before 9.
    await require('9002-next', '99.9.0');
    await require('9003-next', '99.10.0');
    const words = `The database needs Postrider 99.10.0 or newer since migration 9003-next, and this is ${VERSION}`;
    await expect(isReady()).rejects.toThrow(words);
    const afterwards = () => Promise.reject(new Error('It has migrated.'));
    await expect(migrateTables(db, logger, afterwards)).rejects.toThrow(words);
  });

  it('does not mind a database that is not migrated', async () => {
    await client.query('DROP TABLE required_programs');
    await refuseOutdatedProgram(db);
  });
});
