import { storeReports, takeReports } from '../../db/queries/inbox.js';
import { lockAllButSubmitting } from '../../db/queries/reports.js';
import { acrossOrganisations, type Tx } from '../../db/transaction.js';
import type { Services } from '../../domain/context.js';
import type { ConfiguredGateway, GatewayReport } from '../../domain/ports.js';
import { mergeAlike, replayAfterSeconds, type StoredReports } from '../../domain/stored-reports.js';
import { isDatabaseAway } from '../../lib/database-away.js';
import { faultPoint } from '../../lib/fault-points.js';
import { portions } from '../../lib/lists.js';
import { warnOfUnknownCodes } from '../warn-of-unknown-codes.js';
import { foldForOrganisation } from './fold-for-organisation.js';
import { type MatchedReport, strongestPerMessage } from './judge-report.js';
import { matchReports } from './match-reports.js';

const REPORTS_PER_TURN = 1_000;
/** Answers that are outrun are written down within minutes; what has waited for longer is hardly anybody's. */
const LONGEST_REPLAY_SECONDS = 3600;
/** A report that nobody could fold for this long belongs to nobody. */
const PARKED_AT_MOST_SECONDS = 72 * 3600;

/**
 * One turn of folding reports into messages. Reports for messages whose answer is still under way, and reports that
 * match nothing yet, are parked and replayed. Answers how many reports there were.
 */
export async function foldReports(services: Services): Promise<number> {
  try {
    return await foldTurn(services, foldBatch);
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    // One report with which something is wrong that nobody has thought of must not keep all others waiting for ever.
    services.logger.error({ err: error }, 'reports could not be folded together; now in parts');
    return foldTurn(services, foldInParts);
  }
}

/** Answers in how many seconds what was parked comes due. */
type Fold = (tx: Tx, services: Services, batch: StoredReports<GatewayReport>) => Promise<number>;

async function foldTurn(services: Services, fold: Fold): Promise<number> {
  const { folded, replayInSeconds } = await acrossOrganisations(services.orm, async (tx) => {
    const stored = await takeReports<GatewayReport>(tx, 'sms_reports', REPORTS_PER_TURN);
    let replayInSeconds = Infinity;
    for (const batch of mergeAlike(stored)) {
      replayInSeconds = Math.min(replayInSeconds, await fold(tx, services, batch));
    }
    return { folded: stored.reduce((sum, { reports }) => sum + reports.length, 0), replayInSeconds };
  });
  if (folded > 0) faultPoint('folded');
  // Nobody else may report any more, and the sweep would let the last ones wait.
  if (replayInSeconds < Infinity) services.hints.nudge({ job: 'sms-reports' }, replayInSeconds * 1000);
  return folded;
}

/** Halves what fails until the reports are found that cannot be folded. */
async function foldInParts(tx: Tx, services: Services, batch: StoredReports<GatewayReport>): Promise<number> {
  const { gateway, reports } = batch;
  await tx.sql('SAVEPOINT fold');
  try {
    return await foldBatch(tx, services, batch);
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    await tx.sql('ROLLBACK TO SAVEPOINT fold');
    if (reports.length === 1) {
      services.logger.error({ err: error, gateway }, 'a report cannot be folded and is set aside');
      return park(tx, services, batch, reports, 'cannot be folded');
    }
    let replayInSeconds = Infinity;
    for (const half of portions(reports, Math.ceil(reports.length / 2))) {
      replayInSeconds = Math.min(replayInSeconds, await foldInParts(tx, services, { ...batch, reports: half }));
    }
    return replayInSeconds;
  }
}

async function foldBatch(tx: Tx, services: Services, batch: StoredReports<GatewayReport>): Promise<number> {
  const configured = services.gateways.get(batch.gateway);
  const parked = configured ? await foldKnown(tx, services, configured, batch.reports) : batch.reports;
  return park(
    tx,
    services,
    batch,
    parked,
    configured ? 'match no message' : 'come from a gateway that is not configured',
  );
}

async function park(
  tx: Tx,
  services: Services,
  batch: StoredReports<GatewayReport>,
  parked: readonly GatewayReport[],
  why: string,
): Promise<number> {
  if (parked.length === 0) return Infinity;
  if (batch.age_seconds > PARKED_AT_MOST_SECONDS) {
    services.logger.warn({ gateway: batch.gateway, reports: parked.length }, `reports that ${why} were dropped`);
    return Infinity;
  }
  const delay = replayAfterSeconds(batch.age_seconds, LONGEST_REPLAY_SECONDS);
  const age = { tries: batch.tries + 1, ageSeconds: batch.age_seconds };
  await storeReports(tx.sql, 'sms_reports', batch.gateway, parked, delay, age);
  return delay;
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
