import { setTimeout as sleep } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import type { CampaignsAtGateway, RunsSql } from '../domain/context.js';
import type { Logger } from '../lib/log/logger.js';
import { CAMPAIGN_JOB_OPTIONS, CAMPAIGNS_QUEUE } from './jobs.js';

/**
 * Jobs that dispatch campaigns. Each gateway has a queue, so that one that stalls delays no other. Rows hold the
 * truth: a job that finds nothing to do ends, and one that was lost is sent again.
 */
export interface CampaignJobs {
  /**
   * Sends a job, to start at once, at a time, or after so many seconds. As long as an equal one has not started,
   * there is no second.
   */
  send(campaigns: CampaignsAtGateway, start?: Date | number, transaction?: RunsSql): Promise<void>;
  /**
   * Sends jobs again, although the queue may be gone. Call it now and then while campaigns are due: if this process
   * has got no job since the last call, those that wait cannot start, for example because PostgreSQL's clock was set
   * back, and are replaced.
   */
  sendLost(gateway: string, organisationIds: readonly string[]): Promise<void>;
  /** Takes jobs of the gateway from now on. */
  take(gateway: string, taking: Taking): void;
  /** Looks for jobs now. */
  wake(gateway: string): void;
  /** Takes no further job of the gateway. Resolves when those under way have ended. */
  leave(gateway: string): Promise<void>;
}

export interface Taking {
  /** Jobs at the same time, of all organisations and of one. */
  readonly places: number;
  readonly perOrganisation: number;
  readonly dispatch: (campaigns: CampaignsAtGateway, signal: AbortSignal) => Promise<void>;
}

/**
 * While pg-boss cannot listen. Otherwise it is notified of jobs that can start at once, and the sweep wakes it for
 * later ones.
 */
const POLLING_SECONDS = 2;
const LEAVE_TIMEOUT_MS = 2_000;

interface CampaignJobsOfProcess extends CampaignJobs {
  /** Call it when pg-boss has started. */
  start(): Promise<void>;
}

/** The jobs of one gateway that a process takes. */
interface Intake {
  readonly taking: Taking;
  hasBegun: boolean;
  /** Since the last look for lost jobs. */
  hasTaken: boolean;
  readonly underWay: Set<Promise<void>>;
}

export function createCampaignJobs(boss: PgBoss, logger: Logger): CampaignJobsOfProcess {
  const made = new Set<string>();
  const intakes = new Map<string, Intake>();
  let hasStarted = false;

  const make = async (gateway: string) => {
    if (made.has(gateway)) return;
    await boss.createQueue(queueOf(gateway), CAMPAIGN_JOB_OPTIONS);
    made.add(gateway);
  };

  const send: CampaignJobs['send'] = async ({ gateway, organisationId }, start, transaction) => {
    await make(gateway);
    await boss.send(
      queueOf(gateway),
      { organisationId },
      {
        singletonKey: [organisationId, ...keyOf(start)].join('/'),
        group: { id: organisationId },
        ...(start !== undefined && { startAfter: start }),
        ...(transaction && { db: transaction }),
      },
    );
  };

  const begin = async (gateway: string, intake: Intake) => {
    if (!hasStarted || intake.hasBegun) return;
    intake.hasBegun = true;
    const { places, perOrganisation, dispatch } = intake.taking;
    const options = {
      pollingIntervalSeconds: POLLING_SECONDS,
      localConcurrency: places,
      localGroupConcurrency: perOrganisation,
    };
    try {
      await make(gateway);
      await boss.work<{ organisationId: string }>(queueOf(gateway), options, async ([job]) => {
        if (!job) return;
        const dispatching = dispatch({ gateway, organisationId: job.data.organisationId }, job.signal);
        intake.underWay.add(dispatching);
        intake.hasTaken = true;
        await dispatching.finally(() => intake.underWay.delete(dispatching));
        // pg-boss itself would look for the next job when it polls.
        wakePlaces(boss, gateway, { busy: true });
      });
    } catch (error) {
      intake.hasBegun = false;
      logger.warn({ err: error, gateway }, 'jobs of campaigns cannot be taken yet');
    }
  };

  return {
    send,
    async sendLost(gateway, organisationIds) {
      made.delete(gateway);
      await make(gateway);
      const intake = intakes.get(gateway);
      if (!intake?.hasTaken && !intake?.underWay.size) await boss.deleteQueuedJobs(queueOf(gateway));
      if (intake) intake.hasTaken = false;
      for (const organisationId of organisationIds) await send({ gateway, organisationId });
    },
    async start() {
      hasStarted = true;
      for (const [gateway, intake] of intakes) await begin(gateway, intake);
    },
    take(gateway, taking) {
      const intake = { taking, hasBegun: false, hasTaken: false, underWay: new Set<Promise<void>>() };
      intakes.set(gateway, intake);
      void begin(gateway, intake);
    },
    wake(gateway) {
      const intake = intakes.get(gateway);
      if (intake) void begin(gateway, intake);
      wakePlaces(boss, gateway, { busy: false });
    },
    async leave(gateway) {
      const intake = intakes.get(gateway);
      intakes.delete(gateway);
      const left = boss.offWork(queueOf(gateway));
      await Promise.allSettled(intake?.underWay ?? []);
      // What pg-boss itself still writes may wait for a database that is away.
      await Promise.race([left, sleep(LEAVE_TIMEOUT_MS, undefined, { ref: false })]);
    },
  };
}

/** Places that are busy look for another job when they have done theirs. */
function wakePlaces(boss: PgBoss, gateway: string, { busy }: { readonly busy: boolean }): void {
  for (const { id, name, count } of boss.getWipData()) {
    if (name === queueOf(gateway) && count > 0 === busy) boss.notifyWorker(id);
  }
}

function keyOf(start: Date | number | undefined): (string | number)[] {
  if (start === undefined) return [];
  return [typeof start === 'number' ? 'later' : start.getTime()];
}

const queueOf = (gateway: string) => `${CAMPAIGNS_QUEUE}/${gateway}`;
