import type { OrganisationTx } from '../../db/postgres/transaction.js';
import {
  deleteEvents,
  deleteStrayDeliveries,
  findExpiredEvents,
  type LogEnds,
  readLog,
  readLogEnds,
  readSubjects,
  type SubjectRow,
} from '../../db/sql/events/log.js';
import type { Caller } from '../../domain/context.js';
import { EventsExpiredError, invalidField, missingScope } from '../../domain/errors.js';
import {
  type DescribedEvent,
  EVENT_SCOPES,
  type EventType,
  eventId,
  findHidden,
  kindOf,
  type LoggedEvent,
  scopeFor,
  statusOf,
  visibleOrAll,
  visibleTypes,
} from '../../domain/events/event.js';
import { LIMITS } from '../../domain/limits.js';
import { onlyCategoryOf } from '../../domain/sms/category.js';
import { runPaced } from '../../lib/async/run-paced.js';
import type { Context, Services } from '../context.js';
import { requireShort } from '../kernel/reads.js';

export interface ReadEventsInput {
  /** Default: before the oldest event that is kept. */
  readonly after?: number | null | undefined;
  /** Default: every type. */
  readonly types?: readonly EventType[] | null | undefined;
  readonly first?: number | null | undefined;
}

export interface EventPage {
  readonly events: readonly DescribedEvent[];
  /** The last sequence that was scanned, whether or not its event is on the page. The next page starts after it. */
  readonly last: number;
  readonly hasMore: boolean;
  readonly oldest: number;
  readonly newest: number;
}

/** Bounds the work of one call on a log in which few events match. */
const EVENTS_SCANNED_MAX = 10_000;

/** Reads the log of the caller's organisation without checking scopes; `listEvents` checks them. */
export function readEvents({ db, caller }: Context, input: ReadEventsInput): Promise<EventPage> {
  const { eventsPerPageDefault, eventsPerPageMax } = LIMITS;
  const { after = null, types = null } = input;
  requireShort({ types });
  const first = input.first ?? eventsPerPageDefault;
  if (!Number.isInteger(first) || first < 1 || first > eventsPerPageMax) {
    throw invalidField('first', 'invalid', `Must be between 1 and ${eventsPerPageMax}.`);
  }
  if (after !== null && (!Number.isSafeInteger(after) || after < 0)) {
    throw invalidField('after', 'invalid', 'Must be the sequence of an event, or 0.');
  }
  const { organisationId } = caller;
  return db.inOrganisation(organisationId, async (tx) => {
    const page = await readPage(tx, { after, types, first });
    // After a restore from a backup a reader may be ahead of the log, and would miss all events up to its cursor.
    if (after !== null && after > page.newest) {
      throw invalidField('after', 'invalid', `The newest event has the sequence ${page.newest}.`);
    }
    return page;
  });
}

export interface LogPageRange {
  readonly after: number | null;
  readonly types: readonly EventType[] | null;
  readonly first: number;
}

/** Reads the next events of these types, in order of their sequence. */
export async function readPage(tx: OrganisationTx, { after, types, first }: LogPageRange): Promise<EventPage> {
  const scanMax = types ? EVENTS_SCANNED_MAX : first;
  const start = after ?? (await readLogEnds(tx)).oldest - 1;
  const { oldest, newest, events } = await readLog(tx, { after: start, first, types, scanMax });
  if (start < oldest - 1) throw new EventsExpiredError(oldest);
  // A page with fewer than `first` events has scanned its whole range.
  const last =
    events.length === first ? (events.at(-1)?.sequence ?? start) : Math.max(start, Math.min(newest, start + scanMax));
  return { events: await describeEvents(tx, events), last, hasMore: last < newest, oldest, newest };
}

/** Returns the oldest and the newest sequence of a log. */
export function findLogEnds({ db }: Pick<Services, 'db'>, organisationId: string): Promise<LogEnds> {
  return db.atOnceInOrganisation(organisationId, (tx) => readLogEnds(tx));
}

/** Reads the events of the caller's organisation that the caller's scopes allow. */
export async function listEvents(context: Context, input: ReadEventsInput): Promise<EventPage> {
  return readEvents(context, { ...input, types: chooseTypes(context.caller, input.types) });
}

function chooseTypes(caller: Caller, asked: readonly EventType[] | null | undefined): readonly EventType[] | null {
  requireVisibleTypes(caller);
  // No types means every type.
  if (!asked?.length) return visibleOrAll(caller.scopes);
  const hidden = findHidden(caller.scopes, asked);
  if (hidden !== null) throw missingScope(caller, `the scope ${scopeFor(hidden)}`);
  return asked;
}

/** The types of events that the caller may read. Throws if there is none. */
export function requireVisibleTypes(caller: Pick<Caller, 'scopes' | 'role'>): readonly EventType[] {
  const visible = visibleTypes(caller.scopes);
  if (visible.length === 0) throw missingScope(caller, `one of the scopes ${EVENT_SCOPES.join(', ')}`);
  return visible;
}

/**
 * Adds the ids by which callers know the subjects. These never change, so an event reads the same until its subject is
 * deleted: it then has neither reference nor test.
 */
export async function describeEvents(tx: OrganisationTx, events: readonly LoggedEvent[]): Promise<DescribedEvent[]> {
  const subjects = new Map<string, SubjectRow>();
  for (const [kind, ofKind] of Map.groupBy(events, ({ type }) => kindOf(type))) {
    const ids = [...new Set(ofKind.map(({ subjectId }) => subjectId))];
    for (const row of await readSubjects(tx, kind, ids)) subjects.set(row.id, row);
  }
  return events.map((event) => describeEvent(tx.organisationId, event, subjects.get(event.subjectId)));
}

function describeEvent(organisationId: string, event: LoggedEvent, subject: SubjectRow | undefined): DescribedEvent {
  const { type, subjectId, sequence } = event;
  const kind = kindOf(type);
  return {
    ...event,
    id: eventId(organisationId, sequence),
    status: statusOf(type),
    messageId: kind === 'sms' ? subjectId : (subject?.message_id ?? null),
    sessionId: kind === 'session' ? subjectId : (subject?.session_id ?? null),
    webhookId: kind === 'webhook' ? subjectId : null,
    gateway: subject?.gateway ?? null,
    reference: subject?.reference ?? null,
    inboundId: kind === 'inbound' || kind === 'inbound_chat' ? subjectId : null,
    keyword: subject?.keyword ?? null,
    consentId: kind === 'consent' ? subjectId : null,
    change: subject?.change ?? null,
    source: subject?.source ?? null,
    category: onlyCategoryOf(subject ?? {}),
    test: subject?.test ?? null,
  };
}

const EVENTS_PER_STEP = 5_000;

/**
 * Deletes events of an organisation that are older than the retention time. Returns false if there are more than it may
 * take.
 */
export async function deleteExpiredEvents(
  { db, policy }: Services,
  organisationId: string,
  mostSteps: number,
): Promise<boolean> {
  await db.inOrganisation(organisationId, deleteStrayDeliveries);
  const step = async (tx: OrganisationTx) => {
    const part = await findExpiredEvents(tx, policy.eventRetentionDays, EVENTS_PER_STEP);
    if (part) await deleteEvents(tx, part);
    return part === null;
  };
  return runPaced(() => db.inOrganisation(organisationId, step), mostSteps);
}
