import { type InferResult, sql } from 'kysely';
import type { List } from '../../lists/list.js';
import type { EveryOrganisationSql, OrganisationSql } from '../../postgres/transaction.js';
import { first, NOW, type RowOf, run, tables } from '../../tables.js';

const COLUMNS = [
  'id',
  'email',
  'role',
  'invited_by',
  'created_at',
  'expires_at',
  sql<boolean>`expires_at <= now()`.as('expired'),
] as const;

const invitations = tables.selectFrom('invitations').select(COLUMNS);

export type InvitationRow = InferResult<typeof invitations>[number];

/** In the order in which addresses were first invited, expired invitations included. */
export const INVITATIONS: List<InvitationRow, null, 'invitations'> = {
  table: 'invitations',
  order: ['id'],
  descending: false,
  rows: (from) => from.select(COLUMNS),
};

export interface NewInvitation extends RowOf<'invitations', 'id' | 'email' | 'role' | 'token_hash' | 'invited_by'> {
  readonly days: number;
}

/** Replaces the link of an earlier invitation to this address, which keeps its id. */
export async function putInvitation(
  tx: OrganisationSql,
  { days, ...invitation }: NewInvitation,
): Promise<InvitationRow> {
  const row = await first(
    tx,
    tables
      .insertInto('invitations')
      .values({
        ...invitation,
        organisation_id: tx.organisationId,
        expires_at: sql`now() + make_interval(days => ${days})`,
      })
      .onConflict((earlier) =>
        earlier.columns(['organisation_id', 'email']).doUpdateSet((eb) => ({
          role: eb.ref('excluded.role'),
          token_hash: eb.ref('excluded.token_hash'),
          invited_by: eb.ref('excluded.invited_by'),
          created_at: NOW,
          expires_at: eb.ref('excluded.expires_at'),
        })),
      )
      .returning(COLUMNS),
  );
  if (!row) throw new Error('An upsert has returned no row.');
  return row;
}

export function findInvitation(tx: OrganisationSql, id: string): Promise<InvitationRow | null> {
  return first(tx, invitations.where('organisation_id', '=', tx.organisationId).where('id', '=', id));
}

export function findInvitationTo(tx: OrganisationSql, email: string): Promise<InvitationRow | null> {
  return first(tx, invitations.where('organisation_id', '=', tx.organisationId).where('email', '=', email));
}

/** Counts members and open invitations, except one to this address. */
export async function countSeats(tx: OrganisationSql, exceptEmail: string): Promise<number> {
  const [row] = await tx.sql<{ count: number }>(
    `SELECT (SELECT count(*) FROM memberships WHERE organisation_id = :organisationId)::int
          + (SELECT count(*) FROM invitations
             WHERE organisation_id = :organisationId AND email <> :exceptEmail AND expires_at > now())::int AS count`,
    { exceptEmail },
  );
  return row?.count ?? 0;
}

const openInvitations = tables
  .selectFrom('invitations')
  .innerJoin('organisations', 'organisations.organisation_id', 'invitations.organisation_id')
  .leftJoin('people', 'people.email', 'invitations.email')
  .select([
    'invitations.organisation_id',
    'organisations.name as organisation_name',
    'invitations.email',
    'invitations.role',
    'invitations.invited_by',
    'invitations.expires_at',
    sql<boolean>`people.verified_at IS NOT NULL`.as('has_account'),
  ])
  .where('invitations.expires_at', '>', NOW);

export type OpenInvitationRow = InferResult<typeof openInvitations>[number];

/** Null if the token is unknown or the invitation has expired. */
export function findOpenInvitation(tx: EveryOrganisationSql, tokenHash: Buffer): Promise<OpenInvitationRow | null> {
  return first(tx, openInvitations.where('invitations.token_hash', '=', tokenHash));
}

/** Uses the invitation. Null if another call was first, or the invitation has expired. */
export function takeInvitation(
  tx: OrganisationSql,
  tokenHash: Buffer,
): Promise<Pick<InvitationRow, 'email' | 'role'> | null> {
  const open = deleteFrom(tx).where('token_hash', '=', tokenHash).where('expires_at', '>', NOW);
  return first(tx, open.returning(['email', 'role']));
}

/** Deletes invitations that a member has made, so that a removed member cannot use them to return. */
export async function deleteInvitationsBy(tx: OrganisationSql, invitedBy: string): Promise<void> {
  await run(tx, deleteFrom(tx).where('invited_by', '=', invitedBy));
}

export async function deleteInvitation(tx: OrganisationSql, id: string): Promise<void> {
  await run(tx, deleteFrom(tx).where('id', '=', id));
}

export async function deleteOldInvitations(tx: EveryOrganisationSql, expiredForDays: number): Promise<void> {
  await tx.sql('DELETE FROM invitations WHERE expires_at < now() - make_interval(days => :expiredForDays)', {
    expiredForDays,
  });
}

const deleteFrom = (tx: OrganisationSql) =>
  tables.deleteFrom('invitations').where('organisation_id', '=', tx.organisationId);
