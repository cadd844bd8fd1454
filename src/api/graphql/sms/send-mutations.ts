import { cancelCampaign } from '../../../operations/sms/campaigns/cancel-campaign.js';
import { resumeHeldMessages } from '../../../operations/sms/dispatch/resume.js';
import { cancelMessage } from '../../../operations/sms/messages/cancel-message.js';
import { sendBulkSms } from '../../../operations/sms/send/send-bulk-sms.js';
import { sendSms } from '../../../operations/sms/send/send-sms.js';
import type { ResolverContext } from '../kernel/context.js';
import { ResumeHeldMessagesInput, SendBulkSmsInput, SendSmsInput } from '../kernel/inputs.js';
import { count, idInput, mutation, object, replayed } from '../kernel/mutation.js';
import { Campaign, toCampaign } from './campaign.js';
import { SmsMessage, toSmsMessage } from './sms-message.js';

export const SEND_MUTATIONS = [
  mutation({
    name: 'sendSms',
    description: 'Accepts one SMS.',
    input: SendSmsInput,
    takes: 'The SMS.',
    payload: { message: object(() => SmsMessage, 'The accepted message.'), replayed },
    async resolve(context: ResolverContext, input) {
      const { result, replayed } = await sendSms(context, input);
      return { message: toSmsMessage(result), replayed };
    },
  }),
  mutation({
    name: 'sendBulkSms',
    description: 'Accepts a campaign, all of it or nothing.',
    input: SendBulkSmsInput,
    takes: 'The campaign.',
    payload: { campaign: object(() => Campaign, 'The accepted campaign.'), replayed },
    async resolve(context: ResolverContext, input) {
      const { result, replayed } = await sendBulkSms(context, input);
      return { campaign: toCampaign(result), replayed };
    },
  }),
  mutation({
    name: 'cancelMessage',
    description: 'Cancels a message that no gateway has been given.',
    input: idInput('CancelMessageInput', 'Which message to cancel.', 'messageId', 'The message.'),
    takes: 'The message.',
    payload: { message: object(() => SmsMessage, 'The cancelled message.') },
    resolve: async (context: ResolverContext, input) => ({
      message: toSmsMessage(await cancelMessage(context, input)),
    }),
  }),
  mutation({
    name: 'cancelCampaign',
    description: 'Cancels those messages of a campaign that no gateway has been given.',
    input: idInput('CancelCampaignInput', 'Which campaign to cancel.', 'campaignId', 'The campaign.'),
    takes: 'The campaign.',
    payload: {
      campaign: object(() => Campaign, 'The campaign as it is now.'),
      cancelled: count('Messages that this call has cancelled.'),
      alreadyDispatched: count('Messages that a gateway had before, and that could not be called back.'),
    },
    async resolve(context: ResolverContext, input) {
      const { campaign, ...numbers } = await cancelCampaign(context, input);
      return { campaign: toCampaign(campaign), ...numbers };
    },
  }),
  mutation({
    name: 'resumeHeldMessages',
    description: 'Queues messages again that are held because credit has run out, without waiting for the next check.',
    input: ResumeHeldMessagesInput,
    takes: 'Which ones.',
    payload: { resumed: count('Messages that are queued again.') },
    resolve: (context: ResolverContext, input) => resumeHeldMessages(context, input),
  }),
];
