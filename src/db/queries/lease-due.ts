import type { DuePurpose } from '../../domain/vocabulary.js';
import type { Tx } from '../transaction.js';
import { IS_PAUSED } from './accounts.js';

export interface LeasedRow {
  readonly id: string;
  readonly message_ids: string[];
  readonly tries: number;
  /** The worker that had it before never gave it back: what it was submitting is in doubt. */
  readonly abandoned: boolean;
  /** The organisation has no credit at the gateway: hold the messages instead of sending them. */
  readonly account_paused: boolean;
}

export interface LeaseRequest {
  readonly organisationId: string;
  readonly gateway: string;
  readonly purpose: DuePurpose;
  readonly leaseId: string;
  readonly leaseSeconds: number;
  /** Most messages wanted. */
  readonly limit: number;
}

/**
 * Leases the oldest due row, or, when that is a single message, up to `limit` single messages at once. Whoever finds a
 * row locked passes over it, so any number of workers can ask at the same time.
 */
export function leaseDue(tx: Tx, request: LeaseRequest): Promise<LeasedRow[]> {
  return tx.sql<LeasedRow>(
    `WITH oldest AS (
       SELECT id, size, lease_id FROM sms_due
       WHERE organisation_id = $1 AND gateway = $2 AND purpose = $3 AND due_at <= now()
       ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED
     ),
     singles AS (
       SELECT id, lease_id FROM sms_due
       WHERE organisation_id = $1 AND gateway = $2 AND purpose = $3 AND due_at <= now()
         AND size = 1 AND 1 = (SELECT size FROM oldest) AND id <> (SELECT id FROM oldest)
       ORDER BY due_at LIMIT $6 - 1 FOR UPDATE SKIP LOCKED
     ),
     taken AS (SELECT id, lease_id FROM oldest UNION ALL SELECT id, lease_id FROM singles)
     UPDATE sms_due d
     SET lease_id = $4, due_at = now() + make_interval(secs => $5)
     FROM taken t
     WHERE d.organisation_id = $1 AND d.id = t.id
     RETURNING d.id, d.message_ids, d.tries, t.lease_id IS NOT NULL AS abandoned,
               EXISTS (SELECT 1 FROM gateway_accounts WHERE organisation_id = $1 AND gateway = $2 AND ${IS_PAUSED}) AS account_paused`,
    [request.organisationId, request.gateway, request.purpose, request.leaseId, request.leaseSeconds, request.limit],
  );
}

/** The work of a lease is done. */
export async function finishLease(
  tx: Tx,
  organisationId: string,
  leaseId: string,
  rowIds: readonly string[],
): Promise<void> {
  await tx.sql(`DELETE FROM sms_due WHERE organisation_id = $1 AND id = ANY ($2::uuid[]) AND lease_id = $3`, [
    organisationId,
    rowIds,
    leaseId,
  ]);
}

/** Gives leased rows back, to be looked at after the delay. */
export async function returnLease(
  tx: Tx,
  organisationId: string,
  leaseId: string,
  delaySeconds: number,
): Promise<void> {
  await tx.sql(
    `UPDATE sms_due SET lease_id = NULL, due_at = now() + make_interval(secs => $3)
     WHERE organisation_id = $1 AND lease_id = $2`,
    [organisationId, leaseId, delaySeconds],
  );
}

/** Whether the rows are still leased to this holder; if so, nobody else takes them before the transaction ends. */
export async function holdsLease(tx: Tx, organisationId: string, leaseId: string): Promise<boolean> {
  const rows = await tx.sql('SELECT 1 FROM sms_due WHERE organisation_id = $1 AND lease_id = $2 FOR UPDATE', [
    organisationId,
    leaseId,
  ]);
  return rows.length > 0;
}
