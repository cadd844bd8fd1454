import { knownDeliveryCode } from '../../../domain/sms/delivery-codes.js';
import type { GatewayReport } from '../../../domain/sms/gateway.js';
import type { AttemptReference } from '../../../domain/sms/reference.js';
import {
  attemptsFor,
  DELIVERED,
  isOutOfRetries,
  judgeReportedFailure,
  judgeReportedFailureWithRetry,
  REPORTED_HELD,
  REPORTED_QUEUED,
  REPORTED_SENT,
  type Verdict,
} from '../../../domain/sms/verdict.js';
import { STATUS_RANK } from '../../../domain/vocabulary.js';
import type { JudgedMessage } from '../dispatch/plan.js';

export interface MatchedReport extends AttemptReference {
  readonly report: GatewayReport;
}

/** What is known of the message that a report is about. */
export interface ReportedOn {
  /** Earlier attempts that do not count for the retry rules. */
  readonly uncounted: number;
  /** The message has failed because the outcome of this attempt stayed unknown: no retry follows. */
  readonly hasEnded: boolean;
}

/** A report on an older attempt may only raise the message to delivered; all others must mean the current one. */
export function judgeReport(
  { messageId, attempt, report }: MatchedReport,
  { uncounted, hasEnded }: ReportedOn,
): JudgedMessage {
  const verdict = verdictOf(report, hasEnded ? Number.POSITIVE_INFINITY : attempt - uncounted);
  return { messageId, attempt: verdict === DELIVERED ? null : attempt, verdict };
}

function verdictOf({ outcome }: GatewayReport, attempt: number): Verdict {
  switch (outcome.kind) {
    case 'delivered':
      return DELIVERED;
    case 'sent':
      return REPORTED_SENT;
    case 'queued':
      return REPORTED_QUEUED;
    case 'held':
      return REPORTED_HELD;
    case 'failed': {
      const code = knownDeliveryCode(outcome.code);
      const retry = attempt < attemptsFor(code) ? judgeReportedFailureWithRetry(code) : null;
      return retry ?? judgeReportedFailure(code);
    }
  }
}

/** Whether the message would fail now if all of its attempts counted. */
export function endsRetries({ report: { outcome }, attempt }: MatchedReport): boolean {
  return outcome.kind === 'failed' && isOutOfRetries(knownDeliveryCode(outcome.code), attempt);
}

/** The strongest report on each message of a batch; of equally strong ones the first. */
export function strongestPerMessage(reports: readonly MatchedReport[]): MatchedReport[] {
  const strongest = new Map<string, MatchedReport>();
  for (const report of reports) {
    const other = strongest.get(report.messageId);
    if (!other || strength(report) > strength(other)) strongest.set(report.messageId, report);
  }
  return [...strongest.values()];
}

/** "Delivered" is strongest; then the newer attempt, and within an attempt the higher rank. */
function strength({ report, attempt }: MatchedReport): number {
  if (report.outcome.kind === 'delivered') return Number.POSITIVE_INFINITY;
  const rank = report.outcome.kind === 'failed' ? STATUS_RANK.undelivered : STATUS_RANK[report.outcome.kind];
  return attempt * 10 + rank;
}
