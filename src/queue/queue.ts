import { setTimeout as sleep } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import type { Hints, WakeUp } from '../domain/context.js';
import { pause } from '../lib/async/abort.js';
import { createBoss, type QueueOptions } from './boss.js';
import { type CampaignJobs, createCampaignJobs } from './campaign-jobs.js';
import { createHints } from './hints.js';
import { JOBS } from './jobs.js';

const START_RETRY_MS = 2_000;
const STOP_TIMEOUT_MS = 10_000;
/** The fallback for LISTEN/NOTIFY. */
const POLLING_SECONDS = 2;

export interface QueueRole {
  /** Called for each hint from the queue; null: this process only sends. */
  readonly onHint: ((wakeUp: WakeUp) => void) | null;
}

export interface Queue {
  readonly hints: Hints;
  readonly campaignJobs: CampaignJobs;
  /** Leaves all further hints to the workers of other processes. */
  leaveHints(): Promise<void>;
  stop(): Promise<void>;
}

/** Connects in the background and retries: without the queue all work is done, only later, by the sweep. */
export function openQueue(options: QueueOptions, { onHint }: QueueRole): Queue {
  const boss = createBoss(options, { listen: onHint !== null });
  const campaignJobs = createCampaignJobs(boss, options.logger);
  const stopping = new AbortController();
  let listener = onHint;
  const take: Take = (wakeUp) => {
    listener?.(wakeUp);
    return listener !== null;
  };
  const leaveHints = async () => {
    listener = null;
    const ended = Promise.all(JOBS.map((job) => boss.offWork(job)));
    await Promise.race([ended, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })]);
  };
  const whenStarted = async () => {
    if (listener) await takeHints(boss, take);
    await campaignJobs.start();
  };
  const started = keepStarting(boss, options, whenStarted, stopping.signal);
  return {
    hints: createHints({ boss, campaignJobs, logger: options.logger, wakeLocally: take }),
    campaignJobs,
    leaveHints,
    async stop() {
      stopping.abort();
      await started;
      // A graceful stop of pg-boss would look every half second whether its workers have ended.
      await leaveHints();
      await boss.stop({ graceful: false });
    },
  };
}

async function keepStarting(
  boss: PgBoss,
  { logger }: QueueOptions,
  whenStarted: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await boss.start();
      await whenStarted();
      return;
    } catch (error) {
      logger.warn({ err: error }, 'could not start the queue; trying again');
      await pause(START_RETRY_MS, signal);
    }
  }
}

/** Returns false if the process leaves hints to others. */
type Take = (wakeUp: WakeUp) => boolean;

async function takeHints(boss: PgBoss, take: Take): Promise<void> {
  for (const job of JOBS) {
    await boss.work<object>(job, { pollingIntervalSeconds: POLLING_SECONDS, batchSize: 10 }, async (jobs) => {
      for (const { data } of jobs) {
        // pg-boss notifies no process of a failed job: another one would find it when it polls, after up to half a
        // minute.
        if (!take({ ...data, job } as WakeUp)) await boss.send(job, data);
      }
    });
  }
}
