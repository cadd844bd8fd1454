import { type Counts, NO_COUNTS } from '../../parts/states/counts.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export const SPANS = ['24h', '7d', '30d'] as const;
export type SpanName = (typeof SPANS)[number];

export interface Span {
  readonly from: string;
  readonly to: string;
  readonly bucket: 'HOUR' | 'DAY';
  readonly stepSeconds: number;
  readonly starts: readonly string[];
}

const DAYS: Readonly<Record<Exclude<SpanName, '24h'>, number>> = { '7d': 7, '30d': 30 };

/** The hours or days up to the present one, in a time zone: as the server counts them. */
export function spanOf(name: SpanName, now: number, zone: string): Span {
  if (name === '24h') {
    // Hours begin at a half or a quarter of those of UTC in some zones.
    const offset = offsetOf(now, zone);
    const end = (Math.floor((now + offset) / HOUR_MS) + 1) * HOUR_MS - offset;
    return spanBetween(
      Array.from({ length: 25 }, (_, hour) => end - (24 - hour) * HOUR_MS),
      'HOUR',
      HOUR_MS,
    );
  }
  const days = DAYS[name];
  const starts = Array.from({ length: days + 1 }, (_, day) => startOfDay(now, zone, day - days + 1));
  return spanBetween(starts, 'DAY', DAY_MS);
}

function spanBetween(edges: readonly number[], bucket: Span['bucket'], stepMs: number): Span {
  const times = edges.map((edge) => new Date(edge).toISOString());
  return {
    from: times[0] ?? '',
    to: times.at(-1) ?? '',
    bucket,
    stepSeconds: stepMs / 1_000,
    starts: times.slice(0, -1),
  };
}

function startOfDay(now: number, zone: string, daysLater: number): number {
  const midnight = (Math.floor((now + offsetOf(now, zone)) / DAY_MS) + daysLater) * DAY_MS;
  // The clock may have been put forward or back since.
  return midnight - offsetOf(midnight - offsetOf(now, zone), zone);
}

/** How far the clocks of a zone are ahead of UTC. */
function offsetOf(moment: number, zone: string): number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
  return local - Math.floor(moment / 60_000) * 60_000;
}

interface Point {
  readonly at: string;
  readonly counts: Counts;
}

/** The points with those that are missing: intervals in which no message was accepted. */
export function everyInterval({ starts }: Span, points: readonly Point[]): readonly Point[] {
  const byStart = new Map(points.map(({ at, counts }) => [Date.parse(at), counts]));
  return starts.map((at) => ({ at, counts: byStart.get(Date.parse(at)) ?? NO_COUNTS }));
}
