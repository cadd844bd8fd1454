import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type RunningProgram, spawnPostrider } from '../../support/programs/program.js';
import { eventually } from '../../support/wait.js';

const TIMEOUT_MS = 120_000;

describe('the embedded PostgreSQL that dies under a server', () => {
  let dataDir: string;
  let program: RunningProgram;
  const data = () => join(dataDir, 'postgres/data');
  const lock = () => join(data(), 'postmaster.pid');
  const pid = () => Number(readFileSync(lock(), 'utf8').split('\n')[0]);

  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), `postrider-test-${process.pid}-dies-`));
    program = await spawnPostrider(['serve'], { DATA_DIR: dataDir });
  }, TIMEOUT_MS);
  afterEach(async () => {
    await program.term();
    rmSync(dataDir, { recursive: true, force: true });
  }, TIMEOUT_MS);

  it(
    'is started again, and everything goes on',
    async () => {
      const before = pid();
      process.kill(before, 'SIGKILL');
      // Away for so short a time that nobody need see it.
      await eventually('another one is up', async () => (existsSync(lock()) && pid() !== before) || undefined);
      await eventually('it is back', async () => (await fetch(`${program.url}/readyz`)).ok || undefined);
      expect(program.output()).toContain('the embedded PostgreSQL has ended; starting it again');
      expect(await program.term()).toEqual({ code: 0, signal: null });
    },
    TIMEOUT_MS,
  );

  it(
    'ends the server, where it cannot be started again',
    async () => {
      const before = pid();
      renameSync(join(data(), 'PG_VERSION'), join(data(), 'PG_VERSION.away'));
      process.kill(before, 'SIGKILL');
      expect(await program.exited).toEqual({ code: 1, signal: null });
      expect(program.output()).toContain('the embedded PostgreSQL cannot be started; stopping');
    },
    TIMEOUT_MS,
  );
});
