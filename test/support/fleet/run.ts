import { createRandom } from '../gateways/journal-gateway-behaviour.js';

/** The long form of the chaos tests, for a machine of one's own: `CHAOS_FULL=1 npm run test:slow -- test/chaos`. */
const FULL = (process.env.CHAOS_FULL ?? '') !== '';
const HISTORIES_SHOWN = 3;

/** How much of something: what every run of the tests affords, and what is done when there is time. */
export function sized<T>(short: T, full: T): T {
  return FULL ? full : short;
}

/** Jest's own limit is there for what hangs; the tests have deadlines that say more. */
export const CHAOS_TIMEOUT_MS = sized(180_000, 900_000);

export interface Chaos {
  readonly seed: number;
  /** At least 0, below 1; the same sequence for the same seed. */
  random(): number;
  /** A whole number, both ends included. */
  between(least: number, most: number): number;
  /** At which pass it happens, when at each pass the chance is this. */
  passWithin(chance: number): number;
  shuffled<T>(items: readonly T[]): T[];
  /** Notes a fault, for whoever has to understand a failure. */
  struck(fault: string): void;
  /** Aborts with the end of the test, however it ends: nothing may go on behind it. */
  readonly over: AbortSignal;
  /** Fails unless there are none; tells the history of the first few. */
  none(what: string, messageIds: readonly string[]): Promise<void>;
}

/** Whoever can tell what happened to a message. */
export interface Witness {
  history(messageId: string): Promise<string>;
  /** The ends of the logs. */
  lastWords(): string;
}

export function drawSeed(): number {
  return Number(process.env.CHAOS_SEED ?? Math.floor(Math.random() * 2 ** 31));
}

/**
 * Runs a test that is driven by chance. The seed decides our faults and their order; processes and the network remain
 * free to interleave. It is printed first, and again with every fault when the test fails.
 */
export async function inChaos(
  name: string,
  witness: Witness,
  test: (chaos: Chaos) => Promise<void>,
  seed = drawSeed(),
): Promise<void> {
  process.stdout.write(`${name}: CHAOS_SEED=${seed}\n`);
  const random = createRandom(seed);
  const startedAt = Date.now();
  const faults: string[] = [];
  const end = new AbortController();
  const chaos: Chaos = {
    seed,
    random,
    between: (least, most) => least + Math.floor(random() * (most - least + 1)),
    passWithin: (chance) => 1 + Math.floor(Math.log(1 - random()) / Math.log(1 - chance)),
    shuffled: (items) => {
      const keyed = items.map((item) => ({ item, key: random() }));
      return keyed.sort((one, other) => one.key - other.key).map(({ item }) => item);
    },
    over: end.signal,
    struck(fault) {
      const line = `${String(Date.now() - startedAt).padStart(7)} ms  ${fault}`;
      faults.push(line);
      // Whoever tunes a test wants to see what happens also when all goes well.
      if (process.env.CHAOS_TELL) process.stdout.write(`${line}\n`);
    },
    async none(what, messageIds) {
      if (messageIds.length === 0) return;
      const histories = await Promise.all(messageIds.slice(0, HISTORIES_SHOWN).map((id) => witness.history(id)));
      throw new Error(`${messageIds.length} messages ${what}:\n\n${histories.join('\n\n')}`);
    },
  };
  try {
    await test(chaos);
  } catch (error) {
    const failure = error as Error;
    failure.message += `\n\nReplay with CHAOS_SEED=${seed}. Faults:\n${faults.join('\n') || '(none)'}\n\n${witness.lastWords()}`;
    throw failure;
  } finally {
    end.abort();
  }
}
