/**
 * `npm run test:citus [-- arguments of jest]`: runs the suites on PostgreSQL that Citus spreads over three nodes. The
 * nodes are servers of an installed Citus in a folder of their own, and end with the run.
 *
 *   npm run test:citus -- test/operations       those of a folder
 */
import '../support/programs/plain-node.ts';
import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';

const { JEST } = await import('../support/jest/command.js');
const { findCitus, HOW_TO_INSTALL } = await import('./find-citus.js');
const { startNodes } = await import('./nodes.js');

const citus = findCitus();
if (!citus) {
  process.stderr.write(HOW_TO_INSTALL);
  process.exit(1);
}
// Also while the nodes start. A terminal sends SIGINT to jest itself as well; the nodes are stopped when jest has
// ended.
let jest: ChildProcess | undefined;
let isInterrupted = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    isInterrupted = true;
    jest?.kill(signal);
  });
}
const nodes = await startNodes(citus);
try {
  process.exitCode = isInterrupted ? 1 : await runJest(process.argv.slice(2));
} finally {
  await nodes.stop();
}

function runJest(args: readonly string[]): Promise<number> {
  const { superuserUrl, log } = nodes.coordinator;
  const env = { ...process.env, TEST_SUPERUSER_URL: superuserUrl, POSTRIDER_TEST_SERVER_LOG: log };
  const cwd = resolve(import.meta.dirname, '../..');
  const child = spawn(process.execPath, [...JEST, ...args], { cwd, env, stdio: 'inherit' });
  jest = child;
  return new Promise((done, fail) => {
    child.once('error', fail).once('exit', (code) => done(code ?? 1));
  });
}
