import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { cancelCampaign } from '../../operations/cancel-campaign.js';
import { cancelMessage } from '../../operations/cancel-message.js';
import { resumeHeldMessages } from '../../operations/resume-held-messages.js';
import { sendBulkSms } from '../../operations/send-bulk-sms.js';
import { sendSms } from '../../operations/send-sms.js';
import { toCampaign } from './campaign.js';
import type { ResolverContext } from './context.js';
import {
  CancelCampaignInput,
  CancelMessageInput,
  ResumeHeldMessagesInput,
  SendBulkSmsInput,
  SendSmsInput,
} from './inputs.js';
import {
  CancelCampaignPayload,
  CancelMessagePayload,
  NULL_ONLY,
  ResumeHeldMessagesPayload,
  SendBulkSmsPayload,
  SendSmsPayload,
} from './payloads.js';
import { toSmsMessage } from './sms-message.js';
import { payloadOf } from './user-errors.js';

@Resolver()
export class SendResolver {
  @Mutation(() => SendSmsPayload, { nullable: true, description: `Accepts one SMS. ${NULL_ONLY}` })
  sendSms(
    @Ctx() context: ResolverContext,
    @Arg('input', () => SendSmsInput, { description: 'The SMS.' }) input: SendSmsInput,
  ): Promise<SendSmsPayload> {
    return payloadOf<SendSmsPayload>(
      async () => {
        const { result, replayed } = await sendSms(context, input);
        return { message: toSmsMessage(result), replayed, userErrors: [] };
      },
      (userErrors) => ({ message: null, replayed: false, userErrors }),
    );
  }

  @Mutation(() => SendBulkSmsPayload, {
    nullable: true,
    description: `Accepts a campaign, all of it or nothing. ${NULL_ONLY}`,
  })
  sendBulkSms(
    @Ctx() context: ResolverContext,
    @Arg('input', () => SendBulkSmsInput, { description: 'The campaign.' }) input: SendBulkSmsInput,
  ): Promise<SendBulkSmsPayload> {
    return payloadOf<SendBulkSmsPayload>(
      async () => {
        const { result, replayed } = await sendBulkSms(context, input);
        return { campaign: toCampaign(result), replayed, userErrors: [] };
      },
      (userErrors) => ({ campaign: null, replayed: false, userErrors }),
    );
  }

  @Mutation(() => CancelMessagePayload, {
    nullable: true,
    description: `Cancels a message that no gateway has been given. ${NULL_ONLY}`,
  })
  cancelMessage(
    @Ctx() context: ResolverContext,
    @Arg('input', () => CancelMessageInput, { description: 'The message.' }) input: CancelMessageInput,
  ): Promise<CancelMessagePayload> {
    return payloadOf<CancelMessagePayload>(
      async () => ({ message: toSmsMessage(await cancelMessage(context, input)), userErrors: [] }),
      (userErrors) => ({ message: null, userErrors }),
    );
  }

  @Mutation(() => CancelCampaignPayload, {
    nullable: true,
    description: `Cancels those messages of a campaign that no gateway has been given. ${NULL_ONLY}`,
  })
  cancelCampaign(
    @Ctx() context: ResolverContext,
    @Arg('input', () => CancelCampaignInput, { description: 'The campaign.' }) input: CancelCampaignInput,
  ): Promise<CancelCampaignPayload> {
    return payloadOf<CancelCampaignPayload>(
      async () => {
        const { campaign, ...numbers } = await cancelCampaign(context, input);
        return { campaign: toCampaign(campaign), ...numbers, userErrors: [] };
      },
      (userErrors) => ({ campaign: null, cancelled: 0, alreadyDispatched: 0, userErrors }),
    );
  }

  @Mutation(() => ResumeHeldMessagesPayload, {
    nullable: true,
    description: `Lets messages go that are held for want of credit, without waiting for the next look. ${NULL_ONLY}`,
  })
  resumeHeldMessages(
    @Ctx() context: ResolverContext,
    @Arg('input', () => ResumeHeldMessagesInput, { description: 'Which ones.' }) input: ResumeHeldMessagesInput,
  ): Promise<ResumeHeldMessagesPayload> {
    return payloadOf<ResumeHeldMessagesPayload>(
      async () => ({ ...(await resumeHeldMessages(context, input)), userErrors: [] }),
      (userErrors) => ({ resumed: 0, userErrors }),
    );
  }
}
