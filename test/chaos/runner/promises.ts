import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Everything that `CHAOS_FULL` makes larger. */
const SUITES = ['test/chaos', 'test/operations'];

/** Runs the suites of the single promises at the size that the promises name; answers the exit code. */
export async function runPromises(seed: string | undefined): Promise<number> {
  const root = join(import.meta.dirname, '../../..');
  const jest = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'];
  const child = spawn(process.execPath, [...jest, ...SUITES], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, CHAOS_FULL: '1', ...(seed === undefined ? {} : { CHAOS_SEED: seed }) },
  });
  const [code] = await once(child, 'close');
  return code ?? 1;
}
