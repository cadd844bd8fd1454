import { type Inbox, storeReports, takeReports } from '../../db/sql/plumbing/inbox.js';
import { type EveryOrganisationTx, inSavepoint, mayRunAgain } from '../../db/transaction.js';
import { mergeAlike, replayAfterSeconds, type StoredReports } from '../../domain/stored-reports.js';
import { isDatabaseAway } from '../../lib/database-away.js';
import { portions } from '../../lib/lists.js';
import type { Services } from '../context.js';

/** How the reports of an inbox are folded into what they are about. */
export interface Folding<Report> {
  readonly inbox: Inbox;
  readonly reportsPerTurn: number;
  /** What has to wait is looked at again at least this often. */
  readonly longestReplaySeconds: number;
  /** What nobody could fold for this long is dropped, but not before it was looked at twice. */
  readonly parkedAtMostSeconds: number;
  /** For whom it matters when reports came: those that came longer apart are not folded together. */
  readonly mergedWithinSeconds: number;
  /** Answers what has to wait. */
  fold(tx: EveryOrganisationTx, batch: StoredReports<Report>): Promise<Waiting<Report>>;
}

export interface Waiting<Report> {
  readonly reports: readonly Report[];
  /** For the log, should they be dropped in the end; null when that is nothing to speak of. */
  readonly why: string | null;
}

export interface Folded {
  /** Reports that were taken, also if they are parked again. */
  readonly reports: number;
  /** When the first of those that are parked again comes due; never: Infinity. */
  readonly replayInSeconds: number;
}

/** One turn: takes reports that are due, folds them, and parks what has to wait. */
export async function foldInbox<Report extends object>(services: Services, folding: Folding<Report>): Promise<Folded> {
  try {
    return await foldTurn(services, folding, foldBatch);
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    // One report with which something is wrong that nobody has thought of must not keep all others waiting for ever.
    services.logger.error({ err: error }, 'reports could not be folded together; now in parts');
    return foldTurn(services, folding, foldInParts);
  }
}

/** Answers in how many seconds what was parked comes due. */
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

/** Halves what fails until the reports are found that cannot be folded. */
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
  // When workers were away, what is needed to fold it may just not have been done yet.
  if (tries > 0 && ageSeconds > parkedAtMostSeconds) {
    if (why !== null) logger.warn({ gateway, reports: reports.length }, `reports that ${why} were dropped`);
    return Infinity;
  }
  const delay = replayAfterSeconds(ageSeconds, longestReplaySeconds);
  await storeReports(tx, inbox, gateway, reports, delay, { tries: tries + 1, ageSeconds });
  return delay;
}
