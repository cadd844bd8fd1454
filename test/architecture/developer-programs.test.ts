import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { type Comparison, formatComparison, judge, type Metric, type Sample } from '../bench/against/report.ts';
import { startJournalGateway } from '../support/gateways/start-journal-gateway.js';
import { inDist } from '../support/programs/from-dist.js';

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
  'test/operations/campaigns/cancel-and-reschedule.test.ts': 'failed',
  'test/operations/campaigns/counts.test.ts': 'passed',
  'test/chaos/nobody-is-sent-to-twice.slow.test.ts': 'failed',
  'test/security/tenancy.test.ts': 'failed',
  'test/peers/smpp-once.peer.test.ts': 'failed',
  'test/peers/kannel.peer.test.ts': 'failed',
});

describe('the tally of CI', () => {
  it('lets suites that have failed run again, but not those of chaos and security', () => {
    expect(tally('repeatable', first).stdout.trim().split('\n')).toEqual(
      ['test/operations/campaigns/cancel-and-reschedule.test.ts', 'test/peers/kannel.peer.test.ts'].map((suite) =>
        join(ROOT, suite),
      ),
    );
  });

  it('counts what was repeated as it ended then, and fails while anything else has failed', () => {
    const again = run('again.json', {
      'test/operations/campaigns/cancel-and-reschedule.test.ts': 'passed',
      'test/peers/kannel.peer.test.ts': 'passed',
    });
    const { stdout, status } = tally('count', first, '--again', again);
    expect(stdout).toContain('the test of test/operations/campaigns/cancel-and-reschedule.test.ts');
    expect([stdout.trim().split('\n').at(-1), status]).toEqual(['3 passed, 3 failed', 1]);
  });

  it('adds what other runs say, which a repetition does not excuse', () => {
    const name = 'test/operations/campaigns/cancel-and-reschedule.test.ts';
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

const sample = (changes: Partial<Sample> = {}): Sample => ({
  api: 1,
  worker: 1,
  postgres: 1,
  statements: 100,
  wall: 2,
  p50: Number.NaN,
  p95: Number.NaN,
  ...changes,
});

function comparison(slower: Partial<Sample>, unjudged: readonly Metric[] = []): Comparison {
  const rounds = (one: Sample) => [one, one, one, one];
  const old = rounds(sample());
  return {
    scenario: 'dispatch',
    unit: 'messages',
    unjudged,
    old,
    same: rounds(sample({ postgres: 1.03 })),
    new: rounds(sample(slower)),
  };
}

const failedMetrics = (compared: Comparison) =>
  judge(compared)
    .filter(({ failed }) => failed)
    .map(({ metric }) => metric);

describe('bench --against', () => {
  it.each(['api', 'worker', 'postgres'] as const)('fails a build that takes more processor time of: %s', (metric) => {
    expect(failedMetrics(comparison({ [metric]: 1.06 }))).toEqual([metric]);
    expect(failedMetrics(comparison({ [metric]: 1.04 }))).toEqual([]);
  });

  it('shows and does not judge what a scenario measures too little of', () => {
    const compared = comparison({ api: 2 }, ['api']);
    expect(failedMetrics(compared)).toEqual([]);
    expect(formatComparison(compared)).toContain('1.000 → 2.000: 2.00');
  });

  it('has a line below each scenario for the old build against itself, which fails nothing', () => {
    const [row, noise, ...more] = formatComparison(comparison({ worker: 1.5 })).split('\n');
    expect(row).toMatch(/^\| messages: dispatch .*\*\*1\.000 → 1\.500: 1\.50.* \| WORSE \|$/);
    expect(noise).toMatch(
      /^\| \.\.\. the old build against itself \|.*1\.000 → 1\.030: 1\.03 \(1\.03 to 1\.03\).* \| {2}\|$/,
    );
    expect(more).toEqual([]);
  });
});

const FROM_DIST = /fromDist<typeof import\('[./]+\/src\/(?<type>[^']+)'\)>\(\s*'(?<path>[^']+)'/g;

/**
 * Jest finds `./other.js` in `other.ts` and plain Node does not, so a wrong import in these programs passes the checks
 * of types and every other quick test.
 */
describe('A program that plain Node runs from test/', () => {
  it.each([
    ['bench/run.ts', ['--only', 'nothing'], 'There is no bench "nothing"'],
    ['trouble/run.ts', ['nothing'], 'Which one? There are: '],
  ])('finds all that %s imports', (program, args, refusal) => {
    const { stderr } = spawnSync(process.execPath, [join(ROOT, 'test', program), ...args], { encoding: 'utf8' });
    expect(stderr).toContain(refusal);
  });

  it('starts as a journal gateway', async () => {
    const gateway = await startJournalGateway();
    await gateway.stop();
    expect(gateway.url).toMatch(/^http:/);
  });

  it('takes out of dist the module whose type it names', () => {
    const wrong = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => [...readFileSync(join(ROOT, 'test', file), 'utf8').matchAll(FROM_DIST)])
      .map(({ groups }) => [groups?.path, groups?.type])
      .filter(([path, type]) => path !== type || !existsSync(inDist(String(path))));
    expect(wrong).toEqual([]);
  });
});
