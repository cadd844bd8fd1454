import { Arg, Args, Ctx, Query, Resolver } from 'type-graphql';
import { findOpenInvitation, listInvitations } from '../../../operations/people/invitations.js';
import type { ResolverContext, VisitorContext } from '../kernel/context.js';
import { PageArgs } from '../kernel/page-args.js';
import { Invitation, InvitationConnection, OpenInvitation, toInvitation, toOpenInvitation } from './invitation.js';

@Resolver(() => Invitation)
export class InvitationResolver {
  @Query(() => InvitationConnection, {
    complexity: 5,
    description: 'Who is invited and has not accepted, those among them whose link has expired.',
  })
  async invitations(@Ctx() context: ResolverContext, @Args() page: PageArgs) {
    return InvitationConnection.of(await listInvitations(context, page), toInvitation);
  }

  @Query(() => OpenInvitation, {
    nullable: true,
    description:
      'What an invitation is to, for whoever has its link. Null when it was withdrawn, used, or has expired.',
  })
  async invitation(
    @Ctx() context: VisitorContext,
    @Arg('token', () => String, { description: 'From the link in the mail.' }) token: string,
  ): Promise<OpenInvitation | null> {
    const found = await findOpenInvitation(context, token);
    return found && toOpenInvitation(found);
  }
}
