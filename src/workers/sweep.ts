import { HOUSEKEEPING } from '../domain/health.js';
import { pause, unlessAborted } from '../lib/async/abort.js';
import { logFailure } from '../lib/log/log-failure.js';
import { markAbandonedSendsInDoubt } from '../operations/chat/settle-send.js';
import { createEngineProbe, disconnectAbandonedSessions, watchPhones } from '../operations/chat/watch-phones.js';
import type { Services } from '../operations/context.js';
import { announceUnannounced } from '../operations/events/announce-events.js';
import { findDueWork } from '../operations/kernel/due-work.js';
import { announceOutages } from '../operations/sms/gateways/announce-outages.js';
import { createHousekeeping } from '../operations/upkeep/housekeeping.js';
import { createPeriodicTasks, type PeriodicTask } from '../operations/upkeep/periodic-tasks.js';
import { createClockWatch } from '../operations/upkeep/watch-clock.js';
import { createPollInterval, type PollInterval } from './poll-interval.js';
import { createRest } from './rest.js';
import type { Workers } from './workers.js';

const CLOCK_INTERVAL_MS = 2_000;
/** These messages have waited for minutes. */
const ABANDONED_SENDS_INTERVAL_MS = 10_000;
const HOUSEKEEPING_SECONDS = 3_600;
const OUTAGES_SECONDS = 10;
/**
 * Clocks of servers are milliseconds apart. A pump that wakes too early finds nothing, and its work waits for the next
 * look.
 */
const ALARM_MARGIN_MS = 5;

export interface Sweep {
  stop(): Promise<void>;
}

/**
 * Finds all due work at intervals, so that a lost hint costs only time. Every worker sweeps, since promises depend on
 * it; one worker for all does the periodic tasks.
 */
export function startSweep(processServices: Services, workers: Workers, intervalMs: number): Sweep {
  const stopping = new AbortController();
  const { signal } = stopping;
  const services = { ...processServices, db: processServices.db.until(signal) };
  const tasks = createPeriodicTasks(processServices, tasksOf(processServices), { lookEveryMs: intervalMs });
  const watchClock = createClockWatch(services);
  let unannouncedFrom: string | undefined;
  const every = (ms: number, name: string, run: Repetition['run']) =>
    repeat({ interval: { idleMs: ms }, name, run, signal, services });
  const ask = (usualMs: number, name: string, run: Repetition['run']) =>
    repeat({ interval: createPollInterval(usualMs), name, run, signal, services });
  const loops = [
    lookForDueWork({ services, workers, interval: createPollInterval(intervalMs), signal }),
    ask(ABANDONED_SENDS_INTERVAL_MS, 'watch over chat messages', () => markAbandonedSendsInDoubt(services)),
    // After a restart engines still have acks to deliver, so phones are not yet stalled.
    pause(services.policy.chatAckTimeoutSeconds * 1000, signal).then(() =>
      ask(intervalMs, 'watch over phones', () => watchPhones(services)),
    ),
    ask(intervalMs, 'announcing of events', async (restMs) => {
      unannouncedFrom = await announceUnannounced(services, { from: unannouncedFrom, restMs });
    }),
    every(CLOCK_INTERVAL_MS, 'watch over the clock', async () => {
      if (await watchClock()) workers.wakeAll();
    }),
    every(intervalMs, 'periodic tasks', tasks.startDue),
  ];
  return {
    async stop() {
      stopping.abort();
      await Promise.all([...loops, tasks.stop()]);
    },
  };
}

interface LookOptions {
  readonly services: Services;
  readonly workers: Workers;
  readonly interval: PollInterval;
  readonly signal: AbortSignal;
}

/**
 * Wakes each pump when its work is due. A look also tells what comes due until the next one. Work that becomes due
 * earlier than that has a hint, or comes from a turn of this worker; so the worker looks again soon after each turn,
 * and while one is under way. The rest waits for the next look: the work of commands, and of workers that have stopped
 * or died.
 */
export function lookForDueWork({ services, workers, interval, signal }: LookOptions): Promise<void> {
  const { db } = services;
  const rest = createRest();
  const lookAgainSoon = () => rest.endWithin(interval.busyMs);
  workers.onTurn(lookAgainSoon);
  let alarms: readonly NodeJS.Timeout[] = [];
  const look = async (restMs: number) => {
    const missedNodes = db.missesNodes;
    const due = await findDueWork(services, restMs).catch((error: unknown) => {
      // One table that cannot be asked must not keep what is due in the others. The pumps ask for themselves.
      workers.wakeAll();
      throw error;
    });
    alarms.forEach(clearTimeout);
    alarms = due.map((work) => setTimeout(() => workers.wakeFor(work), work.due_in_ms + ALARM_MARGIN_MS).unref());
    // What waits on a node that is away was not seen, even if the node has come back meanwhile.
    if (workers.isActive || missedNodes || db.missesNodes) lookAgainSoon();
  };
  return repeat({ interval, rest: rest.take, name: 'look for due work', run: look, signal, services });
}

function tasksOf({ engines, policy: { chatProbeSeconds } }: Services): PeriodicTask[] {
  return [
    { name: HOUSEKEEPING, everySeconds: HOUSEKEEPING_SECONDS, run: createHousekeeping() },
    { name: 'announce outages', everySeconds: OUTAGES_SECONDS, run: announceOutages },
    { name: 'look after abandoned phones', everySeconds: chatProbeSeconds, run: disconnectAbandonedSessions },
    ...[...engines.values()].map((engine) => ({
      name: `probe of ${engine.name}`,
      everySeconds: chatProbeSeconds,
      run: createEngineProbe(engine),
    })),
  ];
}

interface Repetition {
  readonly interval: Pick<PollInterval, 'idleMs'> & Partial<Pick<PollInterval, 'took'>>;
  readonly rest?: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly name: string;
  readonly run: (restMs: number) => Promise<unknown>;
  readonly signal: AbortSignal;
  readonly services: Services;
}

/** Runs at once and then at intervals, never concurrently, until the signal. Logs a failure and goes on. */
async function repeat({ interval, rest = pause, name, run, signal, services }: Repetition): Promise<void> {
  const { db, logger } = services;
  while (!signal.aborted) {
    const restMs = interval.idleMs;
    const startedAt = performance.now();
    try {
      await unlessAborted(run(restMs), signal);
      interval.took?.(await db.costOfAskingAll(performance.now() - startedAt));
    } catch (error) {
      if (!signal.aborted) logFailure(logger, error, 'periodic task failed', { task: name });
    }
    await rest(restMs, signal);
  }
}
