import type { OrganisationSql } from '../../transaction.js';

/**
 * Notes that a gateway has refused the sender ids of these messages. Tests prove nothing about a sender id.
 *
 * A row that somebody holds is left out: either another batch is noting the same, or an operator is deciding on it just
 * now. So batches that are refused by the hundred neither wait for each other nor lock each other out. The names are read
 * first and apart, since a join might be made by looking through all messages.
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
