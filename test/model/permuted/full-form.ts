import { createTestDatabase } from '../../support/database/database.js';
import { startServices } from '../../support/services.js';
import { PAIRS } from './pairs.js';
import { type Permuted, preparePermutations, tableOf } from './permute.js';

/** Suffices for three interruptions of most pairs, and for all interleavings of some. */
const BUDGET = 1_500;

/**
 * Permutes every pair in its full form, on a database of its own: half an hour. Says a line for each pair and the table
 * at the end. Returns the faults; `globalSetup` must have started PostgreSQL.
 */
export async function permuteFully(say: (text: string) => void, budget = BUDGET): Promise<readonly string[]> {
  const database = await createTestDatabase();
  const process = await startServices(database, { gateways: [] });
  try {
    const permute = await preparePermutations(process);
    const permuted: Permuted[] = [];
    for (const pair of PAIRS) {
      const one = await permute(pair, budget);
      permuted.push(one);
      say(`${pair.name}: ${one.interleavings} interleavings, ${one.faults.length} faults, ${one.seconds.toFixed(1)} s`);
    }
    say(tableOf(permuted));
    return permuted.flatMap(({ pair, faults }) => faults.map((fault) => `${pair}: ${fault}`));
  } finally {
    await process.stop();
    await database.drop();
  }
}
