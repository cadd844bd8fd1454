import { type DueEndpoint, leaseEndpoint, listDueEndpoints } from '../../../db/sql/webhooks/lease-endpoint.js';
import { eventBody } from '../../../domain/events/event.js';
import { CIRCUIT_FAILURES, isOnlyProbed } from '../../../domain/events/retry.js';
import { faultPoint } from '../../../lib/fault-points.js';
import { newId } from '../../../lib/ids.js';
import { destinationOf } from '../../../lib/net/public-client.js';
import type { Services } from '../../context.js';
import { openKeys } from '../sealed-secrets.js';
import { findWork, type Outgoing, readAhead } from './find-work.js';
import { type Attempt, isGone, postEvent, signEvent } from './post-event.js';
import { postInOrder } from './post-in-order.js';
import { endTurn, type Impression, type Lease, writePortion } from './settle-deliveries.js';

/** Endpoints looked at for one that is free. */
const CANDIDATES = 60;
/** Turns of one organisation at a time in this process, however many endpoints it makes: the others need places too. */
const TURNS_PER_ORGANISATION = 10;
const CALLS_AT_ONCE = 10;
/**
 * After that no further call is begun, so that other endpoints get their turn, and what was done is written down. Counted
 * from when it is known what to post: where reading takes long, something is posted all the same.
 */
const TURN_MS = 5_000;
/** On top of a turn and its last call, for the database. */
const LEASE_RESERVE_MS = 10_000;

/**
 * Posts what is due to the endpoint whose turn it is; false when there is none. `callHelp` hears early that there was
 * one: others may be due as well, and must not wait until this one has answered.
 */
export async function deliverNext(services: Services, callHelp: () => void = () => undefined): Promise<boolean> {
  const { db, policy } = services;
  const leaseSeconds = (TURN_MS + LEASE_RESERVE_MS) / 1000 + policy.webhookTimeoutSeconds;
  for await (const due of findDue(services)) {
    const id = newId();
    const { organisation_id: organisationId } = due;
    if (hasItsShare(organisationId)) continue;
    const leased = await db.atOnceInOrganisation(organisationId, (tx) => leaseEndpoint(tx, due.id, id, leaseSeconds));
    if (!leased) continue;
    callHelp();
    await counted(organisationId, () => deliver(services, { organisationId, id, leased }));
    return true;
  }
  return false;
}

/** Under way in this process. */
const turnsOf = new Map<string, number>();

const hasItsShare = (organisationId: string) => (turnsOf.get(organisationId) ?? 0) >= TURNS_PER_ORGANISATION;

/**
 * Those of organisations with no turn under way come first: somebody may have several organisations full of slow endpoints,
 * and all of these would be in front of everybody else's.
 */
async function* findDue({ db }: Services): AsyncGenerator<DueEndpoint> {
  const list = (but: readonly string[]) => db.acrossOrganisations((tx) => listDueEndpoints(tx, but, CANDIDATES));
  const served = [...turnsOf.keys()];
  if (served.length > 0) yield* await list(served);
  yield* await list(served.filter(hasItsShare));
}

async function counted(organisationId: string, turn: () => Promise<void>): Promise<void> {
  turnsOf.set(organisationId, (turnsOf.get(organisationId) ?? 0) + 1);
  try {
    await turn();
  } finally {
    const left = (turnsOf.get(organisationId) ?? 1) - 1;
    if (left > 0) turnsOf.set(organisationId, left);
    else turnsOf.delete(organisationId);
  }
}

/**
 * Portion after portion: while one is posted, the one before is written down, and then the next is read. One after the
 * other, or the database would take the processors from the calls.
 */
async function deliver(services: Services, lease: Lease): Promise<void> {
  const { organisationId, leased } = lease;
  const readFrom = performance.now();
  let work = await findWork(services, organisationId, leased);
  const caller = createCaller(services, lease, readFrom);
  let mayGoOn: Promise<boolean> = Promise.resolve(true);
  for (;;) {
    // One call is enough of a probe; but what lies before the event that it can be made with may be long.
    const goesOn = work.hasMore && (work.outgoing.length === 0 || !isOnlyProbed(leased.failures));
    // What cannot be read ahead is read in the next turn, which says why not.
    const current = work;
    const readNext = (may: boolean) => (may ? readAhead(services, organisationId, leased, current) : null);
    const ahead = goesOn ? mayGoOn.then(readNext).catch(() => null) : null;
    const portion = { work, attempts: await caller.post(work.outgoing) };
    const next = await ahead;
    faultPoint('posted');
    if (!(await mayGoOn) || !next || caller.isOver()) return endTurn(services, lease, portion, caller.impression());
    mayGoOn = writePortion(services, lease, portion);
    // Awaited above, when what is under way has been posted; nothing more is begun when the endpoint was paused meanwhile.
    mayGoOn.then(
      (may) => may || caller.stop(),
      () => caller.stop(),
    );
    work = next;
  }
}

/** Calls the endpoint for as long as that makes sense in this turn. */
function createCaller(services: Services, { organisationId, leased }: Lease, readFrom: number) {
  const to = destinationOf(new URL(leased.url));
  const keys = openKeys(services, organisationId, leased.id, leased.secrets);
  // Within the lease in any case: nobody else must call it meanwhile, and what is called has to be written down.
  const endsAt = Math.min(performance.now(), readFrom + LEASE_RESERVE_MS / 2) + TURN_MS;
  // What is called at the same time fails for one reason: the pauses between probes must not begin with the tenth.
  const mostFailures = Math.max(CIRCUIT_FAILURES, leased.failures + 1);
  let { failures } = leased;
  let hasSucceeded = false;
  let hasFailed = false;
  let mustStop = false;

  const isOver = () => mustStop || performance.now() >= endsAt;
  const call = async ({ event }: Outgoing): Promise<Attempt> => {
    const attempt = await postEvent(services, to, signEvent(keys, event.id, eventBody(event)));
    failures = attempt.delivered ? 0 : Math.min(failures + 1, mostFailures);
    hasSucceeded ||= attempt.delivered;
    hasFailed ||= !attempt.delivered;
    mustStop ||= isOnlyProbed(failures) || isGone(attempt) || asksForRest(attempt);
    return attempt;
  };
  return {
    isOver,
    stop() {
      mustStop = true;
    },
    post: (outgoing: readonly Outgoing[]) => postInOrder(outgoing, CALLS_AT_ONCE, call, isOver),
    impression: (): Impression => ({ failures, hasSucceeded, hasFailed }),
  };
}

function asksForRest({ retryAfterSeconds }: Attempt): boolean {
  return retryAfterSeconds !== null;
}
