import type { OrganisationSql } from '../../../postgres/transaction.js';
import type { RowOf } from '../../../tables.js';

/** For FROM: the names of the rejected sender IDs that hold messages, read once a statement. */
export const REJECTED_SENDERS = `(SELECT ARRAY(
  SELECT name FROM sender_ids WHERE organisation_id = :organisationId AND holds_messages) AS names) AS rejected`;

/** For statements on `sms_messages m` FROM REJECTED_SENDERS. */
export const IS_SENDER_REJECTED = `coalesce(ltrim(m.sender_id, '+') = ANY (rejected.names), false)`;

/**
 * The sender IDs of these names, and whether they hold messages. A decision of the operator waits until this
 * transaction commits. After a decision that was made meanwhile, PostgreSQL returns the new row: `lockSenderId` takes
 * the lock that this one conflicts with.
 */
export const lockedSenders = (names: string) => `
  SELECT name, holds_messages FROM sender_ids
  WHERE organisation_id = :organisationId AND name = ANY (${names}) FOR KEY SHARE`;

/** Locks sender IDs against decisions, and returns the names of those that hold messages. */
export async function lockRejected(tx: OrganisationSql, names: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.sql<RowOf<'sender_ids', 'name' | 'holds_messages'>>(lockedSenders(':names'), { names });
  return new Set(rows.filter((row) => row.holds_messages).map((row) => row.name));
}

/**
 * Notes that a gateway has refused the sender ids of these messages. Tests prove nothing about a sender id.
 *
 * A locked row is skipped: another batch is writing the same mark, or the operator is deciding on the sender ID just
 * now. So batches that are refused by the hundred neither wait for each other nor lock each other out. The names are
 * read first and apart, since a join might be made by looking through all messages.
 */
export async function markRefusedSenders(
  tx: OrganisationSql,
  gateway: string,
  messageIds: readonly string[],
): Promise<void> {
  await tx.sql(
    `UPDATE sender_ids SET refused_at = now(), refused_by = :gateway
     WHERE organisation_id = :organisationId AND id = ANY (ARRAY(
       SELECT id FROM sender_ids
       WHERE organisation_id = :organisationId AND name = ANY (ARRAY(
         SELECT DISTINCT ltrim(sender_id, '+') FROM sms_messages
         WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[]) AND sender_id IS NOT NULL AND NOT test
       ))
       ORDER BY name FOR NO KEY UPDATE SKIP LOCKED
     ))`,
    { messageIds, gateway },
  );
}
