import type { Slice } from '../../../domain/paging.js';
import type { Role } from '../../../domain/vocabulary.js';
import type { EveryOrganisationSql, OrganisationSql } from '../../transaction.js';
import { Conditions, sliceOf } from '../conditions.js';

export interface InvitationRow {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly invited_by: string;
  readonly created_at: string;
  readonly expires_at: string;
  readonly expired: boolean;
}

const COLUMNS = 'id, email, role, invited_by, created_at, expires_at, expires_at <= now() AS expired';

export interface NewInvitation {
  /** Of the first invitation to this address; another one keeps it. */
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly tokenHash: Buffer;
  readonly invitedBy: string;
  readonly days: number;
}

/** There is one invitation to an address: the link of the one before is worth nothing from now on. */
export async function putInvitation(tx: OrganisationSql, invitation: NewInvitation): Promise<InvitationRow> {
  const { id, email, role, tokenHash, invitedBy, days } = invitation;
  const [row] = await tx.sql<InvitationRow>(
    `INSERT INTO invitations (organisation_id, id, email, role, token_hash, invited_by, expires_at)
     VALUES (:organisationId, :id, :email, :role, :tokenHash, :invitedBy, now() + make_interval(days => :days))
     ON CONFLICT (organisation_id, email) DO UPDATE SET role = excluded.role, token_hash = excluded.token_hash,
       invited_by = excluded.invited_by, created_at = now(), expires_at = excluded.expires_at
     RETURNING ${COLUMNS}`,
    { id, email, role, tokenHash, invitedBy, days },
  );
  if (!row) throw new Error('An upsert has returned no row.');
  return row;
}

export async function findInvitation(tx: OrganisationSql, id: string): Promise<InvitationRow | null> {
  const [row] = await tx.sql<InvitationRow>(
    `SELECT ${COLUMNS} FROM invitations WHERE organisation_id = :organisationId AND id = :id`,
    { id },
  );
  return row ?? null;
}

export async function findInvitationTo(tx: OrganisationSql, email: string): Promise<InvitationRow | null> {
  const [row] = await tx.sql<InvitationRow>(
    `SELECT ${COLUMNS} FROM invitations WHERE organisation_id = :organisationId AND email = :email`,
    { email },
  );
  return row ?? null;
}

/** By id. */
export function listInvitationRows(tx: OrganisationSql, slice: Slice): Promise<InvitationRow[]> {
  const where = new Conditions();
  where.add('organisation_id = :organisationId');
  const page = sliceOf(where, ['id'], false, slice);
  return tx.sql<InvitationRow>(`SELECT ${COLUMNS} FROM invitations WHERE ${where.text} ${page.text}`, page.values);
}

export async function countInvitations(tx: OrganisationSql): Promise<number> {
  const [row] = await tx.sql<{ count: number }>(
    'SELECT count(*)::int AS count FROM invitations WHERE organisation_id = :organisationId',
  );
  return row?.count ?? 0;
}

/** Members, and whoever else could become one. */
export async function countSeats(tx: OrganisationSql, exceptEmail: string): Promise<number> {
  const [row] = await tx.sql<{ count: number }>(
    `SELECT (SELECT count(*) FROM memberships WHERE organisation_id = :organisationId)::int
          + (SELECT count(*) FROM invitations WHERE organisation_id = :organisationId AND email <> :exceptEmail AND expires_at > now())::int
       AS count`,
    { exceptEmail },
  );
  return row?.count ?? 0;
}

export interface OpenInvitationRow {
  readonly organisation_id: string;
  readonly organisation_name: string;
  readonly email: string;
  readonly role: Role;
  readonly invited_by: string;
  readonly expires_at: string;
  readonly has_account: boolean;
}

/** Whose link this is, while it is good. The transaction must see all organisations. */
export async function findOpenInvitation(
  tx: EveryOrganisationSql,
  tokenHash: Buffer,
): Promise<OpenInvitationRow | null> {
  const [row] = await tx.sql<OpenInvitationRow>(
    `SELECT i.organisation_id, o.name AS organisation_name, i.email, i.role, i.invited_by, i.expires_at,
       EXISTS (SELECT 1 FROM people p WHERE p.email = i.email AND p.verified_at IS NOT NULL) AS has_account
     FROM invitations i JOIN organisations o USING (organisation_id)
     WHERE i.token_hash = :tokenHash AND i.expires_at > now()`,
    { tokenHash },
  );
  return row ?? null;
}

/** Uses the link up. Null when somebody else was first, or it is not good any more. */
export async function takeInvitation(
  tx: OrganisationSql,
  tokenHash: Buffer,
): Promise<Pick<InvitationRow, 'email' | 'role'> | null> {
  const [row] = await tx.sql<Pick<InvitationRow, 'email' | 'role'>>(
    `DELETE FROM invitations WHERE organisation_id = :organisationId AND token_hash = :tokenHash AND expires_at > now()
     RETURNING email, role`,
    { tokenHash },
  );
  return row ?? null;
}

/** Whoever loses their role leaves no way back to it. */
export async function deleteInvitationsBy(tx: OrganisationSql, invitedBy: string): Promise<void> {
  await tx.sql('DELETE FROM invitations WHERE organisation_id = :organisationId AND invited_by = :invitedBy', {
    invitedBy,
  });
}

export async function deleteInvitation(tx: OrganisationSql, id: string): Promise<void> {
  await tx.sql('DELETE FROM invitations WHERE organisation_id = :organisationId AND id = :id', { id });
}

/** Addresses of people who did not come. The transaction must see all organisations. */
export async function deleteOldInvitations(tx: EveryOrganisationSql, expiredForDays: number): Promise<void> {
  await tx.sql('DELETE FROM invitations WHERE expires_at < now() - make_interval(days => :expiredForDays)', {
    expiredForDays,
  });
}
