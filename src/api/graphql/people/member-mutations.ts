import { changeMemberRole, leaveOrganisation, removeMember } from '../../../operations/people/members.js';
import type { ResolverContext } from '../kernel/context.js';
import { flag, idInput, mutation, object, PEOPLE_ONLY } from '../kernel/mutation.js';
import { Member, toMember } from './member.js';
import { ChangeMemberRoleInput } from './member-inputs.js';

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
