import { Args, Ctx, Field, ID, InputType, ObjectType, Query, Resolver } from 'type-graphql';
import type { Person as SignedInPerson } from '../../../domain/context.js';
import type { Role } from '../../../domain/vocabulary.js';
import {
  changeMemberRole,
  leaveOrganisation,
  listMembers,
  type MemberRow,
  removeMember,
} from '../../../operations/people/members.js';
import type { ResolverContext } from '../kernel/context.js';
import { enumOf } from '../kernel/enum.js';
import { flag, idInput, mutation, object, PEOPLE_ONLY } from '../kernel/mutation.js';
import { connectionOf, PageArgs } from '../kernel/paging.js';
import { DateTime, UUID } from '../kernel/scalars.js';

export const MemberRole = enumOf<Role>('MemberRole', 'The role of a member in an organisation.', {
  owner: 'Owner: may do everything.',
  admin: 'Admin: may do everything but make or remove owners.',
  developer:
    'Developer: may send and read, connect phones, and manage suppressions, webhooks, API keys and sender IDs.',
  operator: 'Operator: may send and read, connect phones, and manage suppressions.',
  viewer: 'Viewer: may read.',
});

@ObjectType({ description: 'A person with an account.', simpleResolvers: true })
export class Person {
  @Field(() => ID, { description: 'The id of the person.' })
  id!: string;

  @Field(() => String, { description: 'The e-mail address with which the person signs in.' })
  email!: string;

  @Field(() => String, { description: 'The name of the person.' })
  name!: string;
}

export function toPerson({ id, email, name }: Pick<SignedInPerson, 'id' | 'email' | 'name'>): Person {
  return { id, email, name };
}

@ObjectType({ description: 'A member of the organisation.', simpleResolvers: true })
export class Member {
  @Field(() => Person, { description: 'The person.' })
  person!: Person;

  @Field(() => MemberRole, { description: 'The role of the member.' })
  role!: Role;

  @Field(() => DateTime, { description: 'The time when the person became a member.' })
  joinedAt!: string;
}

function toMember({ person_id: id, email, name, role, created_at: joinedAt }: MemberRow): Member {
  return { person: { id, email, name }, role, joinedAt };
}

const MemberConnection = connectionOf('Member', 'members', () => Member);

const PERSON = 'The id of the person.';

@InputType({ description: 'The input of `changeMemberRole`.' })
class ChangeMemberRoleInput {
  @Field(() => UUID, { description: PERSON })
  personId!: string;

  @Field(() => MemberRole, { description: 'The new role, not above your own.' })
  role!: Role;
}

@Resolver(() => Member)
export class MemberResolver {
  @Query(() => MemberConnection, {
    complexity: 5,
    description: 'Returns the members of the organisation, in the order in which they joined.',
  })
  async members(@Ctx() context: ResolverContext, @Args() page: PageArgs) {
    return MemberConnection.of(await listMembers(context, page), toMember);
  }
}

export const MEMBER_MUTATIONS = [
  mutation({
    name: 'changeMemberRole',
    description: `Changes the role of a member. Neither the old nor the new role may be above your own. ${PEOPLE_ONLY}`,
    input: ChangeMemberRoleInput,
    payload: { member: object(() => Member, 'The member with the new role, which takes effect within seconds.') },
    resolve: async (context: ResolverContext, input) => ({ member: toMember(await changeMemberRole(context, input)) }),
  }),
  mutation({
    name: 'removeMember',
    description: `Removes a member, whose role may not be above your own, from the organisation. ${PEOPLE_ONLY}`,
    input: idInput('RemoveMemberInput', 'The input of `removeMember`.', 'personId', 'The id of the person.'),
    payload: { member: object(() => Member, 'The removed member, who loses access within seconds.') },
    resolve: async (context: ResolverContext, input) => ({ member: toMember(await removeMember(context, input)) }),
  }),
  mutation({
    name: 'leaveOrganisation',
    description: 'Removes the caller from the organisation, unless the caller is its last owner.',
    input: idInput(
      'LeaveOrganisationInput',
      'The input of `leaveOrganisation`.',
      'organisationId',
      'The id of the organisation, which must equal the header `X-Organisation-Id`, so that a person does ' +
        'not leave another organisation by mistake.',
    ),
    payload: { left: flag('True if the caller is no longer a member.') },
    async resolve(context: ResolverContext, input) {
      await leaveOrganisation(context, input);
      return { left: true };
    },
  }),
];
