import type { Services } from '../domain/context.js';
import { doubtUnansweredSends } from '../operations/chat/doubt-unanswered-sends.js';
import { createEngineProbe, letGoOfAbandoned } from '../operations/chat/probe-engines.js';
import { watchPhones } from '../operations/chat/watch-phones.js';
import { numberEvents } from '../operations/events/number-events.js';
import { keepHouse } from '../operations/keep-house.js';
import { probeBalance } from '../operations/probe-balance.js';
import { createClockWatch } from '../operations/watch-clock.js';
import type { Workers } from './workers.js';

/** How soon an event is seen, at the most: nobody has to announce what the log itself shows. */
const NUMBERING_INTERVAL_MS = 200;
/** With very many organisations a look takes longer: nine times as long there is none, so that it is no burden. */
const RESTS_PER_LOOK = 9;
const LONGEST_REST_MS = 1_000;
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
      await doubtUnansweredSends(services);
      if (performance.now() >= watchFrom) await watchPhones(services);
    }),
    every(NUMBERING_INTERVAL_MS, services, 'numbering of events', () => number(services, workers)),
    ...[...services.engines.values()].map((engine) =>
      every(chatProbeSeconds * 1000, services, `probe of ${engine.name}`, createEngineProbe(services, engine)),
    ),
    every(chatProbeSeconds * 1000, services, 'look after abandoned phones', () => letGoOfAbandoned(services)),
    every(CLOCK_INTERVAL_MS, services, 'watch over the clock', createClockWatch(services)),
    every(HOUSEKEEPING_INTERVAL_MS, services, 'housekeeping', () => keepHouse(services)),
  ];
  return {
    async stop() {
      await Promise.all(timers.map((timer) => timer.stop()));
    },
  };
}

/** Answers for how long to rest at the least. */
async function number(services: Services, workers: Workers): Promise<number> {
  const { numbered, lookMs } = await numberEvents(services);
  if (numbered > 0) workers.wake({ job: 'webhooks' });
  return Math.min(RESTS_PER_LOOK * lookMs, LONGEST_REST_MS);
}

/**
 * Runs at once and then at intervals, or after as long a rest as a run asks for; never twice at the same time. A failure is
 * logged and the next run comes.
 */
function every(intervalMs: number, { logger }: Services, name: string, run: () => Promise<unknown>): Sweep {
  let timer: NodeJS.Timeout;
  let current = Promise.resolve();
  let stopped = false;
  const tick = () => {
    current = runOnce().then((restMs) => {
      if (!stopped) timer = setTimeout(tick, Math.max(intervalMs, restMs));
    });
  };
  const runOnce = async (): Promise<number> => {
    try {
      const restMs = await run();
      return typeof restMs === 'number' ? restMs : 0;
    } catch (error) {
      logger.error({ err: error }, `${name} failed`);
      return 0;
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
