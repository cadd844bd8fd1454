import type { AuditAction } from '../../../src/domain/people/audit.js';
import { addDelivery } from '../event-log.js';
import { dispatchAll } from '../people/two-organisations.js';
import { addPhone } from '../phones.js';
import { ACCESS_MUTATIONS } from './audited-access-mutations.js';
import { type AuditedMutation, DIGITS, type Stage, WORD } from './audited-mutation.js';
import { NOWHERE } from './generate-rest-calls.js';

/** Mutations that write no entry, each with the reason. */
export const WITHOUT_ENTRY: Readonly<Record<string, string>> = {
  sendSms: 'A send: the message is listed itself.',
  sendBulkSms: 'A send: the campaign is listed itself.',
  retryCampaign: 'A send: the campaign is listed itself.',
  previewBulkSms: 'Changes nothing.',
  sendChatMessage: 'A send: the message is listed itself.',
  sendGroupMessage: 'A send: the message is listed itself.',
  replyToConversation: 'A send: the message is listed itself.',
  markConversationRead: 'Changes no setting and no right; pages mark whatever is opened.',
  createAccessToken:
    'Stores nothing and grants nothing that the key has not. Pages ask every ten minutes, which would fill the log.',
  refreshGroups: 'Changes nothing but our copy of what the engine says.',
  testWebhook: 'Changes nothing.',
  signUp: 'Of a person alone, who is in no organisation by it.',
  verifyEmail: 'Of a person alone.',
  resendCode: 'Of a person alone.',
  requestPasswordReset: 'Of a person alone.',
  resetPassword: 'Of a person alone.',
  changePassword: 'Of a person alone.',
  signIn: 'Of a person alone.',
  signOut: 'Of a person alone.',
  updatePerson: 'Of a person alone.',
  endPersonSession: 'Of a person alone.',
  setUp: 'Made for no organisation: the one it founds has its entry, see audit-log.test.ts.',
  createOrganisation:
    'Writes into the organisation that it founds, not into one that it is made for: see organisations.test.ts.',
};

const MOBILE = `${DIGITS}8`;
const SUPPRESSED = `${DIGITS}9`;

const hoursAhead = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

async function scheduledCampaign({ customer }: Stage) {
  const campaign = { message: WORD, recipients: [MOBILE, '254722000010'], scheduled_at: hoursAhead(2) };
  const { body } = await customer.call('POST', '/v1/sms/send-bulk/', campaign);
  return { input: { campaignId: body.campaign_id }, subjectId: body.campaign_id };
}

async function newWebhook({ customer }: Stage): Promise<string> {
  const { body } = await customer.call('POST', '/v1/webhooks/', { url: `${NOWHERE}?token=${WORD}` });
  return body.id;
}

async function webhookWithDelivery(stage: Stage): Promise<string> {
  const webhookId = await newWebhook(stage);
  const { services } = stage.api;
  await stage.customer.sendSms({ to: MOBILE, message: WORD });
  await addDelivery(services, stage.customer.organisationId, webhookId);
  return webhookId;
}

function ofWebhook(action: AuditAction, again: AuditedMutation['again'], more: object = {}): AuditedMutation {
  const arrange = async (stage: Stage) => {
    const webhookId = await webhookWithDelivery(stage);
    return { input: { webhookId, ...more }, subjectId: webhookId };
  };
  return { action, again, arrange };
}

function ofSession(
  action: AuditAction,
  again: AuditedMutation['again'],
  phone: Parameters<typeof addPhone>[2],
  more: object = {},
): AuditedMutation {
  const arrange = async ({ api, customer }: Stage) => {
    const sessionId = await addPhone(api.services, customer.organisationId, { phoneNumber: MOBILE, ...phone });
    return { input: { sessionId, ...more }, subjectId: sessionId };
  };
  return { action, again, arrange };
}

/** Every other mutation of the schema. One that is in neither list fails the suite. */
export const AUDITED_MUTATIONS: Readonly<Record<string, AuditedMutation>> = {
  ...ACCESS_MUTATIONS,
  createWebhook: {
    action: 'webhook.created',
    arrange: async () => ({ input: { url: `${NOWHERE}?token=${WORD}`, types: ['SMS_SENT'] } }),
    made: { fields: 'webhook { id } secret', idOf: ({ webhook }) => webhook.id, secretOf: ({ secret }) => secret },
    again: 'something',
  },
  updateWebhook: ofWebhook('webhook.updated', 'nothing', { status: 'PAUSED', skipBacklog: true }),
  deleteWebhook: ofWebhook('webhook.deleted', 'nothing'),
  rotateWebhookSecret: ofWebhook('webhook.secret_rotated', 'something'),
  redeliverWebhookDelivery: ofWebhook('webhook.redelivered', 'something', { sequence: 1 }),
  redeliverWebhookDeliveries: ofWebhook('webhook.redelivered', 'nothing', { since: hoursAhead(-1), onlyDead: true }),
  createSession: {
    action: 'session.created',
    arrange: async () => ({ input: { name: 'A phone' } }),
    made: { fields: 'session { id }', idOf: ({ session }) => session.id },
    again: 'something',
  },
  startSession: ofSession('session.started', 'nothing', { state: 'stopped' }),
  stopSession: ofSession('session.stopped', 'nothing', { state: 'connected' }),
  restartSession: ofSession('session.restarted', 'something', { state: 'connected' }),
  logOutSession: ofSession('session.logged_out', 'nothing', { state: 'connected' }),
  deleteSession: ofSession('session.deleted', 'nothing', { state: 'connected' }),
  requestPairingCode: ofSession(
    'session.pairing_requested',
    'something',
    { state: 'scan_qr', phoneNumber: null },
    { phoneNumber: MOBILE },
  ),
  updateKeywords: {
    action: 'keywords.updated',
    arrange: async () => ({ input: { stopWords: ['sitisha'], helpText: WORD }, subjectId: null }),
    again: 'nothing',
  },
  addSuppressions: {
    action: 'suppression.added',
    arrange: async () => ({ input: { numbers: [{ mobile: SUPPRESSED, reason: WORD }] }, subjectId: null }),
    again: 'nothing',
  },
  liftSuppression: {
    action: 'suppression.lifted',
    async arrange({ customer }) {
      const numbers = [{ mobile: SUPPRESSED, reason: WORD }];
      const { body } = await customer.call('POST', '/v1/suppressions/', { numbers });
      return { input: { mobile: SUPPRESSED }, subjectId: body.results[0].id };
    },
    again: 'nothing',
  },
  eraseNumber: {
    action: 'number.erased',
    async arrange({ customer }) {
      await customer.sendSms({ to: SUPPRESSED, message: WORD });
      return { input: { mobile: SUPPRESSED }, subjectId: null };
    },
    again: 'nothing',
  },
  cancelCampaign: {
    action: 'campaign.cancelled',
    arrange: scheduledCampaign,
    again: 'nothing',
  },
  pauseCampaign: {
    action: 'campaign.paused',
    arrange: scheduledCampaign,
    again: 'nothing',
  },
  resumeCampaign: {
    action: 'campaign.resumed',
    async arrange(stage) {
      const campaign = await scheduledCampaign(stage);
      await stage.customer.call('POST', `/v1/sms/campaigns/${campaign.subjectId}/pause/`);
      return campaign;
    },
    again: 'nothing',
  },
  rescheduleCampaign: {
    action: 'campaign.rescheduled',
    async arrange(stage) {
      const { input, subjectId } = await scheduledCampaign(stage);
      return { input: { ...input, scheduledAt: hoursAhead(5) }, subjectId };
    },
    again: 'something',
  },
  cancelMessage: {
    action: 'message.cancelled',
    async arrange({ customer }) {
      const message = { to: MOBILE, message: WORD, scheduled_at: hoursAhead(2) };
      const { body } = await customer.call('POST', '/v1/sms/send/', message);
      return { input: { messageId: body.message_id }, subjectId: body.message_id };
    },
    again: 'nothing',
  },
  createExportLink: {
    action: 'export_link.created',
    arrange: async () => ({ input: { what: 'MESSAGES', mobile: MOBILE, reference: WORD } }),
    made: { fields: 'exportLink { id }', idOf: ({ exportLink }) => exportLink.id },
    again: 'something',
  },
  endExportLink: {
    action: 'export_link.ended',
    async arrange({ customer }) {
      const { body } = await customer.call('POST', '/v1/exports/', {
        what: 'messages',
        mobile: MOBILE,
        reference: WORD,
      });
      return { input: { exportLinkId: body.id }, subjectId: body.id };
    },
    again: 'nothing',
  },
  resumeHeldMessages: {
    action: 'messages.resumed',
    async arrange({ api, customer }) {
      // The number with which the sandbox has no credit.
      await customer.sendSms({ to: '12025550113', message: WORD });
      await dispatchAll(api);
      return { input: {}, subjectId: null };
    },
    again: 'nothing',
  },
};
