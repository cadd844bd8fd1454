import { markAbandonedSendsInDoubt } from '../operations/chat/settle-send.js';
import { createEngineProbe, disconnectAbandonedSessions, watchPhones } from '../operations/chat/watch-phones.js';
import type { Services } from '../operations/context.js';
import { announceUnannounced } from '../operations/events/announce-events.js';
import { runHousekeeping } from '../operations/plumbing/housekeeping.js';
import { createClockWatch } from '../operations/plumbing/watch-clock.js';
import { probeBalance } from '../operations/sms/dispatch/resume.js';
import type { Workers } from './workers.js';

const CLOCK_INTERVAL_MS = 2_000;
const HOUSEKEEPING_INTERVAL_MS = 10 * 60 * 1000;

export interface Sweep {
  stop(): Promise<void>;
}

/** Finds all due work at intervals, so that a lost hint costs only time. */
export function startSweep(services: Services, workers: Workers, intervalMs: number): Sweep {
  const { chatProbeSeconds, chatAckTimeoutSeconds } = services.policy;
  // After a restart engines still have acks to deliver, so phones are not yet stalled.
  const watchFrom = performance.now() + chatAckTimeoutSeconds * 1000;
  const timers = [
    every(intervalMs, services, 'sweep', async () => workers.wakeAll()),
    // A timer for each gateway and engine, so that a silent one delays neither the others nor the sweep.
    ...[...services.gateways.keys()].map((gateway) =>
      every(intervalMs, services, `balance probe of ${gateway}`, () => probeBalance(services, gateway)),
    ),
    every(intervalMs, services, 'watch over chat messages', async () => {
      await markAbandonedSendsInDoubt(services);
      if (performance.now() >= watchFrom) await watchPhones(services);
    }),
    every(intervalMs, services, 'announcing of events', () => announceUnannounced(services)),
    ...[...services.engines.values()].map((engine) =>
      every(chatProbeSeconds * 1000, services, `probe of ${engine.name}`, createEngineProbe(services, engine)),
    ),
    every(chatProbeSeconds * 1000, services, 'look after abandoned phones', () =>
      disconnectAbandonedSessions(services),
    ),
    every(CLOCK_INTERVAL_MS, services, 'watch over the clock', createClockWatch(services)),
    every(HOUSEKEEPING_INTERVAL_MS, services, 'housekeeping', () => runHousekeeping(services)),
  ];
  return {
    async stop() {
      await Promise.all(timers.map((timer) => timer.stop()));
    },
  };
}

/** Runs at once and then at intervals, never concurrently. Logs a failure and goes on. */
function every(intervalMs: number, { logger }: Services, name: string, run: () => Promise<unknown>): Sweep {
  let timer: NodeJS.Timeout;
  let current = Promise.resolve();
  let stopped = false;
  const tick = () => {
    current = runOnce().then(() => {
      if (!stopped) timer = setTimeout(tick, intervalMs);
    });
  };
  const runOnce = async (): Promise<void> => {
    try {
      await run();
    } catch (error) {
      logger.error({ err: error, task: name }, 'periodic task failed');
    }
  };
  tick();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await current;
    },
  };
}
