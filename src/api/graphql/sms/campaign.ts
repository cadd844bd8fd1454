import { Field, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { campaignStatus } from '../../../domain/sms/campaign-status.js';
import type {
  CampaignStatus as CampaignWord,
  SmsStatus as Status,
  SubmissionStatus as Submission,
} from '../../../domain/vocabulary.js';
import { enumOf, OrderDirection } from '../kernel/enum.js';
import { Node } from '../kernel/node.js';
import { connectionOf } from '../kernel/paging.js';
import type { CampaignRow } from '../kernel/rows.js';
import { DateTime, JSONObject, PhoneNumber } from '../kernel/scalars.js';
import { DeliveryCode } from './delivery-code.js';
import { MessageCounts, SmsStatus, SubmissionStatus, toCounts } from './sms-status.js';

const CampaignStatus = enumOf<CampaignWord>(
  'CampaignStatus',
  'How far a campaign is. It follows from the statuses of its messages.',
  {
    scheduled: 'Its time has not come.',
    queued: 'Accepted; nothing has been dispatched yet.',
    running: 'Messages are being dispatched, or await their reports.',
    held: 'Nothing moves until there is credit again or the gateway releases its messages.',
    completed: 'Every message has its outcome.',
    cancelled: 'Somebody cancelled it. Messages that had been dispatched by then still get their reports.',
  },
);

const CampaignOrderField = enumOf<'created_at' | 'total'>('CampaignOrderField', 'What campaigns are ordered by.', {
  created_at: 'When they were accepted.',
  total: 'How many recipients they have.',
});

/** Widths of a point in seconds. */
export const TimelineBucket = { TEN_SECONDS: 10, MINUTE: 60, HOUR: 3600 } as const;
registerEnumType(TimelineBucket, {
  name: 'TimelineBucket',
  description: 'How much time one point of a timeline covers.',
  valuesConfig: {
    TEN_SECONDS: { description: 'Ten seconds.' },
    MINUTE: { description: 'One minute.' },
    HOUR: { description: 'One hour.' },
  },
});

@ObjectType({
  description: 'How many messages of a campaign share a delivery code and a status.',
  simpleResolvers: true,
})
export class CampaignOutcome {
  @Field(() => DeliveryCode, { description: 'The code with its meaning and what to do about it.' })
  code!: DeliveryCode;

  @Field(() => SmsStatus, { description: 'The status that these messages are in.' })
  status!: Status;

  @Field(() => Int, { description: 'How many messages.' })
  count!: number;
}

@ObjectType({ description: 'What changed in a campaign within a stretch of time.', simpleResolvers: true })
export class TimelinePoint {
  @Field(() => DateTime, { description: 'When the stretch begins.' })
  at!: string;

  @Field(() => MessageCounts, { description: 'Messages that came into each status within the stretch.' })
  changes!: MessageCounts;
}

@ObjectType({
  implements: Node,
  description: 'One bulk call: the messages to its recipients, and what became of them.',
  simpleResolvers: true,
})
export class Campaign extends Node {
  @Field(() => String, { nullable: true, description: 'As given in the call.' })
  name!: string | null;

  @Field(() => CampaignStatus, { description: 'How far it is.' })
  status!: CampaignWord;

  @Field(() => Int, { description: 'Recipients in the listing: `accepted`, `invalid` and `suppressed` together.' })
  total!: number;

  @Field(() => Int, { description: 'Recipients whose message was queued.' })
  accepted!: number;

  @Field(() => Int, {
    description: 'Recipients whose number cannot receive SMS, or not under this sender ID; they are listed as failed.',
  })
  invalid!: number;

  @Field(() => Int, { description: 'Repetitions of a number in the call. They are sent to once and listed once.' })
  duplicates!: number;

  @Field(() => Int, { description: 'Recipients whose number was suppressed; they are listed as blocked.' })
  suppressed!: number;

  @Field(() => MessageCounts, { description: 'Its messages by status. They always add up to `total`.' })
  counts!: MessageCounts;

  @Field(() => String, {
    nullable: true,
    description: 'The message as it was given, with its placeholders. Null once it is redacted.',
  })
  text!: string | null;

  @Field(() => String, { nullable: true, description: 'Who the messages come from; null: whatever the gateway uses.' })
  senderId!: string | null;

  @Field(() => String, { nullable: true, description: 'Your own reference, as given in the call.' })
  reference!: string | null;

  @Field(() => JSONObject, { nullable: true, description: 'Your own data, as given in the call.' })
  metadata!: Record<string, unknown> | null;

  @Field(() => Boolean, { description: 'Made with a test key: only the sandbox gets it.' })
  test!: boolean;

  @Field(() => Boolean, {
    description: 'Send again when it stays unknown whether the gateway has a message. Otherwise it is not sent again.',
  })
  atLeastOnce!: boolean;

  @Field(() => DateTime, { description: 'When the call was accepted.' })
  createdAt!: string;

  @Field(() => DateTime, { nullable: true, description: 'When it is to start; null: at once.' })
  scheduledAt!: string | null;

  @Field(() => DateTime, { nullable: true, description: 'When the first message was given to a gateway.' })
  startedAt!: string | null;

  @Field(() => DateTime, { nullable: true, description: 'When the last message had its outcome.' })
  completedAt!: string | null;

  @Field(() => DateTime, { nullable: true, description: 'When it was cancelled.' })
  cancelledAt!: string | null;
}

export function toCampaign(row: CampaignRow): Campaign {
  const times = {
    scheduledAt: row.scheduled_at,
    startedAt: row.started_at,
    completedAt: row.completed_at,
    cancelledAt: row.cancelled_at,
  };
  return {
    typeName: 'Campaign',
    id: row.id,
    name: row.name,
    status: campaignStatus({ ...times, queued: row.queued, held: row.held }, new Date()),
    total: row.total,
    accepted: row.accepted,
    invalid: row.invalid,
    duplicates: row.duplicates,
    suppressed: row.suppressed,
    counts: toCounts(row),
    text: row.body,
    senderId: row.sender_id,
    reference: row.reference,
    metadata: row.metadata,
    test: row.test,
    atLeastOnce: row.at_least_once,
    createdAt: row.created_at,
    ...times,
  };
}

export const CampaignConnection = connectionOf('Campaign', 'campaigns', () => Campaign);

@InputType({ description: 'Which campaigns to list; all conditions must hold.' })
export class CampaignFilter {
  @Field(() => CampaignStatus, { nullable: true, description: 'How far they are.' })
  status?: CampaignWord | null;

  @Field(() => String, { nullable: true, description: 'A part of the name, in any case.' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'Exactly this reference.' })
  reference?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Made with a test key, or not.' })
  test?: boolean | null;

  @Field(() => DateTime, { nullable: true, description: 'Accepted later than this.' })
  createdAfter?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Accepted earlier than this.' })
  createdBefore?: Date | null;
}

@InputType({ description: 'The order of campaigns.' })
export class CampaignOrder {
  @Field(() => CampaignOrderField, { description: 'What counts.' })
  field!: 'created_at' | 'total';

  @Field(() => OrderDirection, { defaultValue: 'desc', description: 'Which end comes first.' })
  direction!: 'asc' | 'desc';
}

@InputType({ description: 'Which recipients of a campaign to list; all conditions must hold.' })
export class CampaignMessageFilter {
  @Field(() => SubmissionStatus, { nullable: true, description: 'Whether they were handed to a gateway.' })
  status?: Submission | null;

  @Field(() => SmsStatus, { nullable: true, description: 'Where their message is in its life.' })
  messageStatus?: Status | null;

  @Field(() => Int, { nullable: true, description: 'Exactly this delivery code.' })
  deliveryCode?: number | null;

  @Field(() => PhoneNumber, { nullable: true, description: 'Exactly this number.' })
  mobile?: string | null;
}
