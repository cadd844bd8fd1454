import { type ChangeRow, listChangeRows } from '../db/queries/list-changes.js';
import { atOnceInOrganisation } from '../db/transaction.js';
import type { Context } from '../domain/context.js';

/** The logged changes of status of each message, by message id. */
export async function messageHistory(
  { orm, caller: { organisationId } }: Context,
  messageIds: readonly string[],
): Promise<Map<string, ChangeRow[]>> {
  const rows = await atOnceInOrganisation(orm, organisationId, (tx) => listChangeRows(tx, messageIds));
  return Map.groupBy(rows, (row) => row.subject_id);
}
