import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { claimDataFolder, DataFolderInUseError } from '../../src/db/embedded/data-folder-claim.js';
import { createTestDatabase, type TestDatabase } from '../support/database/database.js';
import { inDist } from '../support/programs/from-dist.js';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

it('a second server on the same data folder is refused in a clear sentence until the first lets go', async () => {
  const first = await claimDataFolder(database.url);
  await expect(claimDataFolder(database.url)).rejects.toThrow(/Another Postrider server is using this data folder/);
  await first.release();
  const second = await claimDataFolder(database.url);
  await second.release();
});

it('a server that was killed leaves no claim behind', async () => {
  const script = `
    const { claimDataFolder } = await import(${JSON.stringify(inDist('db/embedded/data-folder-claim.js'))});
    await claimDataFolder(${JSON.stringify(database.url)});
    console.log('claimed');`;
  const holder = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(holder.stdout, 'data');
  await expect(claimDataFolder(database.url)).rejects.toThrow(DataFolderInUseError);

  holder.kill('SIGKILL');
  const successor = await claimDataFolder(database.url);
  await successor.release();
});
