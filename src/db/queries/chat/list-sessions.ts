import type { Slice } from '../../../domain/paging.js';
import type { SessionState } from '../../../domain/vocabulary.js';
import type { OrganisationSql } from '../../transaction.js';
import { Conditions, sliceOf } from '../conditions.js';
import { SESSION_COLUMNS, type SessionRow } from './rows.js';

export interface SessionConditions {
  readonly state?: SessionState | null | undefined;
}

/** Oldest first: the order in which phones were added does not change. */
export function listSessionRows(
  tx: OrganisationSql,
  conditions: SessionConditions,
  slice: Slice,
): Promise<SessionRow[]> {
  const where = whereOf(conditions);
  const page = sliceOf(where, ['id'], false, slice);
  return tx.sql<SessionRow>(
    `SELECT ${SESSION_COLUMNS} FROM chat_sessions WHERE ${where.text} ${page.text}`,
    page.values,
  );
}

export async function countSessions(tx: OrganisationSql, conditions: SessionConditions): Promise<number> {
  const where = whereOf(conditions);
  const [row] = await tx.sql<{ count: number }>(
    `SELECT count(*)::int AS count FROM chat_sessions WHERE ${where.text}`,
    where.values,
  );
  return row?.count ?? 0;
}

function whereOf({ state }: SessionConditions): Conditions {
  const where = new Conditions();
  where.add('organisation_id = :organisationId');
  if (state != null) where.add('state = :state', { state });
  return where;
}
