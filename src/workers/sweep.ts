import { setTimeout as sleep } from 'node:timers/promises';
import { unlessAborted } from '../lib/async/abort.js';
import { markAbandonedSendsInDoubt } from '../operations/chat/settle-send.js';
import { createEngineProbe, disconnectAbandonedSessions, watchPhones } from '../operations/chat/watch-phones.js';
import type { Services } from '../operations/context.js';
import { announceUnannounced } from '../operations/events/announce-events.js';
import { findDueWork } from '../operations/plumbing/due-work.js';
import { createHousekeeping } from '../operations/plumbing/housekeeping.js';
import { createPeriodicTasks, type PeriodicTask } from '../operations/plumbing/periodic-tasks.js';
import { createClockWatch } from '../operations/plumbing/watch-clock.js';
import type { Workers } from './workers.js';

const CLOCK_INTERVAL_MS = 2_000;
/** These messages have waited for minutes. */
const ABANDONED_SENDS_INTERVAL_MS = 10_000;
const HOUSEKEEPING_SECONDS = 3_600;
/**
 * A question about all organisations that takes longer than this is asked at longer intervals, in proportion. On Citus it goes to every shard:
 * with as many questions for 128 shards as for 32, an idle worker would cost four times as much. One PostgreSQL takes a tenth of it.
 */
const BASELINE_MS = 20;
/**
 * For questions whose answers may come later: what they find has waited for minutes already, or waits only because a process has died before it
 * announced its events.
 */
const BASELINE_OF_RARE_MS = 4;
const LONGEST_INTERVAL_MS = 10_000;
/** The quickest of these questions tells what one takes while nothing else is under way. */
const DURATIONS_REMEMBERED = 5;

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
  // After a restart engines still have acks to deliver, so phones are not yet stalled.
  const watchFrom = performance.now() + services.policy.chatAckTimeoutSeconds * 1000;
  let unannouncedFrom: string | undefined;
  const every = (ms: number, name: string, run: () => Promise<unknown>) =>
    repeat({ restMs: () => ms, name, run, signal, services });
  const ask = (name: string, run: () => Promise<unknown>, baselineMs = BASELINE_MS) => {
    const restMs = (durationsMs: readonly number[]) => nextIntervalMs(intervalMs, baselineMs, durationsMs);
    return repeat({ restMs, name, run, signal, services });
  };
  const askRarely = (name: string, run: () => Promise<unknown>) => ask(name, run, BASELINE_OF_RARE_MS);
  const timers = [
    ask('sweep', () => wakeWhereDue(services, workers)),
    every(ABANDONED_SENDS_INTERVAL_MS, 'watch over chat messages', () => markAbandonedSendsInDoubt(services)),
    askRarely('watch over phones', async () => {
      if (performance.now() >= watchFrom) await watchPhones(services);
    }),
    askRarely('announcing of events', async () => {
      unannouncedFrom = await announceUnannounced(services, unannouncedFrom);
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

/** If one table cannot be asked, the pumps ask for themselves: what is due in the others must not wait for it. */
async function wakeWhereDue(services: Services, workers: Workers): Promise<void> {
  try {
    workers.wakeFor(await findDueWork(services));
  } catch (error) {
    workers.wakeAll();
    throw error;
  }
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
  /** How long it rests, by how long the last runs took. */
  readonly restMs: (durationsMs: readonly number[]) => number;
  readonly name: string;
  readonly run: () => Promise<unknown>;
  readonly signal: AbortSignal;
  readonly services: Services;
}

/** Runs at once and then at intervals, never concurrently, until the signal. Logs a failure and goes on. */
async function repeat({ restMs, name, run, signal, services: { logger } }: Repetition): Promise<void> {
  let durationsMs: readonly number[] = [];
  while (!signal.aborted) {
    const startedAt = performance.now();
    try {
      await unlessAborted(run(), signal);
      durationsMs = [performance.now() - startedAt, ...durationsMs].slice(0, DURATIONS_REMEMBERED);
    } catch (error) {
      if (!signal.aborted) logger.error({ err: error, task: name }, 'periodic task failed');
    }
    await sleep(restMs(durationsMs), undefined, { signal }).catch(() => undefined);
  }
}

/** The interval until a question about all organisations is asked again, by how long it took the last times. */
export function nextIntervalMs(intervalMs: number, baselineMs: number, durationsMs: readonly number[]): number {
  if (durationsMs.length < DURATIONS_REMEMBERED) return intervalMs;
  const inProportion = intervalMs * (Math.min(...durationsMs) / baselineMs);
  return Math.max(intervalMs, Math.min(inProportion, LONGEST_INTERVAL_MS));
}
