import { uuidArray } from '../../postgres/array-parameters.js';
import type { OrganisationSql } from '../../postgres/transaction.js';
import { lockReady, readyOf, type TakenMessage } from '../upkeep/old-messages.js';

const RECEIPTS = `receipts AS (
  DELETE FROM chat_receipts WHERE organisation_id = :organisationId AND message_id = ANY (:messageIds::uuid[])
)`;

/**
 * Takes recipients, texts and media out of the messages, and deletes their receipts. A message in doubt is settled: no
 * ack could be matched with it any more.
 */
export async function redactChatMessages(tx: OrganisationSql, messageIds: readonly string[]): Promise<TakenMessage[]> {
  const messages = await lockReady(tx, 'chat_messages', messageIds, 'true');
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
  const isSettled = `CASE WHEN phase = 'settled' THEN true ELSE false END`;
  const messages = await lockReady(tx, 'chat_messages', messageIds, isSettled);
  await tx.sql(
    `WITH ${RECEIPTS}
     DELETE FROM chat_messages WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[])`,
    { messageIds: uuidArray(readyOf(messages)) },
  );
  return messages;
}
