import type { OrganisationTx } from '../../db/postgres/transaction.js';
import { AUDIT_ENTRIES, insertAuditEntry } from '../../db/sql/people/audit-entries.js';
import type { Caller } from '../../domain/context.js';
import type { NewAuditEntry } from '../../domain/people/audit.js';
import { newId } from '../../lib/ids.js';
import { snakeCase } from '../../lib/snake-case.js';
import { filteredListForCaller } from '../kernel/reads.js';

export type { AuditRow } from '../../db/sql/people/audit-entries.js';

/** Inserts an audit entry in the transaction of the change, so that neither exists without the other. */
export function recordAudit(
  tx: OrganisationTx,
  by: Pick<Caller, 'actor' | 'address'>,
  entry: NewAuditEntry,
): Promise<void> {
  const { before, after } = entry;
  return insertAuditEntry(tx, newId(), by, {
    ...entry,
    before: withSnakeCaseNames(before),
    after: withSnakeCaseNames(after),
  });
}

/** Entries are never rewritten, so the names of settings in them must not depend on names in the code. */
function withSnakeCaseNames(settings: object | null | undefined): object | null {
  return settings
    ? Object.fromEntries(Object.entries(settings).map(([name, value]) => [snakeCase(name), value]))
    : null;
}

export const listAuditEntries = filteredListForCaller('audit', AUDIT_ENTRIES);
