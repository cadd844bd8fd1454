import { readLogEnds } from '../../../db/sql/events/read-log.js';
import type { LeasedEndpoint } from '../../../db/sql/webhooks/lease-endpoint.js';
import { listWaitingDeliveries } from '../../../db/sql/webhooks/list-waiting-deliveries.js';
import type { OrganisationTx } from '../../../db/transaction.js';
import type { DescribedEvent } from '../../../domain/events/event.js';
import { isOnlyProbed } from '../../../domain/events/retry.js';
import type { Services } from '../../context.js';
import { describeEvents } from '../../events/describe-events.js';
import { readPage } from '../../events/read-events.js';

const EVENTS_PER_PORTION = 500;

/** One event on its way to one endpoint. */
export interface Outgoing {
  readonly event: DescribedEvent;
  /** Before this turn. */
  readonly attempts: number;
}

/** What there is to do for an endpoint. */
export interface Work {
  /** What is tried again, then what is new, each in order. */
  readonly outgoing: readonly Outgoing[];
  /** The sequences of what this turn tries again. */
  readonly again: ReadonlySet<number>;
  /** The new follows this event of the log. */
  readonly after: number;
  /** Up to here the log will have been taken up when all of that has been tried. */
  readonly lastSequence: number;
  /** There is more in the log. */
  readonly hasMore: boolean;
}

/** What is to be tried again, and what is new. */
export function findWork({ db }: Services, organisationId: string, leased: LeasedEndpoint): Promise<Work> {
  // One call is enough to see whether it is back.
  const most = isOnlyProbed(leased.failures) ? 1 : EVENTS_PER_PORTION;
  const { last_sequence: after } = leased;
  return db.inOrganisation(organisationId, async (tx) => {
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

/** What is new behind work that is still under way. */
export function readAhead(
  { db }: Services,
  organisationId: string,
  leased: LeasedEndpoint,
  { again, lastSequence: after }: Work,
): Promise<Work> {
  return db.inOrganisation(organisationId, (tx) => findNew(tx, leased, after, again));
}

async function findNew(
  tx: OrganisationTx,
  leased: LeasedEndpoint,
  after: number,
  again: ReadonlySet<number>,
): Promise<Work> {
  const page = await readOn(tx, leased, after);
  // Who has asked for what is past once more does not get it twice in a turn.
  const wanted = page.events.filter((event) => concerns(event, leased) && !again.has(event.sequence));
  const outgoing = wanted.map((event) => ({ event, attempts: 0 }));
  const [first, second] = outgoing;
  if (first && second && isOnlyProbed(leased.failures)) {
    return { outgoing: [first], again, after, lastSequence: first.event.sequence, hasMore: true };
  }
  return { outgoing, again, after, lastSequence: page.last, hasMore: page.hasMore };
}

/** An endpoint that was disabled for long goes on with the oldest event that is still kept. */
async function readOn(tx: OrganisationTx, { types }: LeasedEndpoint, after: number) {
  const { oldest } = await readLogEnds(tx);
  return readPage(tx, { after: Math.max(after, oldest - 1), types, first: EVENTS_PER_PORTION });
}

/** Tests stay among themselves; that an endpoint was disabled is news for all others. */
function concerns({ type, test }: DescribedEvent, leased: LeasedEndpoint): boolean {
  return type === 'webhook.disabled' || (test ?? false) === leased.test;
}
