import {
  type AuditConditions,
  type AuditRow,
  countAuditRows,
  listAuditRows,
} from '../../db/queries/list-audit-entries.js';
import { atOnceInOrganisation } from '../../db/transaction.js';
import type { Context } from '../../domain/context.js';
import { LIMITS } from '../../domain/limits.js';
import { CursorCodec, type Page, type PageArguments, pageOf, readSlice } from '../../domain/paging.js';

export interface ListAuditEntriesInput extends PageArguments {
  readonly conditions: AuditConditions;
}

export async function listAuditEntries(
  { orm, secretKey, caller: { organisationId } }: Context,
  { conditions, ...page }: ListAuditEntriesInput,
): Promise<Page<AuditRow>> {
  const codec = new CursorCodec(secretKey, organisationId, 'audit');
  const slice = readSlice(page, codec, LIMITS.connectionPageMax);
  const rows = await atOnceInOrganisation(orm, organisationId, (tx) => listAuditRows(tx, conditions, slice));
  return pageOf(
    rows,
    slice,
    (row) => codec.encode([row.id]),
    () => atOnceInOrganisation(orm, organisationId, (tx) => countAuditRows(tx, conditions)),
  );
}
