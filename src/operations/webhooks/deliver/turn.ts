import { leaseEndpoint } from '../../../db/sql/webhooks/leases.js';
import { isOnlyProbed } from '../../../domain/events/retry.js';
import { faultPoint } from '../../../lib/fault-points.js';
import { newId } from '../../../lib/ids.js';
import type { Services } from '../../context.js';
import { dueEndpoints, hasItsShare, withinShare } from './fairness.js';
import { createCaller } from './post.js';
import { endTurn, type Portion, settlePortion } from './settle.js';
import { findWork, type Lease, readAhead, type Work } from './work.js';

/**
 * After this time a turn begins no further call, so that other endpoints get their turn. It is counted from when the
 * worker knows what to post: if reading takes long, something is posted all the same.
 */
const TURN_MS = 5_000;
/** A lease covers the turn, its last call, and this long for the database. */
const LEASE_RESERVE_MS = 10_000;

/**
 * One turn: the worker leases an endpoint that is due, and posts its events. Returns whether there was one. Calls
 * `onBacklog` as soon as it has a lease: more endpoints may be due, and must not wait until this one has answered.
 */
export async function deliverNext(services: Services, onBacklog: () => void = () => undefined): Promise<boolean> {
  const leaseSeconds = (TURN_MS + LEASE_RESERVE_MS) / 1000 + services.policy.webhookTimeoutSeconds;
  for await (const { organisation_id: organisationId, id: endpointId } of dueEndpoints(services)) {
    const id = newId();
    if (hasItsShare(organisationId)) continue;
    const leased = await services.db.selfContained.atOnceInOrganisation(organisationId, (tx) =>
      leaseEndpoint(tx, endpointId, id, leaseSeconds),
    );
    if (!leased) continue;
    onBacklog();
    await withinShare(organisationId, () => deliver(services, { organisationId, id, leased }));
    return true;
  }
  return false;
}

/**
 * The worker
 *
 * 1. reads a portion of the endpoint's events: deliveries that are due again, then new events of the log,
 * 2. posts them, several at a time,
 * 3. settles the portion: deliveries, and the endpoint's place in the log.
 *
 * While it posts a portion it settles the one before and reads the next one, because the endpoint would idle otherwise.
 * The last portion is settled together with the release of the endpoint.
 */
async function deliver(services: Services, lease: Lease): Promise<void> {
  const readFromMs = performance.now();
  let work = await findWork(services, lease);
  // The lease must cover the last call and its settling, even if reading took long.
  const endsAtMs = Math.min(performance.now(), readFromMs + LEASE_RESERVE_MS / 2) + TURN_MS;
  const caller = createCaller(services, lease, endsAtMs);
  let earlier: Portion | null = null;
  for (;;) {
    const preparing = settleAndReadAhead(services, lease, earlier, work);
    // Nothing more is posted if the earlier portion cannot be settled, or the endpoint was paused meanwhile.
    preparing.then(
      (next) => next === 'stop' && caller.stop(),
      () => caller.stop(),
    );
    const portion: Portion = { work, attempts: await caller.post(work.outgoing) };
    const next = await preparing;
    faultPoint('posted');
    if (next === null || next === 'stop' || caller.isOver())
      return endTurn(services, lease, portion, caller.impression());
    earlier = portion;
    work = next;
  }
}

/**
 * What to post after `work`: null if nothing, or if it could not be read, which the next turn then reports; 'stop' if
 * the lease has ended.
 */
async function settleAndReadAhead(
  services: Services,
  lease: Lease,
  earlier: Portion | null,
  work: Work,
): Promise<Work | null | 'stop'> {
  if (earlier && !(await settlePortion(services, lease, earlier))) return 'stop';
  // One call is enough of a probe, but events that the endpoint does not want may lie before the one to probe with.
  const readsOn = work.hasMore && (work.outgoing.length === 0 || !isOnlyProbed(lease.leased.failures));
  return readsOn ? readAhead(services, lease, work).catch(() => null) : null;
}
