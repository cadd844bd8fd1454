import { KeywordSettings } from '../../../entities/sms/inbound.js';
import type { OrganisationSql } from '../../../postgres/transaction.js';
import { columnsBut, first, type RowOf, run, tables } from '../../../tables.js';

const COLUMNS = columnsBut(KeywordSettings, 'organisation_id');

export type KeywordSettingsRow = RowOf<'keyword_settings', (typeof COLUMNS)[number]>;

const UNCHANGED: KeywordSettingsRow = {
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

export async function readKeywordSettings(tx: OrganisationSql): Promise<KeywordSettingsRow> {
  const own = tables.selectFrom('keyword_settings').select(COLUMNS).where('organisation_id', '=', tx.organisationId);
  return (await first(tx, own)) ?? UNCHANGED;
}

export async function storeKeywordSettings(tx: OrganisationSql, settings: KeywordSettingsRow): Promise<void> {
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
