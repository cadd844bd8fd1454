import type { OrganisationSql } from '../../../postgres/transaction.js';
import type { RowOf } from '../../../tables.js';
import type { SuppressionKey, SuppressionRow } from './suppressions.js';

/** A suppression whose number the program knows only by its hash. */
export type ErasedSuppression = RowOf<
  'erased_suppressions',
  'mobile_hash' | 'sender_id' | 'delivery_code' | 'test' | 'promotional_only'
>;

/**
 * For a list of columns: true if the organisation has any, else null. Hashing five hundred numbers for nothing takes
 * milliseconds. The order makes the planner follow the primary key: with a limit alone it scans the table, and would
 * read all of it for an organisation that has none.
 */
export const HAS_ERASED_SUPPRESSIONS = `(
  SELECT true FROM erased_suppressions WHERE organisation_id = :organisationId ORDER BY mobile_hash LIMIT 1
) AS has_erased_suppressions`;

export async function hasErasedSuppressions(tx: OrganisationSql): Promise<boolean> {
  const [row] = await tx.sql<{ has_erased_suppressions: true | null }>(`SELECT ${HAS_ERASED_SUPPRESSIONS}`);
  return row?.has_erased_suppressions === true;
}

/** Replaces the number of its suppressions by a keyed hash. Returns how many there were. */
export async function eraseSuppressions(tx: OrganisationSql, mobile: string, mobileHash: Buffer): Promise<number> {
  const lifted = await tx.sql<
    RowOf<'suppressions', 'sender_id' | 'id' | 'delivery_code' | 'source' | 'test' | 'promotional_only' | 'created_at'>
  >(
    `DELETE FROM suppressions WHERE organisation_id = :organisationId AND mobile = :mobile
     RETURNING sender_id, id, delivery_code, source, test, promotional_only, created_at`,
    { mobile },
  );
  if (lifted.length === 0) return 0;
  await tx.sql(
    `INSERT INTO erased_suppressions AS e (organisation_id, mobile_hash, sender_id, id, delivery_code, source, test, promotional_only,
                                           created_at)
     SELECT :organisationId, :mobileHash, sender_id, id, delivery_code, source, test, promotional_only, created_at
     FROM unnest(:senderIds::text[], :ids::uuid[], :deliveryCodes::smallint[], :sources::suppression_source[],
                          :tests::boolean[], :promotionalOnly::boolean[], :createdAts::timestamptz[])
       AS lifted (sender_id, id, delivery_code, source, test, promotional_only, created_at)
     ORDER BY sender_id
     ON CONFLICT (organisation_id, mobile_hash, sender_id) DO UPDATE
     SET delivery_code = excluded.delivery_code, test = e.test AND excluded.test,
         -- START lifts neither what no keyword has made, nor what a later STOP has.
         source = CASE WHEN e.source = 'keyword' THEN excluded.source ELSE e.source END,
         created_at = greatest(e.created_at, excluded.created_at),
         promotional_only = CASE WHEN e.test = excluded.test THEN e.promotional_only AND excluded.promotional_only
                                 WHEN e.test THEN excluded.promotional_only ELSE e.promotional_only END`,
    {
      mobileHash,
      senderIds: lifted.map((row) => row.sender_id),
      ids: lifted.map((row) => row.id),
      deliveryCodes: lifted.map((row) => row.delivery_code),
      sources: lifted.map((row) => row.source),
      tests: lifted.map((row) => row.test),
      promotionalOnly: lifted.map((row) => row.promotional_only),
      createdAts: lifted.map((row) => row.created_at),
    },
  );
  return lifted.length;
}

export function findErasedSuppressions(tx: OrganisationSql, hashes: readonly Buffer[]): Promise<ErasedSuppression[]> {
  return tx.sql<ErasedSuppression>(
    `SELECT mobile_hash, sender_id, delivery_code, test, promotional_only FROM erased_suppressions
     WHERE organisation_id = :organisationId AND mobile_hash = ANY (:hashes::bytea[])`,
    { hashes },
  );
}

/**
 * Deletes such a suppression, and returns it with the number that the caller has named; null if there is none. Under
 * several secret keys it may have as many rows: it is one of the sandbox only if all of them are.
 */
export async function deleteErasedSuppression(
  tx: OrganisationSql,
  { mobile, senderId }: SuppressionKey,
  { mobileHashes, testOnly }: { readonly mobileHashes: readonly Buffer[]; readonly testOnly: boolean },
): Promise<SuppressionRow | null> {
  const rows = await tx.sql<Omit<SuppressionRow, 'mobile' | 'reason'>>(
    `DELETE FROM erased_suppressions
     WHERE organisation_id = :organisationId AND mobile_hash = ANY (:mobileHashes::bytea[]) AND sender_id = :senderId
       AND (test OR NOT :testOnly)
     RETURNING id, sender_id, delivery_code, source, test, promotional_only, created_at`,
    { senderId, mobileHashes, testOnly },
  );
  const row = rows.find(({ test }) => !test) ?? rows[0];
  return row ? { ...row, mobile, reason: null } : null;
}

/** A number that says START, and the time before which a suppression must have been made to be lifted by it. */
export interface ErasedStart {
  readonly mobileHash: Buffer;
  readonly since: string;
}

/** Lifts those that a STOP made, as `liftByKeyword` does. Returns the numbers by their hashes. */
export async function liftErasedByKeyword(
  tx: OrganisationSql,
  { starts, test }: { readonly starts: readonly ErasedStart[]; readonly test: boolean },
): Promise<RowOf<'erased_suppressions', 'mobile_hash' | 'promotional_only'>[]> {
  return tx.sql(
    `DELETE FROM erased_suppressions s USING unnest(:hashes::bytea[], :since::timestamptz[]) AS n (mobile_hash, since)
     WHERE s.organisation_id = :organisationId AND s.mobile_hash = n.mobile_hash AND s.test = :test AND s.source = 'keyword'
       AND s.created_at <= n.since
     RETURNING s.mobile_hash, s.promotional_only`,
    { hashes: starts.map(({ mobileHash }) => mobileHash), since: starts.map(({ since }) => since), test },
  );
}
