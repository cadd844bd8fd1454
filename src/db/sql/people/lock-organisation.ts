import type { OrganisationSql } from '../../postgres/transaction.js';
import { first, tables } from '../../tables.js';

/**
 * Serialises calls that check a limit of an organisation, or its members. Without the lock two calls could both take
 * the last free place, or two owners could demote each other. A call locks before it reads. Returns the name, or null
 * if there is no such organisation.
 */
export async function lockOrganisation(tx: OrganisationSql): Promise<string | null> {
  // Not FOR UPDATE, which would block every send: rows that refer to the organisation lock its key.
  const own = tables.selectFrom('organisations').select('name').where('organisation_id', '=', tx.organisationId);
  return (await first(tx, own.forNoKeyUpdate()))?.name ?? null;
}
