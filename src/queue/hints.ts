import type { PgBoss } from 'pg-boss';
import type { Hints, RunsSql, WakeUp } from '../domain/context.js';
import { createLogThrottle } from '../lib/async/log-throttle.js';
import type { Logger } from '../lib/log/logger.js';
import type { CampaignJobs } from './campaign-jobs.js';

/** However many messages are sent singly, a process does not wake workers more often than this. */
const NUDGE_INTERVAL_MS = 100;
/** Shorter, because the announcement before this hint is debounced as well. */
const WEBHOOKS_INTERVAL_MS = 50;
/** One process takes a hint that is passed on, perhaps the sender; then it is sent again after this time. */
const PASS_ON_INTERVAL_MS = 2_000;
/** While the queue's tables are gone or the database is away, every hint fails. */
const WARN_AGAIN_AFTER_MS = 10_000;

export interface HintOptions {
  readonly boss: PgBoss;
  readonly campaignJobs: Pick<CampaignJobs, 'send'>;
  readonly logger: Logger;
  /**
   * Wakes the workers of this very process: no need to go through the database then. Returns false if it has none, or
   * they are stopping.
   */
  readonly wakeLocally: (wakeUp: WakeUp) => boolean;
}

export function createHints({ boss, campaignJobs, logger, wakeLocally }: HintOptions): Hints {
  const throttled = createLogThrottle(WARN_AGAIN_AFTER_MS);
  const warn = (error: unknown, message: string) => throttled(() => logger.warn({ err: error }, message));
  const enqueue = async (wakeUp: WakeUp, at?: Date, transaction?: RunsSql): Promise<void> => {
    if (wakeUp.job === 'sms-campaigns') await campaignJobs.send(wakeUp, at, transaction);
    else await boss.send(wakeUp.job, payloadOf(wakeUp), transaction && { db: transaction });
  };
  const send = (wakeUp: WakeUp) => {
    enqueue(wakeUp).catch((error: unknown) => warn(error, 'could not wake a worker; the sweep will'));
  };
  const nudge = coalesce((wakeUp) => {
    if (!wakeLocally(wakeUp)) send(wakeUp);
  }, nudgeIntervalMs);
  return {
    nudge(wakeUp, afterMs = 0) {
      if (afterMs > 0) setTimeout(() => nudge(wakeUp), afterMs).unref();
      else nudge(wakeUp);
    },
    passOn: coalesce(send, () => PASS_ON_INTERVAL_MS),
    async announce(transaction, wakeUp, at) {
      // The hint must not take the rows down with it: without the queue's tables the sweep still finds them.
      await transaction.executeSql('SAVEPOINT hint');
      try {
        await enqueue(wakeUp, at, transaction);
      } catch (error) {
        warn(error, 'could not announce work; the sweep will find it');
        await transaction.executeSql('ROLLBACK TO SAVEPOINT hint');
      }
    },
  };
}

function payloadOf({ job: _job, ...payload }: WakeUp): object {
  return payload;
}

function nudgeIntervalMs({ job }: WakeUp): number {
  return job === 'webhooks' ? WEBHOOKS_INTERVAL_MS : NUDGE_INTERVAL_MS;
}

/** Calls through at once, then at most once per interval and argument, and always once after the last call. */
function coalesce(call: (wakeUp: WakeUp) => void, intervalMs: (wakeUp: WakeUp) => number): (wakeUp: WakeUp) => void {
  const waiting = new Map<string, WakeUp | null>();
  const callThrough = (key: string, wakeUp: WakeUp) => {
    waiting.set(key, null);
    call(wakeUp);
    setTimeout(() => {
      const again = waiting.get(key);
      waiting.delete(key);
      if (again) callThrough(key, again);
    }, intervalMs(wakeUp)).unref();
  };
  return (wakeUp) => {
    const key = JSON.stringify(wakeUp);
    if (waiting.has(key)) waiting.set(key, wakeUp);
    else callThrough(key, wakeUp);
  };
}
