import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createPace, formatBar, formatLine, progressOf } from '../../src/cli/sms/progress.js';
import { cut, formatTable } from '../../src/cli/table.js';
import { cutToWidth, displayWidth } from '../../src/cli/terminal-text.js';
import { formatAge } from '../../src/cli/times.js';
import type { CampaignRow } from '../../src/db/sql/sms/campaigns/campaigns.js';
import { inDist } from '../support/programs/from-dist.js';

const ID = '01936e2c-7a4b-7c31-9f6e-2b1d5a8c4e70';
const header = ['ID', cut('NAME'), cut('SCOPES')];
const rows = [[ID, 'A name that is long enough', 'sms:send sms:read chat:send']];

describe('a table', () => {
  it('is as wide as its cells where there is no terminal', () => {
    expect(formatTable(header, rows, Number.POSITIVE_INFINITY)).toContain(rows[0]?.join('  '));
  });

  it.each([70, 80, 90])('fits a terminal of %i columns: cuts the right cells first, and no id', (columns) => {
    const lines = formatTable(header, rows, columns).split('\n');
    expect(lines).toHaveLength(2);
    expect(Math.max(...lines.map(displayWidth))).toBeLessThanOrEqual(columns);
    expect(lines[1]).toContain(ID);
    expect(lines[1]).toMatch(/…$/);
  });

  it('becomes blocks of lines, with nothing cut, where it cannot fit', () => {
    expect(formatTable(header, rows, 50)).toBe(
      [`ID      ${ID}`, `NAME    ${rows[0]?.[1]}`, `SCOPES  ${rows[0]?.[2]}`].join('\n'),
    );
  });

  it('aligns wide characters and masks control characters', () => {
    const lines = formatTable(
      ['NAME', 'X'],
      [
        ['漢字', 'a'],
        ['e\u0301🎉', 'b'],
        ['\u001b[2J', 'c'],
      ],
      80,
    ).split('\n');
    expect(lines).toEqual(['NAME  X', '漢字  a', 'e\u0301🎉   b', '\ufffd[2J  c']);
    expect(cutToWidth('漢字会社', 5)).toBe('漢字…');
  });
});

describe('An age', () => {
  const MINUTE = 60_000;
  it.each([
    [-MINUTE, '0 minutes'],
    [MINUTE, '1 minute'],
    [119 * MINUTE, '119 minutes'],
    [120 * MINUTE, '2 hours'],
    [48 * 60 * MINUTE - 1, '47 hours'],
    [48 * 60 * MINUTE, '2 days'],
    [4_000 * 24 * 60 * MINUTE, '4,000 days'],
  ])('of %d ms is shown as %s', (ageMs, shown) => {
    expect(formatAge(ageMs)).toBe(shown);
  });
});

const NOW = new Date('2030-01-01T00:00:00Z');

function campaign(changes: Partial<CampaignRow>): CampaignRow {
  return {
    id: 'c',
    name: null,
    body: null,
    sender_id: null,
    reference: null,
    metadata: null,
    test: true,
    at_least_once: false,
    total: 0,
    accepted: 0,
    invalid: 0,
    duplicates: 0,
    suppressed: 0,
    scheduled_at: null,
    valid_until: null,
    cancelled_at: null,
    paused_at: null,
    pause_reason: null,
    pause_on_failures: false,
    category: 'transactional',
    retry_of: null,
    created_at: '2030-01-01 00:00:00+00',
    started_at: null,
    completed_at: null,
    revision: 1,
    created_by_kind: null,
    created_by_id: null,
    created_by_name: null,
    queued: 0,
    sent: 0,
    delivered: 0,
    failed: 0,
    undelivered: 0,
    blocked: 0,
    held: 0,
    cancelled: 0,
    ...changes,
  };
}

const started = '2030-01-01 00:00:00+00';
const running = campaign({
  total: 10_000,
  queued: 4_000,
  sent: 1_500,
  delivered: 4_490,
  failed: 10,
  started_at: started,
});
const completed = campaign({ total: 500, delivered: 500, started_at: started, completed_at: started });

describe('the progress of a file that became several campaigns', () => {
  it('is that of all of them together', () => {
    const progress = progressOf([running, completed], NOW);
    expect(progress).toMatchObject({ total: 10_500, settled: 5_000, started: true, finished: false, waits: false });
    expect(progress.counts).toMatchObject({ queued: 4_000, sent: 1_500, delivered: 4_990, failed: 10 });
  });

  it('is finished when each of them is completed or cancelled', () => {
    expect(progressOf([completed, campaign({ total: 1, cancelled: 1, cancelled_at: started })], NOW).finished).toBe(
      true,
    );
  });

  it('is no reason to miss a worker while all of them wait for their time', () => {
    const later = campaign({ total: 1, queued: 1, scheduled_at: '2030-01-02 00:00:00+00' });
    const paused = campaign({ total: 1, queued: 1, paused_at: '2030-01-01 00:00:00+00' });
    expect(progressOf([later, paused], NOW).waits).toBe(true);
    expect(progressOf([later, running], NOW).waits).toBe(false);
  });
});

describe('what is shown', () => {
  const progress = progressOf([running], NOW);
  const settled = (count: number) => ({ ...progress, settled: count });

  it('tells the rate of the last half minute, the time that is left at it, and the outcomes', () => {
    const paceOf = createPace();
    paceOf(0, settled(0));
    paceOf(1_000, settled(2_500));
    const pace = paceOf(6_000, settled(4_500));
    expect(pace).toEqual({ perSecond: 750, secondsLeft: 8 });
    expect(formatLine(progress, pace)).toBe(
      '4,500 of 10,000 · 750/s · 8 s left · delivered 4,490 · queued 4,000 · sent 1,500 · failed 10',
    );
  });

  it('promises no time before enough has happened', () => {
    const paceOf = createPace();
    const early = [0, 500, 1_000, 1_500, 2_000, 4_000].map((ms, at) => paceOf(ms, settled(at)).secondsLeft);
    expect(early).toEqual([null, null, null, null, null, null]);
    expect(paceOf(5_500, settled(5)).secondsLeft).not.toBeNull();
  });

  it('forgets what was more than half a minute ago, and promises no time while nothing moves', () => {
    const paceOf = createPace();
    paceOf(0, settled(0));
    paceOf(1_000, settled(4_000));
    expect(paceOf(40_000, settled(4_000))).toEqual({ perSecond: 0, secondsLeft: null });
  });

  it('has a bar where the terminal is wide enough', () => {
    const pace = createPace()(0, progress);
    expect(formatBar(progress, pace, 120)).toContain('[██████████░░░░░░░░░░░░░░]  45 %  4,500 of 10,000');
    expect(formatBar(progress, pace, 60)).toBe(formatLine(progress, pace));
  });
});

describe('a log that is not read', () => {
  const LINES = 20_000;
  const LINE_BYTES = 1_000;

  /** What waits for a reader at most, with the line that reached the limit. */
  const LIMIT_BYTES = 4 * 1024 * 1024 + 2 * LINE_BYTES;

  const talking: ChildProcess[] = [];

  afterEach(() => {
    for (const child of talking) child.kill('SIGKILL');
  });

  /** A server that logs `LINES` lines of about a kilobyte, and then tells on standard error how many bytes wait. */
  function startTalking() {
    const script = `
    const { detachFromReader } = await import(${JSON.stringify(inDist('cli/output.js'))});
    const { runUntilStopped } = await import(${JSON.stringify(inDist('cli/serve/lifetime.js'))});
    const { createLogger } = await import(${JSON.stringify(inDist('lib/log/logger.js'))});
    const { setImmediate: turn } = await import('node:timers/promises');
    detachFromReader();
    setInterval(() => {}, 1000);
    const logger = createLogger({ level: 'debug', pretty: false });
    await runUntilStopped({ logger, stopTimeoutMs: 10_000, onHangUp: () => undefined }, async () => {
      for (let line = 0; line < ${LINES}; line += 1) {
        logger.debug({ line, filler: 'x'.repeat(${LINE_BYTES}) }, 'talk');
        if (line % 100 === 0) await turn();
      }
      process.stderr.write('waiting ' + process.stdout.writableLength + '\\n');
    });`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'pipe'] });
    talking.push(child);
    let problems = '';
    child.stderr.on('data', (chunk) => (problems += chunk));
    return {
      child,
      exited: once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>,
      async waitingBytes() {
        while (!problems.includes('waiting ') && child.exitCode === null) await sleep(20);
        return Number(/waiting (\d+)/.exec(problems)?.[1] ?? Number.NaN);
      },
    };
  }

  it('takes a bounded amount of memory, and does not keep the server from ending', async () => {
    const { child, exited, waitingBytes } = startTalking();
    expect(await waitingBytes()).toBeLessThanOrEqual(LIMIT_BYTES);
    const began = performance.now();
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  it('goes on with the number of dropped lines as soon as it is read again', async () => {
    const { child, exited, waitingBytes } = startTalking();
    await waitingBytes();
    let read = '';
    child.stdout.setEncoding('utf8').on('data', (piece: string) => (read += piece));
    while (!read.includes('"lines":')) await sleep(20);
    const closed = once(child.stdout, 'close');
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    await closed;
    const lines = read
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const talked = lines.filter(({ msg }) => msg === 'talk').map(({ line }) => line);
    const [report] = lines.filter(({ lines: dropped }) => dropped !== undefined);
    expect(report).toMatchObject({ level: 'warn', lines: LINES - talked.length });
    expect(report.lines).toBeGreaterThan(LINES / 2);
    expect(talked).toEqual(talked.map((_, index) => index));
  });

  it('whose reader is gone does not end the server', async () => {
    const { child, exited, waitingBytes } = startTalking();
    child.stdout.destroy();
    expect(await waitingBytes()).toBeLessThanOrEqual(LIMIT_BYTES);
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
  });
});
