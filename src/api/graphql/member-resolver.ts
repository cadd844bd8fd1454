import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { changeMemberRole } from '../../operations/members/change-member-role.js';
import { leaveOrganisation } from '../../operations/members/leave-organisation.js';
import { listMembers } from '../../operations/members/list-members.js';
import { removeMember } from '../../operations/members/remove-member.js';
import type { ResolverContext } from './context.js';
import { Member, MemberConnection, toMember } from './member.js';
import { ChangeMemberRoleInput, LeaveOrganisationInput, RemoveMemberInput } from './member-inputs.js';
import {
  ChangeMemberRolePayload,
  LeaveOrganisationPayload,
  type MemberPayload,
  RemoveMemberPayload,
} from './member-payloads.js';
import { PageArgs } from './page-args.js';
import { INPUT, NULL_ONLY, PEOPLE_ONLY } from './payloads.js';
import type { MemberRow } from './rows.js';
import { payloadOf } from './user-errors.js';

@Resolver(() => Member)
export class MemberResolver {
  @Query(() => MemberConnection, {
    complexity: 5,
    description: 'Who may act for the organisation, in the order of joining.',
  })
  async members(@Ctx() context: ResolverContext, @Args() page: PageArgs) {
    return MemberConnection.of(await listMembers(context, page), toMember);
  }

  @Mutation(() => ChangeMemberRolePayload, {
    nullable: true,
    description: `Gives a member another role. Neither the old nor the new one may be above your own. ${PEOPLE_ONLY} ${NULL_ONLY}`,
  })
  changeMemberRole(
    @Ctx() context: ResolverContext,
    @Arg('input', () => ChangeMemberRoleInput, INPUT) input: ChangeMemberRoleInput,
  ): Promise<ChangeMemberRolePayload> {
    return memberPayloadOf(changeMemberRole(context, input));
  }

  @Mutation(() => RemoveMemberPayload, {
    nullable: true,
    description: `Takes somebody out of the organisation whose role is not above your own. ${PEOPLE_ONLY} ${NULL_ONLY}`,
  })
  removeMember(
    @Ctx() context: ResolverContext,
    @Arg('input', () => RemoveMemberInput, INPUT) input: RemoveMemberInput,
  ): Promise<RemoveMemberPayload> {
    return memberPayloadOf(removeMember(context, input));
  }

  @Mutation(() => LeaveOrganisationPayload, {
    nullable: true,
    description: `Takes yourself out of the organisation, unless you are its last owner. ${NULL_ONLY}`,
  })
  leaveOrganisation(
    @Ctx() context: ResolverContext,
    @Arg('input', () => LeaveOrganisationInput, INPUT) input: LeaveOrganisationInput,
  ): Promise<LeaveOrganisationPayload> {
    return payloadOf<LeaveOrganisationPayload>(
      async () => {
        await leaveOrganisation(context, input);
        return { left: true, userErrors: [] };
      },
      (userErrors) => ({ left: false, userErrors }),
    );
  }
}

function memberPayloadOf(work: Promise<MemberRow>): Promise<MemberPayload> {
  return payloadOf<MemberPayload>(
    async () => ({ member: toMember(await work), userErrors: [] }),
    (userErrors) => ({ member: null, userErrors }),
  );
}
