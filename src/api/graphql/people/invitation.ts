import { Arg, Args, Ctx, Field, InputType, ObjectType, Query, Resolver } from 'type-graphql';
import { LIMITS } from '../../../domain/limits.js';
import { normaliseEmail } from '../../../domain/people/email-address.js';
import type { Role } from '../../../domain/vocabulary.js';
import { acceptInvitation } from '../../../operations/people/members/accept-invitation.js';
import { findOpenInvitation } from '../../../operations/people/members/find-open-invitation.js';
import { inviteMember } from '../../../operations/people/members/invite-member.js';
import { listInvitations } from '../../../operations/people/members/list-invitations.js';
import { revokeInvitation } from '../../../operations/people/members/revoke-invitation.js';
import type { ResolverContext, VisitorContext } from '../kernel/context.js';
import { idInput, mutation, object, PEOPLE_ONLY } from '../kernel/mutation.js';
import { connectionOf, PageArgs } from '../kernel/paging.js';
import type { InvitationRow, OpenInvitationRow } from '../kernel/rows.js';
import { DateTime, UUID } from '../kernel/scalars.js';
import { MemberRole, Person, toPerson } from './member.js';
import { Organisation, toOrganisation } from './organisation.js';

const EMAIL = 'The address that the link was made for.';
const ROLE = 'What they may do once they have accepted.';
const INVITED_BY = 'Who has invited them: the address of a person, or the name of an API key.';
const EXPIRES_AT = 'Until when the link is good.';

@ObjectType({ description: 'A link with which somebody can become a member.', simpleResolvers: true })
class Invitation {
  @Field(() => UUID, { description: 'Identifies the invitation. Inviting the same address again keeps it.' })
  id!: string;

  @Field(() => String, { description: EMAIL })
  email!: string;

  @Field(() => MemberRole, { description: ROLE })
  role!: Role;

  @Field(() => String, { description: INVITED_BY })
  invitedBy!: string;

  @Field(() => DateTime, { description: 'When the link was made.' })
  createdAt!: string;

  @Field(() => DateTime, { description: EXPIRES_AT })
  expiresAt!: string;

  @Field(() => Boolean, { description: 'The link is good no more: invite them again, or revoke the invitation.' })
  expired!: boolean;
}

function toInvitation({ id, email, role, expired, ...row }: InvitationRow): Invitation {
  const { invited_by: invitedBy, created_at: createdAt, expires_at: expiresAt } = row;
  return { id, email, role, invitedBy, createdAt, expiresAt, expired };
}

const InvitationConnection = connectionOf('Invitation', 'invitations', () => Invitation);

@ObjectType({ description: 'What whoever has the link of an invitation gets to see of it.', simpleResolvers: true })
class OpenInvitation {
  @Field(() => String, { description: 'What the organisation is called.' })
  organisationName!: string;

  @Field(() => String, { description: EMAIL })
  email!: string;

  @Field(() => MemberRole, { description: ROLE })
  role!: Role;

  @Field(() => String, { description: INVITED_BY })
  invitedBy!: string;

  @Field(() => DateTime, { description: EXPIRES_AT })
  expiresAt!: string;

  @Field(() => Boolean, {
    description: 'The address has an account: sign in, or accept with its password. Else accepting makes one.',
  })
  hasAccount!: boolean;
}

function toOpenInvitation({ email, role, ...row }: OpenInvitationRow): OpenInvitation {
  const { organisation_name: organisationName, invited_by: invitedBy, expires_at: expiresAt } = row;
  return { organisationName, email, role, invitedBy, expiresAt, hasAccount: row.has_account };
}

@InputType({ description: 'What `inviteMember` takes.' })
class InviteMemberInput {
  @Field(() => String, { description: 'Where the link is mailed to.' })
  email!: string;

  @Field(() => MemberRole, { description: 'What they may do once they have accepted; not more than you.' })
  role!: Role;
}

@InputType({ description: 'What `acceptInvitation` takes.' })
export class AcceptInvitationInput {
  @Field(() => String, { description: 'From the link in the mail.' })
  token!: string;

  @Field(() => String, { nullable: true, description: 'What you are called, when you have no account yet.' })
  name?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Without an account: one to be made, at least ten characters. With one: its password, unless you have signed in.',
  })
  password?: string | null;
}

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

/** The resolvers count mails to strangers and guesses at passwords before they look anything up. */
export const INVITATION_MUTATIONS = [
  mutation({
    name: 'inviteMember',
    description:
      `Mails somebody a link with which they become a member, good for ${LIMITS.invitationDays} days. Inviting them ` +
      `again replaces the link and the role. ${PEOPLE_ONLY}`,
    input: InviteMemberInput,
    payload: { invitation: object(() => Invitation, 'The invitation; its link is in the mail alone.') },
    async resolve(context: ResolverContext & Pick<VisitorContext, 'accountLimits' | 'visitor'>, input) {
      const { accountLimits, caller, visitor } = context;
      const { organisationId } = caller;
      const { address } = visitor;
      await accountLimits.consume('invitation', { account: organisationId, address });
      const recipient = `${organisationId} ${normaliseEmail(input.email)}`;
      await accountLimits.consume('invitation_repeated', { account: recipient, address });
      const { invitation } = await inviteMember(context, input, { mailed: true });
      return { invitation: toInvitation(invitation) };
    },
  }),
  mutation({
    name: 'revokeInvitation',
    description: `Makes the link of an invitation useless, at once. ${PEOPLE_ONLY}`,
    input: idInput('RevokeInvitationInput', 'What `revokeInvitation` takes.', 'invitationId', 'The invitation.'),
    payload: { invitation: object(() => Invitation, 'The invitation, whose link is of no use any more.') },
    resolve: async (context: ResolverContext, input) => ({
      invitation: toInvitation(await revokeInvitation(context, input)),
    }),
  }),
  mutation({
    name: 'acceptInvitation',
    description: 'Makes the caller, who has the link, a member: signed in, with their password, or with a new account.',
    input: AcceptInvitationInput,
    payloadNote: '; the session is in a cookie',
    payload: {
      person: object(() => Person, 'Who has become a member, and is signed in.'),
      organisation: object(() => Organisation, 'Of what.'),
    },
    async resolve(context: VisitorContext, input) {
      const { accountLimits, visitor, policy } = context;
      const { address } = visitor;
      await accountLimits.consume('proof', { address });
      const countGuess = (account: string) => accountLimits.consume('sign_in', { account, address });
      const { person, organisation, sessionToken } = await acceptInvitation(context, visitor, input, countGuess);
      if (sessionToken !== null) context.session.newToken = sessionToken;
      return { person: toPerson(person), organisation: toOrganisation(organisation, policy.retentionDays) };
    },
  }),
];
