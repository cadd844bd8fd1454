import { AUDIT_ENTRIES, insertAuditEntry } from '../../db/sql/people/audit-entries.js';
import type { OrganisationTx } from '../../db/transaction.js';
import type { Caller } from '../../domain/context.js';
import type { AuditEntry } from '../../domain/people/audit.js';
import { newId } from '../../lib/ids.js';
import { snakeCase } from '../../lib/snake-case.js';
import { filteredListForCaller } from '../plumbing/reads.js';

/** Part of the change that it tells of: one is never there without the other. */
export function recordAudit(
  tx: OrganisationTx,
  by: Pick<Caller, 'actor' | 'address'>,
  entry: AuditEntry,
): Promise<void> {
  const { before, after } = entry;
  return insertAuditEntry(tx, newId(), by, { ...entry, before: named(before), after: named(after) });
}

/** Every setting under one name in every entry, whoever writes it: what is in the log stays as it is for good. */
function named(settings: object | null | undefined): object | null {
  return settings
    ? Object.fromEntries(Object.entries(settings).map(([name, value]) => [snakeCase(name), value]))
    : null;
}

export const listAuditEntries = filteredListForCaller('audit', AUDIT_ENTRIES);
