import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../lib/log/logger.js';

/** After a failed turn, usually because the database is away; the sweep wakes the pump again anyway. */
const PAUSE_AFTER_FAILURE_MS = 500;

export interface Pump {
  /** Makes sure that somebody looks for work after this call. */
  wake(): void;
  /** Ends when the turns under way have ended. */
  stop(): Promise<void>;
}

export interface PumpOptions {
  readonly name: string;
  /** Turns under way at the same time. */
  readonly concurrency: number;
  /** Does one portion of work; false when there was none. `callHelp`: there is more than this turn can do by itself. */
  readonly turn: (callHelp: () => void) => Promise<boolean>;
  readonly logger: Logger;
}

/** Runs turns while there is work, up to `concurrency` at once, and sleeps otherwise. */
export function createPump({ name, concurrency, turn, logger }: PumpOptions): Pump {
  const running = new Set<Promise<void>>();
  let active = 0;
  let stopping = false;
  let lookAgain = false;

  const run = async () => {
    active += 1;
    while (!stopping) {
      lookAgain = false;
      let worked = false;
      try {
        worked = await turn(start);
      } catch (error) {
        logger.error({ err: error, pump: name }, 'a turn failed');
        await sleep(PAUSE_AFTER_FAILURE_MS);
      }
      // Where there was work there may be more: let others help.
      if (worked) start();
      else if (!lookAgain) break;
    }
    // Now, not when the promise is settled: who wakes the pump in between must find the place free.
    active -= 1;
  };

  const start = () => {
    if (stopping || active >= concurrency) return;
    const loop = run().finally(() => running.delete(loop));
    running.add(loop);
  };

  return {
    wake() {
      lookAgain = true;
      start();
    },
    async stop() {
      stopping = true;
      await Promise.all(running);
    },
  };
}
