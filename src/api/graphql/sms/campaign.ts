import { Field, Int, ObjectType } from 'type-graphql';
import { findDeliveryCode } from '../../../domain/sms/delivery-codes.js';
import { PAUSES_ON_FAILURES } from '../../../domain/sms/failure-watch.js';
import { campaignResult, campaignStatus, recommendedActionIn } from '../../../domain/sms/public-status.js';
import type {
  CampaignStatus as CampaignWord,
  MessageCategory as Category,
  PauseReason as PauseWord,
  CampaignResult as ResultWord,
  SmsStatus as Status,
} from '../../../domain/vocabulary.js';
import { camelCased } from '../../../lib/snake-case.js';
import { type CampaignRow, getCampaigns } from '../../../operations/sms/campaigns/campaigns.js';
import { enumOf } from '../kernel/enum.js';
import { loaderById } from '../kernel/loader.js';
import { Node } from '../kernel/node.js';
import { DateTime, JSONObject } from '../kernel/scalars.js';
import { AuditActor, CREATED_BY, toCreatedBy } from '../people/actor.js';
import { DeliveryCode } from './delivery-code.js';
import { MessageCategory, MessageCounts, SmsStatus, toCounts } from './sms-status.js';

export const CampaignStatus = enumOf<CampaignWord>(
  'CampaignStatus',
  'The status of a campaign. It follows from the statuses of its messages.',
  {
    scheduled: 'Scheduled: `scheduledAt` is in the future.',
    queued: 'Queued: accepted, and no message has been submitted.',
    running: 'Running: messages are being submitted, or await delivery reports.',
    paused: 'Paused: no message is submitted until a caller resumes the campaign.',
    held: 'Held: no message is submitted until the account has credit again or the gateway releases the messages.',
    completed: 'Completed: every message has its final status.',
    cancelled:
      'Cancelled: unsent messages were cancelled. Messages that were already submitted still receive delivery ' +
      'reports.',
  },
);

const CampaignResult = enumOf<ResultWord>('CampaignResult', 'How a campaign ended.', {
  succeeded:
    'Succeeded: every accepted message was delivered, but for those that expired or were cancelled one by one.',
  with_failures: 'With failures: some of the accepted messages were not delivered.',
  cancelled: 'Cancelled: a caller cancelled the campaign.',
});

const PauseReason = enumOf<PauseWord>('CampaignPauseReason', 'Why a campaign is paused.', {
  caller: 'Caller: a person or an API key paused it.',
  failures: 'Failures: too many of its messages failed, so it was paused by itself.',
});

@ObjectType({
  description: 'The number of messages with the same delivery code and status.',
  simpleResolvers: true,
})
export class CampaignOutcome {
  @Field(() => DeliveryCode, { description: 'The delivery code, with its meaning.' })
  code!: DeliveryCode;

  @Field(() => SmsStatus, { description: 'The status of these messages.' })
  status!: Status;

  @Field(() => Int, { description: 'The number of messages.' })
  count!: number;

  @Field(() => String, {
    nullable: true,
    description:
      'What the sender should do about messages with this status and delivery code; null if there is nothing to do. It differs ' +
      'from `recommendedAction` of the code if a message ended without a delivery report.',
  })
  recommendedAction!: string | null;
}

/** None for a code that this version does not know. */
export function toOutcomes(
  rows: readonly (Pick<CampaignOutcome, 'status' | 'count'> & { readonly deliveryCode: number })[],
): CampaignOutcome[] {
  return rows.flatMap(({ status, count, deliveryCode }) => {
    const code = findDeliveryCode(deliveryCode);
    return code ? [{ code, status, count, recommendedAction: recommendedActionIn(status, code) }] : [];
  });
}

@ObjectType({
  description: 'The status changes of a campaign within one interval of its timeline.',
  simpleResolvers: true,
})
export class TimelinePoint {
  @Field(() => DateTime, { description: 'The start of the interval.' })
  at!: string;

  @Field(() => MessageCounts, { description: 'For each status, how many messages entered it within the interval.' })
  changes!: MessageCounts;
}

@ObjectType({
  implements: Node,
  description: 'A bulk send: one text to many recipients, and the status of each message.',
  simpleResolvers: true,
})
export class Campaign extends Node<'Campaign'> {
  @Field(() => String, { nullable: true, description: 'The name of the campaign, as given in the call.' })
  name!: string | null;

  @Field(() => CampaignStatus, { description: 'The status of the campaign.' })
  status!: CampaignWord;

  @Field(() => Int, {
    description: 'The number of recipients in the list: `accepted`, `invalid` and `suppressed` together.',
  })
  total!: number;

  @Field(() => Int, { description: 'The number of recipients whose message was queued.' })
  accepted!: number;

  @Field(() => Int, {
    description:
      'The number of recipients whose number cannot receive SMS, or not from this sender ID. They are listed ' +
      'as failed.',
  })
  invalid!: number;

  @Field(() => Int, {
    description: 'The number of repeated recipients. A repeated number gets one message and is listed once.',
  })
  duplicates!: number;

  @Field(() => Int, { description: 'The number of recipients whose number is suppressed. They are listed as blocked.' })
  suppressed!: number;

  @Field(() => MessageCounts, {
    description: 'The number of messages for each status. The counts always add up to `total`.',
  })
  counts!: MessageCounts;

  @Field(() => String, {
    nullable: true,
    description:
      'The text of the recipients that have none of their own: as given if it has placeholders, else as it is sent. Null if ' +
      'the call had none, and after redaction.',
  })
  text!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The sender ID of the messages; null if the gateway chooses it.',
  })
  senderId!: string | null;

  @Field(() => String, { nullable: true, description: 'Your own reference, as given in the call.' })
  reference!: string | null;

  @Field(() => JSONObject, { nullable: true, description: 'Your own data, as given in the call.' })
  metadata!: Record<string, unknown> | null;

  @Field(() => Boolean, {
    description: 'True if the campaign was made with a test key; only the sandbox receives its messages.',
  })
  test!: boolean;

  @Field(() => Boolean, {
    description:
      'True if a message is submitted again when it stays unknown whether the gateway has it. If false, it is ' +
      'not submitted again.',
  })
  atLeastOnce!: boolean;

  @Field(() => AuditActor, { nullable: true, description: CREATED_BY })
  createdBy!: AuditActor | null;

  @Field(() => Int, {
    description: 'The number of the last event of the campaign, from 1: as `revision` of the event.',
  })
  revision!: number;

  @Field(() => DateTime, { description: 'The time when the call was accepted.' })
  createdAt!: string;

  @Field(() => DateTime, { nullable: true, description: 'The time when dispatch is to start; null if at once.' })
  scheduledAt!: string | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'The time after which no message is submitted to a gateway; null if there is none.',
  })
  validUntil!: string | null;

  @Field(() => DateTime, { nullable: true, description: 'The time when the first message was submitted to a gateway.' })
  startedAt!: string | null;

  @Field(() => DateTime, { nullable: true, description: 'The time when the last message reached its final status.' })
  completedAt!: string | null;

  @Field(() => DateTime, { nullable: true, description: 'The time when the campaign was cancelled.' })
  cancelledAt!: string | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'The time when the campaign was paused; null if it is not paused.',
  })
  pausedAt!: string | null;

  @Field(() => PauseReason, { nullable: true, description: 'Why the campaign is paused; null if it is not.' })
  pauseReason!: PauseWord | null;

  @Field(() => Boolean, {
    description: `True if the campaign is paused by itself when too many messages fail: ${PAUSES_ON_FAILURES}`,
  })
  pauseOnFailures!: boolean;

  @Field(() => MessageCategory, { description: 'What the messages are for.' })
  category!: Category;

  @Field(() => CampaignResult, {
    nullable: true,
    description: 'How the campaign ended; null while it has not.',
  })
  result!: ResultWord | null;

  /** For the field `retryOf`. */
  retryOfId!: string | null;
}

export function toCampaign(row: CampaignRow): Campaign {
  const times = {
    scheduledAt: row.scheduled_at,
    startedAt: row.started_at,
    completedAt: row.completed_at,
    cancelledAt: row.cancelled_at,
    pausedAt: row.completed_at === null ? row.paused_at : null,
  };
  return {
    ...camelCased(row),
    ...times,
    typeName: 'Campaign',
    status: campaignStatus({ ...times, ...row }, new Date()),
    counts: toCounts(row),
    text: row.body,
    // Answers that earlier versions stored lack what came later.
    category: row.category ?? 'transactional',
    createdBy: toCreatedBy(row),
    retryOfId: row.retry_of,
    result: campaignResult({ ...times, ...row }),
  };
}

export const loadCampaign = loaderById(getCampaigns, toCampaign);
