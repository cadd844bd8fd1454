import type { Slice } from '../../../domain/paging.js';
import type { Role } from '../../../domain/vocabulary.js';
import type { Values } from '../../statement.js';
import type { EveryOrganisationSql, OrganisationSql, Sql } from '../../transaction.js';
import { Conditions, sliceOf } from '../conditions.js';

export async function insertMembership(tx: OrganisationSql, personId: string, role: Role): Promise<boolean> {
  const rows = await tx.sql(
    `INSERT INTO memberships (organisation_id, person_id, role) VALUES (:organisationId, :personId, :role)
     ON CONFLICT (organisation_id, person_id) DO NOTHING RETURNING 1`,
    { personId, role },
  );
  return rows.length > 0;
}

export interface MemberRow {
  readonly person_id: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  /** To the microsecond. */
  readonly created_at: string;
}

const MEMBERS = `SELECT m.person_id, p.email, p.name, m.role, m.created_at
  FROM memberships m JOIN people p ON p.id = m.person_id`;

export async function findMember(tx: OrganisationSql, personId: string): Promise<MemberRow | null> {
  const [row] = await tx.sql<MemberRow>(
    `${MEMBERS} WHERE m.organisation_id = :organisationId AND m.person_id = :personId`,
    { personId },
  );
  return row ?? null;
}

export async function isMember(tx: OrganisationSql, email: string): Promise<boolean> {
  const rows = await tx.sql(`${MEMBERS} WHERE m.organisation_id = :organisationId AND p.email = :email`, {
    email,
  });
  return rows.length > 0;
}

/** In the order of joining. */
export function listMemberRows(tx: OrganisationSql, slice: Slice): Promise<MemberRow[]> {
  const where = new Conditions();
  where.add('m.organisation_id = :organisationId');
  const page = sliceOf(where, ['m.created_at', 'm.person_id'], false, slice);
  return tx.sql<MemberRow>(`${MEMBERS} WHERE ${where.text} ${page.text}`, page.values);
}

export function countMembers(tx: OrganisationSql): Promise<number> {
  return count(tx, 'organisation_id = :organisationId');
}

export function countOwners(tx: OrganisationSql): Promise<number> {
  return count(tx, `organisation_id = :organisationId AND role = 'owner'`);
}

/** The transaction must see all organisations. */
export function countOwned(tx: EveryOrganisationSql, personId: string): Promise<number> {
  return count(tx, `person_id = :personId AND role = 'owner'`, { personId });
}

async function count(tx: Sql, condition: string, values: Values = {}): Promise<number> {
  const [row] = await tx.sql<{ count: number }>(
    `SELECT count(*)::int AS count FROM memberships WHERE ${condition}`,
    values,
  );
  return row?.count ?? 0;
}

export async function updateRole(tx: OrganisationSql, personId: string, role: Role): Promise<void> {
  await tx.sql(
    'UPDATE memberships SET role = :role WHERE organisation_id = :organisationId AND person_id = :personId',
    { personId, role },
  );
}

export async function deleteMembership(tx: OrganisationSql, personId: string): Promise<void> {
  await tx.sql('DELETE FROM memberships WHERE organisation_id = :organisationId AND person_id = :personId', {
    personId,
  });
}

export interface OwnMembershipRow {
  readonly organisation_id: string;
  readonly name: string;
  readonly role: Role;
}

/** The organisations that a person is a member of. The transaction must see all of them. */
export function listOwnMemberships(tx: EveryOrganisationSql, personId: string): Promise<OwnMembershipRow[]> {
  return tx.sql<OwnMembershipRow>(
    `SELECT m.organisation_id, o.name, m.role FROM memberships m JOIN organisations o USING (organisation_id)
     WHERE m.person_id = :personId ORDER BY lower(o.name), m.organisation_id`,
    { personId },
  );
}
