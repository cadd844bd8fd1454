import type { SessionState } from '../../../domain/vocabulary.js';
import type { OrganisationSql } from '../../transaction.js';
import { lockOrganisation } from '../people/lock-organisation.js';
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
  tx: OrganisationSql,
  session: NewSession,
  sessionsMax: number,
): Promise<SessionRow | null> {
  await lockOrganisation(tx);
  const [row] = await tx.sql<SessionRow>(
    `WITH inserted AS (
       INSERT INTO chat_sessions (organisation_id, id, name, engine, test, state, reason, phone_number)
       SELECT :organisationId, :id, :name, :engine, :test, :state, :reason, :phoneNumber
       WHERE (SELECT count(*) FROM chat_sessions WHERE organisation_id = :organisationId) < :sessionsMax
       RETURNING ${SESSION_COLUMNS}
     ),
     logged AS (
       INSERT INTO chat_session_changes (organisation_id, session_id, revision, state, reason)
       SELECT :organisationId, id, revision, state, reason FROM inserted
     )
     SELECT ${SESSION_COLUMNS} FROM inserted`,
    {
      id: session.id,
      name: session.name,
      engine: session.engine,
      test: session.test,
      state: session.state,
      reason: session.reason,
      phoneNumber: session.phoneNumber,
      sessionsMax,
    },
  );
  return row ?? null;
}
