import { type Inbox, storeReports, takeReports } from '../../db/sql/plumbing/inbox.js';
import { type EveryOrganisationTx, inSavepoint, mayRunAgain } from '../../db/transaction.js';
import { mergeAlike, replayAfterSeconds, type StoredReports } from '../../domain/stored-reports.js';
import { isDatabaseAway } from '../../lib/database-away.js';
import { portions } from '../../lib/lists.js';
import type { Services } from '../context.js';

/** How the reports of an inbox are folded into messages or phones. */
export interface Folding<Report> {
  readonly inbox: Inbox;
  readonly reportsPerTurn: number;
  /** A parked report is tried again at least this often. */
  readonly longestReplaySeconds: number;
  /** A report that could not be folded for this long is dropped, but not before it was tried twice. */
  readonly parkedAtMostSeconds: number;
  /** Reports that arrived longer apart than this are not folded together. */
  readonly mergedWithinSeconds: number;
  /** Returns the reports that have to wait. */
  fold(tx: EveryOrganisationTx, batch: StoredReports<Report>): Promise<Waiting<Report>>;
}

export interface Waiting<Report> {
  readonly reports: readonly Report[];
  /** The reason, for the log, if they are dropped in the end; null: dropping them is normal. */
  readonly why: string | null;
}

export interface Folded {
  /** The number of reports that were taken, including those that were parked again. */
  readonly reports: number;
  /** Until the first parked report comes due; Infinity if none was parked. */
  readonly replayInSeconds: number;
}

/** One turn: takes due reports out of the inbox, folds them, and parks those that have to wait. */
export async function foldInbox<Report extends object>(services: Services, folding: Folding<Report>): Promise<Folded> {
  try {
    return await foldTurn(services, folding, foldBatch);
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    // One report with an unforeseen fault must not block all others for ever.
    services.logger.error({ err: error }, 'reports could not be folded together; now in parts');
    return foldTurn(services, folding, foldInParts);
  }
}

/** Returns the seconds until the first parked report comes due. */
type Fold = <Report extends object>(
  tx: EveryOrganisationTx,
  services: Services,
  folding: Folding<Report>,
  batch: StoredReports<Report>,
) => Promise<number>;

function foldTurn<Report extends object>(services: Services, folding: Folding<Report>, fold: Fold): Promise<Folded> {
  return services.db.acrossOrganisations(async (tx) => {
    const stored = await takeReports<Report>(tx, folding.inbox, folding.reportsPerTurn);
    let replayInSeconds = Infinity;
    for (const batch of mergeAlike(stored, folding.mergedWithinSeconds)) {
      replayInSeconds = Math.min(replayInSeconds, await fold(tx, services, folding, batch));
    }
    return { reports: stored.reduce((sum, { reports }) => sum + reports.length, 0), replayInSeconds };
  });
}

const foldBatch: Fold = async (tx, services, folding, batch) =>
  park(tx, services, folding, batch, await folding.fold(tx, batch));

/** Bisects a failing batch to find the reports that cannot be folded. */
const foldInParts: Fold = async (tx, services, folding, batch) => {
  const { gateway, reports } = batch;
  try {
    return await inSavepoint(tx, 'fold', () => foldBatch(tx, services, folding, batch));
  } catch (error) {
    if (isDatabaseAway(error) || mayRunAgain(error)) throw error;
    if (reports.length === 1) {
      services.logger.error({ err: error, gateway }, 'a report cannot be folded and is set aside');
      return park(tx, services, folding, batch, { reports, why: 'cannot be folded' });
    }
    let replayInSeconds = Infinity;
    for (const half of portions(reports, Math.ceil(reports.length / 2))) {
      const inSeconds = await foldInParts(tx, services, folding, { ...batch, reports: half });
      replayInSeconds = Math.min(replayInSeconds, inSeconds);
    }
    return replayInSeconds;
  }
};

async function park<Report extends object>(
  tx: EveryOrganisationTx,
  { logger }: Services,
  { inbox, longestReplaySeconds, parkedAtMostSeconds }: Folding<Report>,
  { gateway, tries, age_seconds: ageSeconds }: StoredReports<Report>,
  { reports, why }: Waiting<Report>,
): Promise<number> {
  if (reports.length === 0) return Infinity;
  // If workers were away, an old report may still match: the worker that has its answer must settle first.
  if (tries > 0 && ageSeconds > parkedAtMostSeconds) {
    if (why !== null) logger.warn({ gateway, reports: reports.length }, `reports that ${why} were dropped`);
    return Infinity;
  }
  const delay = replayAfterSeconds(ageSeconds, longestReplaySeconds);
  await storeReports(tx, inbox, gateway, reports, delay, { tries: tries + 1, ageSeconds });
  return delay;
}
