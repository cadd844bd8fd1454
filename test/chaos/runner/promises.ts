import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { JEST } from '../../support/jest/command.js';

/** Where the promises are tested one by one; docs/reliability.md and docs/security.md say which is where. */
const SUITES = [
  'test/chaos/',
  'test/operations/chat/acks',
  'test/operations/campaigns/counts',
  'test/operations/dispatch/fairness-and-pace',
  'test/operations/dispatch/held-and-resumed',
  'test/operations/mail/deliver-mail',
  'test/operations/send/once',
  'test/operations/reports/report-race',
  'test/operations/reports/reports-in-any-order',
  'test/operations/dispatch/retry-rules',
  'test/operations/suppressions/suppression',
  'test/operations/dispatch/twice-at-once',
  'test/security/hostile-documents',
];

/** Runs the suites of the single promises at the size that the promises name; answers the exit code. */
export async function runPromises(seed: string | undefined): Promise<number> {
  const all = ['--testMatch', '**/test/**/*.test.ts', '--testPathIgnorePatterns', '/node_modules/'];
  // One after the other: each has processes of its own, and its own deadlines.
  const child = spawn(process.execPath, [...JEST, '--runInBand', ...all, '--testPathPatterns', ...SUITES], {
    cwd: join(import.meta.dirname, '../../..'),
    stdio: 'inherit',
    env: { ...process.env, CHAOS_FULL: '1', ...(seed === undefined ? {} : { CHAOS_SEED: seed }) },
  });
  const [code] = await once(child, 'close');
  return code ?? 1;
}
