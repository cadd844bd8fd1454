import { type EveryOrganisationTx, inSavepoint, mayRunAgain } from '../../db/postgres/transaction.js';
import { type Inbox, storeReports, takeReports } from '../../db/sql/kernel/inbox.js';
import {
  LONGEST_REPLAY_WHILE_AWAY_SECONDS,
  replayAfterSeconds,
  type StoredReports,
} from '../../domain/stored-reports.js';
import { createKeyedLogThrottle } from '../../lib/async/log-throttle.js';
import { isDatabaseAway } from '../../lib/database-away.js';
import { portions } from '../../lib/lists.js';
import type { Services } from '../context.js';

const WARN_AGAIN_AFTER_MS = 60_000;
/** Of reports that are kept although their time is over: each try writes all of them anew. */
const LONGEST_REPLAY_OF_KEPT_SECONDS = 3_600;
const throttled = createKeyedLogThrottle(WARN_AGAIN_AFTER_MS);

/** How the reports of an inbox are folded into messages or phones. `Stored` is what the inbox keeps of them. */
export interface Folding<Report, Stored = Report> {
  readonly inbox: Inbox;
  readonly reportsPerTurn: number;
  /** A parked report is tried again at least this often. */
  readonly longestReplaySeconds: number;
  /** A report that could not be folded for this long is dropped, but not before it was tried twice. */
  readonly parkedAtMostSeconds: number;
  /** Reports that are not dropped, although they have been parked for longer. */
  isKept?(report: Report, ageSeconds: number): boolean;
  /** The batches in which the reports are folded, in this order. */
  batchesOf(
    tx: EveryOrganisationTx,
    stored: readonly StoredReports<Stored>[],
  ): readonly StoredReports<Report>[] | Promise<readonly StoredReports<Report>[]>;
  /** Returns the reports that have to wait. It must touch only rows of organisations that the transaction reaches. */
  fold(tx: EveryOrganisationTx, batch: StoredReports<Report>): Promise<Waiting<Report>>;
}

export interface Waiting<Report> {
  /** Reports that came before what they are about is ready for them. */
  readonly early: readonly Report[];
  /** Reports that concern no organisation that the transaction reaches. */
  readonly unmatched: readonly Report[];
  /** The reason, for the log, if reports are dropped in the end; null: dropping them is normal. */
  readonly why: string | null;
}

export interface Folded {
  /** The number of reports that were taken, including those that were parked again. */
  readonly reports: number;
  /** Until the first parked report comes due; Infinity if none was parked. */
  readonly replayInSeconds: number;
}

/** One turn: takes due reports out of the inbox, folds them, and parks those that have to wait. */
export async function foldInbox<Report extends object, Stored>(
  services: Services,
  folding: Folding<Report, Stored>,
): Promise<Folded> {
  try {
    return await foldTurn(services, folding, foldBatch);
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    // One report with an unforeseen fault must not block all others for ever.
    services.logger.error({ err: error }, 'reports could not be folded together; now in parts');
    return foldTurn(services, folding, foldInParts);
  }
}

interface Turn<Report> {
  readonly tx: EveryOrganisationTx;
  readonly services: Services;
  readonly folding: Omit<Folding<Report>, 'batchesOf'>;
}

/** Returns the seconds until the first parked report comes due. */
type Fold = <Report extends object>(turn: Turn<Report>, batch: StoredReports<Report>) => Promise<number>;

function foldTurn<Report extends object, Stored>(
  services: Services,
  folding: Folding<Report, Stored>,
  fold: Fold,
): Promise<Folded> {
  return services.db.acrossOrganisations(async (tx) => {
    const stored = await takeReports<Stored>(tx, folding.inbox, folding.reportsPerTurn);
    let replayInSeconds = Infinity;
    for (const batch of await folding.batchesOf(tx, stored)) {
      replayInSeconds = Math.min(replayInSeconds, await fold({ tx, services, folding }, batch));
    }
    return { reports: stored.reduce((sum, { reports }) => sum + reports.length, 0), replayInSeconds };
  });
}

const foldBatch: Fold = async (turn, batch) => {
  const { early, unmatched, why } = await turn.folding.fold(turn.tx, batch);
  if (turn.tx.reachesAll) return park(turn, batch, [...unmatched, ...early], why);
  return Math.min(await park(turn, batch, early, why), await parkElsewhere(turn, batch, unmatched));
};

/** Bisects a failing batch to find the reports that cannot be folded. */
const foldInParts: Fold = async (turn, batch) => {
  const { tx, services } = turn;
  const { gateway, reports } = batch;
  try {
    return await inSavepoint(tx, 'fold', () => foldBatch(turn, batch));
  } catch (error) {
    if (isDatabaseAway(error) || mayRunAgain(error)) throw error;
    if (reports.length === 1) {
      services.logger.error({ err: error, gateway }, 'a report cannot be folded and is set aside');
      return park(turn, batch, reports, 'cannot be folded');
    }
    let replayInSeconds = Infinity;
    for (const half of portions(reports, Math.ceil(reports.length / 2))) {
      replayInSeconds = Math.min(replayInSeconds, await foldInParts(turn, { ...batch, reports: half }));
    }
    return replayInSeconds;
  }
};

async function park<Report extends object>(
  { tx, services, folding }: Turn<Report>,
  { gateway, tries, age_seconds: ageSeconds }: StoredReports<Report>,
  reports: readonly Report[],
  why: Waiting<Report>['why'],
): Promise<number> {
  if (reports.length === 0) return Infinity;
  // If workers were away, an old report may still match: the worker that has its answer must settle first.
  const isOver = tries > 0 && ageSeconds > folding.parkedAtMostSeconds;
  const kept = isOver ? reports.filter((report) => folding.isKept?.(report, ageSeconds)) : reports;
  const dropped = reports.length - kept.length;
  if (dropped > 0 && why !== null) {
    services.logger.warn({ gateway, reports: dropped }, `reports that ${why} were dropped`);
  }
  if (kept.length === 0) return Infinity;
  const longestSeconds = isOver ? LONGEST_REPLAY_OF_KEPT_SECONDS : folding.longestReplaySeconds;
  const replayInSeconds = replayAfterSeconds(ageSeconds, longestSeconds);
  await storeReports(tx, folding.inbox, gateway, kept, replayInSeconds, { tries: tries + 1, ageSeconds });
  return replayInSeconds;
}

/** Drops none of these, and counts no try: the node that is away may have their messages. */
async function parkElsewhere<Report extends object>(
  { tx, services, folding: { inbox, longestReplaySeconds } }: Turn<Report>,
  { gateway, tries, age_seconds: ageSeconds }: StoredReports<Report>,
  reports: readonly Report[],
): Promise<number> {
  if (reports.length === 0) return Infinity;
  // Most reports that were tried with all nodes match nothing.
  const longestSeconds = tries > 0 ? longestReplaySeconds : LONGEST_REPLAY_WHILE_AWAY_SECONDS;
  const replayInSeconds = replayAfterSeconds(ageSeconds, longestSeconds);
  await storeReports(tx, inbox, gateway, reports, replayInSeconds, { tries, ageSeconds });
  const words = 'a node of the database is away; reports that may be about its organisations wait for it';
  throttled(inbox, () => services.logger.warn({ inbox, reports: reports.length }, words));
  return replayInSeconds;
}
