import type { Services } from '../domain/context.js';
import { doubtUnansweredSends } from '../operations/chat/doubt-unanswered-sends.js';
import { probeEngines } from '../operations/chat/probe-engines.js';
import { watchPhones } from '../operations/chat/watch-phones.js';
import { keepHouse } from '../operations/keep-house.js';
import { probeBalances } from '../operations/probe-balances.js';
import type { Workers } from './workers.js';

const HOUSEKEEPING_INTERVAL_MS = 10 * 60 * 1000;

export interface Sweep {
  stop(): Promise<void>;
}

/** The heartbeat of the worker role: makes hints unnecessary for anything but speed. */
export function startSweep(services: Services, workers: Workers, intervalMs: number): Sweep {
  const { chatProbeSeconds, chatAckTimeoutSeconds } = services.policy;
  // Acks may wait at their engines because we were away: it is too early to miss them.
  const watchFrom = Date.now() + chatAckTimeoutSeconds * 1000;
  const timers = [
    every(intervalMs, services, 'sweep', async () => {
      workers.wakeAll();
      await probeBalances(services);
    }),
    every(intervalMs, services, 'watch over chat messages', async () => {
      await doubtUnansweredSends(services);
      if (Date.now() >= watchFrom) await watchPhones(services);
    }),
    every(chatProbeSeconds * 1000, services, 'probe of chat engines', () => probeEngines(services)),
    every(HOUSEKEEPING_INTERVAL_MS, services, 'housekeeping', () => keepHouse(services)),
  ];
  return {
    async stop() {
      await Promise.all(timers.map((timer) => timer.stop()));
    },
  };
}

/** Runs at once and then at intervals, never twice at the same time; a failure is logged and the next run comes. */
function every(intervalMs: number, { logger }: Services, name: string, run: () => Promise<void>): Sweep {
  let timer: NodeJS.Timeout;
  let current = Promise.resolve();
  let stopped = false;
  const tick = () => {
    current = run()
      .catch((error: unknown) => logger.error({ err: error }, `${name} failed`))
      .finally(() => {
        if (!stopped) timer = setTimeout(tick, intervalMs);
      });
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
