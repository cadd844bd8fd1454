import { plainArray, type Tx } from '../../transaction.js';
import { CHAT_MESSAGE_COLUMNS, type ChatMessageRow } from './rows.js';

/** Several at once, in any order. */
export function findChatMessages(tx: Tx, organisationId: string, ids: readonly string[]): Promise<ChatMessageRow[]> {
  return tx.sql<ChatMessageRow>(
    `SELECT ${CHAT_MESSAGE_COLUMNS} FROM chat_messages WHERE organisation_id = $1 AND id = ANY ($2::uuid[])`,
    [organisationId, plainArray(ids)],
  );
}

/** By the engine's id; should two engines have used the same one, the newest. */
export async function findByEngineId(tx: Tx, organisationId: string, messageId: string) {
  const [row] = await tx.sql<ChatMessageRow>(
    `SELECT ${CHAT_MESSAGE_COLUMNS} FROM chat_messages
     WHERE organisation_id = $1 AND message_id = $2 AND sent_at IS NOT NULL ORDER BY id DESC LIMIT 1`,
    [organisationId, messageId],
  );
  return row ?? null;
}
