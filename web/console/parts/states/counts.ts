import type { CampaignStatus, SmsStatus } from '../../generated/documents.js';

/** The groups that bars and colours tell apart. */
export type StatusGroup = 'arrived' | 'under-way' | 'held' | 'not-arrived' | 'blocked' | 'cancelled';

/** `Campaign.counts`: the one source of every number of a campaign. */
export type Counts = Readonly<Record<Lowercase<SmsStatus>, number>>;

export const totalOf = (counts: Counts): number => PARTS.reduce((sum, { key }) => sum + counts[key], 0);

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

export const NO_COUNTS = Object.fromEntries(PARTS.map(({ key }) => [key, 0])) as Counts;

/** How many messages changed their status between two readings, at least. */
export function movedBetween(before: Counts, now: Counts): number {
  return PARTS.reduce((sum, { key }) => sum + Math.max(0, now[key] - before[key]), 0);
}

export const NOT_ARRIVED: readonly SmsStatus[] = ['FAILED', 'UNDELIVERED', 'BLOCKED'];

const ENDED: readonly CampaignStatus[] = ['COMPLETED', 'CANCELLED'];

/** Whether the messages of a campaign can still change by themselves. */
export const isUnderWay = ({ status }: { readonly status: CampaignStatus }): boolean => !ENDED.includes(status);
