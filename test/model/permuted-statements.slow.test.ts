import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { useServices } from '../support/use-services.js';
import { permuteFully } from './permuted/full-form.js';
import { PAIRS } from './permuted/pairs.js';
import { type Permute, type Permuted, preparePermutations, tableOf } from './permuted/permute.js';

/** Interleavings of each pair; the full form has more. */
const BUDGET = 10;
const HOURS_MS = 3 * 3_600_000;

const say = (text: string) => void process.stdout.write(`${text}\n`);
/** The others begin alike. */
const MOST_SHOWN = 2;
const shown = (faults: readonly string[]) => faults.slice(0, MOST_SHOWN).join('\n\n');

describe('two operations whose statements interleave', () => {
  const services = useServices();
  const permuted: Permuted[] = [];
  let permute: Permute;

  beforeAll(async () => {
    permute = await preparePermutations(services);
  });
  afterAll(() => say(tableOf(permuted)));

  it.each(PAIRS)('come to what one of their serial orders comes to: $name', async (pair) => {
    const one = await permute(pair, BUDGET);
    permuted.push(one);
    expect(shown(one.faults)).toBe('');
  });

  // As in `npm run model:statements`: half an hour.
  if (process.env.PERMUTED === 'full') {
    it('do so in every interleaving', async () => expect(shown(await permuteFully(say))).toBe(''), HOURS_MS);
  }
});
