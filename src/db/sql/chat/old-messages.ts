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
 * Locks those of the messages that are ready for a task. Receipts are deleted by a later statement: its snapshot is taken under the locks, so
 * it shows the receipt that the last transaction with a message has written.
 */
async function lockOld(tx: OrganisationSql, messageIds: readonly string[], isReady: string): Promise<TakenMessage[]> {
  return tx.sql<TakenMessage>(
    `WITH ready AS (
       SELECT id FROM chat_messages
       WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[]) AND ${isReady}
       ORDER BY id FOR UPDATE SKIP LOCKED
     )
     SELECT id, id NOT IN (SELECT id FROM ready) AS "left" FROM chat_messages
     WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[])`,
    { messageIds: uuidArray(messageIds) },
  );
}

const readyOf = (messages: readonly TakenMessage[]) => messages.filter(({ left }) => !left).map(({ id }) => id);

const RECEIPTS = `receipts AS (
  DELETE FROM chat_receipts WHERE organisation_id = :organisationId AND message_id = ANY (:messageIds::uuid[])
)`;

/**
 * Takes recipients, texts and media out of the messages, and deletes their receipts. A message in doubt is settled: no ack could be matched
 * with it any more.
 */
export async function redactChatMessages(tx: OrganisationSql, messageIds: readonly string[]): Promise<TakenMessage[]> {
  const messages = await lockOld(tx, messageIds, 'true');
  await tx.sql(
    `WITH ${RECEIPTS}
     UPDATE chat_messages
     SET recipient = NULL, body = NULL, url = NULL, filename = NULL, phase = 'settled', redacted_at = now()
     WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[]) AND redacted_at IS NULL`,
    { messageIds: uuidArray(readyOf(messages)) },
  );
  return messages;
}

/** Deletes the messages and their receipts, but none whose hand-over is in doubt. */
export async function deleteChatMessages(tx: OrganisationSql, messageIds: readonly string[]): Promise<TakenMessage[]> {
  const messages = await lockOld(tx, messageIds, `CASE WHEN phase = 'settled' THEN true ELSE false END`);
  await tx.sql(
    `WITH ${RECEIPTS}
     DELETE FROM chat_messages WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[])`,
    { messageIds: uuidArray(readyOf(messages)) },
  );
  return messages;
}
