import type { OrganisationTx } from '../../../db/postgres/transaction.js';
import { listWaitingDeliveries } from '../../../db/sql/webhooks/deliveries.js';
import type { LeasedEndpoint } from '../../../db/sql/webhooks/leases.js';
import { EventsExpiredError } from '../../../domain/errors.js';
import type { DescribedEvent } from '../../../domain/events/event.js';
import { isOnlyProbed } from '../../../domain/events/retry.js';
import type { Services } from '../../context.js';
import { describeEvents, type EventPage, readPage } from '../../events/event-log.js';

const EVENTS_PER_PORTION = 500;

/** A worker's exclusive right to call an endpoint. */
export interface Lease {
  readonly organisationId: string;
  readonly id: string;
  readonly leased: LeasedEndpoint;
}

/** One event on its way to one endpoint. */
export interface Outgoing {
  readonly event: DescribedEvent;
  /** Before this turn. */
  readonly attempts: number;
}

/** The events that a turn posts to an endpoint. */
export interface Work {
  /** Deliveries that are due again, then new events, each in the order of the log. */
  readonly outgoing: readonly Outgoing[];
  /** The sequences of the events that this turn posts again. */
  readonly again: ReadonlySet<number>;
  /** New events are those after this sequence. */
  readonly after: number;
  /** The endpoint's place in the log once all of this has been attempted. */
  readonly lastSequence: number;
  /** There is more in the log. */
  readonly hasMore: boolean;
}

/** Reads the first portion of a turn. */
export function findWork({ db }: Services, { organisationId, leased }: Lease): Promise<Work> {
  // One call is enough to see whether a failing endpoint is back.
  const most = isOnlyProbed(leased.failures) ? 1 : EVENTS_PER_PORTION;
  const { last_sequence: after } = leased;
  return db.selfContained.inOrganisation(organisationId, async (tx) => {
    const waiting = await listWaitingDeliveries(tx, leased.id, most);
    const events = waiting.map(({ event }) => event);
    const described = await describeEvents(tx, events);
    const outgoing = described.map((event, place) => ({ event, attempts: waiting[place]?.attempts ?? 0 }));
    const again = new Set(events.map(({ sequence }) => sequence));
    if (outgoing.length === most) return { outgoing, again, after, lastSequence: after, hasMore: true };
    const work = await findNew(tx, leased, after, again);
    return { ...work, outgoing: [...outgoing, ...work.outgoing] };
  });
}

/** Reads the portion that follows one which is still being posted. */
export function readAhead(
  { db }: Services,
  { organisationId, leased }: Lease,
  { again, lastSequence: after }: Work,
): Promise<Work> {
  return db.selfContained.inOrganisation(organisationId, (tx) => findNew(tx, leased, after, again));
}

async function findNew(
  tx: OrganisationTx,
  leased: LeasedEndpoint,
  after: number,
  again: ReadonlySet<number>,
): Promise<Work> {
  const page = await readOn(tx, leased, after);
  // A redelivery that a caller asked for is posted once in a turn, even if the log comes to the same event.
  const wanted = page.events.filter((event) => concerns(event, leased) && !again.has(event.sequence));
  const outgoing = wanted.map((event) => ({ event, attempts: 0 }));
  const [first, second] = outgoing;
  if (first && second && isOnlyProbed(leased.failures)) {
    return { outgoing: [first], again, after, lastSequence: first.event.sequence, hasMore: true };
  }
  return { outgoing, again, after, lastSequence: page.last, hasMore: page.hasMore };
}

/** An endpoint that was disabled for long continues with the oldest event that is still kept. */
async function readOn(tx: OrganisationTx, { types }: LeasedEndpoint, after: number): Promise<EventPage> {
  const range = { types, first: EVENTS_PER_PORTION };
  try {
    return await readPage(tx, { after, ...range });
  } catch (error) {
    if (!(error instanceof EventsExpiredError)) throw error;
    return readPage(tx, { after: null, ...range });
  }
}

/** Test endpoints get test events, live ones get live events; all get the news that another endpoint was disabled. */
function concerns({ type, test }: DescribedEvent, leased: LeasedEndpoint): boolean {
  return type === 'webhook.disabled' || (test ?? false) === leased.test;
}
