import type { InferResult } from 'kysely';
import { anyOf, run, tables } from '../../tables.js';
import type { OrganisationSql } from '../../transaction.js';

const changes = tables
  .selectFrom('chat_session_changes')
  .select(['session_id', 'revision', 'state', 'reason', 'changed_at']);

export type SessionChangeRow = InferResult<typeof changes>[number];

/** The last changes of several sessions, newest first. */
export function listSessionChangeRows(tx: OrganisationSql, sessionIds: readonly string[]): Promise<SessionChangeRow[]> {
  const own = changes.where('organisation_id', '=', tx.organisationId).where('session_id', '=', anyOf(sessionIds));
  return run(tx, own.orderBy('session_id').orderBy('revision', 'desc'));
}
