import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from '@jest/globals';
import { drawSeed, sized } from '../support/fleet/run.js';

const MINUTES = sized('0.5', '5');
/** A machine with much else to do takes several times as long. */
const TIMEOUT_MS = sized(300_000, 1_500_000);

describe('A small installation under load, while everything fails in turn', () => {
  let runner: ChildProcess | undefined;
  afterEach(() => {
    runner?.kill();
  });

  it(
    'keeps every promise, and shows what becomes of those who go without',
    async () => {
      const options = ['--minutes', MINUTES, '--seed', String(drawSeed())];
      const started = spawn(process.execPath, [join(import.meta.dirname, 'run.ts'), ...options], {
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      runner = started;
      const [told, complaints, [code]] = await Promise.all([
        text(started.stdout),
        text(started.stderr),
        once(started, 'close'),
      ]);
      process.stdout.write(told);
      expect(complaints).toBe('');
      expect(code).toBe(0);
    },
    TIMEOUT_MS,
  );
});
