import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { inDist } from '../../support/programs/from-dist.js';
import { eventually } from '../../support/wait.js';

/** Longer than what counts as the echo of the first signal. */
const A_WHILE_MS = 1_200;

/** A program that starts `body` as a server would be started, and prints what happens to it. */
function programOf(body: string, stopTimeoutMs = 10_000): string {
  return `
    const { runUntilStopped } = await import(${JSON.stringify(inDist('cli/serve/lifetime.js'))});
    const { createLogger } = await import(${JSON.stringify(inDist('lib/log/logger.js'))});
    const { setTimeout: sleep } = await import('node:timers/promises');
    const say = (words) => process.stdout.write(words + '\\n');
    setInterval(() => {}, 1000);
    const logger = createLogger({ level: 'warn', pretty: true });
    const options = { logger, stopTimeoutMs: ${stopTimeoutMs}, onHangUp: () => say('hang up') };
    await runUntilStopped(options, async (interrupted, onStop) => { ${body} });`;
}

function run(body: string, stopTimeoutMs?: number) {
  const program = programOf(body, stopTimeoutMs);
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  return {
    signal: (name: NodeJS.Signals) => child.kill(name),
    async said(words: string) {
      while (!output.includes(words) && child.exitCode === null) await sleep(20);
    },
    async ended() {
      const [code] = await closed;
      return { code, output };
    },
  };
}

describe('the life of a server', () => {
  it('ends in order at the first signal: what was started last is stopped first', async () => {
    const server = run(`onStop(async () => say('database')); onStop(async () => say('api')); say('up');`);
    await server.said('up');
    server.signal('SIGTERM');
    expect(await server.ended()).toEqual({ code: 0, output: 'up\napi\ndatabase\n' });
  });

  it('stops what is left after something that did not stop in order, and ends with 1', async () => {
    const server = run(
      `onStop(async () => say('database')); onStop(async () => { throw new Error('stuck'); }); say('up');`,
    );
    await server.said('up');
    server.signal('SIGTERM');
    const { code, output } = await server.ended();
    expect(code).toBe(1);
    expect(output).toMatch(/failed to stop\n *Error: stuck/);
    // The log and what is said overtake each other.
    expect(output).toMatch(/^database$/m);
  });

  it('is not cut short by the echo of a signal, but by a second one', async () => {
    const server = run(`onStop(async () => { say('stopping'); await sleep(60_000); }); say('up');`, 60_000);
    await server.said('up');
    server.signal('SIGINT');
    await server.said('stopping');
    server.signal('SIGINT');
    await sleep(A_WHILE_MS);
    server.signal('SIGINT');
    const { code, output } = await server.ended();
    expect(code).toBe(1);
    expect(output.match(/second signal/g)).toHaveLength(1);
  });

  // `script` of Linux gives the server a terminal, which closes when `script` is killed.
  (process.platform === 'linux' ? it : it.skip)('ends in order when its terminal closes', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'postrider-terminal-'));
    const [program, up, stopped] = ['server.mjs', 'up', 'stopped'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    const write = (file: string) => `fs.writeFileSync(${JSON.stringify(file)}, '')`;
    const body = `const fs = await import('node:fs'); onStop(async () => ${write(stopped)}); ${write(up)};`;
    writeFileSync(program, programOf(body));
    const terminal = spawn('script', ['-qec', `${process.execPath} ${program}`, '/dev/null'], { stdio: 'ignore' });
    await eventually('the server is up', async () => existsSync(up) || undefined, 15_000);
    terminal.kill('SIGKILL');
    await eventually('the server has stopped in order', async () => existsSync(stopped) || undefined, 15_000);
    rmSync(folder, { recursive: true });
  });

  it('ends with 1 when work under way does not end in time', async () => {
    const server = run(`onStop(() => sleep(60_000)); say('up');`, 100);
    await server.said('up');
    server.signal('SIGTERM');
    const { code, output } = await server.ended();
    expect(code).toBe(1);
    expect(output).toContain('did not end in time');
  });

  it('ends with 1, in order and with a log line that hides numbers, after a failure that nobody handled', async () => {
    const server = run(
      `onStop(async () => say('stopped')); void Promise.reject(new Error('no answer from 12025550100'));`,
    );
    const { code, output } = await server.ended();
    expect(code).toBe(1);
    expect(output).toContain('stopped');
    expect(output).toContain('no answer from 120******00');
    expect(output).not.toContain('12025550100');
  });

  it('ends with 0 when a signal comes during the start', async () => {
    const server = run(
      `onStop(async () => say('stopped')); say('up'); await sleep(60_000, null, { signal: interrupted });`,
    );
    await server.said('up');
    server.signal('SIGTERM');
    expect(await server.ended()).toEqual({ code: 0, output: 'up\nstopped\n' });
  });
});
