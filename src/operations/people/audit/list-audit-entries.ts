import { AUDIT_ENTRIES, type AuditConditions, type AuditRow } from '../../../db/sql/people/audit-entries.js';
import type { Page, PageArguments } from '../../../domain/paging.js';
import type { Context } from '../../context.js';
import { readPage } from '../../plumbing/read-page.js';

export interface ListAuditEntriesInput extends PageArguments {
  readonly conditions: AuditConditions;
}

export function listAuditEntries(
  context: Context,
  { conditions, ...page }: ListAuditEntriesInput,
): Promise<Page<AuditRow>> {
  return readPage(context, 'audit', AUDIT_ENTRIES, conditions, page);
}
