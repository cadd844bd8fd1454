import { finishLease, leaseDue, lockLease, returnLeft, reuseLeased } from '../../../db/sql/sms/lease-due.js';
import type { DueRow } from '../../../db/sql/sms/schedule-due.js';
import type { OrganisationTx } from '../../../db/transaction.js';
import type { ConfiguredGateway } from '../../../domain/sms/gateway.js';
import { LEASE_SHARE_FOR_CLAIMS } from '../../../domain/sms/hand-over-times.js';
import { isDatabaseAway } from '../../../lib/database-away.js';
import { newId } from '../../../lib/ids.js';
import type { Services } from '../../context.js';
import { claimBatch } from './claim-batch.js';
import { doubtAbandoned } from './doubt-abandoned.js';
import { pauseAccount } from './pause-account.js';
import { putBackEarly } from './put-back-early.js';

export interface DispatchTurn {
  readonly gateway: string;
  readonly organisationId: string;
}

export interface Lease {
  readonly id: string;
  readonly rowIds: readonly string[];
  /** How many messages it is for. */
  readonly size: number;
  readonly tries: number;
  readonly lastClaimAtMs: number;
  /** On this process's clock, and not later than the database ends the lease; see `leaseEnd`. */
  endsAtMs: number;
  /** Not yet asked for in this turn. */
  left: readonly string[];
  /** Done when the answers to the last batch that was submitted are written down. */
  settling: Promise<void>;
}

/** Leases and claims the first batch in one transaction; null when nothing was due. */
export function openLease(services: Services, configured: ConfiguredGateway, turn: DispatchTurn) {
  const { policy } = services;
  return services.db.inOrganisation(turn.organisationId, async (tx) => {
    const leaseId = newId();
    const askedAtMs = performance.now();
    const rows = await leaseDue(tx, {
      ...turn,
      purpose: 'dispatch',
      leaseId,
      leaseSeconds: policy.leaseSeconds,
      limit: policy.batchSize,
    });
    const [first] = rows;
    if (!first) return null;
    const messageIds = rows.flatMap((row) => row.message_ids);
    const lease: Lease = {
      id: leaseId,
      rowIds: rows.map((row) => row.id),
      size: messageIds.length,
      tries: first.tries,
      lastClaimAtMs: askedAtMs + policy.leaseSeconds * 1000 * LEASE_SHARE_FOR_CLAIMS,
      endsAtMs: leaseEnd(askedAtMs, first.lease_left_ms),
      left: messageIds,
      settling: Promise.resolve(),
    };
    await doubtAbandoned(tx, services, configured, rows);
    if (first.account_paused) {
      await pauseAccount(tx, turn.gateway, policy);
      await putBackEarly(tx, turn.gateway, messageIds);
      return { lease, batch: { messages: [], tried: lease.left.length, waitMs: 0 } };
    }
    return { lease, batch: await claimBatch(tx, services, configured, lease.left) };
  });
}

/**
 * When a lease ends on the clock of this process. Counted from before the database was asked, it is early rather than late,
 * however long the answer took.
 */
export function leaseEnd(askedAtMs: number, leftMs: number): number {
  return askedAtMs + leftMs;
}

/**
 * A process that slept too long finds its lease in other hands and takes nothing more. When PostgreSQL has refused to claim,
 * nothing is under way, so others need not wait for the end of the lease. When its answer was lost, the claim may stand:
 * only who finds a lease that was never given back looks after what it has claimed.
 */
export async function claimMore(services: Services, configured: ConfiguredGateway, turn: DispatchTurn, lease: Lease) {
  try {
    return await services.db.inOrganisation(turn.organisationId, async (tx) => {
      const askedAtMs = performance.now();
      const leftMs = await lockLease(tx, lease.id);
      if (leftMs === null) return { messages: [], tried: lease.left.length, waitMs: 0 };
      lease.endsAtMs = leaseEnd(askedAtMs, leftMs);
      return claimBatch(tx, services, configured, lease.left);
    });
  } catch (error) {
    // What could not be written down is in doubt, and the end of the lease is what finds that out.
    await lease.settling;
    if (isDatabaseAway(error)) throw error;
    await services.db
      .inOrganisation(turn.organisationId, (tx) => returnLeft(tx, lease.id, lease.left))
      .catch(() => undefined);
    throw error;
  }
}

/** Every message that was asked for and not taken has moved on, and stands on the agenda by itself where it must. */
export function closeLease(tx: OrganisationTx, lease: Lease): Promise<void> {
  if (lease.left.length > 0) return returnLeft(tx, lease.id, lease.left);
  return finishLease(tx, lease.id, lease.rowIds);
}

/**
 * Closes the lease, and answers what is still to be put on the agenda: all of it, or nothing where all messages of one row
 * go on together and so keep their row.
 */
export async function closeLeaseFor(
  tx: OrganisationTx,
  lease: Lease,
  due: readonly DueRow[],
): Promise<readonly DueRow[]> {
  const [[row, ...otherRows], [next, ...others]] = [lease.rowIds, due];
  const staysTogether = otherRows.length === 0 && others.length === 0 && next?.messageIds.length === lease.size;
  if (row && next && staysTogether && (await reuseLeased(tx, lease.id, row, next))) return [];
  await closeLease(tx, lease);
  return due;
}
