import type { OrganisationTx } from '../../../db/postgres/transaction.js';
import { applyVerdict, type When } from '../../../db/sql/sms/dispatch/apply-verdicts.js';
import {
  countUncountedAttempts,
  type ReportedFailure,
  recordReportedFailures,
} from '../../../db/sql/sms/dispatch/attempts.js';
import { findCancelled, findDestinations, findOutcomeUnknown } from '../../../db/sql/sms/messages/message-states.js';
import { knownDeliveryCode } from '../../../domain/sms/delivery-codes.js';
import type { ConfiguredGateway } from '../../../domain/sms/gateway.js';
import { DELIVERED } from '../../../domain/sms/verdict.js';
import type { Services } from '../../context.js';
import { cancelRetries } from '../dispatch/cancel-waiting.js';
import {
  FIRST_LOOK,
  type JudgedMessage,
  type Plan,
  planSettingsFor,
  planVerdicts,
  writePlan,
} from '../dispatch/plan.js';
import { endsRetries, judgeReport, type MatchedReport } from './judge-report.js';

const MOST_IDS_IN_LOG = 5;

/** Every message may turn out to be delivered, except while the worker waits for its gateway's answer. */
export const DELIVERY: When = {
  phases: ['scheduled', 'ready', 'in_doubt', 'waiting_retry', 'waiting_report', 'paused', 'done'],
  onlyForward: true,
};
const PROGRESS: When = { phases: ['in_doubt', 'waiting_report'], onlyForward: true };
/** The report proves that the gateway had the message, although its outcome had stayed unknown. */
export const OVERRULING: When = { phases: ['done'] };
/** The public status stays, so its rank cannot guard against old reports; phase and attempt do. */
const RETRY: When = { phases: ['in_doubt', 'waiting_report'] };

/** Applies "delivered" to messages without locking them first. Returns the ids of the messages that it changed. */
export async function foldDeliveries(tx: OrganisationTx, messageIds: readonly string[]): Promise<ReadonlySet<string>> {
  const group = { messageIds, verdict: DELIVERED };
  const applied = await applyVerdict(tx, group, DELIVERY);
  await cancelRetries(tx, DELIVERED, applied);
  return new Set(applied.changed);
}

/** Applies reports, one for each message, to messages that the transaction has locked. */
export async function foldForOrganisation(
  tx: OrganisationTx,
  services: Services,
  configured: ConfiguredGateway,
  reports: readonly MatchedReport[],
): Promise<void> {
  const ending = reports.filter(endsRetries).map(({ messageId }) => messageId);
  const uncounted = await countUncountedAttempts(tx, ending);
  const failed = reports.filter(({ report }) => report.outcome.kind === 'failed').map(({ messageId }) => messageId);
  const outcomeUnknown = await findOutcomeUnknown(tx, failed);
  const judged = reports.map((report) => {
    const { messageId } = report;
    return judgeReport(report, { uncounted: uncounted.get(messageId) ?? 0, hasEnded: outcomeUnknown.has(messageId) });
  });
  const whenOf = ({ messageId, verdict }: JudgedMessage) =>
    outcomeUnknown.has(messageId) ? OVERRULING : whenFor(verdict.status, verdict.phase);
  const elsewhere = judged.filter(({ verdict }) => verdict.next?.otherGateway).map(({ messageId }) => messageId);
  const destinations = elsewhere.length > 0 ? await findDestinations(tx, elsewhere) : [];
  const settings = planSettingsFor(services, configured, tx.organisationId, FIRST_LOOK, destinations);
  for (const when of [DELIVERY, OVERRULING, PROGRESS, RETRY]) {
    const plan = planVerdicts(
      judged.filter((message) => whenOf(message) === when),
      settings,
    );
    const changed = await writePlan(tx, plan, when);
    if (when === DELIVERY) await warnOfCancelled(tx, services, plan, changed);
    else await recordReportedFailures(tx, failuresAmong(reports, changed));
  }
}

function failuresAmong(reports: readonly MatchedReport[], changed: ReadonlySet<string>): ReportedFailure[] {
  return reports.flatMap(({ messageId, report: { outcome, rawCode = null } }) =>
    outcome.kind === 'failed' && changed.has(messageId)
      ? [{ messageId, deliveryCode: knownDeliveryCode(outcome.code), rawCode }]
      : [],
  );
}

/** The messages stay cancelled, but recipients got messages that should never have left. */
async function warnOfCancelled(
  tx: OrganisationTx,
  { logger }: Services,
  { gateway, groups }: Plan,
  changed: ReadonlySet<string>,
): Promise<void> {
  const unchanged = groups.flatMap(({ messageIds }) => messageIds).filter((id) => !changed.has(id));
  if (unchanged.length === 0) return;
  const cancelled = await findCancelled(tx, unchanged);
  if (cancelled.length === 0) return;
  const messageIds = cancelled.slice(0, MOST_IDS_IN_LOG);
  logger.warn(
    { gateway, messages: cancelled.length, messageIds },
    'messages that were cancelled are reported as delivered',
  );
}

export function whenFor(status: string, phase: string): When {
  if (status === 'delivered') return DELIVERY;
  return phase === 'waiting_retry' ? RETRY : PROGRESS;
}
