import type { Role } from '../../../domain/vocabulary.js';
import type { Tx } from '../../transaction.js';

export async function insertMembership(tx: Tx, organisationId: string, personId: string, role: Role): Promise<boolean> {
  const rows = await tx.sql(
    `INSERT INTO memberships (organisation_id, person_id, role) VALUES ($1, $2, $3)
     ON CONFLICT (organisation_id, person_id) DO NOTHING RETURNING 1`,
    [organisationId, personId, role],
  );
  return rows.length > 0;
}

export interface OwnMembershipRow {
  readonly organisation_id: string;
  readonly name: string;
  readonly role: Role;
}

/** The organisations that a person is a member of. The transaction must see all of them. */
export function listOwnMemberships(tx: Tx, personId: string): Promise<OwnMembershipRow[]> {
  return tx.sql<OwnMembershipRow>(
    `SELECT m.organisation_id, o.name, m.role FROM memberships m JOIN organisations o USING (organisation_id)
     WHERE m.person_id = $1 ORDER BY lower(o.name), m.organisation_id`,
    [personId],
  );
}
