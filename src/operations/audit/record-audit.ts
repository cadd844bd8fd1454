import { insertAuditEntry } from '../../db/queries/audit.js';
import type { Tx } from '../../db/transaction.js';
import type { AuditEntry } from '../../domain/audit.js';
import type { Caller } from '../../domain/context.js';
import { newId } from '../../lib/ids.js';

/** Part of the change that it tells of: one is never there without the other. */
export function recordAudit(
  tx: Tx,
  by: Pick<Caller, 'organisationId' | 'actor' | 'address'>,
  entry: AuditEntry,
): Promise<void> {
  return insertAuditEntry(tx, newId(), by, entry);
}
