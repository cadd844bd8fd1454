import type { OrganisationSql } from '../transaction.js';

/**
 * What depends on how much an organisation has, or on who belongs to it, is decided for one call after the other: two at
 * once must not both find the last place free, nor two owners each make the other one less. Comes before anything is looked
 * at. Answers the name; null: there is no such organisation.
 */
export async function lockOrganisation(tx: OrganisationSql): Promise<string | null> {
  // Not FOR UPDATE, for which every send would wait: rows that refer to the organisation lock its key.
  const [row] = await tx.sql<{ name: string }>(
    'SELECT name FROM organisations WHERE organisation_id = :organisationId FOR NO KEY UPDATE',
  );
  return row?.name ?? null;
}
