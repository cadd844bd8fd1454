import { type ChangeRow, listChangeRows } from '../../../db/sql/sms/list-changes.js';
import type { Context } from '../../context.js';

/** The logged changes of status of each message, by message id. */
export async function messageHistory(
  { db, caller: { organisationId } }: Context,
  messageIds: readonly string[],
): Promise<Map<string, ChangeRow[]>> {
  const rows = await db.atOnceInOrganisation(organisationId, (tx) => listChangeRows(tx, messageIds));
  return Map.groupBy(rows, (row) => row.subject_id);
}
