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

/** The heartbeat of the worker role: makes hints unnecessary for anything but speed. */
export function startSweep(services: Services, workers: Workers, intervalMs: number): Sweep {
  const { chatProbeSeconds, chatAckTimeoutSeconds } = services.policy;
  // Acks may wait at their engines because we were away: it is too early to miss them.
  const watchFrom = performance.now() + chatAckTimeoutSeconds * 1000;
  const timers = [
    every(intervalMs, services, 'sweep', async () => workers.wakeAll()),
    // Each by itself, and chat engines too: one that does not answer holds up neither the others nor the sweep.
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

/** Runs at once and then at intervals; never twice at the same time. A failure is logged and the next run comes. */
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
      logger.error({ err: error }, `${name} failed`);
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
