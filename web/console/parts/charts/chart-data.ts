import { LOCALE } from '../../texts/format.js';
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

const DAY_S = 86_400;
const MINUTE_S = 60;

const DAY = { day: 'numeric', month: 'short' } as const;
const MINUTE = { hour: '2-digit', minute: '2-digit' } as const;
const SECOND = { ...MINUTE, second: '2-digit' } as const;

/** Labels of an axis whose labels are so far apart. */
export function axisTimes(moments: readonly number[], stepSeconds: number, zone: string): string[] {
  const format = formatOf(stepSeconds >= DAY_S ? DAY : stepSeconds >= MINUTE_S ? MINUTE : SECOND, zone);
  const day = formatOf(DAY, zone);
  return moments.map((seconds, index) => {
    const at = new Date(seconds * 1_000);
    const before = moments[index - 1];
    const isNextDay = before !== undefined && day.format(new Date(before * 1_000)) !== day.format(at);
    // Hours that run over midnight say where the day begins.
    return stepSeconds < DAY_S && isNextDay ? day.format(at) : format.format(at);
  });
}

/** The interval that begins then, in words. */
export function intervalName(at: string, stepSeconds: number, zone: string): string {
  if (stepSeconds >= DAY_S) return formatOf({ weekday: 'short', ...DAY }, zone).format(new Date(at));
  return formatOf({ ...DAY, ...(stepSeconds >= MINUTE_S ? MINUTE : SECOND) }, zone).format(new Date(at));
}

function formatOf(options: Intl.DateTimeFormatOptions, zone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(LOCALE, { ...options, timeZone: zone });
}
