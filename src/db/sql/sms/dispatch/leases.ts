import { ALL_PRIORITIES, PRIORITIES, type Priority } from '../../../../domain/sms/priority.js';
import type { DuePurpose } from '../../../../domain/vocabulary.js';
import type { OrganisationSql } from '../../../postgres/transaction.js';
import type { RowOf } from '../../../tables.js';
import { IS_PAUSED } from '../gateways/gateway-accounts.js';
import { type DueRow, isFor, momentOf } from './agenda.js';

export interface LeasedRow extends RowOf<'sms_due', 'id' | 'message_ids' | 'tries' | 'priority'> {
  /** The worker that had it before never gave it back: what it was submitting is in doubt. */
  readonly abandoned: boolean;
  /** The organisation has no credit at the gateway: hold the messages instead of sending them. */
  readonly account_paused: boolean;
  /** What was left of the lease, by the clock of the database, when this row was read. */
  readonly lease_left_ms: number;
}

export interface LeaseRequest {
  readonly gateway: string;
  readonly purpose: DuePurpose;
  readonly leaseId: string;
  readonly leaseSeconds: number;
  /** In the order in which to look for due rows; default: from the highest. */
  readonly priorities?: readonly Priority[];
  /** Most messages wanted. */
  readonly limit: number;
}

const LEASE_LEFT_MS = 'extract(epoch FROM d.due_at - clock_timestamp())::float8 * 1000 AS lease_left_ms';

/**
 * Leases the oldest due row of the first priority that has one. If that is a single message, its row takes up to
 * `limit` single messages of this priority that have been tried as often, and theirs are deleted: to update each
 * would write its index entries anew. A worker skips locked rows, so any number of workers can ask at the same time.
 */
export function leaseDue(
  tx: OrganisationSql,
  { gateway, purpose, leaseId, leaseSeconds, priorities = PRIORITIES, limit }: LeaseRequest,
): Promise<LeasedRow[]> {
  return tx.sql<LeasedRow>(
    `WITH oldest AS (
       SELECT d.*, size = 1 AND lease_id IS NULL AS takes_others FROM unnest(:priorities::smallint[]) AS p (priority), LATERAL (
         SELECT id, size, tries, lease_id, d.priority FROM sms_due d
         WHERE organisation_id = :organisationId AND gateway = :gateway AND ${isFor(purpose)}
           AND d.priority = p.priority AND due_at <= now()
         ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED) AS d
       LIMIT 1
     ),
     others AS (
       SELECT id, message_ids, due_at FROM sms_due
       WHERE organisation_id = :organisationId AND gateway = :gateway AND ${isFor(purpose)}
         AND priority = (SELECT priority FROM oldest WHERE takes_others) AND due_at <= now() AND size = 1 AND lease_id IS NULL
         AND tries = (SELECT tries FROM oldest) AND id <> (SELECT id FROM oldest)
       ORDER BY due_at LIMIT :limit - 1 FOR UPDATE SKIP LOCKED
     ),
     taken AS (
       DELETE FROM sms_due WHERE organisation_id = :organisationId AND id = ANY (ARRAY(SELECT id FROM others))
     ),
     leased AS (
       UPDATE sms_due d
       SET lease_id = :leaseId, due_at = now() + make_interval(secs => :leaseSeconds),
           message_ids = d.message_ids || o.message_ids, size = d.size + cardinality(o.message_ids)
       FROM oldest, (SELECT ARRAY(SELECT message_ids[1] FROM others ORDER BY due_at) AS message_ids) AS o
       WHERE d.organisation_id = :organisationId AND d.id = oldest.id
       RETURNING d.id, d.message_ids, d.tries, d.priority, oldest.lease_id IS NOT NULL AS abandoned, d.due_at
     )
     SELECT d.id, d.message_ids, d.tries, d.priority, d.abandoned, ${LEASE_LEFT_MS},
               EXISTS (SELECT 1 FROM gateway_accounts WHERE organisation_id = :organisationId AND gateway = :gateway
                 AND ${IS_PAUSED}) AS account_paused
     FROM leased d`,
    { gateway, leaseId, leaseSeconds, priorities, limit },
  );
}

/** The work of a lease is done. */
export async function finishLease(tx: OrganisationSql, leaseId: string, rowIds: readonly string[]): Promise<void> {
  await tx.sql(
    `DELETE FROM sms_due WHERE organisation_id = :organisationId AND id = ANY (:rowIds::uuid[]) AND lease_id = :leaseId`,
    { rowIds, leaseId },
  );
}

/**
 * Puts all messages of a leased row on the agenda again, for something else. What stands in the row stays there:
 * writing five hundred ids anew would be a tenth of settling them. False when the lease has passed into other hands.
 */
export async function reuseLeased(
  tx: OrganisationSql,
  leaseId: string,
  rowId: string,
  { gateway, purpose, due, tries = 0, priority }: Omit<DueRow, 'messageIds'>,
): Promise<boolean> {
  const rows = await tx.sql(
    `UPDATE sms_due SET gateway = :gateway, purpose = :purpose, tries = :tries, priority = :priority, lease_id = NULL,
                        due_at = coalesce(:at::timestamptz, now() + make_interval(secs => :inSeconds))
     WHERE organisation_id = :organisationId AND id = :rowId AND lease_id = :leaseId
     RETURNING true`,
    { rowId, leaseId, gateway, purpose, tries, priority, ...momentOf(due) },
  );
  return rows.length > 0;
}

/** Gives leased rows back, to be looked at after the delay. */
export async function returnLease(tx: OrganisationSql, leaseId: string, delaySeconds: number): Promise<void> {
  await tx.sql(
    `UPDATE sms_due SET lease_id = NULL, due_at = now() + make_interval(secs => :delaySeconds)
     WHERE organisation_id = :organisationId AND lease_id = :leaseId`,
    { leaseId, delaySeconds },
  );
}

/**
 * Gives back at once what is `left` of the leased rows. The other messages have moved on, some to a later time or
 * another gateway: a row that went on naming them would bring them back here.
 */
export async function returnLeft(tx: OrganisationSql, leaseId: string, left: readonly string[]) {
  await tx.sql(
    `WITH leased AS (
       SELECT id, ARRAY(SELECT m.id FROM unnest(message_ids) WITH ORDINALITY AS m (id, place)
                        WHERE m.id = ANY (:left::uuid[]) ORDER BY place) AS left_ids
       FROM sms_due WHERE organisation_id = :organisationId AND lease_id = :leaseId FOR UPDATE
     ),
     done AS (
       DELETE FROM sms_due d USING leased l WHERE d.organisation_id = :organisationId AND d.id = l.id AND l.left_ids = '{}'
     )
     UPDATE sms_due d SET lease_id = NULL, due_at = now(), message_ids = l.left_ids, size = cardinality(l.left_ids)
     FROM leased l WHERE d.organisation_id = :organisationId AND d.id = l.id AND l.left_ids <> '{}'`,
    { leaseId, left },
  );
}

export interface LockedLease {
  readonly lease_left_ms: number;
  /** Messages of a higher priority have come due at the gateway. */
  readonly is_overtaken: boolean;
}

/**
 * Locks the rows of a lease, so that no other worker takes them before the transaction ends; null when another worker
 * has them already.
 */
export async function lockLease(tx: OrganisationSql, leaseId: string): Promise<LockedLease | null> {
  const [row] = await tx.sql<LockedLease>(
    `SELECT ${LEASE_LEFT_MS},
            EXISTS (SELECT FROM unnest(ARRAY[${ALL_PRIORITIES}]) AS p (priority), sms_due o
                    WHERE p.priority > d.priority AND o.organisation_id = :organisationId AND o.gateway = d.gateway
                      AND o.purpose = 'dispatch' AND o.priority = p.priority AND o.due_at <= now()) AS is_overtaken
     FROM sms_due d WHERE organisation_id = :organisationId AND lease_id = :leaseId FOR UPDATE OF d`,
    { leaseId },
  );
  return row ?? null;
}
