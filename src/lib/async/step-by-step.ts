import { setTimeout as sleep } from 'node:timers/promises';

/** The steps take a tenth of the time. */
const REST_FACTOR = 9;
/** A worker that stops waits for the end of a rest. */
const LONGEST_REST_MS = 900;

/**
 * Runs steps of work that nobody waits for until one returns true, and rests between them: what people wait for shares the database.
 * Returns false if there is more to do than `mostSteps`.
 */
export async function stepByStep(step: () => Promise<boolean>, mostSteps = Number.POSITIVE_INFINITY): Promise<boolean> {
  for (let steps = 0; steps < mostSteps; steps += 1) {
    const startedAt = performance.now();
    if (await step()) return true;
    await sleep(Math.min(REST_FACTOR * (performance.now() - startedAt), LONGEST_REST_MS));
  }
  return false;
}
