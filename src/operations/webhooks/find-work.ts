import { readLogEnds } from '../../db/queries/events/read-log.js';
import { listWaitingDeliveries } from '../../db/queries/webhooks/deliveries.js';
import type { LeasedEndpoint } from '../../db/queries/webhooks/lease-endpoint.js';
import { inOrganisation, type Tx } from '../../db/transaction.js';
import type { Services } from '../../domain/context.js';
import type { DescribedEvent } from '../../domain/events/event.js';
import { isOnlyProbed } from '../../domain/events/retry.js';
import { describeEvents } from '../events/describe-events.js';
import { readPage } from '../events/read-events.js';

/** At least, where there is so much: the slice of the log that the last of them is in is taken as a whole. */
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
  /** Where the new begins. */
  readonly firstNew: number;
  /** The new follows this event of the log. */
  readonly after: number;
  /** Up to here the log will have been taken up when all of that has been tried. */
  readonly lastSequence: number;
  /** There is more in the log. */
  readonly hasMore: boolean;
}

/** What is to be tried again, and what is new. */
export function findWork({ orm }: Services, organisationId: string, leased: LeasedEndpoint): Promise<Work> {
  // One call is enough to see whether it is back.
  const most = isOnlyProbed(leased.failures) ? 1 : EVENTS_PER_PORTION;
  return inOrganisation(orm, organisationId, async (tx) => {
    const waiting = await listWaitingDeliveries(tx, organisationId, leased.id, most);
    const events = waiting.map(({ event }) => event);
    const described = await describeEvents(tx, organisationId, events);
    const again = described.map((event, place) => ({ event, attempts: waiting[place]?.attempts ?? 0 }));
    return findNew(tx, organisationId, leased, { after: leased.last_sequence, most, again });
  });
}

/** What is new behind work that is still under way. */
export function readAhead(
  { orm }: Services,
  organisationId: string,
  leased: LeasedEndpoint,
  { lastSequence: after }: Work,
): Promise<Work> {
  return inOrganisation(orm, organisationId, (tx) =>
    findNew(tx, organisationId, leased, { after, most: EVENTS_PER_PORTION, again: [] }),
  );
}

interface Beginning {
  readonly after: number;
  readonly most: number;
  readonly again: readonly Outgoing[];
}

async function findNew(
  tx: Tx,
  organisationId: string,
  leased: LeasedEndpoint,
  { after, most, again }: Beginning,
): Promise<Work> {
  const firstNew = again.length;
  if (firstNew === most) return { outgoing: again, firstNew, after, lastSequence: after, hasMore: true };
  const page = await readOn(tx, organisationId, leased, after, most - firstNew);
  // Who has asked for what is past once more gets it once.
  const isAgain = new Set(again.map(({ event }) => event.sequence));
  const wanted = page.events.filter((event) => concerns(event, leased) && !isAgain.has(event.sequence));
  const outgoing = [...again, ...wanted.map((event) => ({ event, attempts: 0 }))];
  return { outgoing, firstNew, after, lastSequence: page.last, hasMore: page.hasMore };
}

/** What is no longer kept when an endpoint is active again cannot be posted any more. */
async function readOn(tx: Tx, organisationId: string, leased: LeasedEndpoint, after: number, first: number) {
  const { oldest } = await readLogEnds(tx, organisationId);
  const { types, failures } = leased;
  const takesMore = !isOnlyProbed(failures);
  return readPage(tx, organisationId, { after: Math.max(after, oldest - 1), types, first, takesMore });
}

/** Tests stay among themselves; that an endpoint was disabled is news for all others. */
function concerns({ type, test }: DescribedEvent, leased: LeasedEndpoint): boolean {
  return type === 'webhook.disabled' || (test ?? false) === leased.test;
}
