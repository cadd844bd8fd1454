import { setTimeout as sleep } from 'node:timers/promises';
import { finishLease, type LeasedRow, leaseDue, returnLease } from '../../db/queries/lease-due.js';
import { inOrganisation, type Tx } from '../../db/transaction.js';
import type { Services } from '../../domain/context.js';
import type { ConfiguredGateway } from '../../domain/ports.js';
import { faultPoint } from '../../lib/fault-points.js';
import { newId } from '../../lib/ids.js';
import { type Batch, claimBatch } from './claim-batch.js';
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
  readonly rows: readonly LeasedRow[];
  readonly messageIds: readonly string[];
  readonly lastClaimAtMs: number;
  claimed: number;
}

/**
 * One turn of one organisation at one gateway: leases due messages, and for batch after batch claims (committed),
 * submits (no transaction open) and settles. Answers whether there was anything to do.
 */
export async function dispatchNext(services: Services, turn: DispatchTurn): Promise<boolean> {
  const configured = services.gateways.get(turn.gateway);
  if (!configured) throw new Error(`No gateway is configured under the name ${turn.gateway}.`);
  const opened = await openLease(services, configured, turn);
  if (!opened) return false;

  const { lease } = opened;
  const endOfTurn = Math.min(Date.now() + TURN_MS, lease.lastClaimAtMs);
  let batch = opened.batch;
  while (batch.messages.length > 0 || batch.waitMs > 0) {
    if (batch.waitMs > 0) await sleep(Math.min(batch.waitMs, LONGEST_PACING_WAIT_MS));
    else if (await runBatch(services, configured, turn, lease, batch)) return true;
    if (Date.now() > endOfTurn || services.breakers.get(turn.gateway)?.isOpen) break;
    batch = await inOrganisation(services.orm, turn.organisationId, (tx) =>
      claimBatch(tx, turn.organisationId, turn.gateway, configured.pace, lease.messageIds),
    );
  }
  await closeLease(services, turn, lease);
  return true;
}

/** Leases and claims the first batch in one transaction; null when nothing was due. */
function openLease(services: Services, configured: ConfiguredGateway, turn: DispatchTurn) {
  const { policy } = services;
  const { pace } = configured;
  return inOrganisation(services.orm, turn.organisationId, async (tx) => {
    const leaseId = newId();
    const rows = await leaseDue(tx, {
      ...turn,
      purpose: 'dispatch',
      leaseId,
      leaseSeconds: policy.leaseSeconds,
      limit: policy.batchSize,
    });
    if (rows.length === 0) return null;
    const lease: Lease = {
      id: leaseId,
      rows,
      messageIds: rows.flatMap((row) => row.message_ids),
      lastClaimAtMs: Date.now() + policy.leaseSeconds * 1000 * LEASE_SHARE_FOR_CLAIMS,
      claimed: 0,
    };
    await doubtAbandoned(tx, services, configured, turn.organisationId, rows);
    if (rows.some((row) => row.account_paused)) {
      await pauseAccount(tx, turn.organisationId, turn.gateway, policy);
      await finishIfDone(tx, turn, lease);
      return { lease, batch: EMPTY };
    }
    const batch = await claimBatch(tx, turn.organisationId, turn.gateway, pace, lease.messageIds);
    return { lease, batch };
  });
}
const EMPTY: Batch = { messages: [], waitMs: 0 };

/** Submits and settles; answers true when the lease had nothing left and was finished with it. */
async function runBatch(
  services: Services,
  configured: ConfiguredGateway,
  turn: DispatchTurn,
  lease: Lease,
  batch: Batch,
): Promise<boolean> {
  faultPoint('claimed');
  const submission = await submitBatch(services, configured, turn.organisationId, batch);
  faultPoint('submitted');
  lease.claimed += batch.messages.length;
  const exhausted = lease.claimed === lease.messageIds.length;
  await inOrganisation(services.orm, turn.organisationId, async (tx) => {
    if (exhausted) await finishRows(tx, turn, lease);
    await settleBatch(tx, {
      organisationId: turn.organisationId,
      gateway: configured.gateway,
      batch,
      ...submission,
      plan: planSettingsFor(services, configured, turn.organisationId, {
        backOff: lease.rows[0]?.tries ?? 0,
        doubt: 0,
      }),
    });
  });
  faultPoint('settled');
  return exhausted;
}

async function closeLease(services: Services, turn: DispatchTurn, lease: Lease): Promise<void> {
  await inOrganisation(services.orm, turn.organisationId, async (tx) => {
    if (!(await finishIfDone(tx, turn, lease))) await returnLease(tx, turn.organisationId, lease.id, 0);
  });
}

/** Nothing of the lease waits to be handed over any more. */
async function finishIfDone(tx: Tx, turn: DispatchTurn, lease: Lease): Promise<boolean> {
  const left = await tx.sql(
    `SELECT 1 FROM sms_messages WHERE organisation_id = $1 AND id = ANY ($2::uuid[])
       AND phase IN ('ready', 'scheduled', 'waiting_retry') AND coalesce(next_action_at <= now(), true) LIMIT 1`,
    [turn.organisationId, lease.messageIds],
  );
  if (left.length === 0) await finishRows(tx, turn, lease);
  return left.length === 0;
}

const finishRows = (tx: Tx, turn: DispatchTurn, lease: Lease) =>
  finishLease(
    tx,
    turn.organisationId,
    lease.id,
    lease.rows.map((row) => row.id),
  );
