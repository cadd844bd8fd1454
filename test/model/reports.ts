import { CODE_OF, knownDeliveryCode } from '../../src/domain/sms/delivery-codes.js';
import type { GatewayReport } from '../../src/domain/sms/gateway.js';
import { DELIVERY, OVERRULING, whenFor } from '../../src/operations/sms/reports/fold-for-organisation.js';
import { judgeReport } from '../../src/operations/sms/reports/judge-report.js';
import { countUncounted, isMatched } from './settlements.js';
import type { MessageRow, StoredReport, Tx } from './tables.js';
import { write } from './verdicts.js';

/** `foldReports` for one report. A report that has to wait is parked. */
export function fold(tx: Tx, report: StoredReport): void {
  const { message: i } = report;
  const { rules } = tx.house;
  const mustWait = !isMatched(tx, report) || (tx.row(i).phase === 'submitting' && rules.reportsWaitForAnswers);
  const others = tx.tables.inbox.filter((one) => one !== report);
  tx.tables = { ...tx.tables, inbox: mustWait ? [...others, { ...report, isParked: true }] : others };
  if (mustWait) return;

  const { message, verdict, when } = judge(tx.row(i), report);
  const attempt = rules.reportsBindAttempt ? message.attempt : null;
  const isChanged = write(tx, i, { attempt, verdict }, report, when);
  if (isChanged && report.says !== 'delivered') recordFailure(tx, i, knownDeliveryCode(report.says));
}

function judge(row: MessageRow, { message: i, attempt, says }: StoredReport) {
  const outcome = says === 'delivered' ? ({ kind: says } as const) : ({ kind: 'failed', code: says } as const);
  const report: GatewayReport = { outcome };
  const hasEnded = says !== 'delivered' && isOutcomeUnknown(row);
  const matched = { organisationId: '', messageId: String(i), attempt, report };
  const message = judgeReport(matched, { uncounted: countUncounted(row), hasEnded });
  const { verdict } = message;
  const when = hasEnded ? OVERRULING : whenFor(verdict.status, verdict.phase);
  return { message, verdict, when: verdict.status === 'delivered' ? DELIVERY : when };
}

/** `findOutcomeUnknown`. */
function isOutcomeUnknown({ status, delivery_code: code, attempt, attempts }: MessageRow): boolean {
  if (status !== 'failed' || code !== CODE_OF.InternalServerError) return false;
  return attempts.some(({ number, outcome }) => number === attempt && outcome !== 'rejected');
}

/** `recordReportedFailures`. */
function recordFailure(tx: Tx, i: number, code: number): void {
  const { attempt: number, attempts } = tx.row(i);
  const others = attempts.filter((one) => one.number !== number);
  const own = attempts.find((one) => one.number === number) ?? { number, outcome: 'accepted', hasId: false };
  tx.put(i, { attempts: [...others, { ...own, code }].sort((a, b) => a.number - b.number) });
}
