import type { RowOf } from '../../tables.js';
import type { OrganisationSql, Sql } from '../../transaction.js';

/** What workers have leased of an account's dispatch work: some of these messages may be under way. */
export async function findLeased(tx: OrganisationSql, gateway: string): Promise<string[]> {
  const rows = await tx.sql<RowOf<'sms_due', 'message_ids'>>(
    `SELECT message_ids FROM sms_due
     WHERE organisation_id = :organisationId AND gateway = :gateway AND purpose = 'dispatch' AND lease_id IS NOT NULL`,
    { gateway },
  );
  return rows.flatMap((row) => row.message_ids);
}

/** Those of the messages that would be handed over now; a retry or a schedule whose time has not come is left alone. */
export async function lockWaiting(tx: OrganisationSql, messageIds: readonly string[]): Promise<string[]> {
  const rows = await tx.sql<RowOf<'sms_messages', 'id'>>(
    `SELECT id FROM sms_messages
     WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[])
       AND CASE WHEN phase = 'ready' THEN true
                WHEN phase IN ('scheduled', 'waiting_retry') THEN next_action_at <= now()
                ELSE false END
     ORDER BY id FOR UPDATE`,
    { messageIds },
  );
  return rows.map((row) => row.id);
}

/** When a hold that begins now will end: later than every hold that has begun before. */
export async function endOfHold(tx: Sql, maxHoldHours: number): Promise<string> {
  const [row] = await tx.sql<{ at: string }>('SELECT now() + make_interval(hours => :maxHoldHours) AS at', {
    maxHoldHours,
  });
  return (row as { at: string }).at;
}

/**
 * Puts held work back on the agenda in its original order, at most `limit` rows of holds that end until `holdsUntil`;
 * returns the messages concerned.
 */
export async function takeHoldsForDispatch(
  tx: OrganisationSql,
  gateway: string,
  holdsUntil: string,
  limit: number,
): Promise<string[]> {
  const rows = await tx.sql<RowOf<'sms_due', 'message_ids'>>(
    `WITH oldest AS (
       SELECT id FROM sms_due
       WHERE organisation_id = :organisationId AND gateway = :gateway AND purpose = 'hold' AND due_at <= :holdsUntil
       ORDER BY message_ids[1] LIMIT :limit FOR UPDATE
     ),
     numbered AS (
       SELECT d.id, row_number() OVER (ORDER BY d.message_ids[1]) AS place
       FROM sms_due d JOIN oldest o ON o.id = d.id WHERE d.organisation_id = :organisationId
     )
     UPDATE sms_due d SET purpose = 'dispatch', due_at = now() + n.place * interval '1 microsecond', lease_id = NULL
     FROM numbered n WHERE d.organisation_id = :organisationId AND d.id = n.id
     RETURNING d.message_ids`,
    { gateway, holdsUntil, limit },
  );
  return rows.flatMap((row) => row.message_ids);
}
