import { type Stop, stopInTurn } from '../../lib/async/stop.js';
import type { Logger } from '../../lib/log/logger.js';
import { lastLinesRead } from '../../lib/log/standard-output.js';

export interface LifetimeOptions {
  readonly logger: Logger;
  /** Longest time for an orderly end. */
  readonly stopTimeoutMs: number;
}

/** Things that have been started tell here how to stop them; the last one is stopped first. */
export type OnStop = (stop: Stop) => void;

/** Ctrl-C under npm arrives twice, from the terminal and from npm: an echo is no second signal. */
const ECHO_MS = 1_000;
/** For a slow reader of the log. */
const LAST_LINES_MS = 1_000;

/**
 * Runs a server from `start` to the end of the process. The first SIGTERM or SIGINT stops it in order, a second one at
 * once. What nobody caught is logged and ends the process with 1, in order as far as that is possible.
 */
export async function runUntilStopped(
  { logger, stopTimeoutMs }: LifetimeOptions,
  start: (interrupted: AbortSignal, onStop: OnStop, fail: (error: unknown, why: string) => void) => Promise<void>,
): Promise<never> {
  const interrupt = new AbortController();
  const stops: Stop[] = [];
  let exitCode = 0;
  let stoppingSince = 0;

  const stopSoon = () => {
    stoppingSince = performance.now();
    interrupt.abort();
    setTimeout(() => {
      logger.error({ seconds: stopTimeoutMs / 1000 }, 'work under way did not end in time; ending without it');
      process.exit(1);
    }, stopTimeoutMs).unref();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stoppingSince === 0) {
        logger.info({ signal }, 'stopping');
        stopSoon();
      } else if (performance.now() - stoppingSince > ECHO_MS) {
        logger.warn({ signal }, 'second signal; ending at once');
        process.exit(1);
      }
    });
  }
  const fail = (error: unknown, why: string) => {
    logger.fatal({ err: error }, why);
    exitCode = 1;
    if (stoppingSince === 0) stopSoon();
  };
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => fail(error, 'a failure that nobody handled; stopping'));
  }

  try {
    await start(interrupt.signal, (stop) => stops.unshift(stop), fail);
    if (!interrupt.signal.aborted) await new Promise((resolve) => interrupt.signal.addEventListener('abort', resolve));
  } catch (error) {
    // A start that was interrupted fails because of that.
    if (!interrupt.signal.aborted) {
      await stopInTurn(stops, logger);
      throw error;
    }
  }
  const clean = await stopInTurn(stops, logger);
  logger.info('stopped');
  await lastLinesRead(LAST_LINES_MS);
  process.exit(clean ? exitCode : 1);
}
