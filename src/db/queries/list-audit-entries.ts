import type { AuditAction } from '../../domain/audit.js';
import type { Slice } from '../../domain/paging.js';
import type { ActorKind } from '../../domain/vocabulary.js';
import { lowestIdAt } from '../../lib/ids.js';
import type { OrganisationSql } from '../transaction.js';
import { Conditions, sliceOf } from './conditions.js';

/** Timestamps are text, as in rows.ts. */
export interface AuditRow {
  readonly id: string;
  readonly action: AuditAction;
  readonly actor_kind: ActorKind;
  readonly actor_id: string | null;
  readonly actor_name: string;
  readonly address: string | null;
  readonly subject_type: string;
  readonly subject_id: string | null;
  readonly before: object | null;
  readonly after: object | null;
  readonly created_at: string;
}

export interface AuditConditions {
  /** Empty: none of them, so nothing. */
  readonly actions?: readonly AuditAction[] | null | undefined;
  readonly actorId?: string | null | undefined;
  readonly subjectId?: string | null | undefined;
  /** At this time or later. */
  readonly since?: Date | null | undefined;
  /** Earlier than this. */
  readonly until?: Date | null | undefined;
}

const COLUMNS = `id, action, actor_kind, actor_id, actor_name, address, subject_type, subject_id, before, after,
  created_at`;

/** Newest first: ids are made in the order of time. */
export function listAuditRows(tx: OrganisationSql, conditions: AuditConditions, slice: Slice): Promise<AuditRow[]> {
  const where = whereOf(conditions);
  const page = sliceOf(where, ['id'], true, slice);
  return tx.sql<AuditRow>(`SELECT ${COLUMNS} FROM audit_entries WHERE ${where.text} ${page.text}`, page.values);
}

export async function countAuditRows(tx: OrganisationSql, conditions: AuditConditions): Promise<number> {
  const where = whereOf(conditions);
  const [row] = await tx.sql<{ count: number }>(
    `SELECT count(*)::int AS count FROM audit_entries WHERE ${where.text}`,
    where.values,
  );
  return row?.count ?? 0;
}

function whereOf(conditions: AuditConditions): Conditions {
  const where = new Conditions();
  where.add('organisation_id = :organisationId');
  if (conditions.actions != null) where.add('action = ANY (:actions)', { actions: conditions.actions });
  if (conditions.actorId != null) where.add('actor_id = :actorId', { actorId: conditions.actorId });
  if (conditions.subjectId != null) where.add('subject_id = :subjectId', { subjectId: conditions.subjectId });
  // Through the id, which the primary key finds; created_at has no index.
  if (conditions.since != null) where.add('id >= :sinceId', { sinceId: lowestIdAt(conditions.since.getTime()) });
  if (conditions.until != null) where.add('id < :untilId', { untilId: lowestIdAt(conditions.until.getTime()) });
  return where;
}
