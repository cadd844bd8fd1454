import { plainArray, type Tx } from '../../transaction.js';
import { CHAT_MESSAGE_COLUMNS, type ChatMessageRow } from './rows.js';

/** Several at once, in any order. */
export function findChatMessages(tx: Tx, organisationId: string, ids: readonly string[]): Promise<ChatMessageRow[]> {
  return tx.sql<ChatMessageRow>(
    `SELECT ${CHAT_MESSAGE_COLUMNS} FROM chat_messages WHERE organisation_id = :organisationId AND id = ANY (:ids::uuid[])`,
    { organisationId, ids: plainArray(ids) },
  );
}

/** By the engine's id; should two engines have used the same one, the newest. */
export async function findByEngineId(tx: Tx, organisationId: string, messageId: string) {
  const [row] = await tx.sql<ChatMessageRow>(
    `SELECT ${CHAT_MESSAGE_COLUMNS} FROM chat_messages
     WHERE organisation_id = :organisationId AND message_id = :messageId AND sent_at IS NOT NULL ORDER BY id DESC LIMIT 1`,
    { organisationId, messageId },
  );
  return row ?? null;
}
