import { type InferResult, sql } from 'kysely';
import type { Role } from '../../../domain/vocabulary.js';
import type { From, List } from '../../lists/list.js';
import type { EveryOrganisationSql, OrganisationSql } from '../../postgres/transaction.js';
import { first, run, tables } from '../../tables.js';

const members = (memberships: From<'memberships'> = tables.selectFrom('memberships')) =>
  memberships
    .innerJoin('people', 'people.id', 'memberships.person_id')
    .select(['memberships.person_id', 'people.email', 'people.name', 'memberships.role', 'memberships.created_at'])
    .select('people.revocations');

export type MemberRow = InferResult<ReturnType<typeof members>>[number];

/** Members with what their organisation says about their calls. */
const membersInOrganisation = members()
  .innerJoin('organisations', 'organisations.organisation_id', 'memberships.organisation_id')
  .select([
    'organisations.enforce_sender_ids as enforces_sender_ids',
    'organisations.calls_per_minute',
    'organisations.smart_encoding',
  ]);

export type MemberInOrganisation = InferResult<typeof membersInOrganisation>[number];

/** In the order of joining. */
export const MEMBERS: List<MemberRow, null, 'memberships'> = {
  table: 'memberships',
  order: ['created_at', 'person_id'],
  descending: false,
  rows: members,
};

/** False: the person is a member already. */
export async function insertMembership(tx: OrganisationSql, personId: string, role: Role): Promise<boolean> {
  const inserted = await first(
    tx,
    tables
      .insertInto('memberships')
      .values({ organisation_id: tx.organisationId, person_id: personId, role })
      .onConflict((there) => there.columns(['organisation_id', 'person_id']).doNothing())
      .returning('role'),
  );
  return inserted !== null;
}

export function findMember(tx: OrganisationSql, personId: string): Promise<MemberInOrganisation | null> {
  return first(
    tx,
    membersInOrganisation
      .where('memberships.organisation_id', '=', tx.organisationId)
      .where('memberships.person_id', '=', personId),
  );
}

export async function isMember(tx: OrganisationSql, email: string): Promise<boolean> {
  const member = members()
    .where('memberships.organisation_id', '=', tx.organisationId)
    .where('people.email', '=', email);
  return (await first(tx, member)) !== null;
}

const owners = tables
  .selectFrom('memberships')
  .select(sql<number>`count(*)::int`.as('count'))
  .where('role', '=', 'owner');

export async function countOwners(tx: OrganisationSql): Promise<number> {
  return (await first(tx, owners.where('organisation_id', '=', tx.organisationId)))?.count ?? 0;
}

export async function countOwned(tx: EveryOrganisationSql, personId: string): Promise<number> {
  return (await first(tx, owners.where('person_id', '=', personId)))?.count ?? 0;
}

/** The addresses of the owners of an organisation. */
export async function listOwnerAddresses(tx: OrganisationSql): Promise<string[]> {
  const owning = members().where('memberships.organisation_id', '=', tx.organisationId).where('role', '=', 'owner');
  return (await run(tx, owning.orderBy('people.email'))).map(({ email }) => email);
}

export async function updateRole(tx: OrganisationSql, personId: string, role: Role): Promise<void> {
  const update = tables.updateTable('memberships').set({ role });
  await run(tx, update.where('organisation_id', '=', tx.organisationId).where('person_id', '=', personId));
}

export async function deleteMembership(tx: OrganisationSql, personId: string): Promise<void> {
  const member = tables.deleteFrom('memberships').where('organisation_id', '=', tx.organisationId);
  await run(tx, member.where('person_id', '=', personId));
}

const ownMemberships = tables
  .selectFrom('memberships')
  .innerJoin('organisations', 'organisations.organisation_id', 'memberships.organisation_id')
  .select(['memberships.organisation_id', 'organisations.name', 'memberships.role']);

export type OwnMembershipRow = InferResult<typeof ownMemberships>[number];

/** The organisations that a person is a member of. */
export function listOwnMemberships(tx: EveryOrganisationSql, personId: string): Promise<OwnMembershipRow[]> {
  const own = ownMemberships.where('memberships.person_id', '=', personId);
  return run(tx, own.orderBy(sql`lower(organisations.name)`).orderBy('memberships.organisation_id'));
}
