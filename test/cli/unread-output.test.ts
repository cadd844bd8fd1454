import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { inDist } from '../support/programs/from-dist.js';

const LINES = 20_000;
const LINE_BYTES = 1_000;
/** What waits for a reader at most, with the line that reached the limit. */
const LIMIT_BYTES = 4 * 1024 * 1024 + 2 * LINE_BYTES;

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started) child.kill('SIGKILL');
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
  started.push(child);
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

describe('a log that is not read', () => {
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
