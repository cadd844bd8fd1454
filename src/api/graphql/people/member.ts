import { Args, Ctx, Field, InputType, ObjectType, Query, Resolver } from 'type-graphql';
import type { Person as SignedInPerson } from '../../../domain/context.js';
import type { Role } from '../../../domain/vocabulary.js';
import { changeMemberRole } from '../../../operations/people/members/change-member-role.js';
import { leaveOrganisation } from '../../../operations/people/members/leave-organisation.js';
import { listMembers } from '../../../operations/people/members/list-members.js';
import { removeMember } from '../../../operations/people/members/remove-member.js';
import type { ResolverContext } from '../kernel/context.js';
import { enumOf } from '../kernel/enum.js';
import { flag, idInput, mutation, object, PEOPLE_ONLY } from '../kernel/mutation.js';
import { connectionOf, PageArgs } from '../kernel/paging.js';
import type { MemberRow } from '../kernel/rows.js';
import { DateTime, UUID } from '../kernel/scalars.js';

export const MemberRole = enumOf<Role>('MemberRole', 'What a member of an organisation may do.', {
  owner: 'Everything.',
  admin: 'Everything, but make or unmake owners.',
  developer: 'Send and read, connect phones, and manage suppressions, webhooks, API keys and sender IDs.',
  operator: 'Send and read, connect phones, and manage suppressions.',
  viewer: 'Read.',
});

@ObjectType({ description: 'Somebody with an account.', simpleResolvers: true })
export class Person {
  @Field(() => UUID, { description: 'Identifies the person.' })
  id!: string;

  @Field(() => String, { description: 'The address that they sign in with.' })
  email!: string;

  @Field(() => String, { description: 'What they are called.' })
  name!: string;
}

export function toPerson({ id, email, name }: Pick<SignedInPerson, 'id' | 'email' | 'name'>): Person {
  return { id, email, name };
}

@ObjectType({ description: 'Somebody who may act for the organisation.', simpleResolvers: true })
export class Member {
  @Field(() => Person, { description: 'Who it is.' })
  person!: Person;

  @Field(() => MemberRole, { description: 'What they may do.' })
  role!: Role;

  @Field(() => DateTime, { description: 'Since when they have belonged to it.' })
  joinedAt!: string;
}

function toMember({ person_id: id, email, name, role, created_at: joinedAt }: MemberRow): Member {
  return { person: { id, email, name }, role, joinedAt };
}

const MemberConnection = connectionOf('Member', 'members', () => Member);

const PERSON = 'The member, by the id of the person.';

@InputType({ description: 'What `changeMemberRole` takes.' })
class ChangeMemberRoleInput {
  @Field(() => UUID, { description: PERSON })
  personId!: string;

  @Field(() => MemberRole, { description: 'What they may do from now on; not more than you.' })
  role!: Role;
}

@Resolver(() => Member)
export class MemberResolver {
  @Query(() => MemberConnection, {
    complexity: 5,
    description: 'Who may act for the organisation, in the order of joining.',
  })
  async members(@Ctx() context: ResolverContext, @Args() page: PageArgs) {
    return MemberConnection.of(await listMembers(context, page), toMember);
  }
}

export const MEMBER_MUTATIONS = [
  mutation({
    name: 'changeMemberRole',
    description: `Gives a member another role. Neither the old nor the new one may be above your own. ${PEOPLE_ONLY}`,
    input: ChangeMemberRoleInput,
    payload: { member: object(() => Member, 'The member with the new role, which is in force within seconds.') },
    resolve: async (context: ResolverContext, input) => ({ member: toMember(await changeMemberRole(context, input)) }),
  }),
  mutation({
    name: 'removeMember',
    description: `Takes somebody out of the organisation whose role is not above your own. ${PEOPLE_ONLY}`,
    input: idInput(
      'RemoveMemberInput',
      'What `removeMember` takes.',
      'personId',
      'The member, by the id of the person.',
    ),
    payload: { member: object(() => Member, 'Who was a member, and is let in nowhere within seconds.') },
    resolve: async (context: ResolverContext, input) => ({ member: toMember(await removeMember(context, input)) }),
  }),
  mutation({
    name: 'leaveOrganisation',
    description: 'Takes yourself out of the organisation, unless you are its last owner.',
    input: idInput(
      'LeaveOrganisationInput',
      'What `leaveOrganisation` takes.',
      'organisationId',
      'The organisation that you leave: the same as in the header, so that nobody leaves another by mistake.',
    ),
    payload: { left: flag('You are no member any more.') },
    async resolve(context: ResolverContext, input) {
      await leaveOrganisation(context, input);
      return { left: true };
    },
  }),
];
