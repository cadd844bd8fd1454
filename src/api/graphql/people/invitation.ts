import { Arg, Args, Ctx, Field, ID, InputType, ObjectType, Query, Resolver } from 'type-graphql';
import { LIMITS } from '../../../domain/limits.js';
import { normaliseEmail } from '../../../domain/people/credentials.js';
import type { Role } from '../../../domain/vocabulary.js';
import { camelCased } from '../../../lib/snake-case.js';
import { acceptInvitation } from '../../../operations/people/accept-invitation.js';
import {
  findOpenInvitation,
  type InvitationRow,
  inviteMember,
  listInvitations,
  type OpenInvitationRow,
  revokeInvitation,
} from '../../../operations/people/invitations.js';
import type { ResolverContext, VisitorContext } from '../kernel/context.js';
import { idInput, mutation, object, PEOPLE_ONLY } from '../kernel/mutation.js';
import { connectionOf, PageArgs } from '../kernel/paging.js';
import { DateTime } from '../kernel/scalars.js';
import { countPassword, openSession } from './account-mutations.js';
import { MemberRole, Person, toPerson } from './member.js';
import { Organisation, toOrganisation } from './organisation.js';

const EMAIL = 'The e-mail address of the invited person.';
const ROLE = 'The role that the person gets.';
const INVITED_BY = 'The inviter: the e-mail address of a person, or the name of an API key.';
const EXPIRES_AT = 'The time when the link expires.';

@ObjectType({ description: 'An invitation: a link with which a person becomes a member.', simpleResolvers: true })
class Invitation {
  @Field(() => ID, { description: 'The id of the invitation. Inviting the same address again keeps it.' })
  id!: string;

  @Field(() => String, { description: EMAIL })
  email!: string;

  @Field(() => MemberRole, { description: ROLE })
  role!: Role;

  @Field(() => String, { description: INVITED_BY })
  invitedBy!: string;

  @Field(() => DateTime, { description: 'The time when the link was created.' })
  createdAt!: string;

  @Field(() => DateTime, { description: EXPIRES_AT })
  expiresAt!: string;

  @Field(() => Boolean, {
    description: 'True if the link has expired: invite the person again, or revoke the invitation.',
  })
  expired!: boolean;
}

const toInvitation = (row: InvitationRow): Invitation => camelCased(row);

const InvitationConnection = connectionOf('Invitation', 'invitations', () => Invitation);

@ObjectType({ description: 'An invitation, as shown to a person with its link.', simpleResolvers: true })
class OpenInvitation {
  @Field(() => String, { description: 'The name of the organisation.' })
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
    description:
      'True if the address has an account: sign in, or accept with its password. If false, accepting creates ' +
      'an account.',
  })
  hasAccount!: boolean;
}

const toOpenInvitation = (row: OpenInvitationRow): OpenInvitation => camelCased(row);

@InputType({ description: 'The input of `inviteMember`.' })
class InviteMemberInput {
  @Field(() => String, { description: 'The e-mail address to which the link is sent.' })
  email!: string;

  @Field(() => MemberRole, { description: 'The role of the new member, not above your own.' })
  role!: Role;
}

@InputType({ description: 'The input of `acceptInvitation`.' })
export class AcceptInvitationInput {
  @Field(() => String, { description: 'The token from the link in the invitation mail.' })
  token!: string;

  @Field(() => String, { nullable: true, description: 'Your name, if you have no account yet.' })
  name?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Without an account: a new password of at least ten characters. With an account: its password, unless ' +
      'you have signed in.',
  })
  password?: string | null;
}

@Resolver(() => Invitation)
export class InvitationResolver {
  @Query(() => InvitationConnection, {
    complexity: 5,
    description: 'Returns the invitations that are not accepted yet, including expired ones.',
  })
  async invitations(@Ctx() context: ResolverContext, @Args() page: PageArgs) {
    return InvitationConnection.of(await listInvitations(context, page), toInvitation);
  }

  @Query(() => OpenInvitation, {
    nullable: true,
    description: 'Returns the invitation with a token from its link. Null if it was revoked, was used, or has expired.',
  })
  async invitation(
    @Ctx() context: VisitorContext,
    @Arg('token', () => String, { description: 'The token from the link in the invitation mail.' }) token: string,
  ): Promise<OpenInvitation | null> {
    const found = await findOpenInvitation(context, token);
    return found && toOpenInvitation(found);
  }
}

/**
 * Resolvers count mails to addresses outside the organisation and guesses at passwords before they look anything up.
 */
export const INVITATION_MUTATIONS = [
  mutation({
    name: 'inviteMember',
    description:
      `Sends a person a link by mail with which they become a member, valid for ${LIMITS.invitationDays} ` +
      `days. Inviting the same address again replaces the link and the role. ${PEOPLE_ONLY}`,
    input: InviteMemberInput,
    payload: { invitation: object(() => Invitation, 'The invitation; only the mail has its link.') },
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
    description: `Revokes an invitation: its link stops working at once. ${PEOPLE_ONLY}`,
    input: idInput(
      'RevokeInvitationInput',
      'The input of `revokeInvitation`.',
      'invitationId',
      'The id of the invitation.',
    ),
    payload: { invitation: object(() => Invitation, 'The revoked invitation.') },
    resolve: async (context: ResolverContext, input) => ({
      invitation: toInvitation(await revokeInvitation(context, input)),
    }),
  }),
  mutation({
    name: 'acceptInvitation',
    description:
      'Makes the person with the link a member. The person has signed in, gives the password of the account, ' +
      'or gets a new account.',
    input: AcceptInvitationInput,
    payloadNote: '. The session is in a cookie',
    payload: {
      person: object(() => Person, 'The new member, who is signed in.'),
      organisation: object(() => Organisation, 'The organisation of the new member.'),
    },
    async resolve(context: VisitorContext, input) {
      const { accountLimits, visitor, policy } = context;
      await accountLimits.consume('proof', { address: visitor.address });
      const countGuess = (email: string) => countPassword(context, email);
      const accepted = await acceptInvitation(context, visitor, input, countGuess);
      if ('token' in accepted) openSession(context, accepted);
      return { person: toPerson(accepted.person), organisation: toOrganisation(accepted.organisation, policy) };
    },
  }),
];
