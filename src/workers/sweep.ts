import type { Services } from '../domain/context.js';
import { doubtUnansweredSends } from '../operations/chat/doubt-unanswered-sends.js';
import { probeEngines } from '../operations/chat/probe-engines.js';
import { watchPhones } from '../operations/chat/watch-phones.js';
import { numberEvents } from '../operations/events/number-events.js';
import { keepHouse } from '../operations/keep-house.js';
import { probeBalances } from '../operations/probe-balances.js';
import type { Workers } from './workers.js';

/** How soon an event is seen, at the most: nobody has to announce what the log itself shows. */
const NUMBERING_INTERVAL_MS = 200;
/** With very many organisations a look takes longer: the numbering rests nine times as long, to be no burden. */
const NUMBERING_REST = 9;
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
    every(NUMBERING_INTERVAL_MS, services, 'numbering of events', () => number(services, workers), NUMBERING_REST),
    every(chatProbeSeconds * 1000, services, 'probe of chat engines', () => probeEngines(services)),
    every(HOUSEKEEPING_INTERVAL_MS, services, 'housekeeping', () => keepHouse(services)),
  ];
  return {
    async stop() {
      await Promise.all(timers.map((timer) => timer.stop()));
    },
  };
}

async function number(services: Services, workers: Workers): Promise<void> {
  if (await numberEvents(services)) workers.wake({ job: 'webhooks' });
}

/** Runs at once and then at intervals, never twice at the same time; a failure is logged and the next run comes. */
function every(
  intervalMs: number,
  { logger }: Services,
  name: string,
  run: () => Promise<void>,
  restPerRun = 0,
): Sweep {
  let timer: NodeJS.Timeout;
  let current = Promise.resolve();
  let stopped = false;
  const tick = () => {
    const startedAt = performance.now();
    current = run()
      .catch((error: unknown) => logger.error({ err: error }, `${name} failed`))
      .finally(() => {
        const restMs = restPerRun * (performance.now() - startedAt);
        if (!stopped) timer = setTimeout(tick, Math.max(intervalMs, restMs));
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
