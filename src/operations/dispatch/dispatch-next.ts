import { setTimeout as sleep } from 'node:timers/promises';
import { finishLease, holdsLease, leaseDue, returnLease } from '../../db/queries/lease-due.js';
import { inOrganisation, type Tx } from '../../db/transaction.js';
import type { Services } from '../../domain/context.js';
import type { ConfiguredGateway } from '../../domain/ports.js';
import { faultPoint } from '../../lib/fault-points.js';
import { newId } from '../../lib/ids.js';
import { patiently } from '../patiently.js';
import { type Batch, claimBatch } from './claim-batch.js';
import { configuredGateway } from './configured-gateway.js';
import { doubtAbandoned } from './doubt-abandoned.js';
import { pauseAccount } from './pause-account.js';
import { planSettingsFor } from './plan-settings.js';
import { settleBatch } from './settle-batch.js';
import { submitBatch } from './submit-batch.js';

/** A turn ends after this long, so that another organisation's messages get theirs. */
const TURN_MS = 1_000;
/** A new batch is begun only in the first part of a lease; in the rest its messages might be taken for abandoned. */
const LEASE_SHARE_FOR_CLAIMS = 0.2;
/** How long a turn waits for the gateway's pace before it lets others try. */
const LONGEST_PACING_WAIT_MS = 1_000;

export interface DispatchTurn {
  readonly gateway: string;
  readonly organisationId: string;
}

interface Lease {
  readonly id: string;
  readonly rowIds: readonly string[];
  readonly tries: number;
  readonly lastClaimAtMs: number;
  /** Not yet asked for in this turn. */
  left: readonly string[];
}

/**
 * One turn of one organisation at one gateway: leases due messages, and for batch after batch claims (committed),
 * submits (no transaction open) and settles. Answers whether there was anything to do.
 */
export async function dispatchNext(services: Services, turn: DispatchTurn): Promise<boolean> {
  const configured = configuredGateway(services, turn.gateway);
  const opened = await openLease(services, configured, turn);
  if (!opened) return false;

  const { lease } = opened;
  const endOfTurn = Math.min(Date.now() + TURN_MS, lease.lastClaimAtMs);
  let { batch } = opened;
  for (;;) {
    if (batch.waitMs > 0) await sleep(Math.min(batch.waitMs, LONGEST_PACING_WAIT_MS));
    lease.left = lease.left.slice(batch.tried);
    if (batch.messages.length > 0) await runBatch(services, configured, turn, lease, batch);
    if (lease.left.length === 0) break;
    if (Date.now() > endOfTurn || services.breakers.get(turn.gateway)?.isOpen) break;
    batch = await claimMore(services, configured, turn, lease);
  }
  // The last batch has closed the lease in its own transaction.
  if (batch.messages.length === 0 || lease.left.length > 0) {
    await inOrganisation(services.orm, turn.organisationId, (tx) => closeLease(tx, turn, lease));
  }
  return true;
}

/** Leases and claims the first batch in one transaction; null when nothing was due. */
function openLease(services: Services, configured: ConfiguredGateway, turn: DispatchTurn) {
  const { policy } = services;
  return inOrganisation(services.orm, turn.organisationId, async (tx) => {
    const leaseId = newId();
    const rows = await leaseDue(tx, {
      ...turn,
      purpose: 'dispatch',
      leaseId,
      leaseSeconds: policy.leaseSeconds,
      limit: policy.batchSize,
    });
    const [first] = rows;
    if (!first) return null;
    const lease: Lease = {
      id: leaseId,
      rowIds: rows.map((row) => row.id),
      tries: first.tries,
      lastClaimAtMs: Date.now() + policy.leaseSeconds * 1000 * LEASE_SHARE_FOR_CLAIMS,
      left: rows.flatMap((row) => row.message_ids),
    };
    await doubtAbandoned(tx, services, configured, turn.organisationId, rows);
    if (first.account_paused) {
      await pauseAccount(tx, turn.organisationId, turn.gateway, policy);
      return { lease, batch: { messages: [], tried: lease.left.length, waitMs: 0 } };
    }
    return { lease, batch: await claimBatch(tx, services, turn.organisationId, configured, lease.left) };
  });
}

/**
 * A process that slept too long finds its lease in other hands and takes nothing more. When claiming fails nothing is
 * under way, so others need not wait for the end of the lease.
 */
async function claimMore(services: Services, configured: ConfiguredGateway, turn: DispatchTurn, lease: Lease) {
  try {
    return await inOrganisation(services.orm, turn.organisationId, async (tx) => {
      const held = await holdsLease(tx, turn.organisationId, lease.id);
      if (!held) return { messages: [], tried: lease.left.length, waitMs: 0 };
      return claimBatch(tx, services, turn.organisationId, configured, lease.left);
    });
  } catch (error) {
    await inOrganisation(services.orm, turn.organisationId, (tx) =>
      returnLease(tx, turn.organisationId, lease.id, 0),
    ).catch(() => undefined);
    throw error;
  }
}

async function runBatch(
  services: Services,
  configured: ConfiguredGateway,
  turn: DispatchTurn,
  lease: Lease,
  batch: Batch,
): Promise<void> {
  faultPoint('claimed');
  const submission = await submitBatch(services, configured, turn.organisationId, batch);
  faultPoint('submitted');
  const tries = { backOff: lease.tries, doubt: 0 };
  await patiently(services.logger, () =>
    inOrganisation(services.orm, turn.organisationId, async (tx) => {
      if (lease.left.length === 0) await closeLease(tx, turn, lease);
      await settleBatch(tx, {
        organisationId: turn.organisationId,
        gateway: configured.gateway,
        batch,
        ...submission,
        plan: planSettingsFor(services, configured, turn.organisationId, tries, batch.messages),
      });
    }),
  );
  faultPoint('settled');
}

/** Every message that was asked for and not taken has moved on, and stands on the agenda by itself where it must. */
function closeLease(tx: Tx, turn: DispatchTurn, lease: Lease): Promise<void> {
  if (lease.left.length > 0) return returnLease(tx, turn.organisationId, lease.id, 0);
  return finishLease(tx, turn.organisationId, lease.id, lease.rowIds);
}
