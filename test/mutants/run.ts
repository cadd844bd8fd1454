/**
 * `npm run mutants`: puts known faults into a copy of the source, one after the other, and expects the test that is
 * named beside each to fail. A fault that no test notices could come back with any change of structure.
 *
 *   npm run mutants                          all of them: a minute, or three on a busy machine
 *   npm run mutants -- --only NAME           one of them
 *
 * Ends with 1 when a fault goes unnoticed (`survived`), when its text is not in the source any more (`stale`), when the
 * mutated file does not even load (`broken`), or when a test fails without any fault.
 */
import '../support/programs/plain-node.ts';
import { parseArgs } from 'node:util';

const { values: options } = parseArgs({ options: { only: { type: 'string' } } });
const { runMutants } = await import('./run-mutants.js');
process.exitCode = await runMutants(options.only);
