import { first, tables } from '../../tables.js';
import type { OrganisationSql } from '../../transaction.js';

/**
 * Serialises the calls that decide by what an organisation has, or by who belongs to it. Without the lock two calls could
 * both take the last free place, or two owners could demote each other. A call locks before it reads. Returns the name, or
 * null if there is no such organisation.
 */
export async function lockOrganisation(tx: OrganisationSql): Promise<string | null> {
  // Not FOR UPDATE, for which every send would wait: rows that refer to the organisation lock its key.
  const own = tables.selectFrom('organisations').select('name').where('organisation_id', '=', tx.organisationId);
  return (await first(tx, own.forNoKeyUpdate()))?.name ?? null;
}
