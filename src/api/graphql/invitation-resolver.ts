import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { LIMITS } from '../../domain/limits.js';
import { normaliseEmail } from '../../domain/people/email-address.js';
import { acceptInvitation } from '../../operations/members/accept-invitation.js';
import { findOpenInvitation } from '../../operations/members/find-open-invitation.js';
import { inviteMember } from '../../operations/members/invite-member.js';
import { listInvitations } from '../../operations/members/list-invitations.js';
import { revokeInvitation } from '../../operations/members/revoke-invitation.js';
import type { ResolverContext, VisitorContext } from './context.js';
import { Invitation, InvitationConnection, OpenInvitation, toInvitation, toOpenInvitation } from './invitation.js';
import { AcceptInvitationInput, InviteMemberInput, RevokeInvitationInput } from './invitation-inputs.js';
import {
  AcceptInvitationPayload,
  type InvitationPayload,
  InviteMemberPayload,
  RevokeInvitationPayload,
} from './invitation-payloads.js';
import { toOrganisation } from './organisation.js';
import { PageArgs } from './page-args.js';
import { INPUT, NULL_ONLY, PEOPLE_ONLY } from './payloads.js';
import type { InvitationRow } from './rows.js';
import { payloadOf } from './user-errors.js';
import { toPerson } from './viewer.js';

/** Mails to strangers are counted here, and so are guesses at passwords. */
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

  @Mutation(() => InviteMemberPayload, {
    nullable: true,
    description:
      `Mails somebody a link with which they become a member, good for ${LIMITS.invitationDays} days. Inviting them ` +
      `again replaces the link and the role. ${PEOPLE_ONLY} ${NULL_ONLY}`,
  })
  async inviteMember(
    @Ctx() context: ResolverContext & Pick<VisitorContext, 'accountLimits' | 'visitor'>,
    @Arg('input', () => InviteMemberInput, INPUT) input: InviteMemberInput,
  ): Promise<InviteMemberPayload> {
    const { accountLimits, caller, visitor } = context;
    const { organisationId } = caller;
    const { address } = visitor;
    await accountLimits.consume('invitation', { account: organisationId, address });
    const recipient = `${organisationId} ${normaliseEmail(input.email)}`;
    await accountLimits.consume('invitation_repeated', { account: recipient, address });
    return invitationPayloadOf(async () => (await inviteMember(context, input, { mailed: true })).invitation);
  }

  @Mutation(() => RevokeInvitationPayload, {
    nullable: true,
    description: `Makes the link of an invitation useless, at once. ${PEOPLE_ONLY} ${NULL_ONLY}`,
  })
  revokeInvitation(
    @Ctx() context: ResolverContext,
    @Arg('input', () => RevokeInvitationInput, INPUT) input: RevokeInvitationInput,
  ): Promise<RevokeInvitationPayload> {
    return invitationPayloadOf(() => revokeInvitation(context, input));
  }

  @Mutation(() => AcceptInvitationPayload, {
    nullable: true,
    description: `Makes whoever has the link a member: signed in, with their password, or with a new account. ${NULL_ONLY}`,
  })
  async acceptInvitation(
    @Ctx() context: VisitorContext,
    @Arg('input', () => AcceptInvitationInput, INPUT) input: AcceptInvitationInput,
  ): Promise<AcceptInvitationPayload> {
    const { accountLimits, visitor, policy } = context;
    const { address } = visitor;
    await accountLimits.consume('proof', { address });
    const countGuess = (account: string) => accountLimits.consume('sign_in', { account, address });
    return payloadOf<AcceptInvitationPayload>(
      async () => {
        const { person, organisation, sessionToken } = await acceptInvitation(context, visitor, input, countGuess);
        if (sessionToken !== null) context.newSessionToken = sessionToken;
        const shown = toOrganisation(organisation, policy.retentionDays);
        return { person: toPerson(person), organisation: shown, userErrors: [] };
      },
      (userErrors) => ({ person: null, organisation: null, userErrors }),
    );
  }
}

function invitationPayloadOf(work: () => Promise<InvitationRow>): Promise<InvitationPayload> {
  return payloadOf<InvitationPayload>(
    async () => ({ invitation: toInvitation(await work()), userErrors: [] }),
    (userErrors) => ({ invitation: null, userErrors }),
  );
}
