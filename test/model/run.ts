/**
 * `npm run model`: explores every state of one message, or of a message and its retries, with workers, gateways and a
 * budget of faults, and proves that each of them keeps the promises of promises.ts. So it does with chat messages
 * (chat/).
 *
 *   npm run model                   all configurations at full size: a few minutes
 *   npm run model -- --short        as `npm run test:slow` does
 *   npm run model -- --traces       prints what each control finds, as sentences
 *   npm run model -- --only NAME    configurations and controls whose names contain this
 *
 * Ends with 1 if a promise is broken, if a control finds nothing, or if a configuration has other numbers of states and
 * steps than expected.
 */
import '../support/programs/plain-node.ts';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    traces: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
});
const { runModel } = await import('./run-model.js');
process.exitCode = runModel(values);
