import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { findFaketime } from './fake-clock.ts';

const PROGRAM = join(import.meta.dirname, 'run.ts');
const TIMEOUT_MS = 180_000;

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args, '--json'], {
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
  });
  if (status !== 0 && status !== 1) throw new Error(`It ended with ${status}:\n${stderr}`);
  return JSON.parse(stdout) as { what: string; found: string; met: boolean }[];
}

/** Whoever may mount can be asked for a disk that is full. */
function whyNoSmallDisk(): string | null {
  const mounted = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']);
  return mounted.status === 0 ? null : 'needs root and mount';
}

const findings = (checks: ReturnType<typeof run>) => checks.filter(({ met }) => !met);

describe('the short form of npm run trouble', () => {
  const noClock = findFaketime() === null ? 'needs libfaketime' : null;
  if (noClock) it.todo(`clocks: did not run, ${noClock}`);
  else it('clocks', () => expect(findings(run('clocks', '--short'))).toEqual([]), TIMEOUT_MS);

  const noDisk = whyNoSmallDisk();
  if (noDisk) it.todo(`disk-full: did not run, ${noDisk}`);
  else it('disk-full', () => expect(findings(run('disk-full'))).toEqual([]), TIMEOUT_MS);
});
