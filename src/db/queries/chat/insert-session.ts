import type { SessionState } from '../../../domain/vocabulary.js';
import type { Tx } from '../../transaction.js';
import { lockOrganisation } from '../lock-organisation.js';
import { SESSION_COLUMNS, type SessionRow } from './rows.js';

export interface NewSession {
  readonly id: string;
  readonly name: string;
  readonly engine: string;
  readonly test: boolean;
  readonly state: SessionState;
  readonly reason: string;
  readonly phoneNumber: string | null;
}

/** Null: the organisation has as many sessions as it may have. */
export async function insertSession(
  tx: Tx,
  organisationId: string,
  session: NewSession,
  sessionsMax: number,
): Promise<SessionRow | null> {
  await lockOrganisation(tx, organisationId);
  const [row] = await tx.sql<SessionRow>(
    `WITH inserted AS (
       INSERT INTO chat_sessions (organisation_id, id, name, engine, test, state, reason, phone_number)
       SELECT $1, $2, $3, $4, $5, $6, $7, $8
       WHERE (SELECT count(*) FROM chat_sessions WHERE organisation_id = $1) < $9
       RETURNING ${SESSION_COLUMNS}
     ),
     logged AS (
       INSERT INTO chat_session_changes (organisation_id, session_id, revision, state, reason)
       SELECT $1, id, revision, state, reason FROM inserted
     )
     SELECT ${SESSION_COLUMNS} FROM inserted`,
    [
      organisationId,
      session.id,
      session.name,
      session.engine,
      session.test,
      session.state,
      session.reason,
      session.phoneNumber,
      sessionsMax,
    ],
  );
  return row ?? null;
}
