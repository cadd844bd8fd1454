import { setTimeout as sleep } from 'node:timers/promises';
import { listUnnumberedLogs } from '../db/queries/events/number-events.js';
import { acrossOrganisations } from '../db/transaction.js';
import type { Context } from '../domain/context.js';
import type { DescribedEvent, EventType } from '../domain/events/event.js';
import { isDatabaseAway } from '../lib/database-away.js';
import { type EventPage, readEvents } from '../operations/events/read-events.js';
import { printProblem } from './output.js';

const POLL_MS = 500;
const LOOK_FOR_WORKER_EVERY_MS = 3_000;
const NO_WORKER =
  'Something has happened, but no worker puts it into the log. "npm run postrider -- serve" starts one.';
const AWAY = 'The database is away; trying again.';
const BACK = 'The database is back.';

export interface FollowOptions {
  readonly after: number;
  readonly types: readonly EventType[] | null;
  readonly interrupted: AbortSignal;
}

/** Asks for what is written to the log from here on, and shows it in order, until it is interrupted; answers how far it came. */
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
  const lookForWorker = createLookForWorker(context);
  let isAway = false;
  return async (after: number): Promise<EventPage | null> => {
    try {
      const page = await readEvents(context, { after, types });
      await lookForWorker(page);
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

/** Says once that something waits for a worker: the same log, still waiting, at two looks one after the other. */
function createLookForWorker({ orm, caller }: Context) {
  let lookedAt = performance.now();
  let waitedAt: number | null = null;
  let hasWarned = false;
  return async ({ newest }: EventPage): Promise<void> => {
    if (hasWarned || performance.now() - lookedAt < LOOK_FOR_WORKER_EVERY_MS) return;
    lookedAt = performance.now();
    const isWaiting = (await acrossOrganisations(orm, listUnnumberedLogs)).includes(caller.organisationId);
    hasWarned = isWaiting && waitedAt === newest;
    waitedAt = isWaiting ? newest : null;
    if (hasWarned) printProblem(NO_WORKER);
  };
}
