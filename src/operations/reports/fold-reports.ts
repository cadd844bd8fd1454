import { lockAllButSubmitting } from '../../db/queries/reports.js';
import type { Tx } from '../../db/transaction.js';
import type { Services } from '../../domain/context.js';
import type { ConfiguredGateway, GatewayReport } from '../../domain/ports.js';
import { faultPoint } from '../../lib/fault-points.js';
import { type Folding, foldInbox } from '../fold-inbox.js';
import { warnOfUnknownCodes } from '../warn-of-unknown-codes.js';
import { foldForOrganisation } from './fold-for-organisation.js';
import { type MatchedReport, strongestPerMessage } from './judge-report.js';
import { matchReports } from './match-reports.js';

/**
 * One turn of folding reports into messages. Reports for messages whose answer is still under way, and reports that
 * match nothing yet, are parked and replayed. Answers how many reports there were.
 */
export async function foldReports(services: Services): Promise<number> {
  const { reports, replayInSeconds } = await foldInbox(services, foldingFor(services));
  if (reports > 0) faultPoint('folded');
  // Nobody else may report any more, and the sweep would let the last ones wait.
  if (replayInSeconds < Infinity) services.hints.nudge({ job: 'sms-reports' }, replayInSeconds * 1000);
  return reports;
}

function foldingFor(services: Services): Folding<GatewayReport> {
  return {
    inbox: 'sms_reports',
    reportsPerTurn: 1_000,
    // Answers that are outrun are written down within minutes; what has waited for longer is hardly anybody's.
    longestReplaySeconds: 3600,
    parkedAtMostSeconds: 72 * 3600,
    mergedWithinSeconds: Infinity,
    async fold(tx, { gateway, reports }) {
      const configured = services.gateways.get(gateway);
      if (!configured) return { reports, why: 'come from a gateway that is not configured' };
      return { reports: await foldKnown(tx, services, configured, reports), why: 'match no message' };
    },
  };
}

/** Answers the reports that have to wait. */
async function foldKnown(
  tx: Tx,
  services: Services,
  configured: ConfiguredGateway,
  reports: readonly GatewayReport[],
): Promise<GatewayReport[]> {
  const { name: gateway } = configured.gateway;
  warnOfUnknownCodes(services.logger, gateway, reports);
  const { matched, unmatched } = await matchReports(tx, gateway, reports);
  const parked = [...unmatched];
  for (const [organisationId, itsReports] of groupByOrganisation(matched)) {
    const ids = itsReports.map((report) => report.messageId);
    // Within a batch all rows before any counts: who waited for a row while holding the counts would lock out whoever has them reversed.
    const submitting = await lockAllButSubmitting(tx, organisationId, ids);
    parked.push(...itsReports.filter(({ messageId }) => submitting.has(messageId)).map(({ report }) => report));
    const answered = itsReports.filter(({ messageId }) => !submitting.has(messageId));
    await foldForOrganisation(tx, services, configured, organisationId, strongestPerMessage(answered));
  }
  return parked;
}

function groupByOrganisation(reports: readonly MatchedReport[]): Map<string, MatchedReport[]> {
  const groups = Map.groupBy(reports, (report) => report.organisationId);
  // In one order everywhere, so that two turns cannot lock each other out.
  return new Map([...groups].sort(([a], [b]) => (a < b ? -1 : 1)));
}
