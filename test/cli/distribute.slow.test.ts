import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { createTestDatabase } from '../support/database/database.js';
import { runPostrider, spawnPostrider } from '../support/programs/program.js';

// A process for each command, which a busy machine makes slow.
jest.setTimeout(120_000);

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp();
});

async function newDatabase(template?: string): Promise<Record<string, string>> {
  const database = await createTestDatabase(template ? { template } : {});
  cleanups.push(database.drop);
  return { DATABASE_URL: database.url };
}

// test/citus shows what it does on Citus.
describe('migrate --distribute', () => {
  it('refuses while a server runs', async () => {
    const env = await newDatabase();
    const server = await spawnPostrider(['serve', '--role', 'worker'], env);
    cleanups.push(server.kill);
    expect(await runPostrider(['migrate', '--distribute'], env)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'A server is running on this database: stop all of them first. Nothing was distributed.\n',
    });
  });

  it('says what a database without Citus needs', async () => {
    const env = await newDatabase('template0');
    const refused = await runPostrider(['migrate', '--distribute', '--json'], env);
    const problem =
      'This database has no Citus: add citus to shared_preload_libraries, and CREATE EXTENSION citus in it on every node.';
    expect(refused.code).toBe(1);
    expect(JSON.parse(refused.stdout)).toEqual({ error: { problems: [problem] } });
    expect(refused.stderr).toContain(problem);
  });

  it('refuses the embedded database, and does not start it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'postrider-distribute-'));
    cleanups.push(async () => rmSync(folder, { recursive: true }));
    expect(await runPostrider(['migrate', '--distribute'], { DATA_DIR: folder })).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'The embedded PostgreSQL is one node: set DATABASE_URL to the coordinator of Citus.\n',
    });
    expect(readdirSync(folder)).toEqual([]);
  });
});
