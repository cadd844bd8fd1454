import { type Counts, NO_COUNTS } from '../states/counts.js';

export interface ChartPoint {
  readonly at: string;
  readonly counts: Counts;
}

/** More would not be told apart, and cost more than a frame. */
const MOST_POINTS = 1_000;

/** The latest points, with a zero after each that no other follows at once: there the area falls to the ground. */
export function fillGaps(points: readonly ChartPoint[], stepSeconds: number): readonly ChartPoint[] {
  const filled = points.flatMap((point, index) => {
    const end = Date.parse(point.at) + stepSeconds * 1_000;
    const next = points[index + 1];
    if (next && Date.parse(next.at) <= end) return [point];
    return [point, { at: new Date(end).toISOString(), counts: NO_COUNTS }];
  });
  return filled.slice(-MOST_POINTS);
}

/** The upper edge of each part of the stack, from the bottom to the top. */
export function stack(points: readonly ChartPoint[], keys: readonly (keyof Counts)[]): number[][] {
  return keys.map((_, level) =>
    points.map(({ counts }) => keys.slice(0, level + 1).reduce((sum, key) => sum + counts[key], 0)),
  );
}

export function sumOf(points: readonly ChartPoint[], key: keyof Counts): number {
  return points.reduce((sum, { counts }) => sum + counts[key], 0);
}
