import { notArrivedOf, totalOf, underWayOf } from '../../parts/states/counts.js';
import { formatDay, formatDuration, formatList, formatMinute, formatTime } from '../../texts/format.js';
import type { Pace } from './rate.js';
import { words } from './texts.js';
import type { Campaign } from './use-campaign.js';

const time = (at: string) => formatTime(new Date(at));

/** How the campaign stands, as a person would say it on the telephone. */
export function sentenceOf(campaign: Campaign, pace: Pace): string {
  const { counts, status, scheduledAt } = campaign;
  if (status === 'SCHEDULED' && scheduledAt) return words.sentence.scheduled(time(scheduledAt), underWayOf(counts));
  const parts = [
    [counts.sent, words.sentence.onTheirWay],
    [counts.queued, words.sentence.waiting],
    [counts.held, words.sentence.held],
    [notArrivedOf(counts), words.sentence.notArrived],
    [counts.cancelled, words.sentence.cancelled],
  ] as const;
  const delivered = words.sentence.delivered(counts.delivered, totalOf(counts));
  const others = parts.filter(([count]) => count > 0).map(([count, say]) => say(count));
  return [`${[delivered, ...others].join(', ')}.`, howItGoesOn(campaign, pace)].filter(Boolean).join(' ');
}

/** Whether the campaign has not begun and waits for a time, if only because it is paused. */
export function startsLater({ status, startedAt, scheduledAt }: Campaign): boolean {
  const isWaiting = (status === 'SCHEDULED' || status === 'PAUSED') && !startedAt;
  return isWaiting && scheduledAt !== null && Date.parse(scheduledAt) > Date.now();
}

function howItGoesOn(campaign: Campaign, { rate, stillSeconds }: Pace): string {
  const { status, counts, pausedAt, pauseReason, completedAt, cancelledAt, startedAt, createdAt, scheduledAt } =
    campaign;
  if (status === 'PAUSED' && pausedAt) {
    if (pauseReason === 'FAILURES') return words.sentence.pausedByFailures(time(pausedAt));
    const paused = words.sentence.paused(time(pausedAt));
    return scheduledAt && startsLater(campaign)
      ? `${paused} ${words.sentence.startsWhenResumed(time(scheduledAt))}`
      : paused;
  }
  if (status === 'CANCELLED' && cancelledAt) return words.sentence.cancelledAt(time(cancelledAt));
  if (status === 'COMPLETED' && completedAt) {
    const seconds = (Date.parse(completedAt) - Date.parse(startedAt ?? createdAt)) / 1_000;
    return words.sentence.ended(time(completedAt), formatDuration(Math.max(1, seconds)));
  }
  if (stillSeconds > 0) return words.sentence.still(formatDuration(stillSeconds));
  // The hold has its own note. No rate tells when the gateway lets the messages go on.
  if (rate === null || status === 'HELD' || counts.held > 0) return '';
  return words.sentence.left(underWayOf(counts) / rate, rate);
}

/** Who sent it, and what was left out: "Sent by Ada on 22 Nov at 14:02; 10,000 rows: 96 duplicates left out". */
export function intakeOf(campaign: Campaign): string {
  const { createdBy, createdAt, senderId, total, duplicates, invalid, suppressed } = campaign;
  const who = createdBy ? words.intake.sentBy(createdBy.name) : words.intake.sent;
  const at = new Date(createdAt);
  const head = [`${who} ${words.intake.on(formatDay(at), formatMinute(at))}`, senderId && words.intake.from(senderId)];
  const left = (
    [
      [duplicates, words.intake.duplicates],
      [invalid, words.intake.invalid],
      [suppressed, words.intake.suppressed],
    ] as const
  )
    .filter(([count]) => count > 0)
    .map(([count, say]) => say(count));
  const rows = words.intake.rows(total + duplicates);
  return `${head.filter(Boolean).join(', ')}; ${left.length > 0 ? `${rows}: ${formatList(left)}` : rows}.`;
}
