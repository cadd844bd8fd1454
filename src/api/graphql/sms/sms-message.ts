import { Field, InputType, Int, ObjectType } from 'type-graphql';
import { ERROR_DESCRIPTION, errorText, submissionStatus } from '../../../domain/sms/outcome.js';
import type {
  SmsEncoding as Encoding,
  HoldReason as Hold,
  HoldReason as HoldWord,
  AttemptOutcome as Outcome,
  SmsStatus as Status,
  SubmissionStatus as Submission,
} from '../../../domain/vocabulary.js';
import { enumOf } from '../kernel/enum.js';
import { Node } from '../kernel/node.js';
import { connectionOf } from '../kernel/paging.js';
import type { AttemptRow, MessageRow } from '../kernel/rows.js';
import { DateTime, JSONObject, PhoneNumber } from '../kernel/scalars.js';
import { SmsStatus, SubmissionStatus } from './sms-status.js';

const HoldReason = enumOf<HoldWord>('HoldReason', 'Why a message is held.', {
  insufficient_credit: 'The gateway account is out of credit (405). Resumes after a top-up.',
  risk_review: 'The gateway holds it for risk or fraud review (401), and usually releases it by itself.',
});

const SmsEncoding = enumOf<Encoding>('SmsEncoding', 'How a text is coded on the air.', {
  gsm7: '7 bits a character: 160 in one segment, 153 in each of several.',
  ucs2: '16 bits a character, for texts beyond the GSM alphabet: 70 in one segment, 67 in each of several.',
});

const AttemptOutcome = enumOf<Outcome>('AttemptOutcome', 'What a gateway answered to one hand-over.', {
  accepted: 'It has the message.',
  queued: 'It has the message, which waits there.',
  held: 'It took the message under review, or has no credit for it.',
  rejected: 'It refused the message; the delivery code says why.',
  unknown: 'The answer was lost.',
});

@ObjectType({ description: 'Why a message is where it is, and what happens next.', simpleResolvers: true })
export class SmsExplanation {
  @Field(() => String, { description: 'What has happened.' })
  cause!: string;

  @Field(() => String, { description: 'The rule that applies.' })
  rule!: string;

  @Field(() => String, { description: 'What happens next.' })
  next!: string;

  @Field(() => DateTime, { nullable: true, description: 'When, at the latest; null when no time is set.' })
  nextAt!: string | null;
}

@ObjectType({ description: 'One hand-over of a message to a gateway.', simpleResolvers: true })
export class SmsAttempt {
  @Field(() => Int, { description: 'From 1.' })
  number!: number;

  @Field(() => String, { description: 'The gateway that was asked.' })
  gateway!: string;

  @Field(() => AttemptOutcome, { description: 'What it answered.' })
  outcome!: Outcome;

  @Field(() => Int, {
    nullable: true,
    description: 'What it said as a delivery code: in its answer, or later in its report of a failure.',
  })
  deliveryCode!: number | null;

  @Field(() => String, { nullable: true, description: "The gateway's own id for the message." })
  providerId!: string | null;

  @Field(() => String, {
    nullable: true,
    description: "The gateway's own code, of its answer or of its report of a failure, for its support.",
  })
  rawCode!: string | null;

  @Field(() => String, { nullable: true, description: "The gateway's own words, for its support." })
  rawReason!: string | null;

  @Field(() => DateTime, { description: 'When it was asked.' })
  requestedAt!: string;

  @Field(() => DateTime, { description: 'When the answer was known.' })
  finishedAt!: string;
}

export function toAttempt(row: AttemptRow): SmsAttempt {
  return {
    number: row.number,
    gateway: row.gateway,
    outcome: row.outcome,
    deliveryCode: row.delivery_code,
    providerId: row.provider_id,
    rawCode: row.raw_code,
    rawReason: row.raw_reason,
    requestedAt: row.requested_at,
    finishedAt: row.finished_at,
  };
}

@ObjectType({ description: 'A change of the status of a message.', simpleResolvers: true })
export class SmsChange {
  @Field(() => SmsStatus, { description: 'The status from then on.' })
  status!: Status;

  @Field(() => Int, { nullable: true, description: 'The delivery code from then on.' })
  deliveryCode!: number | null;

  @Field(() => DateTime, { description: 'When it happened.' })
  at!: string;

  @Field(() => Int, { description: 'Counts the changes of a message, from 1.' })
  revision!: number;

  @Field(() => Boolean, { description: 'A late report put right an earlier outcome.' })
  corrected!: boolean;
}

@ObjectType({ implements: Node, description: 'One SMS to one number.', simpleResolvers: true })
export class SmsMessage extends Node {
  @Field(() => PhoneNumber, {
    nullable: true,
    description: 'Digits only; a malformed number of a campaign as it was given. Null once it is redacted.',
  })
  to!: string | null;

  @Field(() => String, { nullable: true, description: 'Who it comes from; null: whatever the gateway uses.' })
  senderId!: string | null;

  @Field(() => SmsStatus, { description: 'Where it is in its life. Use it for application logic.' })
  status!: Status;

  @Field(() => SubmissionStatus, { description: 'Whether it was handed to a gateway.' })
  submissionStatus!: Submission;

  @Field(() => Int, {
    nullable: true,
    description: 'The reason that the gateway gave, one of the delivery codes; null while queued or held.',
  })
  deliveryCode!: number | null;

  @Field(() => String, { nullable: true, description: ERROR_DESCRIPTION })
  error!: string | null;

  @Field(() => HoldReason, { nullable: true, description: 'Why it is held; null when it is not.' })
  holdReason!: Hold | null;

  @Field(() => Int, { description: 'How many segments it travels as.' })
  segments!: number;

  @Field(() => SmsEncoding, { description: 'How its text is coded.' })
  encoding!: Encoding;

  @Field(() => String, { nullable: true, description: 'The gateway it was last given to; null when there was none.' })
  gateway!: string | null;

  @Field(() => Int, { nullable: true, description: 'Place in its campaign, from 0; null for a single message.' })
  position!: number | null;

  @Field(() => String, { nullable: true, description: 'Your own reference, as given in the call.' })
  reference!: string | null;

  @Field(() => JSONObject, { nullable: true, description: 'Your own data, as given in the call.' })
  metadata!: Record<string, unknown> | null;

  @Field(() => Boolean, { description: 'Made with a test key: only the sandbox gets it.' })
  test!: boolean;

  @Field(() => Boolean, {
    description: 'Send again when it stays unknown whether the gateway has it. Otherwise it is not sent again.',
  })
  atLeastOnce!: boolean;

  @Field(() => Int, { description: 'Counts the changes of its status, from 1.' })
  revision!: number;

  @Field(() => DateTime, { description: 'When the call was accepted.' })
  createdAt!: string;

  @Field(() => DateTime, { description: 'When something last happened to it.' })
  updatedAt!: string;

  @Field(() => DateTime, { nullable: true, description: 'When it is to be dispatched; null: at once.' })
  scheduledAt!: string | null;

  /** What fields with a resolver of their own are made of. */
  row!: MessageRow;
}

export function toSmsMessage(row: MessageRow): SmsMessage {
  return {
    typeName: 'SmsMessage',
    row,
    id: row.id,
    to: row.mobile,
    senderId: row.sender_id,
    status: row.status,
    submissionStatus: submissionStatus(row.handed_over, row.status),
    deliveryCode: row.delivery_code,
    error: errorText(row.status, row.delivery_code, row.outcome_unknown),
    holdReason: row.hold_reason,
    segments: row.segments,
    encoding: row.encoding,
    gateway: row.gateway,
    position: row.position,
    reference: row.reference,
    metadata: row.metadata,
    test: row.test,
    atLeastOnce: row.at_least_once,
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    scheduledAt: row.scheduled_at,
  };
}

export const SmsMessageConnection = connectionOf('SmsMessage', 'messages', () => SmsMessage);

@InputType({ description: 'Which messages to list; all conditions must hold.' })
export class MessageFilter {
  @Field(() => SmsStatus, { nullable: true, description: 'Where they are in their life.' })
  status?: Status | null;

  @Field(() => Int, { nullable: true, description: 'Exactly this delivery code.' })
  deliveryCode?: number | null;

  @Field(() => PhoneNumber, { nullable: true, description: 'To this number.' })
  to?: string | null;

  @Field(() => String, { nullable: true, description: 'Exactly this reference.' })
  reference?: string | null;

  @Field(() => DateTime, { nullable: true, description: 'Accepted later than this.' })
  createdAfter?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Accepted earlier than this.' })
  createdBefore?: Date | null;
}
