import { Args, Ctx, Query, Resolver } from 'type-graphql';
import { listMembers } from '../../../operations/people/members.js';
import type { ResolverContext } from '../kernel/context.js';
import { PageArgs } from '../kernel/page-args.js';
import { Member, MemberConnection, toMember } from './member.js';

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
