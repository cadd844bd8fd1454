import type { CampaignRow, StatusCounts } from '../../db/sql/sms/campaigns/campaigns.js';
import { campaignStatus } from '../../domain/sms/public-status.js';
import { type CampaignStatus, LIVE_STATUSES, SMS_STATUSES, type SmsStatus } from '../../domain/vocabulary.js';

/** The progress of all campaigns of a file together. */
export interface Progress {
  readonly total: number;
  readonly counts: StatusCounts;
  /** Messages with their final status. */
  readonly settled: number;
  readonly started: boolean;
  readonly finished: boolean;
  /** True if all campaigns are paused, or scheduled for later. */
  readonly waits: boolean;
}

interface Pace {
  readonly perSecond: number;
  /** Null until there is a pace to judge by. */
  readonly secondsLeft: number | null;
}

const BAR_COLUMNS = 24;
const BEST_FIRST: readonly SmsStatus[] = ['delivered', ...SMS_STATUSES.filter((status) => status !== 'delivered')];

export function progressOf(campaigns: readonly CampaignRow[], now: Date): Progress {
  const sum = (pick: (campaign: CampaignRow) => number) => campaigns.reduce((all, one) => all + pick(one), 0);
  const counts = Object.fromEntries(SMS_STATUSES.map((status) => [status, sum((one) => one[status])])) as StatusCounts;
  const total = sum((one) => one.total);
  const statuses = campaigns.map((campaign) => statusOf(campaign, now));
  return {
    total,
    counts,
    settled: total - LIVE_STATUSES.reduce((live, status) => live + counts[status], 0),
    started: campaigns.some((campaign) => campaign.started_at !== null),
    finished: statuses.every((status) => status === 'completed' || status === 'cancelled'),
    waits: statuses.every((status) => status === 'scheduled' || status === 'paused'),
  };
}

export function statusOf(campaign: CampaignRow, now: Date): CampaignStatus {
  const { cancelled_at: cancelledAt, completed_at: completedAt, started_at: startedAt } = campaign;
  const { paused_at: pausedAt, scheduled_at: scheduledAt, queued, held } = campaign;
  return campaignStatus({ cancelledAt, completedAt, startedAt, pausedAt, scheduledAt, queued, held }, now);
}

const RECENT_MS = 30_000;
/** The first reports come late and all at once: their pace would promise hours or nothing. */
const ESTIMATE_AFTER_MS = 5_000;
const ESTIMATE_AFTER_MESSAGES = 5;

/** Measures the pace of the last half minute, and estimates the time that is left once enough has happened. */
export function createPace(): (elapsedMs: number, progress: Progress) => Pace {
  let recent: { readonly elapsedMs: number; readonly settled: number }[] = [];
  return (elapsedMs, { settled, total }) => {
    // The time before the first outcome says nothing about the pace.
    if (recent.length === 1 && recent[0]?.settled === settled) recent = [];
    recent = [...recent.filter((one) => elapsedMs - one.elapsedMs <= RECENT_MS), { elapsedMs, settled }];
    const oldest = recent[0] ?? { elapsedMs, settled };
    const [ms, messages] = [elapsedMs - oldest.elapsedMs, settled - oldest.settled];
    const perSecond = ms > 0 ? (messages * 1000) / ms : 0;
    const isEnough = ms >= ESTIMATE_AFTER_MS && messages >= ESTIMATE_AFTER_MESSAGES;
    return { perSecond, secondsLeft: isEnough ? Math.ceil((total - settled) / perSecond) : null };
  };
}

export function formatBar(progress: Progress, pace: Pace, columns: number): string {
  const share = progress.total === 0 ? 1 : progress.settled / progress.total;
  const filled = Math.floor(share * BAR_COLUMNS);
  const bar = `[${'█'.repeat(filled)}${'░'.repeat(BAR_COLUMNS - filled)}] ${String(Math.floor(share * 100)).padStart(3)} %`;
  const text = formatLine(progress, pace);
  return columns > BAR_COLUMNS * 3 ? `${bar}  ${text}` : text;
}

/** `4,210 of 10,000 · 812/s · 8 s left · delivered 4,200 · failed 10`: a narrow terminal cuts the end. */
export function formatLine(progress: Progress, { perSecond, secondsLeft }: Pace): string {
  const parts = [`${formatNumber(progress.settled)} of ${formatNumber(progress.total)}`];
  if (perSecond > 0) parts.push(`${formatNumber(Math.round(perSecond))}/s`);
  if (secondsLeft !== null && !progress.finished) parts.push(`${duration(secondsLeft)} left`);
  parts.push(formatCounts(progress.counts));
  return parts.filter((part) => part !== '').join(' · ');
}

export function formatCounts(counts: StatusCounts): string {
  return BEST_FIRST.filter((status) => counts[status] > 0)
    .map((status) => `${status} ${formatNumber(counts[status])}`)
    .join(' · ');
}

export function formatNumber(value: number): string {
  return value.toLocaleString('en-GB');
}

function duration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  return seconds < 3600 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
