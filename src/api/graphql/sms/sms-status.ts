import { Field, Int, ObjectType } from 'type-graphql';
import type { SmsStatus as Status, SubmissionStatus as Submission } from '../../../domain/vocabulary.js';
import { enumOf } from '../kernel/enum.js';
import type { CampaignRow, TimelineRow } from '../kernel/rows.js';

export const SmsStatus = enumOf<Status>('SmsStatus', 'Where an SMS is in its life.', {
  queued: 'Accepted and waiting to be dispatched.',
  sent: 'Submitted to the gateway; awaiting confirmation of delivery.',
  delivered: "Confirmed delivered to the recipient's handset.",
  failed: 'The gateway rejected it, or it could not be sent.',
  undelivered: 'Sent to the gateway, but it could not be delivered to the handset.',
  blocked: 'The recipient is on the do-not-disturb registry or has blacklisted the sender. Do not try again.',
  held: 'Waiting: the gateway account is out of credit, or the gateway reviews the message. Resumes by itself.',
  cancelled: 'Cancelled before dispatch.',
});

export const SubmissionStatus = enumOf<Submission>(
  'SubmissionStatus',
  'Whether a recipient was handed to a gateway. One that was may still turn out to be blocked later.',
  {
    pending: 'Not yet.',
    sent: 'Handed over at least once.',
    failed: 'Never, and it will not be: malformed, suppressed, rejected, cancelled, or held for too long.',
  },
);

@ObjectType({ description: 'A number of messages for each status.', simpleResolvers: true })
export class MessageCounts {
  @Field(() => Int, { description: 'Waiting to be dispatched.' })
  queued!: number;

  @Field(() => Int, { description: 'With the gateway, without a report yet.' })
  sent!: number;

  @Field(() => Int, { description: 'Confirmed by the handset.' })
  delivered!: number;

  @Field(() => Int, { description: 'Rejected, or never sent.' })
  failed!: number;

  @Field(() => Int, { description: 'Sent, but not delivered.' })
  undelivered!: number;

  @Field(() => Int, { description: 'Refused by the recipient or the registry.' })
  blocked!: number;

  @Field(() => Int, { description: 'Waiting for credit or review.' })
  held!: number;

  @Field(() => Int, { description: 'Cancelled before dispatch.' })
  cancelled!: number;
}

export function toCounts(row: CampaignRow | TimelineRow): MessageCounts {
  const { queued, sent, delivered, failed, undelivered, blocked, held, cancelled } = row;
  return { queued, sent, delivered, failed, undelivered, blocked, held, cancelled };
}
