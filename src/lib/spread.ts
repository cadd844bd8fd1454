const JITTER = 0.2;

/** So that what failed together is not tried again together. `random` is from 0 to 1. */
export function spread(seconds: number, random: number): number {
  return seconds * (1 - JITTER + 2 * JITTER * random);
}
