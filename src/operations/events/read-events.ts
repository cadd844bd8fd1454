import { type LogEnds, readLog, readLogEnds } from '../../db/sql/events/log.js';
import type { OrganisationTx } from '../../db/transaction.js';
import { EventsExpiredError, fieldError, invalidInput } from '../../domain/errors.js';
import type { DescribedEvent, EventType } from '../../domain/events/event.js';
import { LIMITS } from '../../domain/limits.js';
import type { Context, Services } from '../context.js';
import { describeEvents } from './describe-events.js';

export interface ReadEventsInput {
  /** Left out: from the oldest that is kept. */
  readonly after?: number | null | undefined;
  /** Left out: every type. */
  readonly types?: readonly EventType[] | null | undefined;
  readonly first?: number | null | undefined;
}

export interface EventPage {
  readonly events: readonly DescribedEvent[];
  /** Where to go on: the last sequence that was looked at, whether or not its event is on the page. */
  readonly last: number;
  readonly hasMore: boolean;
  readonly oldest: number;
  readonly newest: number;
}

/** One call looks at so many events at most, for logs in which few events match. */
const LOOKED_AT = 10_000;

/** The log of the caller's organisation, in order, whatever the caller may see of it: for that see `listEvents`. */
export function readEvents({ db, caller }: Context, input: ReadEventsInput): Promise<EventPage> {
  const { eventsPerPageDefault, eventsPerPageMax } = LIMITS;
  const { after = null, types = null } = input;
  const first = input.first ?? eventsPerPageDefault;
  if (!Number.isInteger(first) || first < 1 || first > eventsPerPageMax) {
    throw invalidInput([fieldError('first', 'invalid', `Must be between 1 and ${eventsPerPageMax}.`)]);
  }
  if (after !== null && (!Number.isSafeInteger(after) || after < 0)) {
    throw invalidInput([fieldError('after', 'invalid', 'Must be the sequence of an event, or 0.')]);
  }
  const { organisationId } = caller;
  return db.inOrganisation(organisationId, async (tx) => {
    const page = await readPage(tx, { after, types, first });
    // After a restore from a backup the log is shorter than its readers remember: they would wait in vain.
    if (after !== null && after > page.newest) {
      throw invalidInput([fieldError('after', 'invalid', `The newest event has the sequence ${page.newest}.`)]);
    }
    return page;
  });
}

export interface LogPageRange {
  readonly after: number | null;
  readonly types: readonly EventType[] | null;
  readonly first: number;
}

/** Reads the next events of these types, in the order of their numbers. */
export async function readPage(tx: OrganisationTx, { after, types, first }: LogPageRange): Promise<EventPage> {
  const lookAt = types ? LOOKED_AT : first;
  const start = after ?? (await readLogEnds(tx)).oldest - 1;
  const { oldest, newest, events } = await readLog(tx, { after: start, first, types, lookAt });
  if (start < oldest - 1) throw new EventsExpiredError(oldest);
  // A page with fewer events than `first` has looked at all that it may look at.
  const last =
    events.length === first ? (events.at(-1)?.sequence ?? start) : Math.max(start, Math.min(newest, start + lookAt));
  return { events: await describeEvents(tx, events), last, hasMore: last < newest, oldest, newest };
}

/** Where the log of an organisation begins and ends now. */
export function findLogEnds({ db }: Pick<Services, 'db'>, organisationId: string): Promise<LogEnds> {
  return db.atOnceInOrganisation(organisationId, (tx) => readLogEnds(tx));
}
