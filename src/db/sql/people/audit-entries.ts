import { sql } from 'kysely';
import type { Caller } from '../../../domain/context.js';
import type { AuditAction, NewAuditEntry } from '../../../domain/people/audit.js';
import { lowestIdAt } from '../../../lib/ids.js';
import { AuditEntry } from '../../entities/people/audit.js';
import { equal, given, type List } from '../../lists/list.js';
import type { OrganisationSql } from '../../postgres/transaction.js';
import { columnsBut, type RowOf, run, tables } from '../../tables.js';

const COLUMNS = columnsBut(AuditEntry, 'organisation_id');

export interface AuditRow extends RowOf<'audit_entries', (typeof COLUMNS)[number]> {}

export interface AuditConditions {
  /** Empty: no action, so no entry. */
  readonly actions?: readonly AuditAction[] | null | undefined;
  readonly actorId?: string | null | undefined;
  readonly subjectId?: string | null | undefined;
  /** At this time or later. */
  readonly since?: Date | null | undefined;
  /** Earlier than this. */
  readonly until?: Date | null | undefined;
}

/** Newest first: ids are made in the order of time. */
export const AUDIT_ENTRIES: List<AuditRow, AuditConditions, 'audit_entries'> = {
  table: 'audit_entries',
  order: ['id'],
  descending: true,
  rows: (from) => from.select(COLUMNS),
  conditions: ({ actions, actorId, subjectId, since, until }) => [
    ...equal<'audit_entries'>({
      action: actions && sql`ANY (${actions})`,
      actor_id: actorId,
      subject_id: subjectId,
    }),
    // By the id, which the primary key finds; created_at has no index.
    ...given(since, (time) => sql`id >= ${lowestIdAt(time.getTime())}`),
    ...given(until, (time) => sql`id < ${lowestIdAt(time.getTime())}`),
  ],
};

export async function insertAuditEntry(
  tx: OrganisationSql,
  id: string,
  { actor, address }: Pick<Caller, 'actor' | 'address'>,
  { action, subjectId, before = null, after = null }: NewAuditEntry,
): Promise<void> {
  await run(
    tx,
    tables.insertInto('audit_entries').values({
      organisation_id: tx.organisationId,
      id,
      action,
      actor_kind: actor.kind,
      actor_id: actor.id,
      actor_name: actor.name,
      address,
      subject_type: action.slice(0, action.indexOf('.')),
      subject_id: subjectId,
      before,
      after,
    }),
  );
}
