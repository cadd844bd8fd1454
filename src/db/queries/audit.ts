import type { AuditEntry } from '../../domain/audit.js';
import type { Caller } from '../../domain/context.js';
import type { OrganisationSql } from '../transaction.js';

export async function insertAuditEntry(
  tx: OrganisationSql,
  id: string,
  { actor, address }: Pick<Caller, 'actor' | 'address'>,
  { action, subjectId, before = null, after = null }: AuditEntry,
): Promise<void> {
  await tx.sql(
    `INSERT INTO audit_entries (organisation_id, id, action, actor_kind, actor_id, actor_name, address, subject_type,
       subject_id, before, after)
     VALUES (:organisationId, :id, :action, :kind, :actorId, :name, :address, :subjectType, :subjectId, :before, :after)`,
    {
      id,
      action,
      kind: actor.kind,
      actorId: actor.id,
      name: actor.name,
      address,
      subjectType: action.slice(0, action.indexOf('.')),
      subjectId,
      before: before && JSON.stringify(before),
      after: after && JSON.stringify(after),
    },
  );
}
