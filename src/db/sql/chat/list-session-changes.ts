import { plainArray } from '../../array-parameters.js';
import type { RowOf } from '../../tables.js';
import type { OrganisationSql } from '../../transaction.js';

export type SessionChangeRow = Omit<RowOf<'chat_session_changes'>, 'organisation_id'>;

/** The last changes of several sessions, newest first. */
export function listSessionChangeRows(tx: OrganisationSql, sessionIds: readonly string[]) {
  return tx.sql<SessionChangeRow>(
    `SELECT session_id, revision, state, reason, changed_at FROM chat_session_changes
     WHERE organisation_id = :organisationId AND session_id = ANY (:sessionIds::uuid[]) ORDER BY session_id, revision DESC`,
    { sessionIds: plainArray(sessionIds) },
  );
}
