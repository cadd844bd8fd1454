import { plainArray } from '../../array-parameters.js';
import type { OrganisationSql } from '../../transaction.js';
import { CHAT_MESSAGE_COLUMNS, type ChatMessageRow } from './rows.js';

/** Several at once, in any order. */
export function findChatMessages(tx: OrganisationSql, ids: readonly string[]): Promise<ChatMessageRow[]> {
  return tx.sql<ChatMessageRow>(
    `SELECT ${CHAT_MESSAGE_COLUMNS} FROM chat_messages WHERE organisation_id = :organisationId AND id = ANY (:ids::uuid[])`,
    { ids: plainArray(ids) },
  );
}

/** By the engine's id; should two engines have used the same one, the newest. */
export async function findByEngineId(tx: OrganisationSql, messageId: string) {
  const [row] = await tx.sql<ChatMessageRow>(
    `SELECT ${CHAT_MESSAGE_COLUMNS} FROM chat_messages
     WHERE organisation_id = :organisationId AND message_id = :messageId AND sent_at IS NOT NULL ORDER BY id DESC LIMIT 1`,
    { messageId },
  );
  return row ?? null;
}
