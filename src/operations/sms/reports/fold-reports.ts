import { byOrganisation, type EveryOrganisationTx, type OrganisationTx } from '../../../db/postgres/transaction.js';
import { findTraces } from '../../../db/sql/sms/dispatch/claim-messages.js';
import { findDelivered, lockAllButSubmitting } from '../../../db/sql/sms/messages/message-states.js';
import type { ConfiguredGateway, GatewayReport } from '../../../domain/sms/gateway.js';
import { mergeAlike, type StoredReports } from '../../../domain/stored-reports.js';
import { faultPoint } from '../../../lib/fault-points.js';
import { inTraces } from '../../../lib/trace/tracing.js';
import type { Services } from '../../context.js';
import { type Folding, foldInbox } from '../../kernel/fold-inbox.js';
import { warnOfUnknownCodes } from '../dispatch/unknown-codes.js';
import { foldDeliveries, foldForOrganisation } from './fold-for-organisation.js';
import { type MatchedReport, strongestPerMessage } from './judge-report.js';
import { matchReports } from './match-reports.js';

/**
 * One turn of folding stored reports into messages. Reports on messages that a worker is still submitting, and reports
 * that match no message yet, are parked and tried again later. Returns the number of reports.
 */
export async function foldReports(services: Services): Promise<number> {
  const { reports, replayInSeconds } = await foldInbox(services, foldingFor(services));
  if (reports > 0) faultPoint('folded');
  // Without this hint the last parked reports would wait for the sweep.
  if (replayInSeconds < Infinity) services.hints.nudge({ job: 'sms-reports' }, replayInSeconds * 1000);
  return reports;
}

function foldingFor(services: Services): Folding<GatewayReport> {
  return {
    inbox: 'sms_reports',
    reportsPerTurn: 1_000,
    // A worker settles the answer that a report has overtaken within minutes; older reports match hardly any message.
    longestReplaySeconds: 3600,
    parkedAtMostSeconds: 72 * 3600,
    batchesOf: (_tx, stored) => mergeAlike(stored, Infinity),
    async fold(tx, batch) {
      const { gateway, reports } = batch;
      const configured = services.gateways.get(gateway);
      if (!configured) return { early: reports, unmatched: [], why: 'come from a gateway that is not configured' };
      return { ...(await foldKnown(tx, services, configured, batch)), why: 'match no message' };
    },
  };
}

/**
 * Returns the reports that have to wait: because they match no message, or because they came before the answer to their
 * message.
 */
async function foldKnown(
  tx: EveryOrganisationTx,
  services: Services,
  configured: ConfiguredGateway,
  { reports, tries }: StoredReports<GatewayReport>,
): Promise<{ readonly unmatched: readonly GatewayReport[]; readonly early: readonly GatewayReport[] }> {
  const { name: gateway } = configured.gateway;
  warnOfUnknownCodes(services.logger, gateway, reports);
  const { matched, unmatched } = await matchReports(tx, gateway, reports);
  const early: GatewayReport[] = [];
  for (const [organisationId, itsReports] of byOrganisation(matched, (report) => report.organisationId)) {
    const own = tx.of(organisationId);
    const areDeliveries = itsReports.every(({ report }) => report.outcome.kind === 'delivered');
    const attributes = { 'postrider.gateway': gateway, 'postrider.reports': itsReports.length };
    const waiting = await inTraces('report', await findTraces(own, messageIdsOf(itsReports)), attributes, () =>
      tries === 0 && areDeliveries
        ? foldNewDeliveries(own, itsReports)
        : foldLocked(own, services, configured, itsReports),
    );
    early.push(...waiting.map(({ report }) => report));
  }
  return { unmatched, early };
}

/**
 * The usual case: new reports that say "delivered" need one statement. A report that changed nothing is dropped only if
 * its message is delivered; otherwise it may have met a change that was not committed yet, and waits for a second turn,
 * with locks.
 */
async function foldNewDeliveries(
  tx: OrganisationTx,
  reports: readonly MatchedReport[],
): Promise<readonly MatchedReport[]> {
  const changed = await foldDeliveries(tx, messageIdsOf(reports));
  const unchanged = reports.filter(({ messageId }) => !changed.has(messageId));
  if (unchanged.length === 0) return [];
  const delivered = await findDelivered(tx, messageIdsOf(unchanged));
  return unchanged.filter(({ messageId }) => !delivered.has(messageId));
}

async function foldLocked(
  tx: OrganisationTx,
  services: Services,
  configured: ConfiguredGateway,
  reports: readonly MatchedReport[],
): Promise<readonly MatchedReport[]> {
  // Lock order: message rows first, then campaign_progress. The reverse can deadlock.
  const submitting = await lockAllButSubmitting(tx, messageIdsOf(reports));
  const answered = reports.filter(({ messageId }) => !submitting.has(messageId));
  await foldForOrganisation(tx, services, configured, strongestPerMessage(answered));
  return reports.filter(({ messageId }) => submitting.has(messageId));
}

function messageIdsOf(reports: readonly MatchedReport[]): string[] {
  return [...new Set(reports.map(({ messageId }) => messageId))];
}
