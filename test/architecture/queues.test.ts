import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { DEAD_LETTER_QUEUE, JOBS } from '../../src/queue/jobs.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

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
