import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';

const ROOT = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'postrider-tally-'));
afterAll(() => rmSync(folder, { recursive: true }));

const tally = (...args: string[]) =>
  spawnSync(process.execPath, ['.ci/tally.mjs', ...args], { cwd: ROOT, encoding: 'utf8' });

/** What jest writes of a run of suites with one test each. */
function run(name: string, suites: Readonly<Record<string, 'passed' | 'failed'>>): string {
  const testResults = Object.entries(suites).map(([suite, status]) => ({
    name: join(ROOT, suite),
    status,
    assertionResults: [{ status, fullName: `the test of ${suite}` }],
  }));
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify({ testResults }));
  return file;
}

const first = run('first.json', {
  'test/operations/campaigns/cancel.test.ts': 'failed',
  'test/operations/campaigns/counts.test.ts': 'passed',
  'test/chaos/nobody-is-sent-to-twice.slow.test.ts': 'failed',
  'test/security/tenancy.test.ts': 'failed',
  'test/peers/smpp-once.peer.test.ts': 'failed',
  'test/peers/kannel.peer.test.ts': 'failed',
});

describe('the tally of CI', () => {
  it('lets suites that have failed run again, but not those of chaos and security', () => {
    expect(tally('repeatable', first).stdout.trim().split('\n')).toEqual(
      ['test/operations/campaigns/cancel.test.ts', 'test/peers/kannel.peer.test.ts'].map((suite) => join(ROOT, suite)),
    );
  });

  it('counts what was repeated as it ended then, and fails while anything else has failed', () => {
    const again = run('again.json', {
      'test/operations/campaigns/cancel.test.ts': 'passed',
      'test/peers/kannel.peer.test.ts': 'passed',
    });
    const { stdout, status } = tally('count', first, '--again', again);
    expect(stdout).toContain('the test of test/operations/campaigns/cancel.test.ts');
    expect([stdout.trim().split('\n').at(-1), status]).toEqual(['3 passed, 3 failed', 1]);
  });

  it('adds what other runs say, which a repetition does not excuse', () => {
    const name = 'test/operations/campaigns/cancel.test.ts';
    const again = run('again-of-first.json', { [name]: 'passed' });
    const older = run('on-an-older-server.json', { [name]: 'failed', 'test/db/statement.test.ts': 'passed' });
    const { stdout, status } = tally(
      'count',
      run('one.json', { [name]: 'failed' }),
      '--again',
      again,
      '--other',
      older,
    );
    expect([stdout.trim().split('\n').at(-1), status]).toEqual(['2 passed, 1 failed', 1]);
    const missing = tally('count', run('passed.json', { [name]: 'passed' }), '--other', join(folder, 'nowhere.json'));
    expect([missing.stdout.trim().split('\n').at(-1), missing.status]).toEqual(['1 passed, 1 failed', 1]);
  });

  it('counts several runs, each of which must have ended', () => {
    const [fast, long] = [
      run('fast.json', { 'test/a.test.ts': 'passed' }),
      run('long.json', { 'test/b.test.ts': 'passed' }),
    ];
    expect(tally('count', fast, long)).toMatchObject({ stdout: '2 passed, 0 failed\n', status: 0 });
    expect(tally('count', fast, join(folder, 'nowhere.json'))).toMatchObject({
      stdout: '1 passed, 1 failed\n',
      status: 1,
    });
  });

  it('fails when a run has broken off', () => {
    const { stdout, status } = tally('count', join(folder, 'nowhere.json'), '--again', join(folder, 'no-again.json'));
    expect([stdout, status]).toEqual(['0 passed, 1 failed\n', 1]);
  });
});
