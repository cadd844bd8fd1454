import { defineEntity, p } from '@mikro-orm/core';
import {
  ATTEMPT_OUTCOMES,
  HOLD_REASONS,
  SMS_ENCODINGS,
  SMS_PHASES,
  SMS_STATUSES,
  type SmsStatus,
} from '../../../domain/vocabulary.js';
import { createdBy, timestamp } from '../columns.js';
import { isolated } from '../isolation.js';

/**
 * Without an index on a column that changes before redaction, so that most updates stay within their page. The agenda
 * has what is due, and `sms_troubles` what is held or did not arrive.
 */
export const SmsMessage = defineEntity({
  name: 'SmsMessage',
  tableName: 'sms_messages',
  ...isolated,
  properties: {
    organisationId: p.uuid().primary(),
    id: p.uuid().primary(),
    campaignId: p.uuid().nullable(),
    /** The place of the recipient in the bulk call, from 0, without gaps. */
    position: p.integer().nullable(),
    mobile: p.text().nullable(),
    /** Null if the text is that of the campaign. */
    body: p.text().nullable(),
    senderId: p.text().nullable(),
    reference: p.text().nullable(),
    metadata: p.json<Record<string, unknown>>().nullable(),
    segments: p.smallint(),
    encoding: p.enum(SMS_ENCODINGS).nativeEnumName('sms_encoding'),
    test: p.boolean(),
    atLeastOnce: p.boolean(),
    status: p.enum(SMS_STATUSES).nativeEnumName('sms_status'),
    /** The status before the last change. It lets one UPDATE count what it changed without locking the rows first. */
    previousStatus: p.enum(SMS_STATUSES).nativeEnumName('sms_status').nullable(),
    phase: p.enum(SMS_PHASES).nativeEnumName('sms_phase'),
    deliveryCode: p.smallint().nullable(),
    previousDeliveryCode: p.smallint().nullable(),
    holdReason: p.enum(HOLD_REASONS).nativeEnumName('hold_reason').nullable(),
    /**
     * Number, gateway and start of the current attempt. An attempt has a row of its own only if there is more to say.
     */
    attempt: p.smallint().default(0),
    /**
     * Counts the claims that led to a call of the gateway. The answer to a call is settled for its claim alone: attempt
     * numbers come back when an attempt is refunded or submitted again.
     */
    claim: p.integer().default(0),
    gateway: p.text().nullable(),
    submittedAt: timestamp().nullable(),
    /** A gateway has accepted it at least once. */
    handedOver: p.boolean().default(false),
    /** Counts the changes of the public status. */
    revision: p.integer().default(1),
    scheduledAt: timestamp().nullable(),
    /** From then on no worker submits the message. */
    validUntil: timestamp().nullable(),
    nextActionAt: timestamp().nullable(),
    redactedAt: timestamp().nullable(),
    createdAt: timestamp().defaultRaw('now()'),
    sentAt: timestamp().nullable(),
    deliveredAt: timestamp().nullable(),
    updatedAt: timestamp().defaultRaw('now()'),
    /** Of single messages. For others see their campaign. */
    ...createdBy(),
    /** The keyword message that this one answers: suppressions do not concern it. No call can set it. */
    answersInboundId: p.uuid().nullable(),
    promotional: p.boolean().default(false),
    /**
     * The gateway through which a person wrote what this message answers: only carriers of its sender may send it. Null
     * for all messages but answers to keywords and replies.
     */
    inboundGateway: p.text().nullable(),
  },
  uniques: [
    {
      name: 'sms_messages_campaign',
      properties: ['organisationId', 'campaignId', 'position'],
      where: 'campaign_id IS NOT NULL',
    },
  ],
  indexes: [
    {
      name: 'sms_messages_mobile',
      properties: ['organisationId', 'mobile', 'id'],
      where: 'mobile IS NOT NULL AND coalesce(position, 0) < 100',
    },
    {
      name: 'sms_messages_reference',
      properties: ['organisationId', 'reference', 'id'],
      where: 'reference IS NOT NULL',
    },
  ],
});

/** The messages that are held or did not arrive, to be found by status and code. */
export const SmsTrouble = defineEntity({
  name: 'SmsTrouble',
  tableName: 'sms_troubles',
  ...isolated,
  properties: {
    organisationId: p.uuid().primary(),
    messageId: p.uuid().primary(),
    /**
     * Not an enum: behind row level security PostgreSQL searches no index by one, because comparing enums counts as
     * leaky.
     */
    status: p.text().$type<SmsStatus>(),
    deliveryCode: p.smallint().nullable(),
  },
  indexes: [
    { name: 'sms_troubles_status', properties: ['organisationId', 'status', 'messageId'] },
    { name: 'sms_troubles_code', properties: ['organisationId', 'deliveryCode', 'messageId'] },
  ],
});

/** The message that a retry of its campaign sends instead of a failed one. */
export const SmsRetry = defineEntity({
  name: 'SmsRetry',
  tableName: 'sms_retries',
  ...isolated,
  properties: {
    organisationId: p.uuid().primary(),
    messageId: p.uuid().primary(),
    retryId: p.uuid(),
  },
  indexes: [{ name: 'sms_retries_retry', properties: ['organisationId', 'retryId'] }],
});

/** Attempts of which the message itself does not say everything. */
export const SmsAttempt = defineEntity({
  name: 'SmsAttempt',
  tableName: 'sms_attempts',
  ...isolated,
  properties: {
    organisationId: p.uuid().primary(),
    messageId: p.uuid().primary(),
    number: p.smallint().primary(),
    gateway: p.text(),
    providerId: p.text().nullable(),
    /** Reports of this gateway name only the id that the gateway has given. */
    foundByProviderId: p.boolean(),
    outcome: p.enum(ATTEMPT_OUTCOMES).nativeEnumName('attempt_outcome'),
    deliveryCode: p.smallint().nullable(),
    rawCode: p.text().nullable(),
    rawReason: p.text().nullable(),
    requestedAt: timestamp(),
    finishedAt: timestamp().defaultRaw('now()'),
  },
  indexes: [{ name: 'sms_attempts_provider', properties: ['providerId', 'gateway'], where: 'found_by_provider_id' }],
});

/** Parts of long texts, for gateways whose reports name the id of a part. */
export const SmsAttemptPart = defineEntity({
  name: 'SmsAttemptPart',
  tableName: 'sms_attempt_parts',
  ...isolated,
  properties: {
    organisationId: p.uuid().primary(),
    messageId: p.uuid().primary(),
    /** The number of the attempt. */
    number: p.smallint().primary(),
    part: p.smallint().primary(),
    gateway: p.text(),
    providerId: p.text(),
    /** Null until a report comes: 100, or why the part failed. */
    deliveryCode: p.smallint().nullable(),
  },
  indexes: [{ name: 'sms_attempt_parts_provider', properties: ['providerId', 'gateway'] }],
});
