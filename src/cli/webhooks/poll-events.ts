import { setTimeout as sleep } from 'node:timers/promises';
import type { DescribedEvent, EventType } from '../../domain/events/event.js';
import { isDatabaseAway } from '../../lib/database-away.js';
import type { Context } from '../../operations/context.js';
import { type EventPage, readEvents } from '../../operations/events/event-log.js';
import { printProblem } from '../output.js';

const POLL_MS = 500;
const AWAY = 'The database is away; trying again.';
const BACK = 'The database is back.';

export interface FollowOptions {
  readonly after: number;
  readonly types: readonly EventType[] | null;
  readonly interrupted: AbortSignal;
}

/** Asks for what is written to the log from here on, and shows it in order, until it is interrupted; returns how far it came. */
export async function pollEvents(
  context: Context,
  { after, types, interrupted }: FollowOptions,
  show: (event: DescribedEvent) => Promise<void>,
): Promise<number> {
  const read = readPatiently(context, types);
  let last = after;
  while (!interrupted.aborted) {
    const page = await read(last);
    for (const event of page?.events ?? []) {
      await show(event);
      if (interrupted.aborted) return last;
      last = event.sequence;
    }
    last = page?.last ?? last;
    if (!page?.hasMore) await sleep(POLL_MS, undefined, { signal: interrupted }).catch(() => undefined);
  }
  return last;
}

/** Null while the database is away, which is said once. */
function readPatiently(context: Context, types: readonly EventType[] | null) {
  let isAway = false;
  return async (after: number): Promise<EventPage | null> => {
    try {
      const page = await readEvents(context, { after, types });
      if (isAway) printProblem(BACK);
      isAway = false;
      return page;
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      if (!isAway) printProblem(AWAY);
      isAway = true;
      return null;
    }
  };
}
