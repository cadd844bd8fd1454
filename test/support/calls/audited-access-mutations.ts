import { OPERATOR } from '../../../src/domain/context.js';
import { newId } from '../../../src/lib/ids.js';
import { createApiKey } from '../../../src/operations/people/api-keys.js';
import { inviteMember } from '../../../src/operations/people/invitations.js';
import { createSenderId } from '../../../src/operations/sms/senders/sender-ids.js';
import { addMember } from '../people/member.js';
import { newPerson, tokenOf } from '../people/members.js';
import { onBehalfOf } from '../services.js';
import { type Arrange, type AuditedMutation, type Doer, type Stage, WORD } from './audited-mutation.js';

const PASSWORD = `${WORD} of a password`;

const someAddress = () => `${newId()}@example.org`;

function invite({ api, customer }: Stage, email: string) {
  const { caller, ...services } = onBehalfOf(api.services, customer.organisationId);
  const context = { ...services, caller: { ...caller, actor: OPERATOR } };
  return inviteMember(context, { email, role: 'viewer' }, { mailed: false });
}

/** Of a member who may be changed by everybody that may change members. */
function ofMember(action: AuditedMutation['action'], more: object = {}): AuditedMutation {
  const arrange: Arrange = async ({ api, customer }) => {
    const { id } = await addMember(api.services, customer.organisationId, 'operator');
    return { input: { personId: id, ...more }, subjectId: id };
  };
  return { action, again: 'nothing', arrange, peopleOnly: true };
}

async function newKey({ api, customer }: Stage) {
  const { organisationId } = customer;
  const { apiKey } = await createApiKey(api.services, {
    organisationId,
    name: 'A key',
    mode: 'live',
    scopes: ['sms:send'],
  });
  return { input: { apiKeyId: apiKey.id }, subjectId: apiKey.id };
}

/** Whoever opens the link that was mailed to this address. */
async function joining(stage: Stage, by: Doer, more: object = {}) {
  const { link } = await invite(stage, by.actor.name);
  return { input: { token: tokenOf(link), ...more }, by };
}

/** Mutations that change who may do what in an organisation, and what it may be called. */
export const ACCESS_MUTATIONS: Readonly<Record<string, AuditedMutation>> = {
  updateOrganisation: {
    action: 'organisation.updated',
    arrange: async ({ customer }) => ({
      input: { name: 'Another name', retentionDays: 7 },
      subjectId: customer.organisationId,
    }),
    again: 'nothing',
  },
  inviteMember: {
    action: 'invitation.created',
    arrange: async () => ({ input: { email: someAddress(), role: 'VIEWER' } }),
    made: { fields: 'invitation { id }', idOf: ({ invitation }) => invitation.id },
    // Another link, to the same address.
    again: 'something',
    peopleOnly: true,
  },
  revokeInvitation: {
    action: 'invitation.revoked',
    async arrange(stage) {
      const { invitation } = await invite(stage, someAddress());
      return { input: { invitationId: invitation.id }, subjectId: invitation.id };
    },
    again: 'nothing',
    peopleOnly: true,
  },
  acceptInvitation: {
    action: 'member.joined',
    arrange: (stage) => {
      const nobodyYet: Doer = { headers: {}, actor: { kind: 'PERSON', actorId: null, name: someAddress() } };
      return joining(stage, nobodyYet, { name: 'Somebody new', password: PASSWORD });
    },
    otherwise: {
      async 'with the password of an account'(stage) {
        const { id, email } = await newPerson(stage.api.services, { email: someAddress(), password: PASSWORD });
        return joining(
          stage,
          { headers: {}, actor: { kind: 'PERSON', actorId: id, name: email } },
          { password: PASSWORD },
        );
      },
      async 'signed in'(stage) {
        const { id, email, token } = await newPerson(stage.api.services, { email: someAddress() });
        const headers = { cookie: `__Host-postrider_session=${token}` };
        return joining(stage, { headers, actor: { kind: 'PERSON', actorId: id, name: email } });
      },
    },
    made: { fields: 'person { id }', idOf: ({ person }) => person.id },
    again: 'nothing',
  },
  changeMemberRole: ofMember('member.role_changed', { role: 'VIEWER' }),
  removeMember: ofMember('member.removed'),
  leaveOrganisation: {
    action: 'member.left',
    async arrange({ api, customer: { organisationId } }) {
      const { id, email, headers } = await addMember(api.services, organisationId, 'viewer');
      const by: Doer = { headers, actor: { kind: 'PERSON', actorId: id, name: email } };
      return { input: { organisationId }, subjectId: id, by };
    },
    again: 'nothing',
    peopleOnly: true,
  },
  createApiKey: {
    action: 'api_key.created',
    arrange: async () => ({ input: { name: 'A key', mode: 'LIVE', scopes: ['SMS_SEND'] } }),
    made: { fields: 'apiKey { id } key', idOf: ({ apiKey }) => apiKey.id, secretOf: ({ key }) => key },
    again: 'something',
  },
  rotateApiKey: {
    action: 'api_key.rotated',
    arrange: newKey,
    made: { fields: 'replaced { id } key', idOf: ({ replaced }) => replaced.id, secretOf: ({ key }) => key },
    // A key has one successor.
    again: 'nothing',
  },
  revokeApiKey: { action: 'api_key.revoked', arrange: newKey, again: 'nothing' },
  createSenderId: {
    action: 'sender_id.created',
    arrange: async () => ({ input: { name: 'Kiosk', countries: ['KE'] } }),
    made: { fields: 'senderId { id }', idOf: ({ senderId }) => senderId.id },
    // A name is registered once.
    again: 'nothing',
  },
  deleteSenderId: {
    action: 'sender_id.deleted',
    async arrange({ api, customer }) {
      const context = onBehalfOf(api.services, customer.organisationId);
      const { result } = await createSenderId(context, { name: 'Market' });
      return { input: { senderIdId: result.id }, subjectId: result.id };
    },
    again: 'nothing',
  },
};
