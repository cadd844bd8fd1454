import { listSessionChangeRows, type SessionChangeRow } from '../../db/queries/chat/list-session-changes.js';
import { atOnceInOrganisation } from '../../db/transaction.js';
import type { Context } from '../../domain/context.js';

/** The last changes of each session, newest first, by session id. */
export async function listSessionChanges(
  { orm, caller: { organisationId } }: Context,
  sessionIds: readonly string[],
): Promise<Map<string, SessionChangeRow[]>> {
  const rows = await atOnceInOrganisation(orm, organisationId, (tx) => listSessionChangeRows(tx, sessionIds));
  return Map.groupBy(rows, (row) => row.session_id);
}
