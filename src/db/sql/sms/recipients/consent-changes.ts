import type { ConsentChange, ConsentSource } from '../../../../domain/vocabulary.js';
import { lowestIdAt, newId } from '../../../../lib/ids.js';
import { ConsentEntry } from '../../../entities/sms/consent.js';
import { equal, type List } from '../../../lists/list.js';
import { type Walk, walkAlong } from '../../../lists/walk.js';
import { numbers } from '../../../postgres/array-parameters.js';
import type { OrganisationSql } from '../../../postgres/transaction.js';
import { anyOf, columnsBut, type RowOf, run, tables } from '../../../tables.js';
import type { CreatedBy } from '../../people/created-by.js';

const DAY_MS = 24 * 3_600_000;

const COLUMNS = columnsBut(ConsentEntry, 'organisation_id');

export interface ConsentChangeRow extends RowOf<'consent_changes', (typeof COLUMNS)[number]> {}

export interface ConsentConditions {
  readonly mobile?: string | null | undefined;
  readonly change?: ConsentChange | null | undefined;
  readonly source?: ConsentSource | null | undefined;
}

/** Newest first. */
export const CONSENT_CHANGES: List<ConsentChangeRow, ConsentConditions, 'consent_changes'> = {
  table: 'consent_changes',
  order: ['id'],
  descending: true,
  rows: (from) => from.select(COLUMNS),
  conditions: ({ mobile, change, source }) => equal<'consent_changes'>({ mobile, change, source }),
};

/** Along the index of a number, or along the ids. */
export const CONSENT_SEARCH: Walk<ConsentChangeRow, ConsentConditions, 'consent_changes'> = walkAlong(
  CONSENT_CHANGES,
  (_tx, { mobile }) => equal<'consent_changes'>({ mobile }),
);

export function findConsentChanges(tx: OrganisationSql, ids: readonly string[]): Promise<ConsentChangeRow[]> {
  return run(
    tx,
    tables
      .selectFrom('consent_changes')
      .select(COLUMNS)
      .where('organisation_id', '=', tx.organisationId)
      .where('id', '=', anyOf(ids)),
  );
}

type Stored = RowOf<'consent_changes'>;

export interface NewConsentChange
  extends Pick<Stored, 'change' | 'source' | 'test'>,
    Partial<
      Pick<Stored, 'promotional_only' | 'sender_id' | 'word' | 'own_number' | 'inbound_id' | 'proof' | 'omitted'> &
        CreatedBy
    > {
  readonly mobile: string;
  /** Without it the person says it now. */
  readonly changed_at?: string | null;
}

/** Returns the ids, in the order of the changes. */
export async function insertConsentChanges(
  tx: OrganisationSql,
  changes: readonly NewConsentChange[],
): Promise<readonly string[]> {
  const rows = changes.map((change) => ({ ...change, id: newId() }));
  await tx.sql(
    `INSERT INTO consent_changes (organisation_id, id, mobile, change, source, sender_id, word, own_number, inbound_id, proof,
                                  changed_at, created_by_kind, created_by_id, created_by_name, test, promotional_only, omitted)
     SELECT :organisationId, id, mobile, change, source, coalesce(sender_id, ''), word, own_number, inbound_id, proof,
            coalesce(changed_at, now()), created_by_kind, created_by_id, created_by_name, test,
            coalesce(promotional_only, false), coalesce(omitted, 0)
     FROM json_to_recordset(:changes::json)
       AS n (id uuid, mobile text, change consent_change, source consent_source, sender_id text, word text, own_number text,
             inbound_id uuid, proof text, changed_at timestamptz, created_by_kind actor_kind, created_by_id uuid,
             created_by_name text, test boolean, promotional_only boolean, omitted integer)`,
    { changes: JSON.stringify(rows) },
  );
  return rows.map(({ id }) => id);
}

/**
 * Deletes the newest change by a keyword of each number that has had `most` within 24 hours. Returns how many changes
 * are not kept, by number: the next one says so. Those of the sandbox stay: an event whose change is gone counts as
 * live.
 */
export async function deleteBeyond(
  tx: OrganisationSql,
  { mobiles, most }: { readonly mobiles: readonly string[]; readonly most: number },
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.sql<RowOf<'consent_changes', 'id' | 'omitted'> & { readonly mobile: string }>(BEYOND, {
    mobiles: numbers(mobiles),
    most,
    sinceId: lowestIdAt(Date.now() - DAY_MS),
  });
  if (rows.length > 0) {
    const own = tables.deleteFrom('consent_changes').where('organisation_id', '=', tx.organisationId);
    await run(tx, own.where('id', '=', anyOf(rows.map(({ id }) => id))));
  }
  return new Map(rows.map(({ mobile, omitted }) => [mobile, omitted + 1]));
}

/** A number may have changes of years, so the statement reads its index from the first id of the day on. */
const BEYOND = `
SELECT mobile, (array_agg(id ORDER BY id DESC))[1] AS id, (array_agg(omitted ORDER BY id DESC))[1] AS omitted
FROM consent_changes
WHERE organisation_id = :organisationId AND mobile = ANY (:mobiles::text[]) AND id >= :sinceId::uuid
  AND source = 'keyword' AND NOT test AND created_at > now() - interval '24 hours'
GROUP BY mobile HAVING count(*) >= :most::int`;
