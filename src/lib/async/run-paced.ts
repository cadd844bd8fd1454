import { setTimeout as sleep } from 'node:timers/promises';
import { createSemaphore } from './semaphore.js';

/** Background work takes a tenth of the time, so that what callers wait for has the database for the rest. */
const PAUSE_FACTOR = 9;
/** A step may have been slow only because it waited for a lock. */
const LONGEST_PAUSE_MS = 900;
/** Doubles with each further step that found a lock. */
const PAUSE_IF_LOCKED_MS = 20;
/**
 * Of all tasks of a process that `runPaced` runs. Each step takes a connection, of which a worker has ten by default,
 * and dispatch needs the others. Because tasks rest for most of the time, fifty of them hardly wait for each other.
 */
const STEPS_AT_ONCE = 5;
const inTurn = createSemaphore(STEPS_AT_ONCE);

/** Rests after a step of background work, for longer the longer it took. */
export function pauseAfter(tookMs: number, bounds: { readonly atLeastMs: number; readonly atMostMs: number }) {
  return sleep(Math.min(Math.max(bounds.atLeastMs, PAUSE_FACTOR * tookMs), bounds.atMostMs));
}

/**
 * Runs the steps of a background task until one returns true, with pauses: without them housekeeping made campaigns
 * 1.75 times as slow. Returns false if there is more to do than `mostSteps`, and rests then too, before the next
 * task. A step that returns `locked` finds another worker at the same work; it would be repeated a hundred times a
 * second without longer pauses.
 */
export async function runPaced(
  step: () => Promise<boolean | 'locked'>,
  mostSteps = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  let pauseIfLocked = PAUSE_IF_LOCKED_MS;
  for (let steps = 0; steps < mostSteps; steps += 1) {
    const { result, tookMs } = await inTurn(() => timed(step));
    if (result === true) return true;
    const isLocked = result === 'locked';
    await pauseAfter(tookMs, { atLeastMs: isLocked ? pauseIfLocked : 0, atMostMs: LONGEST_PAUSE_MS });
    pauseIfLocked = isLocked ? Math.min(2 * pauseIfLocked, LONGEST_PAUSE_MS) : PAUSE_IF_LOCKED_MS;
  }
  return false;
}

async function timed<T>(step: () => Promise<T>): Promise<{ readonly result: T; readonly tookMs: number }> {
  const startedAt = performance.now();
  const result = await step();
  return { result, tookMs: performance.now() - startedAt };
}
