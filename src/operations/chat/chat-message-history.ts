import { type ChatChangeRow, listChatChangeRows } from '../../db/sql/chat/messages.js';
import type { Context } from '../context.js';

/** The logged changes of status of each chat message, by our id. */
export async function chatMessageHistory(
  { db, caller: { organisationId } }: Context,
  messageIds: readonly string[],
): Promise<Map<string, ChatChangeRow[]>> {
  const rows = await db.atOnceInOrganisation(organisationId, (tx) => listChatChangeRows(tx, messageIds));
  return Map.groupBy(rows, (row) => row.subject_id);
}
