import {
  type DueEndpoint,
  type LeasedEndpoint,
  leaseEndpoint,
  listDueEndpoints,
} from '../../db/queries/webhooks/lease-endpoint.js';
import { acrossOrganisations, atOnceInOrganisation } from '../../db/transaction.js';
import type { Services } from '../../domain/context.js';
import { eventBody } from '../../domain/events/event.js';
import { isOnlyProbed } from '../../domain/events/retry.js';
import { faultPoint } from '../../lib/fault-points.js';
import { newId } from '../../lib/ids.js';
import { findWork } from './find-work.js';
import { type Attempt, isGone, postEvent } from './post-event.js';
import { postInOrder } from './post-in-order.js';
import { openKeys } from './secrets.js';
import { settleDeliveries } from './settle-deliveries.js';

/** Endpoints looked at for one that is free. */
const CANDIDATES = 20;
const CALLS_AT_ONCE = 10;
/** After that no further call is begun, so that other endpoints get their turn, and what was done is written down. */
const TURN_MS = 5_000;
/** On top of a turn and its last call, for the database. */
const LEASE_RESERVE_MS = 10_000;

/** Posts what is due to the endpoint that has waited longest; false when there is none. */
export async function deliverNext(services: Services): Promise<boolean> {
  const { orm, policy } = services;
  const leaseSeconds = (TURN_MS + LEASE_RESERVE_MS) / 1000 + policy.webhookTimeoutSeconds;
  for (const due of await acrossOrganisations(orm, (tx) => listDueEndpoints(tx, CANDIDATES))) {
    const leaseId = newId();
    const leased = await atOnceInOrganisation(orm, due.organisation_id, (tx) =>
      leaseEndpoint(tx, due, leaseId, leaseSeconds),
    );
    if (!leased) continue;
    await deliver(services, due, leaseId, leased);
    return true;
  }
  return false;
}

async function deliver(
  services: Services,
  { organisation_id: organisationId }: DueEndpoint,
  leaseId: string,
  leased: LeasedEndpoint,
): Promise<void> {
  const work = await findWork(services, organisationId, leased);
  const receiver = { url: leased.url, keys: openKeys(services, organisationId, leased.id, leased.secrets) };
  const endsAt = performance.now() + TURN_MS;
  let failures = leased.failures;
  let mustStop = false;
  const attempts = await postInOrder(
    work.outgoing,
    CALLS_AT_ONCE,
    async ({ event }) => {
      const body = JSON.stringify(eventBody(event));
      const attempt = await postEvent(services, receiver, { id: event.id, body });
      failures = attempt.delivered ? 0 : failures + 1;
      mustStop ||= isOnlyProbed(failures) || isGone(attempt) || asksForRest(attempt);
      return attempt;
    },
    () => mustStop || performance.now() >= endsAt,
  );
  faultPoint('posted');
  await settleDeliveries(services, organisationId, { leaseId, leased, work, attempts, failures });
}

function asksForRest({ delivered, retryAfterSeconds }: Attempt): boolean {
  return !delivered && retryAfterSeconds !== null;
}
