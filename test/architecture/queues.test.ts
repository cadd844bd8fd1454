import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { DEAD_LETTER_QUEUE, JOBS } from '../../src/queue/jobs.js';
import { createTestDatabase, type TestDatabase } from '../support/database/database.js';
import { inDist } from '../support/programs/from-dist.js';

const LONGEST_LIFE_MS = 10_000;

let database: TestDatabase;
let client: Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

describe('queues', () => {
  it('exist for every job that is declared, and for no other', async () => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT name FROM pgboss.queue WHERE name NOT LIKE '\\_\\_%'`,
    );
    expect(rows.map((row) => row.name).sort()).toEqual([...JOBS, DEAD_LETTER_QUEUE].sort());
  });

  it('that cannot be installed leave nothing behind that keeps the process alive', async () => {
    const refusal = `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
                       $$ BEGIN RAISE EXCEPTION 'made for a test'; END $$;
                     CREATE TRIGGER refusal BEFORE UPDATE ON pgboss.queue EXECUTE FUNCTION refuse()`;
    await client.query(refusal);
    const script = `
      const { installQueues } = await import(${JSON.stringify(inDist('queue/boss.js'))});
      const logger = { error() {} };
      await installQueues({ url: ${JSON.stringify(database.url)}, logger }).catch((error) => console.log(error.message));`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
      timeout: LONGEST_LIFE_MS,
    });
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
    expect([output, code]).toEqual(['made for a test\n', 0]);
    await client.query('DROP TRIGGER refusal ON pgboss.queue');
  });

  it('retry, expire soon, and keep what fails for good where it is seen', async () => {
    const { rows } = await client.query(
      'SELECT retry_limit, expire_seconds, dead_letter FROM pgboss.queue WHERE name = ANY ($1)',
      [JOBS],
    );
    expect(rows).toHaveLength(JOBS.length);
    for (const row of rows) {
      expect(row.retry_limit).toBeGreaterThan(0);
      expect(row.expire_seconds).toBeLessThanOrEqual(60);
      expect(row.dead_letter).toBe(DEAD_LETTER_QUEUE);
    }
  });
});
