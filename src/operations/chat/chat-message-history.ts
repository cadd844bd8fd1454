import { type ChatChangeRow, listChatChangeRows } from '../../db/queries/chat/list-chat-changes.js';
import { atOnceInOrganisation } from '../../db/transaction.js';
import type { Context } from '../../domain/context.js';

/** The logged changes of status of each chat message, by our id. */
export async function chatMessageHistory(
  { orm, caller: { organisationId } }: Context,
  messageIds: readonly string[],
): Promise<Map<string, ChatChangeRow[]>> {
  const rows = await atOnceInOrganisation(orm, organisationId, (tx) => listChatChangeRows(tx, messageIds));
  return Map.groupBy(rows, (row) => row.subject_id);
}
