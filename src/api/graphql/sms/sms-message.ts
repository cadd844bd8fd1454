import { Field, Int, ObjectType } from 'type-graphql';
import { categoryOf } from '../../../domain/sms/category.js';
import { CODE_OF } from '../../../domain/sms/delivery-codes.js';
import {
  ERROR_DESCRIPTION,
  type SmsErrorCode as ErrorCode,
  errorOf,
  SMS_ERRORS,
  submissionStatus,
} from '../../../domain/sms/public-status.js';
import type {
  MessageCategory as Category,
  SmsEncoding as Encoding,
  HoldReason as Hold,
  HoldReason as HoldWord,
  AttemptOutcome as Outcome,
  SmsStatus as Status,
  SubmissionStatus as Submission,
} from '../../../domain/vocabulary.js';
import { camelCased } from '../../../lib/snake-case.js';
import { type AttemptRow, getMessages, type MessageRow } from '../../../operations/sms/messages/messages.js';
import { enumOf } from '../kernel/enum.js';
import { loaderById } from '../kernel/loader.js';
import { Node } from '../kernel/node.js';
import { DateTime, JSONObject, PhoneNumber } from '../kernel/scalars.js';
import { MessageCategory, SmsStatus, SubmissionStatus } from './sms-status.js';

export const HoldReason = enumOf<HoldWord>('HoldReason', 'The reason why a message is held.', {
  insufficient_credit:
    `Insufficient credit: the gateway account is out of credit (delivery code ${CODE_OF.InsufficientBalance}). ` +
    'Dispatch resumes after a top-up.',
  risk_review:
    `Risk review: the gateway holds the message for risk or fraud review (delivery code ${CODE_OF.RiskHold}), ` +
    'and usually releases it.',
  sender_id_rejected:
    'Sender ID rejected: the operator has rejected the sender ID since the message was accepted. Dispatch resumes when ' +
    'the operator approves it again.',
});

export const SmsEncoding = enumOf<Encoding>('SmsEncoding', 'The character encoding of a text.', {
  gsm7: 'GSM-7: 7 bits per character; 160 characters in a single segment, 153 in each of several.',
  ucs2:
    'UCS-2: 16 bits per character, for characters outside the GSM alphabet; 70 characters in a single segment, ' +
    '67 in each of several.',
});

const VALID_UNTIL = 'The time after which the message is not submitted to a gateway; null if there is none.';

export const SmsErrorCode = enumOf<ErrorCode>('SmsErrorCode', 'Why a message did not arrive.', {
  outcome_unknown: `${SMS_ERRORS.outcome_unknown}. The recipient may have the message.`,
  no_report: `${SMS_ERRORS.no_report} in time.`,
  delivery_code: 'The delivery code says why.',
  not_delivered: `${SMS_ERRORS.not_delivered}, and there is no delivery code.`,
  expired: `${SMS_ERRORS.expired}: it was cancelled at its \`validUntil\`.`,
});

const AttemptOutcome = enumOf<Outcome>('AttemptOutcome', 'The response of a gateway to one submission.', {
  accepted: 'Accepted: the gateway has the message.',
  queued: 'Queued: the gateway has the message in a queue of its own.',
  held: 'Held: the gateway reviews the message, or its account has no credit for it.',
  rejected: 'Rejected: the gateway refused the message; the delivery code says why.',
  unknown: 'Unknown: the response of the gateway was lost.',
});

@ObjectType({ description: 'One submission of a message to a gateway.', simpleResolvers: true })
export class SmsAttempt {
  @Field(() => Int, { description: 'The number of the attempt, from 1.' })
  number!: number;

  @Field(() => String, { description: 'The gateway that the message was submitted to.' })
  gateway!: string;

  @Field(() => AttemptOutcome, { description: 'The response of the gateway.' })
  outcome!: Outcome;

  @Field(() => Int, {
    nullable: true,
    description: 'The delivery code from the response of the gateway, or from its later report of a failure.',
  })
  deliveryCode!: number | null;

  @Field(() => String, { nullable: true, description: 'The id that the gateway gave the message.' })
  providerId!: string | null;

  @Field(() => String, {
    nullable: true,
    description: "The gateway's own code from its response or its report of a failure, for the gateway's support.",
  })
  rawCode!: string | null;

  @Field(() => String, { nullable: true, description: "The gateway's own error text, for the gateway's support." })
  rawReason!: string | null;

  @Field(() => DateTime, { description: 'The time when the message was submitted.' })
  requestedAt!: string;

  @Field(() => DateTime, { description: 'The time when the response arrived, or was given up.' })
  finishedAt!: string;
}

export const toAttempt = (row: AttemptRow): SmsAttempt => camelCased(row);

@ObjectType({ description: 'A status change of an SMS.', simpleResolvers: true })
export class SmsChange {
  @Field(() => SmsStatus, { description: 'The status after the change.' })
  status!: Status;

  @Field(() => Int, { nullable: true, description: 'The delivery code after the change.' })
  deliveryCode!: number | null;

  @Field(() => DateTime, { description: 'The time of the change.' })
  at!: string;

  @Field(() => Int, { description: 'The number of the change, from 1.' })
  revision!: number;

  @Field(() => Boolean, { description: 'True if a late delivery report replaced an earlier final status.' })
  corrected!: boolean;
}

@ObjectType({ implements: Node, description: 'An SMS to one number.', simpleResolvers: true })
export class SmsMessage extends Node<'SmsMessage'> {
  @Field(() => PhoneNumber, {
    nullable: true,
    description:
      'The number of the recipient, digits only; a malformed number of a campaign is shown as given. Null after redaction. ' +
      "Suppressions, and the filter of a campaign's messages, have it as `mobile`.",
  })
  to!: string | null;

  @Field(() => String, { nullable: true, description: 'The sender ID of the message; null if the gateway chooses it.' })
  senderId!: string | null;

  @Field(() => SmsStatus, {
    description:
      "The status of the message. Base application logic on this field. The filter of a campaign's messages has it as `messageStatus`.",
  })
  status!: Status;

  @Field(() => SubmissionStatus, {
    description:
      "Whether the message was submitted to a gateway. The filter of a campaign's messages has it as `status`.",
  })
  submissionStatus!: Submission;

  @Field(() => Int, {
    nullable: true,
    description: 'The delivery code of the message; null while it is queued or held.',
  })
  deliveryCode!: number | null;

  @Field(() => String, { nullable: true, description: ERROR_DESCRIPTION })
  error!: string | null;

  @Field(() => SmsErrorCode, {
    nullable: true,
    description: 'The kind of the error, for programs; null if there is none.',
  })
  errorCode!: ErrorCode | null;

  @Field(() => HoldReason, {
    nullable: true,
    description: 'The reason why the message is held; null if it is not held.',
  })
  holdReason!: Hold | null;

  @Field(() => Int, { description: 'The number of SMS segments of the text.' })
  segments!: number;

  @Field(() => SmsEncoding, { description: 'The character encoding of the text.' })
  encoding!: Encoding;

  @Field(() => String, {
    nullable: true,
    description: 'The gateway that the message was last submitted to; null if it was never submitted.',
  })
  gateway!: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'The position of the message in its campaign, from 0; null for a single message.',
  })
  position!: number | null;

  @Field(() => String, { nullable: true, description: 'Your own reference, as given in the call.' })
  reference!: string | null;

  @Field(() => JSONObject, { nullable: true, description: 'Your own data, as given in the call.' })
  metadata!: Record<string, unknown> | null;

  @Field(() => Boolean, { description: 'True if the message was made with a test key; only the sandbox receives it.' })
  test!: boolean;

  @Field(() => Boolean, {
    description:
      'True if the message is submitted again when it stays unknown whether the gateway has it. If false, it ' +
      'is not submitted again.',
  })
  atLeastOnce!: boolean;

  @Field(() => MessageCategory, { description: 'What the message is for.' })
  category!: Category;

  @Field(() => Int, { description: 'The number of status changes, from 1.' })
  revision!: number;

  @Field(() => DateTime, { description: 'The time when the call was accepted.' })
  createdAt!: string;

  @Field(() => DateTime, {
    nullable: true,
    description: 'The time when a gateway accepted the message; null if none has said so.',
  })
  sentAt!: string | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'The time when the report came that the message is on the handset; null if none has.',
  })
  deliveredAt!: string | null;

  @Field(() => DateTime, { description: 'The time of the last change of the message.' })
  updatedAt!: string;

  @Field(() => DateTime, {
    nullable: true,
    description: 'The time when the message is to be submitted; null if at once.',
  })
  scheduledAt!: string | null;

  @Field(() => DateTime, { nullable: true, description: VALID_UNTIL })
  validUntil!: string | null;

  /** The row that field resolvers read. */
  row!: MessageRow;
}

export function toSmsMessage(row: MessageRow): SmsMessage {
  const error = errorOf(row.status, row.delivery_code, { outcomeUnknown: row.outcome_unknown, expired: row.expired });
  return {
    typeName: 'SmsMessage',
    row,
    id: row.id,
    to: row.mobile,
    senderId: row.sender_id,
    status: row.status,
    submissionStatus: submissionStatus(row.handed_over, row.status),
    deliveryCode: row.delivery_code,
    error: error?.text ?? null,
    errorCode: error?.code ?? null,
    holdReason: row.hold_reason,
    segments: row.segments,
    encoding: row.encoding,
    gateway: row.gateway,
    position: row.position,
    reference: row.reference,
    metadata: row.metadata,
    test: row.test,
    atLeastOnce: row.at_least_once,
    category: categoryOf(row),
    revision: row.revision,
    createdAt: row.created_at,
    sentAt: row.sent_at,
    deliveredAt: row.delivered_at,
    updatedAt: row.updated_at,
    scheduledAt: row.scheduled_at,
    // Answers that earlier versions stored lack what came later.
    validUntil: row.valid_until ?? null,
  };
}

export const loadSmsMessage = loaderById(getMessages, toSmsMessage);
