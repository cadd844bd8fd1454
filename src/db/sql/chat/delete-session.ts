import type { RowOf } from '../../tables.js';
import type { OrganisationTx } from '../../transaction.js';
import { appendEvents } from '../events/append-events.js';

/** With its history and groups; the phone goes with it. Its messages and events stay on record, and read as before. */
export async function deleteSessionRow(tx: OrganisationTx, sessionId: string): Promise<boolean> {
  const [deleted] = await tx.sql<RowOf<'chat_sessions', 'state' | 'revision'>>(
    `WITH deleted AS (
       DELETE FROM chat_sessions WHERE organisation_id = :organisationId AND id = :sessionId RETURNING id, test, state, revision
     ),
     remembered AS (
       INSERT INTO deleted_chat_sessions (organisation_id, id, test) SELECT :organisationId, id, test FROM deleted
     )
     SELECT state, revision FROM deleted`,
    { sessionId },
  );
  if (deleted?.state === 'connected') {
    const revision = deleted.revision + 1;
    appendEvents(tx, [{ type: 'session.disconnected', subjectIds: [sessionId], revision }]);
  }
  return deleted !== undefined;
}
