import type { Logger } from '../log/logger.js';

/** May answer false: what it consists of did not all stop in order, and has been logged. */
export type Stop = () => Promise<unknown>;

/** Stops one after the other; one that fails is logged, and keeps none of the later ones from it. Returns whether none did. */
export async function stopInTurn(stops: Iterable<Stop>, logger: Logger): Promise<boolean> {
  let clean = true;
  for (const stop of stops) clean = (await stopOne(stop, logger)) && clean;
  return clean;
}

/** The same, all at the same time. */
export async function stopAtOnce(stops: readonly Stop[], logger: Logger): Promise<boolean> {
  const ends = await Promise.all(stops.map((stop) => stopOne(stop, logger)));
  return !ends.includes(false);
}

async function stopOne(stop: Stop, logger: Logger): Promise<boolean> {
  try {
    return (await stop()) !== false;
  } catch (error) {
    logger.error({ err: error }, 'something did not stop in order');
    return false;
  }
}
