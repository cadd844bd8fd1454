import { LIMITS } from '../../../domain/limits.js';
import { normaliseEmail } from '../../../domain/people/credentials.js';
import { acceptInvitation } from '../../../operations/people/accept-invitation.js';
import { inviteMember, revokeInvitation } from '../../../operations/people/invitations.js';
import type { ResolverContext, VisitorContext } from '../kernel/context.js';
import { idInput, mutation, object, PEOPLE_ONLY } from '../kernel/mutation.js';
import { Invitation, toInvitation } from './invitation.js';
import { AcceptInvitationInput, InviteMemberInput } from './invitation-inputs.js';
import { Organisation, toOrganisation } from './organisation.js';
import { Person, toPerson } from './viewer.js';

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
      if (sessionToken !== null) context.newSessionToken = sessionToken;
      return { person: toPerson(person), organisation: toOrganisation(organisation, policy.retentionDays) };
    },
  }),
];
