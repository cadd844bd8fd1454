import { setTimeout as sleep } from 'node:timers/promises';

/** The pause after a step, as a multiple of its time. */
const PAUSE_FACTOR = 9;
/** A process that stops waits for the end of a pause. */
const LONGEST_PAUSE_MS = 900;

/**
 * Runs the steps of a background task until one returns true, with pauses: without them housekeeping made campaigns 1.75 times as
 * slow. Returns false if there is more to do than `mostSteps`.
 */
export async function runPaced(step: () => Promise<boolean>, mostSteps = Number.POSITIVE_INFINITY): Promise<boolean> {
  for (let steps = 0; steps < mostSteps; steps += 1) {
    const startedAt = performance.now();
    if (await step()) return true;
    await sleep(Math.min(PAUSE_FACTOR * (performance.now() - startedAt), LONGEST_PAUSE_MS));
  }
  return false;
}
