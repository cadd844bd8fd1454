import { Field, Int, ObjectType } from 'type-graphql';
import type {
  MessageCategory as Category,
  SmsStatus as Status,
  SubmissionStatus as Submission,
} from '../../../domain/vocabulary.js';
import { enumOf } from '../kernel/enum.js';

export const SmsStatus = enumOf<Status>('SmsStatus', 'The status of an SMS.', {
  queued: 'Queued: accepted, and waiting to be submitted to a gateway.',
  sent: 'Sent: submitted to the gateway; the delivery report has not arrived.',
  delivered: "Delivered: the delivery report confirms that the recipient's handset has the message.",
  failed: 'Failed: the gateway rejected the message, or it could not be submitted.',
  undelivered: 'Undelivered: the gateway accepted the message, but could not deliver it to the handset.',
  blocked: 'Blocked: the recipient is on a do-not-disturb registry or has blocked the sender. Do not send again.',
  held:
    'Held: the gateway account is out of credit, or the gateway reviews the message. Dispatch resumes ' +
    'automatically.',
  cancelled: 'Cancelled before the message was submitted to a gateway.',
});

export const SubmissionStatus = enumOf<Submission>(
  'SubmissionStatus',
  'Whether a message was submitted to a gateway. The status of a submitted message may still become `BLOCKED`; this word stays `SENT`.',
  {
    pending: 'Pending: the message has not been submitted.',
    sent: 'Sent: the message was submitted at least once.',
    failed:
      'Failed: the message was never submitted and will not be: it was malformed, suppressed, rejected, ' +
      'cancelled, or held for too long.',
  },
);

export const MessageCategory = enumOf<Category>('MessageCategory', 'What a message is for.', {
  transactional:
    'Transactional: something that the recipient waits for or needs, such as a code, a receipt or a reminder.',
  promotional: 'Promotional: news, offers and other advertising.',
});

@ObjectType({ description: 'How many messages have each status.', simpleResolvers: true })
export class MessageCounts {
  @Field(() => Int, { description: 'Messages that wait to be submitted.' })
  queued!: number;

  @Field(() => Int, { description: 'Messages that a gateway accepted, without a delivery report so far.' })
  sent!: number;

  @Field(() => Int, { description: 'Messages that a delivery report confirms.' })
  delivered!: number;

  @Field(() => Int, { description: 'Messages that were rejected, or never submitted.' })
  failed!: number;

  @Field(() => Int, { description: 'Messages that a gateway accepted but could not deliver.' })
  undelivered!: number;

  @Field(() => Int, { description: 'Messages that the recipient or a registry blocks.' })
  blocked!: number;

  @Field(() => Int, { description: 'Messages that wait for credit or for a review by the gateway.' })
  held!: number;

  @Field(() => Int, { description: 'Cancelled before the message was submitted to a gateway.' })
  cancelled!: number;
}

export function toCounts(row: MessageCounts): MessageCounts {
  const { queued, sent, delivered, failed, undelivered, blocked, held, cancelled } = row;
  return { queued, sent, delivered, failed, undelivered, blocked, held, cancelled };
}
