import type { OrganisationSql } from '../transaction.js';
import { SUPPRESSION_COLUMNS, type SuppressionRow } from './list-suppressions.js';

export interface SuppressionKey {
  readonly mobile: string;
  /** Empty: for every sender. */
  readonly senderId: string;
}

/** In the order of the keys. */
export function findSuppressions(tx: OrganisationSql, keys: readonly SuppressionKey[]) {
  return tx.sql<SuppressionRow>(
    `SELECT ${SUPPRESSION_COLUMNS.replaceAll(/\w+/g, 's.$&')}
     FROM unnest(:mobiles::text[], :senderIds::text[]) WITH ORDINALITY AS k (mobile, sender_id, place)
     JOIN suppressions s ON s.organisation_id = :organisationId AND s.mobile = k.mobile AND s.sender_id = k.sender_id
     ORDER BY k.place`,
    { mobiles: keys.map((key) => key.mobile), senderIds: keys.map((key) => key.senderId) },
  );
}

/** Nobody else changes it before the transaction ends. */
export async function lockSuppression(
  tx: OrganisationSql,
  entry: SuppressionKey | { readonly id: string },
): Promise<SuppressionRow | null> {
  const condition = 'id' in entry ? 'id = :id' : 'mobile = :mobile AND sender_id = :senderId';
  const [row] = await tx.sql<SuppressionRow>(
    `SELECT ${SUPPRESSION_COLUMNS} FROM suppressions WHERE organisation_id = :organisationId AND ${condition} FOR UPDATE`,
    { ...entry },
  );
  return row ?? null;
}

export async function deleteSuppression(tx: OrganisationSql, id: string): Promise<void> {
  await tx.sql('DELETE FROM suppressions WHERE organisation_id = :organisationId AND id = :id', { id });
}
