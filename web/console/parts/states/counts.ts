/** The groups that bars and colours tell apart. */
export type StatusGroup = 'arrived' | 'under-way' | 'held' | 'not-arrived' | 'blocked' | 'cancelled';

/** `Campaign.counts`: the one source of every number of a campaign. */
export interface Counts {
  readonly queued: number;
  readonly sent: number;
  readonly delivered: number;
  readonly failed: number;
  readonly undelivered: number;
  readonly blocked: number;
  readonly held: number;
  readonly cancelled: number;
}

export const NO_COUNTS: Counts = {
  queued: 0,
  sent: 0,
  delivered: 0,
  failed: 0,
  undelivered: 0,
  blocked: 0,
  held: 0,
  cancelled: 0,
};

export const totalOf = (counts: Counts): number =>
  counts.queued +
  counts.sent +
  counts.delivered +
  counts.failed +
  counts.undelivered +
  counts.blocked +
  counts.held +
  counts.cancelled;

export const notArrivedOf = ({ failed, undelivered, blocked }: Counts): number => failed + undelivered + blocked;

export const underWayOf = ({ queued, sent, held }: Counts): number => queued + sent + held;

export const finishedOf = (counts: Counts): number => totalOf(counts) - underWayOf(counts);

interface Part {
  readonly key: keyof Counts;
  readonly group: StatusGroup;
  readonly isHatched: boolean;
}

/** The order of the parts of a bar. */
export const PARTS: readonly Part[] = [
  { key: 'delivered', group: 'arrived', isHatched: false },
  { key: 'sent', group: 'under-way', isHatched: false },
  { key: 'queued', group: 'under-way', isHatched: true },
  { key: 'held', group: 'held', isHatched: true },
  { key: 'failed', group: 'not-arrived', isHatched: false },
  { key: 'undelivered', group: 'not-arrived', isHatched: true },
  { key: 'blocked', group: 'blocked', isHatched: false },
  { key: 'cancelled', group: 'cancelled', isHatched: false },
];

/** How many messages changed their status between two readings, at least. */
export function movedBetween(before: Counts, now: Counts): number {
  return PARTS.reduce((sum, { key }) => sum + Math.max(0, now[key] - before[key]), 0);
}
