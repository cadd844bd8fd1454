/** How many messages had their final status at a time. */
export interface Reading {
  readonly atMs: number;
  readonly finished: number;
}

const WINDOW_MS = 60_000;
/** A shorter time says nothing about the rest. */
const LEAST_MS = 10_000;

/** Adds a reading, and forgets those that no rate needs any more. */
export function noteReading(readings: readonly Reading[], next: Reading): readonly Reading[] {
  return [...readings.filter(({ atMs }) => atMs >= next.atMs - WINDOW_MS), next];
}

/** Messages a second over the last minute; null before there are ten seconds of readings, or while nothing moves. */
export function rateOf(readings: readonly Reading[]): number | null {
  const first = readings[0];
  const last = readings.at(-1);
  if (!first || !last || last.atMs - first.atMs < LEAST_MS) return null;
  const rate = ((last.finished - first.finished) * 1_000) / (last.atMs - first.atMs);
  return rate > 0 ? rate : null;
}
