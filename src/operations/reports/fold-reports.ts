import type { When } from '../../db/queries/apply-verdicts.js';
import { findDestinations } from '../../db/queries/find-destinations.js';
import { mergeAlike, type StoredReports, storeReports, takeReports } from '../../db/queries/inbox.js';
import { keepAcceptedAttempts } from '../../db/queries/record-attempts.js';
import { lockAndFindSubmitting } from '../../db/queries/reports.js';
import { acrossOrganisations, type Tx } from '../../db/transaction.js';
import type { Services } from '../../domain/context.js';
import type { GatewayReport } from '../../domain/ports.js';
import { FIRST_LOOK, planSettingsFor } from '../dispatch/plan-settings.js';
import { planVerdicts } from '../dispatch/plan-verdicts.js';
import { writePlan } from '../dispatch/write-plan.js';
import { judgeReport, type MatchedReport, strongestPerMessage } from './judge-report.js';
import { matchReports } from './match-reports.js';

const REPORTS_PER_TURN = 1_000;
const FIRST_REPLAY_SECONDS = 0.1;
const LONGEST_REPLAY_SECONDS = 60;
/** A report that matches nothing for this long belongs to nobody. */
const PARKED_AT_MOST_SECONDS = 72 * 3600;

/**
 * One turn of folding reports into messages. Reports for messages whose answer is still under way, and reports that
 * match nothing yet, are parked and replayed. Answers whether there were any reports.
 */
export async function foldReports(services: Services): Promise<boolean> {
  return acrossOrganisations(services.orm, async (tx) => {
    const stored = await takeReports<GatewayReport>(tx, 'sms_reports', REPORTS_PER_TURN);
    for (const batch of mergeAlike(stored)) await foldBatch(tx, services, batch);
    return stored.length > 0;
  });
}

async function foldBatch(tx: Tx, services: Services, batch: StoredReports<GatewayReport>): Promise<void> {
  const { matched, unmatched } = await matchReports(tx, batch.gateway, batch.reports);
  const parked = [...unmatched];
  for (const [organisationId, reports] of groupByOrganisation(matched)) {
    const changed = await foldForOrganisation(
      tx,
      services,
      batch.gateway,
      organisationId,
      strongestPerMessage(reports),
    );
    const unchanged = reports.filter((report) => !changed.has(report.messageId));
    if (unchanged.length === 0) continue;
    // Stale reports, most likely; but their answer may also be under way, or have come since we looked. With the rows
    // locked there is no "since".
    const ids = unchanged.map((report) => report.messageId);
    const submitting = await lockAndFindSubmitting(tx, organisationId, ids);
    parked.push(...unchanged.filter(({ messageId }) => submitting.has(messageId)).map(({ report }) => report));
    const answered = unchanged.filter(({ messageId }) => !submitting.has(messageId));
    await foldForOrganisation(tx, services, batch.gateway, organisationId, strongestPerMessage(answered));
  }
  if (parked.length === 0) return;
  if (batch.age_seconds > PARKED_AT_MOST_SECONDS) {
    services.logger.warn(
      { gateway: batch.gateway, reports: parked.length },
      'reports that match no message were dropped',
    );
    return;
  }
  const delay = Math.min(FIRST_REPLAY_SECONDS * 2 ** Math.min(batch.tries, 10), LONGEST_REPLAY_SECONDS);
  const age = { tries: batch.tries + 1, ageSeconds: batch.age_seconds };
  await storeReports(tx.sql, 'sms_reports', batch.gateway, parked, delay, age);
}

/** Any message may turn out to be delivered, except while its answer is under way. */
const DELIVERY: When = {
  phases: ['scheduled', 'ready', 'in_doubt', 'waiting_retry', 'waiting_report', 'paused', 'done'],
  onlyForward: true,
};
const PROGRESS: When = { phases: ['in_doubt', 'waiting_report'], onlyForward: true };
/** The public status stays, so rank does not protect; the phase and the attempt do. */
const RETRY: When = { phases: ['in_doubt', 'waiting_report'], onlyForward: false };

async function foldForOrganisation(
  tx: Tx,
  services: Services,
  gateway: string,
  organisationId: string,
  reports: readonly MatchedReport[],
): Promise<Set<string>> {
  const folded = new Set<string>();
  const configured = services.gateways.get(gateway);
  if (!configured) return folded;
  const judged = reports.map(judgeReport);
  const elsewhere = judged.filter(({ verdict }) => verdict.next?.otherGateway).map(({ messageId }) => messageId);
  const destinations = elsewhere.length > 0 ? await findDestinations(tx, organisationId, elsewhere) : [];
  const settings = planSettingsFor(services, configured, organisationId, FIRST_LOOK, destinations);
  for (const when of [DELIVERY, PROGRESS, RETRY]) {
    const plan = planVerdicts(
      judged.filter(({ verdict }) => whenFor(verdict.status, verdict.phase) === when),
      settings,
    );
    const changed = await writePlan(tx, organisationId, plan, when);
    if (when === RETRY) await keepAcceptedAttempts(tx, organisationId, [...changed]);
    for (const messageId of changed) folded.add(messageId);
  }
  return folded;
}

function whenFor(status: string, phase: string): When {
  if (status === 'delivered') return DELIVERY;
  return phase === 'waiting_retry' ? RETRY : PROGRESS;
}

function groupByOrganisation(reports: readonly MatchedReport[]): Map<string, MatchedReport[]> {
  const groups = Map.groupBy(reports, (report) => report.organisationId);
  // In one order everywhere, so that two turns cannot lock each other out.
  return new Map([...groups].sort(([a], [b]) => (a < b ? -1 : 1)));
}
