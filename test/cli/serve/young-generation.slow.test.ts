import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../support/database/database.js';
import { spawnPostrider } from '../../support/programs/program.js';

jest.setTimeout(120_000);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe('the size of the young generation', () => {
  it.each([
    ['worker', '32'],
    ['api', '8'],
    ['all', '8'],
  ])('%s: %s MB, in the process that was started', async (role, megabytes) => {
    const env = { DATABASE_URL: database.url, SECRET_KEY: 'a secret of the tests that is long enough' };
    const program = await spawnPostrider(['serve', '--role', role], env);
    const sizes = readFileSync(`/proc/${program.pid}/cmdline`, 'utf8').match(/(?<=--max-semi-space-size=)\d+/g);
    expect(await program.term()).toEqual({ code: 0, signal: null });
    expect(sizes).toEqual([megabytes]);
    expect(program.output()).not.toContain('ExperimentalWarning');
  });
});
