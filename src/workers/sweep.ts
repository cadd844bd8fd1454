import { unlessAborted } from '../lib/async/abort.js';
import { markAbandonedSendsInDoubt } from '../operations/chat/settle-send.js';
import { createEngineProbe, disconnectAbandonedSessions, watchPhones } from '../operations/chat/watch-phones.js';
import type { Services } from '../operations/context.js';
import { announceUnannounced } from '../operations/events/announce-events.js';
import { findDueWork } from '../operations/plumbing/due-work.js';
import { createHousekeeping } from '../operations/plumbing/housekeeping.js';
import { createPeriodicTasks, type PeriodicTask } from '../operations/plumbing/periodic-tasks.js';
import { createClockWatch } from '../operations/plumbing/watch-clock.js';
import { createPace, type Pace } from './pace.js';
import { createRest, type Rest } from './rest.js';
import type { Workers } from './workers.js';

const CLOCK_INTERVAL_MS = 2_000;
/** These messages have waited for minutes. */
const ABANDONED_SENDS_INTERVAL_MS = 10_000;
const HOUSEKEEPING_SECONDS = 3_600;
export interface Sweep {
  stop(): Promise<void>;
}

/**
 * Finds all due work at intervals, so that a lost hint costs only time. Every worker sweeps, since promises depend on it; one worker
 * for all does the periodic tasks.
 */
export function startSweep(processServices: Services, workers: Workers, intervalMs: number): Sweep {
  const stopping = new AbortController();
  const { signal } = stopping;
  const services = { ...processServices, db: processServices.db.until(signal) };
  const tasks = createPeriodicTasks(processServices, tasksOf(processServices), { lookEveryMs: intervalMs });
  let unannouncedFrom: string | undefined;
  const every = (ms: number, name: string, run: Repetition['run']) =>
    repeat({ pace: { took: () => undefined, idleRestMs: ms }, name, run, signal, services });
  const ask = (usualMs: number, name: string, run: Repetition['run']) =>
    repeat({ pace: createPace(usualMs), name, run, signal, services });
  const timers = [
    lookForDueWork({ services, workers, pace: createPace(intervalMs), signal }),
    ask(ABANDONED_SENDS_INTERVAL_MS, 'watch over chat messages', () => markAbandonedSendsInDoubt(services)),
    // After a restart engines still have acks to deliver, so phones are not yet stalled.
    createRest()
      .take(services.policy.chatAckTimeoutSeconds * 1000, signal)
      .then(() => ask(intervalMs, 'watch over phones', () => watchPhones(services))),
    ask(intervalMs, 'announcing of events', async (restMs) => {
      unannouncedFrom = await announceUnannounced(services, { from: unannouncedFrom, restMs });
    }),
    every(CLOCK_INTERVAL_MS, 'watch over the clock', createClockWatch(services)),
    every(intervalMs, 'periodic tasks', tasks.startDue),
  ];
  return {
    async stop() {
      stopping.abort();
      await Promise.all([...timers, tasks.stop()]);
    },
  };
}

interface LookOptions {
  readonly services: Services;
  readonly workers: Workers;
  readonly pace: Pace;
  readonly signal: AbortSignal;
}

/**
 * Wakes pumps when their work is due. A look tells what comes due until the next one. Work that is made due meanwhile is announced to some
 * worker, or is the outcome of a turn; so after a turn the worker looks again soon.
 */
export function lookForDueWork({ services, workers, pace, signal }: LookOptions): Promise<void> {
  const rest = createRest();
  let alarms: readonly NodeJS.Timeout[] = [];
  const lookAgainSoon = () => rest.endWithin(pace.restMs);
  workers.onTurn(lookAgainSoon);
  const run = async (restMs: number) => {
    try {
      const due = await findDueWork(services, restMs);
      for (const alarm of alarms) clearTimeout(alarm);
      alarms = due.map((work) => setTimeout(() => workers.wakeFor(work), work.in_ms).unref());
    } catch (error) {
      // What is due in other tables must not wait for one that cannot be asked. The pumps ask for themselves.
      workers.wakeAll();
      throw error;
    }
    // What waits on the node that is away was not seen.
    if (services.db.missesNodes) lookAgainSoon();
  };
  return repeat({ pace, rest, name: 'sweep', run, signal, services });
}

function tasksOf({ engines, policy: { chatProbeSeconds } }: Services): PeriodicTask[] {
  return [
    { name: 'housekeeping', everySeconds: HOUSEKEEPING_SECONDS, run: createHousekeeping() },
    { name: 'look after abandoned phones', everySeconds: chatProbeSeconds, run: disconnectAbandonedSessions },
    ...[...engines.values()].map((engine) => ({
      name: `probe of ${engine.name}`,
      everySeconds: chatProbeSeconds,
      run: createEngineProbe(engine),
    })),
  ];
}

interface Repetition {
  readonly pace: Pick<Pace, 'took' | 'idleRestMs'>;
  readonly rest?: Rest;
  readonly name: string;
  /** Is told for how long it will rest. */
  readonly run: (restMs: number) => Promise<unknown>;
  readonly signal: AbortSignal;
  readonly services: Services;
}

/** Runs at once and then at intervals, never concurrently, until the signal. Logs a failure and goes on. */
async function repeat({
  pace,
  rest = createRest(),
  name,
  run,
  signal,
  services: { logger },
}: Repetition): Promise<void> {
  while (!signal.aborted) {
    const restMs = pace.idleRestMs;
    const startedAt = performance.now();
    try {
      await unlessAborted(run(restMs), signal);
      pace.took(performance.now() - startedAt);
    } catch (error) {
      if (!signal.aborted) logger.error({ err: error, task: name }, 'periodic task failed');
    }
    await rest.take(restMs, signal);
  }
}
