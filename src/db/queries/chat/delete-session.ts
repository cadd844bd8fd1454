import type { Tx } from '../../transaction.js';

/** With its history and groups; the phone goes with it. Its messages and events stay on record, and read as before. */
export async function deleteSessionRow(tx: Tx, organisationId: string, sessionId: string): Promise<boolean> {
  const rows = await tx.sql(
    `WITH deleted AS (
       DELETE FROM chat_sessions WHERE organisation_id = $1 AND id = $2 RETURNING id, test, state, revision
     ),
     remembered AS (
       INSERT INTO deleted_chat_sessions (organisation_id, id, test) SELECT $1, id, test FROM deleted
     ),
     logged AS (
       INSERT INTO events (organisation_id, type, subject_id, revision)
       SELECT $1, 'session.disconnected', id, revision + 1 FROM deleted WHERE state = 'connected'
     )
     SELECT id FROM deleted`,
    [organisationId, sessionId],
  );
  return rows.length > 0;
}
