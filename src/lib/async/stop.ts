import type { Logger } from '../log/logger.js';

/** Resolves with false if a part of it failed to stop, which it has logged. */
export type Stop = () => Promise<unknown>;

/** Stops one after the other. Logs a failure and goes on. Returns whether all succeeded. */
export async function stopInTurn(stops: Iterable<Stop>, logger: Logger): Promise<boolean> {
  let clean = true;
  for (const stop of stops) clean = (await stopOne(stop, logger)) && clean;
  return clean;
}

/** The same, concurrently. */
export async function stopAtOnce(stops: readonly Stop[], logger: Logger): Promise<boolean> {
  const ends = await Promise.all(stops.map((stop) => stopOne(stop, logger)));
  return !ends.includes(false);
}

async function stopOne(stop: Stop, logger: Logger): Promise<boolean> {
  try {
    return (await stop()) !== false;
  } catch (error) {
    logger.error({ err: error }, 'a part of the process failed to stop');
    return false;
  }
}
