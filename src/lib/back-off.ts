const JITTER = 0.2;

/**
 * Spreads a wait by a fifth to both sides, so that what failed together is not tried again together. `random`: 0 to 1.
 */
export function withJitter(wait: number, random: number): number {
  return wait * (1 - JITTER + 2 * JITTER * random);
}

export interface BackOff {
  readonly first: number;
  readonly longest: number;
  /** From 0 to 1; by default there is no jitter. */
  readonly random?: number;
}

/**
 * Exponential back-off, in the unit of `first` and `longest`. `failures`: how many have come before this one, in a row.
 */
export function backOff(failures: number, { first, longest, random = 0.5 }: BackOff): number {
  return Math.min(withJitter(first * 2 ** failures, random), longest);
}
