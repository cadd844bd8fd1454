import { uuidArray } from '../../array-parameters.js';
import type { RowOf } from '../../tables.js';
import type { OrganisationSql } from '../../transaction.js';
import type { IdRange, TakenMessage } from '../sms/old-messages.js';

export async function listChatMessageIds(tx: OrganisationSql, range: IdRange): Promise<string[]> {
  const rows = await tx.sql<RowOf<'chat_messages', 'id'>>(
    `SELECT id FROM chat_messages
     WHERE organisation_id = :organisationId AND id > :after::uuid AND id < :before::uuid
     ORDER BY id LIMIT :limit`,
    { ...range },
  );
  return rows.map(({ id }) => id);
}

/**
 * Takes recipients, texts and media out of the messages, and deletes their receipts. A message in doubt is settled: no ack could be matched
 * with it any more. Redacted messages are missing from the result.
 */
export function redactChatMessages(tx: OrganisationSql, messageIds: readonly string[]): Promise<TakenMessage[]> {
  return tx.sql<TakenMessage>(
    `WITH old AS (
       SELECT id FROM chat_messages
       WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[]) AND redacted_at IS NULL
       ORDER BY id FOR UPDATE SKIP LOCKED
     ),
     receipts AS (
       DELETE FROM chat_receipts r USING old WHERE r.organisation_id = :organisationId AND r.message_id = old.id
     ),
     redacted AS (
       UPDATE chat_messages m
       SET recipient = NULL, body = NULL, url = NULL, filename = NULL, phase = 'settled', redacted_at = now()
       FROM old WHERE m.organisation_id = :organisationId AND m.id = ANY (:messageIds::uuid[]) AND m.id = old.id
       RETURNING m.id
     )
     SELECT id, false AS "left" FROM redacted
     UNION ALL
     SELECT id, true FROM chat_messages
     WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[]) AND redacted_at IS NULL
       AND id NOT IN (SELECT id FROM redacted)`,
    { messageIds: uuidArray(messageIds) },
  );
}

/** Deletes the messages and their receipts, but none whose hand-over is in doubt. */
export function deleteChatMessages(tx: OrganisationSql, messageIds: readonly string[]): Promise<TakenMessage[]> {
  return tx.sql<TakenMessage>(
    `WITH old AS (
       SELECT id FROM chat_messages
       WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[])
         AND CASE WHEN phase = 'settled' THEN true ELSE false END
       ORDER BY id FOR UPDATE SKIP LOCKED
     ),
     receipts AS (
       DELETE FROM chat_receipts r USING old WHERE r.organisation_id = :organisationId AND r.message_id = old.id
     ),
     deleted AS (
       DELETE FROM chat_messages m USING old
       WHERE m.organisation_id = :organisationId AND m.id = ANY (:messageIds::uuid[]) AND m.id = old.id
     )
     SELECT id, id NOT IN (SELECT id FROM old) AS "left" FROM chat_messages
     WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[])`,
    { messageIds: uuidArray(messageIds) },
  );
}
