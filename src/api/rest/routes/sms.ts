import { LIMITS } from '../../../domain/limits.js';
import { PAGE_ARGUMENTS, PAGE_VARIABLES } from '../paging.js';
import type { RouteDeclaration } from '../route.js';
import { AUDIT_ACTOR } from './people.js';
import { MESSAGE_COUNTS } from './sms-campaigns.js';

const MESSAGE_ID = '019a1f0c-6c1e-7b52-9d3e-0a6c5f4b3a21';

export const SMS_MESSAGE = `
  fragment SmsMessage on SmsMessage {
    message_id: id campaign { campaign_id: id } answers { answers_inbound_id: id } to type: __typename status deliveryCode error holdReason message: text
    senderId segments encoding reference metadata test category createdBy { ...AuditActor } createdAt scheduledAt
    validUntil sentAt deliveredAt updatedAt
    attempts @include(if: $attempts) { ...SmsAttempt }
    history @include(if: $history) { ...SmsChange }
    explanation @include(if: $explanation) { ...SmsExplanation }
  }
  fragment SmsAttempt on SmsAttempt {
    number gateway outcome deliveryCode providerId rawCode rawReason requestedAt finishedAt
  }
  fragment SmsChange on SmsChange { status deliveryCode at revision corrected }
  fragment SmsExplanation on SmsExplanation {
    code cause rule next nextAt deliveryCode { deliveryCode: code } attempt attempts gateway
    suppressedAt word ownNumber origin
  }
  ${AUDIT_ACTOR}`;
/** The variables of the fragment. */
export const EXPANDED = '$attempts: Boolean!, $history: Boolean!, $explanation: Boolean!';

export const MESSAGE_EXAMPLE = {
  message_id: MESSAGE_ID,
  to: '12025550100',
  status: 'delivered',
  delivery_code: 100,
  message: 'Your parcel is on its way.',
  segments: 1,
  reference: 'parcel-4711',
  sent_at: '2026-11-20T09:00:00.310Z',
  delivered_at: '2026-11-20T09:00:01.250Z',
  updated_at: '2026-11-20T09:00:01.250Z',
};

export const SMS_ROUTES: readonly RouteDeclaration[] = [
  {
    method: 'POST',
    path: '/v1/sms/send/',
    document: `mutation sendSms($input: SendSmsInput!) {
      sendSms(input: $input) {
        message { message_id: id status deliveryCode to type: __typename segments encoding }
      }
    }`,
    status: 201,
    marksFailures: true,
    tag: 'Messages',
    summary: 'Send one SMS',
    description: 'Sends an SMS to one number. The call returns when the message is stored; dispatch follows.',
    example: {
      body: { to: '12025550100', message: 'Your parcel is on its way.', reference: 'parcel-4711' },
      reply: { message_id: MESSAGE_ID, to: '12025550100', segments: 1 },
    },
  },
  {
    method: 'GET',
    path: '/v1/sms/messages/{message_id}/',
    document: `query getMessage($messageId: UUID!, ${EXPANDED}) { message(id: $messageId) { ...SmsMessage } } ${SMS_MESSAGE}`,
    tag: 'Messages',
    summary: 'Read a message',
    description: 'Returns an SMS and its status. The SMS may be single or part of a campaign.',
    example: {
      query: { expand: 'attempts' },
      reply: {
        ...MESSAGE_EXAMPLE,
        attempts: [
          {
            number: 1,
            gateway: 'operator',
            outcome: 'accepted',
            provider_id: '4f8a1c',
            requested_at: '2026-11-20T09:00:00.200Z',
            finished_at: '2026-11-20T09:00:00.310Z',
          },
        ],
      },
    },
  },
  {
    method: 'POST',
    path: '/v1/sms/messages/{message_id}/cancel/',
    document: `mutation cancelMessage($input: CancelMessageInput!) {
      cancelMessage(input: $input) { messageId message { status deliveryCode } }
    }`,
    tag: 'Messages',
    summary: 'Cancel a message',
    description:
      'Cancels a message that has not been submitted to a gateway. A message that is cancelled already is returned as ' +
      'it is; for other messages the call fails with 409 `already_dispatched`.',
    example: { reply: { message_id: MESSAGE_ID, status: 'cancelled' } },
  },
  {
    method: 'GET',
    path: '/v1/sms/messages/',
    document: `query listMessages(
      ${PAGE_VARIABLES}, $statuses: [SmsStatus!], $deliveryCodes: [Int!], $to: PhoneNumber, $reference: String,
      $campaignId: UUID, $single: Boolean, $senderId: String, $test: Boolean, $createdAfter: DateTime, $createdBefore: DateTime,
      ${EXPANDED}
    ) {
      messages(${PAGE_ARGUMENTS}, filter: {
        statuses: $statuses, deliveryCodes: $deliveryCodes, to: $to, reference: $reference, campaignId: $campaignId,
        single: $single, senderId: $senderId, test: $test, createdAfter: $createdAfter, createdBefore: $createdBefore
      }) { nodes { ...SmsMessage } }
    } ${SMS_MESSAGE}`,
    tag: 'Messages',
    summary: 'List messages',
    description:
      `Lists SMS, newest first, at most ${LIMITS.connectionPageMax} on a page. A page may have fewer, or none, although more ` +
      'follow: go on while there is a `next`.',
    example: {
      query: { to: '12025550100', statuses: 'failed,undelivered', created_after: '2026-11-01T00:00:00Z' },
      reply: { count: 1, results: [{ ...MESSAGE_EXAMPLE, status: 'failed', delivery_code: 404 }] },
    },
  },
  {
    method: 'GET',
    path: '/v1/sms/statistics/',
    document: `query getStatistics(
      $from: DateTime!, $to: DateTime!, $bucket: StatisticsBucket, $senderId: String, $test: Boolean
    ) {
      statistics(from: $from, to: $to, bucket: $bucket, senderId: $senderId, test: $test) { ...Statistics }
    }
    fragment Statistics on Statistics {
      counts { ...MessageCounts } medianSecondsToDeliver outcomes { code { code name } status count }
      points { at counts { ...MessageCounts } }
    }
    ${MESSAGE_COUNTS}`,
    tag: 'Messages',
    summary: 'Read statistics',
    description:
      'Tells what became of the messages that were accepted in a range of time, single ones and those of campaigns, by hour or day.',
    example: {
      query: { from: '2026-11-01T00:00:00Z', to: '2026-11-21T00:00:00Z', bucket: 'day' },
      reply: { counts: { sent: 2, delivered: 98 }, median_seconds_to_deliver: 1.9 },
    },
  },
  {
    method: 'GET',
    path: '/v1/sms/delivery-codes/',
    document: `query listDeliveryCodes { deliveryCodes { ...DeliveryCode } }
    fragment DeliveryCode on DeliveryCode { code name category meaning recommendedAction retryable suppresses status }`,
    tag: 'Delivery codes',
    summary: 'List the delivery codes',
    description: 'Lists all delivery codes, always complete and on one page.',
    example: {
      reply: {
        count: 14,
        results: [
          {
            code: 100,
            name: 'Processed',
            meaning: 'Delivered to the handset',
            recommended_action: null,
            status: 'delivered',
          },
        ],
      },
    },
  },
];
