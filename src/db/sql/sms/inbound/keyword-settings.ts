import type { OrganisationSql } from '../../../postgres/transaction.js';
import { first, type RowOf, run, tables } from '../../../tables.js';

const COLUMNS = [
  'stop_words',
  'start_words',
  'help_words',
  'answers_stop',
  'answers_start',
  'answers_help',
  'stop_text',
  'start_text',
  'help_text',
] as const;

export type KeywordSettingsRow = RowOf<'keyword_settings', (typeof COLUMNS)[number]>;

/** With what its answers depend on. The settings are null if the organisation has changed none. */
export type KeywordsRow = RowOf<'organisations', 'name' | 'smart_encoding'> & {
  readonly [Column in keyof KeywordSettingsRow]: KeywordSettingsRow[Column] | null;
};

export async function readKeywordSettings(tx: OrganisationSql): Promise<KeywordsRow> {
  const row = await first(
    tx,
    tables
      .selectFrom('organisations as o')
      .leftJoin('keyword_settings as k', 'k.organisation_id', 'o.organisation_id')
      .select(['o.name', 'o.smart_encoding', ...COLUMNS.map((column) => `k.${column}` as const)])
      .where('o.organisation_id', '=', tx.organisationId),
  );
  if (!row) throw new Error(`There is no organisation ${tx.organisationId}.`);
  return row;
}

export async function storeKeywordSettings(tx: OrganisationSql, settings: KeywordSettingsRow): Promise<void> {
  const row = { ...settings, organisation_id: tx.organisationId };
  await run(
    tx,
    tables
      .insertInto('keyword_settings')
      .values(row)
      .onConflict((conflict) => conflict.column('organisation_id').doUpdateSet(settings)),
  );
}
