import { ExportLink } from '../../entities/exports/export-links.js';
import type { From, List } from '../../lists/list.js';
import type { EveryOrganisationSql, OrganisationSql } from '../../postgres/transaction.js';
import { columnsBut, first, NOW, type RowOf, run, tables } from '../../tables.js';

const COLUMNS = columnsBut(ExportLink, 'organisation_id', 'revocations');

export interface ExportLinkRow extends RowOf<'export_links', (typeof COLUMNS)[number]> {}

/** Links that have not expired, whose makers are members or keys in force. A new password has ended earlier links. */
const open = (links: From<'export_links'> = tables.selectFrom('export_links')) =>
  links
    .select(COLUMNS)
    .where('expires_at', '>', NOW)
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(
          selectFrom('memberships')
            .innerJoin('people', 'people.id', 'memberships.person_id')
            .select('people.id')
            .whereRef('memberships.organisation_id', '=', 'export_links.organisation_id')
            .whereRef('memberships.person_id', '=', 'export_links.created_by_id')
            .whereRef('people.revocations', '=', 'export_links.revocations'),
        ),
        exists(
          selectFrom('api_keys')
            .select('api_keys.id')
            .whereRef('api_keys.organisation_id', '=', 'export_links.organisation_id')
            .whereRef('api_keys.id', '=', 'export_links.created_by_id')
            .where('api_keys.revoked_at', 'is', null)
            .where((key) => key.or([key('api_keys.expires_at', 'is', null), key('api_keys.expires_at', '>', NOW)])),
        ),
      ]),
    );

/** Newest first. */
export const EXPORT_LINKS: List<ExportLinkRow, null, 'export_links'> = {
  table: 'export_links',
  order: ['id'],
  descending: true,
  rows: open,
};

export function findExportLink(tx: OrganisationSql, id: string): Promise<ExportLinkRow | null> {
  return first(tx, open().where('organisation_id', '=', tx.organisationId).where('id', '=', id));
}

export type NewExportLink = Omit<RowOf<'export_links'>, 'organisation_id' | 'created_at'>;

export async function insertExportLink(tx: OrganisationSql, link: NewExportLink): Promise<ExportLinkRow> {
  const values = { ...link, organisation_id: tx.organisationId };
  const [row] = await run(tx, tables.insertInto('export_links').values(values).returning(COLUMNS));
  return row as ExportLinkRow;
}

/** Returns false if another call was first. */
export async function deleteExportLink(tx: OrganisationSql, id: string): Promise<boolean> {
  return (await first(tx, deleteFrom(tx).where('id', '=', id).returning('id'))) !== null;
}

/** A person who joins again has made no links. */
export async function deleteExportLinksOf(tx: OrganisationSql, personId: string): Promise<void> {
  await run(tx, deleteFrom(tx).where('created_by_id', '=', personId));
}

export async function deleteExpiredExportLinks(tx: EveryOrganisationSql): Promise<void> {
  await tx.sql('DELETE FROM export_links WHERE expires_at < now()');
}

const deleteFrom = (tx: OrganisationSql) =>
  tables.deleteFrom('export_links').where('organisation_id', '=', tx.organisationId);
