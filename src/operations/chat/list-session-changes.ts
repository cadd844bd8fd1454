import { listSessionChangeRows, type SessionChangeRow } from '../../db/sql/chat/sessions.js';
import type { Context } from '../context.js';

/** The last changes of each session, newest first, by session id. */
export async function listSessionChanges(
  { db, caller: { organisationId } }: Context,
  sessionIds: readonly string[],
): Promise<Map<string, SessionChangeRow[]>> {
  const rows = await db.atOnceInOrganisation(organisationId, (tx) => listSessionChangeRows(tx, sessionIds));
  return Map.groupBy(rows, (row) => row.session_id);
}
