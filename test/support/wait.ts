import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_EVERY_MS = 100;

/** Waits until `look` answers something; fails with what it was waiting for. */
export async function eventually<T>(what: string, look: () => Promise<T | undefined>, withinMs = 45_000): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const seen = await look();
    if (seen !== undefined) return seen;
    if (Date.now() > deadline) throw new Error(`Still not after ${withinMs / 1000} s: ${what}`);
    await sleep(LOOK_EVERY_MS);
  }
}
