import type { OrganisationSql } from '../../transaction.js';

/** Where the owners of an organisation are written to. */
export async function listOwnerAddresses(tx: OrganisationSql): Promise<string[]> {
  const rows = await tx.sql<{ email: string }>(
    `SELECT p.email FROM memberships m JOIN people p ON p.id = m.person_id
     WHERE m.organisation_id = :organisationId AND m.role = 'owner' ORDER BY p.email`,
  );
  return rows.map(({ email }) => email);
}
