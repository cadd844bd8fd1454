import { columnsBut } from '../../../entities/schema.js';
import type { OrganisationSql } from '../../../postgres/transaction.js';
import { first, type RowOf, run, tables } from '../../../tables.js';

const COLUMNS = columnsBut('keyword_settings', 'organisation_id');

export type KeywordSettings = RowOf<'keyword_settings', (typeof COLUMNS)[number]>;

const UNCHANGED: KeywordSettings = {
  stop_words: [],
  stop_answered: true,
  stop_text: null,
  start_words: [],
  start_answered: true,
  start_text: null,
  help_words: [],
  help_answered: true,
  help_text: null,
};

/** With what the answers of the organisation depend on. */
export interface Keywords {
  readonly settings: KeywordSettings;
  readonly organisation: { readonly name: string; readonly smartEncoding: boolean };
}

export async function readKeywords(tx: OrganisationSql): Promise<Keywords> {
  const row = await first(
    tx,
    tables
      .selectFrom('organisations as o')
      .leftJoin('keyword_settings as k', 'k.organisation_id', 'o.organisation_id')
      .select(['o.name', 'o.smart_encoding', ...COLUMNS.map((column) => `k.${column}` as const)])
      .where('o.organisation_id', '=', tx.organisationId),
  );
  if (!row) throw new Error(`There is no organisation ${tx.organisationId}.`);
  const { name, smart_encoding: smartEncoding, ...settings } = row;
  const hasChanged = settings.stop_words !== null;
  return { settings: hasChanged ? (settings as KeywordSettings) : UNCHANGED, organisation: { name, smartEncoding } };
}

export async function storeKeywordSettings(tx: OrganisationSql, settings: KeywordSettings): Promise<void> {
  const row = { ...settings, organisation_id: tx.organisationId };
  await run(
    tx,
    tables
      .insertInto('keyword_settings')
      .values(row)
      .onConflict((there) =>
        there
          .column('organisation_id')
          .doUpdateSet((eb) => Object.fromEntries(COLUMNS.map((column) => [column, eb.ref(`excluded.${column}`)]))),
      ),
  );
}
