import { setTimeout as sleep } from 'node:timers/promises';
import { logFailure } from '../lib/log/log-failure.js';
import type { Logger } from '../lib/log/logger.js';

/** After a failed turn; usually the database is away. */
const PAUSE_AFTER_FAILURE_MS = 500;

export interface Pump {
  /** Guarantees a turn that starts after this call. */
  wake(): void;
  /** Whether a turn is under way. */
  readonly isActive: boolean;
  /** Resolves when the turns under way have ended. */
  stop(): Promise<void>;
}

export interface PumpOptions {
  readonly name: string;
  /** Turns at the same time. */
  readonly concurrency: number;
  /**
   * Does one portion of work; resolves with false if there was none. `startAnother`: starts a concurrent turn, for more
   * work.
   */
  readonly turn: (startAnother: () => void) => Promise<boolean>;
  /** Called when a turn begins, and when it ends, whether it did anything or failed. */
  readonly onTurn: () => void;
  /**
   * Called when there may be more work than this pump does: all of its places are taken, or it stops after a turn that
   * did something.
   */
  readonly onExcess?: (() => void) | undefined;
  readonly logger: Logger;
}

/** Runs turns while there is work, up to `concurrency` at once, and sleeps otherwise. */
export function createPump({ name, concurrency, turn, onTurn, onExcess, logger }: PumpOptions): Pump {
  const running = new Set<Promise<void>>();
  let active = 0;
  let stopping = false;
  let lookAgain = false;

  const run = async () => {
    active += 1;
    let worked = false;
    while (!stopping) {
      lookAgain = false;
      worked = false;
      onTurn();
      try {
        worked = await turn(start);
      } catch (error) {
        logFailure(logger, error, 'a turn failed', { pump: name });
        await sleep(PAUSE_AFTER_FAILURE_MS);
      }
      onTurn();
      // There may be more work, so start a concurrent turn.
      if (worked) start();
      else if (!lookAgain) break;
    }
    if (stopping && worked) onExcess?.();
    // Not in `finally`, which runs later: a `wake` in between would find no free place and be lost.
    active -= 1;
  };

  const start = () => {
    if (stopping) return;
    if (active >= concurrency) {
      onExcess?.();
      return;
    }
    const loop = run().finally(() => running.delete(loop));
    running.add(loop);
  };

  return {
    wake() {
      lookAgain = true;
      start();
    },
    get isActive() {
      return active > 0;
    },
    async stop() {
      stopping = true;
      await Promise.all(running);
    },
  };
}
