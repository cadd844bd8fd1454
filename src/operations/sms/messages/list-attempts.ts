import { listAttemptRows } from '../../../db/sql/sms/list-attempts.js';
import type { AttemptRow } from '../../../db/sql/sms/rows.js';
import type { Context } from '../../context.js';

/** The hand-overs of each message, by message id. */
export async function listAttempts(
  { db, caller: { organisationId } }: Context,
  messageIds: readonly string[],
): Promise<Map<string, AttemptRow[]>> {
  const rows = await db.atOnceInOrganisation(organisationId, (tx) => listAttemptRows(tx, messageIds));
  return Map.groupBy(rows, (row) => row.message_id);
}
