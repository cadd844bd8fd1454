import type { OrganisationTx } from '../../db/postgres/transaction.js';
import {
  deleteExportLink,
  EXPORT_LINKS,
  type ExportLinkRow,
  findExportLink as findById,
} from '../../db/sql/exports/export-links.js';
import { findApiKey } from '../../db/sql/people/api-keys.js';
import { notFound, PostriderError } from '../../domain/errors.js';
import type { ExportLink } from '../../domain/exports/export-link.js';
import type { Context, Services } from '../context.js';
import { listForCaller } from '../kernel/reads.js';
import { recordAudit } from '../people/audit-log.js';

export type { ExportLinkRow } from '../../db/sql/exports/export-links.js';

export const listExportLinks = listForCaller('export links', EXPORT_LINKS);

/** Null if the link was ended, or is over for another reason. */
export function findExportLink(
  { db }: Pick<Services, 'db'>,
  { organisationId, id }: Pick<ExportLink, 'organisationId' | 'id'>,
): Promise<ExportLinkRow | null> {
  return db.atOnceInOrganisation(organisationId, (tx) => findById(tx, id));
}

/** All processes refuse the link within seconds, downloads under way included. Returns the link as it was. */
export function endExportLink({ db, caller }: Context, { exportLinkId: id }: { readonly exportLinkId: string }) {
  return db.inOrganisation(caller.organisationId, async (tx): Promise<ExportLinkRow> => {
    const link = await findById(tx, id);
    if (!link) throw notFound('Export link');
    if (caller.mode === 'test' && !(await isOfTestKey(tx, link))) throw new PostriderError('live_for_test_key');
    if (!(await deleteExportLink(tx, id))) throw notFound('Export link');
    const { what, campaign_id: campaignId, conditions, format } = link;
    const before = { what, campaignId, conditions, format };
    await recordAudit(tx, caller, { action: 'export_link.ended', subjectId: id, before });
    return link;
  });
}

async function isOfTestKey(tx: OrganisationTx, { created_by_id: id }: ExportLinkRow): Promise<boolean> {
  const key = id === null ? null : await findApiKey(tx, id);
  return key?.mode === 'test';
}
