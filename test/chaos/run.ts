/**
 * `npm run chaos`: a small installation under load and under faults, judged by what it has promised. See
 * docs/reliability.md.
 *
 *   npm run chaos -- --minutes 5              for so long; 5 by default, which does all that the promises speak of
 *   npm run chaos -- --seed 42                the same faults at the same moments as in another run with this seed
 *   npm run chaos -- --citus                  on three nodes of an installed Citus: faults of nodes, moving shards
 *   npm run chaos -- --lost-node              instead: a node is lost for good under load; its replica takes over
 *   npm run chaos -- --promises               instead: the suites of the single promises, at their full size
 *
 * The seed decides faults, fault points and load before the first process starts. Processes and the network remain free
 * to interleave, so a seed makes a failure likely to come again, not certain.
 *
 * Ends with 0 and a table of figures, or with 1 and the seed, the faults with their times, and what happened to the
 * messages concerned.
 */
import '../support/programs/plain-node.ts';
import { parseArgs } from 'node:util';

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string' },
    minutes: { type: 'string', default: '5' },
    citus: { type: 'boolean', default: false },
    'lost-node': { type: 'boolean', default: false },
    promises: { type: 'boolean', default: false },
  },
});

if (options.promises) {
  const { runPromises } = await import('./runner/promises.js');
  process.exitCode = await runPromises(options.seed);
} else if (options['lost-node']) {
  const { loseNode } = await import('./runner/lost-node.js');
  await loseNode();
} else {
  const minutes = Number(options.minutes);
  if (!(minutes >= 0.5)) throw new Error('--minutes must be a number from 0.5.');
  const { drawSeed } = await import('../support/fleet/run.js');
  const seed = options.seed === undefined ? drawSeed() : Number(options.seed);
  if (!Number.isInteger(seed)) throw new Error('--seed must be a whole number.');
  const { runChaos } = await import('./runner/run-chaos.js');
  process.exitCode = await runChaos({ seed, minutes, citus: options.citus });
}
