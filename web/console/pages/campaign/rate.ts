import { type Counts, finishedOf } from '../../parts/states/counts.js';

/** The counts of a campaign, and when this page first saw them. */
export interface Reading {
  readonly atMs: number;
  readonly counts: Counts;
}

/** How fast a campaign moves, as far as this page has seen. */
export interface Pace {
  /** Messages a second that got their final status; null while that is not known. */
  readonly rate: number | null;
  /** For how many seconds no message has changed its status; 0 before there are ten. */
  readonly stillSeconds: number;
}

export const UNKNOWN_PACE: Pace = { rate: null, stillSeconds: 0 };

const WINDOW_MS = 60_000;
/** A shorter time says nothing about the rest. */
const LEAST_MS = 10_000;

/** Adds a reading, and forgets those that no rate needs any more. */
export function noteReading(readings: readonly Reading[], next: Reading): readonly Reading[] {
  return [...readings.filter(({ atMs }) => atMs >= next.atMs - WINDOW_MS), next];
}

/** The rate over the last minute of readings, or for how long the last reading has stayed true. */
export function paceOf(readings: readonly Reading[], nowMs: number): Pace {
  const first = readings[0];
  const last = readings.at(-1);
  if (!first || !last) return UNKNOWN_PACE;
  const stillMs = nowMs - last.atMs;
  if (stillMs >= LEAST_MS) return { rate: null, stillSeconds: Math.floor(stillMs / 1_000) };
  const passedMs = last.atMs - first.atMs;
  const finished = finishedOf(last.counts) - finishedOf(first.counts);
  return { rate: passedMs >= LEAST_MS && finished > 0 ? (finished * 1_000) / passedMs : null, stillSeconds: 0 };
}
