import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 15_000;

/** Looks again and again, and fails when it takes too long. */
export async function until(reached: () => boolean): Promise<void> {
  for (const deadline = Date.now() + PATIENCE_MS; !reached(); await sleep(5)) {
    if (Date.now() > deadline) throw new Error('It did not happen.');
  }
}
