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

export async function readKeywordSettings(tx: OrganisationSql): Promise<KeywordSettings> {
  const own = tables.selectFrom('keyword_settings').select(COLUMNS).where('organisation_id', '=', tx.organisationId);
  return (await first(tx, own)) ?? UNCHANGED;
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
