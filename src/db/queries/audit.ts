import type { AuditEntry } from '../../domain/audit.js';
import type { Caller } from '../../domain/context.js';
import type { Tx } from '../transaction.js';

export async function insertAuditEntry(
  tx: Tx,
  id: string,
  { organisationId, actor, address }: Pick<Caller, 'organisationId' | 'actor' | 'address'>,
  { action, subjectId, before = null, after = null }: AuditEntry,
): Promise<void> {
  await tx.sql(
    `INSERT INTO audit_entries (organisation_id, id, action, actor_kind, actor_id, actor_name, address, subject_type,
       subject_id, before, after)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      organisationId,
      id,
      action,
      actor.kind,
      actor.id,
      actor.name,
      address,
      action.slice(0, action.indexOf('.')),
      subjectId,
      before && JSON.stringify(before),
      after && JSON.stringify(after),
    ],
  );
}
