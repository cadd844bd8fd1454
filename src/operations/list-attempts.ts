import { listAttemptRows } from '../db/queries/list-attempts.js';
import type { AttemptRow } from '../db/queries/rows.js';
import { atOnceInOrganisation } from '../db/transaction.js';
import type { Context } from '../domain/context.js';

/** The hand-overs of each message, by message id. */
export async function listAttempts(
  { orm, caller: { organisationId } }: Context,
  messageIds: readonly string[],
): Promise<Map<string, AttemptRow[]>> {
  const rows = await atOnceInOrganisation(orm, organisationId, (tx) => listAttemptRows(tx, messageIds));
  return Map.groupBy(rows, (row) => row.message_id);
}
