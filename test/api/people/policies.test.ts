import { expect, it } from '@jest/globals';
import { POLICIES, type Policy } from '../../../src/api/guard/policies.js';

/** Written a second time on purpose: other tests of scopes take the policies themselves for what is right. */
const OPENS: Readonly<Record<string, string>> = {
  'audit:read': 'auditLog',
  'chat:read': 'chatMessage chatMessages groups refreshGroups session sessionStatusChanged sessions',
  'chat:send': 'sendChatMessage sendGroupMessage',
  'keys:manage': 'apiKeys createApiKey revokeApiKey rotateApiKey',
  'organisation:manage':
    'changeMemberRole endExportLink eraseNumber exportLinks invitations inviteMember members removeMember revokeInvitation updateKeywords updateOrganisation',
  'senders:manage': 'createSenderId deleteSenderId senderIds',
  'sessions:manage':
    'createSession deleteSession engines logOutSession requestPairingCode restartSession sessionQr startSession stopSession',
  'sms:read':
    'campaign campaignProgress campaigns campaignsChanged explainNumber gateways holds message messages statistics',
  'sms:send':
    'cancelCampaign cancelMessage checkNumbers pauseCampaign previewBulkSms rescheduleCampaign resumeCampaign resumeHeldMessages retryCampaign sendBulkSms sendSms',
  'suppressions:manage': 'addSuppressions consentChange consentChanges liftSuppression suppressions',
  'webhooks:manage':
    'createWebhook deleteWebhook redeliverWebhookDeliveries redeliverWebhookDelivery rotateWebhookSecret testWebhook updateWebhook webhookEndpoint webhookEndpoints',
  'inbox:read': 'conversation conversations inboundMessage inboundMessages ownNumbers',
  'no scope, of an organisation':
    'createExportLink deliveryCode deliveryCodes events keywords leaveOrganisation markConversationRead messageStatusChanged node organisation rateLimits replyToConversation',
  'no scope, key': 'createAccessToken',
  'no scope, person': 'changePassword createOrganisation endPersonSession signOut updatePerson',
  'no scope, known': 'installation viewer',
  'no scope, anybody':
    'acceptInvitation invitation requestPasswordReset resendCode resetPassword setUp signIn signUp verifyEmail',
};

const openedBy = ({ scope, for: whom }: Policy) => scope ?? `no scope, ${whom ?? 'of an organisation'}`;

it('each scope opens these root fields, and no others', () => {
  const fields = Map.groupBy(Object.entries(POLICIES), ([, policy]) => openedBy(policy));
  const opens = [...fields].map(([scope, entries]) => [
    scope,
    entries
      .map(([field]) => field)
      .toSorted()
      .join(' '),
  ]);
  expect(Object.fromEntries(opens)).toEqual(OPENS);
});

it('a field that takes a guess at a secret may stand once in a document', () => {
  const guesses = Object.keys(POLICIES).filter((field) => POLICIES[field]?.alone);
  expect(guesses.toSorted().join(' ')).toBe(
    'acceptInvitation changePassword invitation requestPasswordReset resendCode resetPassword setUp signIn signUp verifyEmail',
  );
});
