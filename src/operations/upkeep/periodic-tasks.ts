/**
 * How a periodic task runs once. A row of `periodic_tasks` says when it is due. Every worker looks for due rows each
 * `SWEEP_INTERVAL_MS`, leases them by moving `due_at`, and extends the lease every ten seconds. At the end it makes the
 * task due again: after its period, after a minute if the run failed, at once if the run left work.
 *
 * A worker that stops gives its tasks back; the lease of one that was killed ends after 30 s. The worker that ran a
 * task last has a head start of three looks, because a probe counts how often an engine did not answer.
 */

import {
  finishTask,
  giveUpTasks,
  leaseTasks,
  type RunEnd,
  registerTasks,
  renewTask,
  type TaskPeriod,
} from '../../db/sql/upkeep/periodic-tasks.js';
import { unlessAborted } from '../../lib/async/abort.js';
import { newId } from '../../lib/ids.js';
import { logFailure } from '../../lib/log/log-failure.js';
import type { Services } from '../context.js';

/**
 * Work that one worker does for all of them, once per period. It must bear a repetition: a frozen worker may not know
 * that it lost its lease.
 */
export interface PeriodicTask extends TaskPeriod {
  /**
   * The database of `services` begins no transaction after the worker has to stop or has lost the lease. A run that
   * resolves with false has left work: the task is due again at once. One that resolves with `failed in part` has done
   * the rest.
   */
  readonly run: (services: Services) => Promise<unknown>;
}

export interface PeriodicTasks {
  /** Starts the tasks that are due, and does not wait for them. */
  startDue(): Promise<void>;
  /** Ends the tasks under way at their next transaction, and leaves them to other workers. */
  stop(): Promise<void>;
}

const LEASE_SECONDS = 30;
const RENEWALS_PER_LEASE = 3;

export interface TaskTimes {
  /** How often the worker calls `startDue`. */
  readonly lookEveryMs: number;
  /** How long after its last sign of life a worker loses a task that it runs. */
  readonly leaseSeconds?: number;
}

export function createPeriodicTasks(
  services: Services,
  tasks: readonly PeriodicTask[],
  { lookEveryMs, leaseSeconds = LEASE_SECONDS }: TaskTimes,
): PeriodicTasks {
  const { db, logger } = services;
  const workerId = newId();
  const headStartSeconds = (3 * lookEveryMs) / 1000;
  const stopping = new AbortController();
  const underWay = new Map<string, Promise<void>>();
  let isRegistered = false;

  const run = async ({ name, run }: PeriodicTask, leaseId: string): Promise<void> => {
    const lost = new AbortController();
    const signal = AbortSignal.any([stopping.signal, lost.signal]);
    const renewing = setInterval(
      () => {
        renewTask(db, leaseId, leaseSeconds)
          .then((isOurs) => isOurs || lost.abort())
          .catch((error: unknown) => logger.warn({ err: error, task: name }, 'could not extend the lease of a task'));
      },
      (leaseSeconds * 1000) / RENEWALS_PER_LEASE,
    );
    logger.debug({ task: name }, 'periodic task started');
    let end: RunEnd = 'done';
    try {
      const result = await unlessAborted(run({ ...services, db: db.until(signal) }), signal);
      if (result === false) end = 'left work';
      if (result === 'failed in part') end = result;
    } catch (error) {
      end = 'failed';
      if (!signal.aborted) logFailure(logger, error, 'periodic task failed', { task: name });
    } finally {
      clearInterval(renewing);
    }
    if (!signal.aborted) await finishTask(db, leaseId, end);
  };

  const start = (task: PeriodicTask, leaseId: string) => {
    const running = run(task, leaseId)
      // The task is due again when the lease ends.
      .catch((error: unknown) => logger.warn({ err: error, task: task.name }, 'could not store the end of a task'))
      .finally(() => underWay.delete(task.name));
    underWay.set(task.name, running);
  };

  return {
    async startDue() {
      if (!isRegistered) await registerTasks(db, tasks);
      isRegistered = true;
      const free = tasks.filter(({ name }) => !underWay.has(name));
      const names = free.map(({ name }) => name);
      for (const { name, leaseId } of await leaseTasks(db, names, { workerId, leaseSeconds, headStartSeconds })) {
        const task = free.find((one) => one.name === name);
        if (task) start(task, leaseId);
      }
    },
    async stop() {
      stopping.abort();
      await Promise.all(underWay.values());
      // Without it they are due again when the lease ends.
      await giveUpTasks(db, workerId).catch((error: unknown) =>
        logger.warn({ err: error }, 'could not leave the periodic tasks to other workers'),
      );
    },
  };
}
