import { LIMITS } from '../../../domain/limits.js';
import { PAGE_ARGUMENTS, PAGE_VARIABLES } from '../paging.js';
import type { RouteDeclaration } from '../route.js';
import { AUDIT_ACTOR } from './people.js';

const MESSAGE_COUNTS =
  'fragment MessageCounts on MessageCounts { queued sent delivered failed undelivered blocked held cancelled }';

const CAMPAIGN = `
  fragment Campaign on Campaign {
    campaign_id: id name status total accepted invalid duplicates suppressed counts { ...MessageCounts }
    senderId reference metadata test createdBy { ...AuditActor } createdAt scheduledAt startedAt completedAt cancelledAt
    pausedAt pauseReason pauseOnFailures result retryOf { retry_of: id }
  }
  ${MESSAGE_COUNTS}
  ${AUDIT_ACTOR}`;

const CAMPAIGN_ID = '019a1f0c-7d10-7c3a-8f21-5b9e2d1c0f34';
const RETRIED_ID = '019a1f08-11d0-7a42-9e05-70c61b2f4d9e';
const CAMPAIGN_EXAMPLE = {
  campaign_id: CAMPAIGN_ID,
  name: 'Tables of Friday',
  status: 'running',
  total: 2,
  counts: { sent: 1, delivered: 1 },
  started_at: '2026-11-20T09:00:00.120Z',
};

const MESSAGE_ID = '019a1f0c-6c1e-7b52-9d3e-0a6c5f4b3a21';

const SMS_MESSAGE = `
  fragment SmsMessage on SmsMessage {
    message_id: id campaign { campaign_id: id } to type: __typename status deliveryCode error holdReason message: text
    senderId segments encoding reference metadata test createdBy { ...AuditActor } createdAt scheduledAt updatedAt
  }
  ${AUDIT_ACTOR}`;

const MESSAGE_EXAMPLE = {
  message_id: MESSAGE_ID,
  to: '12025550100',
  status: 'delivered',
  delivery_code: 100,
  message: 'Your parcel is on its way.',
  segments: 1,
  reference: 'parcel-4711',
  updated_at: '2026-11-20T09:00:01.250Z',
};

const SUPPRESSION =
  'fragment Suppression on Suppression { id mobile senderId deliveryCode source reason test createdAt }';

const SUPPRESSION_EXAMPLE = {
  id: '019a1f0c-8a02-7d11-b0c4-1e2f3a4b5c6d',
  mobile: '12025550100',
  delivery_code: 409,
  source: 'manual',
  sender_id: null,
  reason: 'Asked to be left alone',
  test: false,
  created_at: '2026-11-20T09:00:00.120Z',
};

const CHECKED_NUMBER = `
  fragment CheckedNumber on CheckedNumber { number code { deliveryCode: code } suppression { ...Suppression } country }
  ${SUPPRESSION}`;

const BULK_EXAMPLE = {
  message: 'Hello {{name}}, your table is ready.',
  name: 'Tables of Friday',
  recipients: [
    { to: '12025550100', variables: { name: 'Ada' } },
    { to: '+1 202-555-0120', variables: { name: 'Grace' }, reference: 'table-7' },
  ],
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
    method: 'POST',
    path: '/v1/sms/send-bulk/',
    document: `mutation sendBulkSms($input: SendBulkSmsInput!) {
      sendBulkSms(input: $input) {
        campaign { campaign_id: id status total accepted invalid duplicates suppressed }
      }
    }`,
    status: 202,
    bulk: true,
    marksFailures: true,
    tag: 'Campaigns',
    summary: 'Send to many numbers',
    description:
      `Sends a text to up to ${LIMITS.recipientsPerBulkCall} recipients as a campaign. Recipients with an ` +
      'invalid number do not fail the call: they are listed with their code.',
    example: {
      body: BULK_EXAMPLE,
      reply: { campaign_id: CAMPAIGN_ID, status: 'queued', total: 2, accepted: 2 },
    },
  },
  {
    method: 'POST',
    path: '/v1/sms/send-bulk/preview/',
    document: `mutation previewBulkSms($input: SendBulkSmsInput!) {
      previewBulkSms(input: $input) {
        previewToken expiresAt total accepted invalid duplicates suppressed segments
        encodings { ...EncodingShare } gateways { ...GatewayShare } samples { ...PreviewSample }
        problems(first: ${LIMITS.pageSizeMax}) { ...PreviewProblem } startsAt estimatedEndAt
      }
    }
    fragment EncodingShare on EncodingShare { encoding messages segments }
    fragment GatewayShare on GatewayShare { gateway messages segments creditFor }
    fragment PreviewSample on PreviewSample { kind position text segments encoding }
    fragment PreviewProblem on PreviewProblem { position mobile status code { deliveryCode: code } message }`,
    status: 200,
    bulk: true,
    storesNothing: true,
    tag: 'Campaigns',
    summary: 'Preview a bulk send',
    description:
      'Runs all checks of a bulk send with the same body, and returns what it would do: counts, segments, gateways, samples and ' +
      `the first ${LIMITS.pageSizeMax} problems. Nothing is stored or sent, and the call counts as an ordinary one. Send the ` +
      'same body with `preview_token` to get exactly that, or 409 `preview_changed`.',
    example: {
      body: BULK_EXAMPLE,
      reply: {
        total: 2,
        accepted: 2,
        segments: 2,
        encodings: [{ encoding: 'gsm7', messages: 2, segments: 2 }],
        gateways: [{ gateway: 'operator', messages: 2, segments: 2 }],
        samples: [
          { kind: 'first', position: 0, text: 'Hello Ada, your table is ready.', segments: 1, encoding: 'gsm7' },
        ],
        problems: [],
      },
    },
  },
  {
    method: 'GET',
    path: '/v1/sms/campaigns/',
    document: `query listCampaigns(
      ${PAGE_VARIABLES}, $status: CampaignStatus, $statuses: [CampaignStatus!], $name: String, $reference: String,
      $senderId: String, $test: Boolean, $createdById: UUID, $createdAfter: DateTime, $createdBefore: DateTime
    ) {
      campaigns(${PAGE_ARGUMENTS}, filter: {
        status: $status, statuses: $statuses, name: $name, reference: $reference, senderId: $senderId, test: $test,
        createdById: $createdById, createdAfter: $createdAfter, createdBefore: $createdBefore
      }) { nodes { ...Campaign } }
    } ${CAMPAIGN}`,
    status: 200,
    tag: 'Campaigns',
    summary: 'List campaigns',
    description:
      `Lists the campaigns, newest first, at most ${LIMITS.connectionPageMax} on a page. A page may have fewer, or none, although ` +
      'more follow: go on while there is a `next`.',
    example: {
      query: { page_size: '20', statuses: 'queued,running' },
      reply: { count: 1, results: [CAMPAIGN_EXAMPLE] },
    },
  },
  {
    method: 'GET',
    path: '/v1/sms/campaigns/{campaign_id}/',
    document: `query getCampaign($campaignId: UUID!) { campaign(id: $campaignId) { ...Campaign } } ${CAMPAIGN}`,
    status: 200,
    tag: 'Campaigns',
    summary: 'Read a campaign',
    description: 'Returns the progress of a campaign, with the number of messages for each status.',
    example: { reply: CAMPAIGN_EXAMPLE },
  },
  {
    method: 'POST',
    path: '/v1/sms/campaigns/{campaign_id}/cancel/',
    document: `mutation cancelCampaign($input: CancelCampaignInput!) {
      cancelCampaign(input: $input) { campaign { campaign_id: id } cancelled alreadyDispatched }
    }`,
    status: 200,
    tag: 'Campaigns',
    summary: 'Cancel a campaign',
    description:
      'Cancels the messages that have not been submitted to a gateway. Submitted messages may still be ' + 'delivered.',
    example: { reply: { campaign_id: CAMPAIGN_ID, cancelled: 2 } },
  },
  {
    method: 'POST',
    path: '/v1/sms/campaigns/{campaign_id}/pause/',
    document: `mutation pauseCampaign($input: PauseCampaignInput!) {
      pauseCampaign(input: $input) { campaign { campaign_id: id status } waiting alreadyDispatched }
    }`,
    status: 200,
    tag: 'Campaigns',
    summary: 'Pause a campaign',
    description:
      'Submits no further message of the campaign until it is resumed. Submitted messages may still be delivered. Fails with ' +
      '409 `campaign_ended` if the campaign has ended.',
    example: { reply: { campaign_id: CAMPAIGN_ID, status: 'paused', waiting: 2 } },
  },
  {
    method: 'POST',
    path: '/v1/sms/campaigns/{campaign_id}/resume/',
    document: `mutation resumeCampaign($input: ResumeCampaignInput!) {
      resumeCampaign(input: $input) { campaign { campaign_id: id status } resumed }
    }`,
    status: 200,
    tag: 'Campaigns',
    summary: 'Resume a campaign',
    description: 'Resumes a paused campaign. One that is not paused is returned as it is.',
    example: { reply: { campaign_id: CAMPAIGN_ID, status: 'running', resumed: 2 } },
  },
  {
    method: 'POST',
    path: '/v1/sms/campaigns/{campaign_id}/reschedule/',
    document: `mutation rescheduleCampaign($input: RescheduleCampaignInput!) {
      rescheduleCampaign(input: $input) { campaign { ...Campaign } }
    } ${CAMPAIGN}`,
    status: 200,
    tag: 'Campaigns',
    summary: 'Reschedule a campaign',
    description:
      'Gives a campaign another time to start. Fails with 409 `campaign_started` if one of its messages was submitted or is held.',
    example: {
      body: { scheduled_at: '2026-12-24T09:00:00Z' },
      reply: { ...CAMPAIGN_EXAMPLE, status: 'scheduled', started_at: null, scheduled_at: '2026-12-24T09:00:00.000Z' },
    },
  },
  {
    method: 'POST',
    path: '/v1/sms/campaigns/{campaign_id}/retry/',
    document: `mutation retryCampaign($input: RetryCampaignInput!) {
      retryCampaign(input: $input) { campaign { ...Campaign } }
    } ${CAMPAIGN}`,
    status: 202,
    tag: 'Campaigns',
    summary: 'Send failed messages again',
    description:
      'Sends the failed messages of a campaign again, as a new campaign. A message is sent again once: if the retry fails as ' +
      'well, retry the new campaign. Fails with 409 `nothing_to_retry` if no message is left. The call counts as a bulk send.',
    example: {
      body: { delivery_codes: [402, 502] },
      reply: { ...CAMPAIGN_EXAMPLE, status: 'queued', started_at: null, retry_of: RETRIED_ID },
    },
  },
  {
    method: 'POST',
    path: '/v1/sms/campaigns/messages/',
    document: `query listCampaignMessages(
      $campaignId: UUID!, ${PAGE_VARIABLES}, $page: Int,
      $status: SubmissionStatus, $messageStatus: SmsStatus, $deliveryCode: Int
    ) {
      campaign(id: $campaignId) {
        messages(
          ${PAGE_ARGUMENTS}, page: $page,
          filter: { status: $status, messageStatus: $messageStatus, deliveryCode: $deliveryCode }
        ) { nodes { ...CampaignMessage } }
      }
    }
    fragment CampaignMessage on CampaignMessage { mobile status messageStatus deliveryCode error }`,
    status: 200,
    pageSize: { usual: LIMITS.pageSizeDefault, most: LIMITS.pageSizeMax },
    tag: 'Campaigns',
    summary: "List a campaign's messages",
    description:
      'Lists the recipients of a campaign and their results, in the order of the call; at most ' +
      `${LIMITS.pageSizeMax} on a page. Post the same body to \`next\` for the next page.`,
    example: {
      body: { campaign_id: CAMPAIGN_ID, page_size: 1000 },
      reply: {
        count: 1,
        results: [{ mobile: '12025550100', status: 'sent', message_status: 'delivered', delivery_code: 100 }],
      },
    },
  },
  {
    method: 'GET',
    path: '/v1/sms/messages/{message_id}/',
    document: `query getMessage($messageId: UUID!) { message(id: $messageId) { ...SmsMessage } } ${SMS_MESSAGE}`,
    status: 200,
    tag: 'Messages',
    summary: 'Read a message',
    description: 'Returns an SMS and its status. The SMS may be single or part of a campaign.',
    example: {
      reply: MESSAGE_EXAMPLE,
    },
  },
  {
    method: 'POST',
    path: '/v1/sms/messages/{message_id}/cancel/',
    document: `mutation cancelMessage($input: CancelMessageInput!) {
      cancelMessage(input: $input) { message { message_id: id status deliveryCode } }
    }`,
    status: 200,
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
      $campaignId: UUID, $single: Boolean, $senderId: String, $test: Boolean, $createdAfter: DateTime, $createdBefore: DateTime
    ) {
      messages(${PAGE_ARGUMENTS}, filter: {
        statuses: $statuses, deliveryCodes: $deliveryCodes, to: $to, reference: $reference, campaignId: $campaignId,
        single: $single, senderId: $senderId, test: $test, createdAfter: $createdAfter, createdBefore: $createdBefore
      }) { nodes { ...SmsMessage } }
    } ${SMS_MESSAGE}`,
    status: 200,
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
    method: 'POST',
    path: '/v1/sms/check-numbers/',
    document: `query checkNumbers($numbers: [PhoneNumber!]!, $senderId: String, $test: Boolean) {
      checkNumbers(numbers: $numbers, senderId: $senderId, test: $test) { ...CheckedNumber }
    } ${CHECKED_NUMBER}`,
    status: 200,
    tag: 'Messages',
    summary: 'Check numbers',
    description:
      'Runs the checks of a send for numbers, and returns the result for each, in the order of the call. Nothing is stored or ' +
      'sent. A gateway or network may still refuse a message that passes.',
    example: {
      body: { numbers: ['12025550100', '+254 711 000 001'] },
      reply: {
        count: 2,
        results: [
          { number: '12025550100', delivery_code: 409, suppression: SUPPRESSION_EXAMPLE, country: 'US' },
          { number: '254711000001', delivery_code: null, suppression: null, country: 'KE' },
        ],
      },
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
    status: 200,
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
    status: 200,
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
  {
    method: 'GET',
    path: '/v1/suppressions/',
    document: `query listSuppressions(
      ${PAGE_VARIABLES}, $mobile: PhoneNumber, $senderId: String, $deliveryCode: Int, $source: SuppressionSource
    ) {
      suppressions(${PAGE_ARGUMENTS}, filter: {
        mobile: $mobile, senderId: $senderId, deliveryCode: $deliveryCode, source: $source
      }) { nodes { ...Suppression } }
    } ${SUPPRESSION}`,
    status: 200,
    tag: 'Suppressions',
    summary: 'List suppressed numbers',
    description: `Lists the suppressed numbers, to which no message is sent; at most ${LIMITS.connectionPageMax} on a page.`,
    example: { query: { mobile: '12025550100' }, reply: { count: 1, results: [SUPPRESSION_EXAMPLE] } },
  },
  {
    method: 'POST',
    path: '/v1/suppressions/',
    document: `mutation addSuppressions($input: AddSuppressionsInput!) {
      addSuppressions(input: $input) { results: suppressions { ...Suppression } }
    } ${SUPPRESSION}`,
    status: 201,
    tag: 'Suppressions',
    summary: 'Suppress numbers',
    description:
      `Suppresses up to ${LIMITS.suppressionsPerCall} numbers: no message is sent to them from now on. A ` +
      'number that was already suppressed keeps its entry.',
    example: {
      body: { numbers: [{ mobile: '12025550100', reason: 'Asked to be left alone' }] },
      reply: { count: 1, results: [SUPPRESSION_EXAMPLE] },
    },
  },
  {
    method: 'DELETE',
    path: '/v1/suppressions/',
    document: `mutation liftSuppression($mobile: PhoneNumber!, $senderId: String) {
      liftSuppression(input: { mobile: $mobile, senderId: $senderId }) { suppression { ...Suppression } }
    } ${SUPPRESSION}`,
    status: 200,
    tag: 'Suppressions',
    summary: 'Lift a suppression',
    description:
      'Lifts a suppression, so that messages may be sent to the number again. The number is in the body, for callers ' +
      'whose proxies log URLs.',
    example: { body: { mobile: '12025550100' }, reply: SUPPRESSION_EXAMPLE },
  },
  {
    method: 'DELETE',
    path: '/v1/suppressions/{mobile}/',
    document: `mutation liftSuppressionOf($mobile: PhoneNumber!, $senderId: String) {
      liftSuppression(input: { mobile: $mobile, senderId: $senderId }) { suppression { ...Suppression } }
    } ${SUPPRESSION}`,
    status: 200,
    tag: 'Suppressions',
    summary: 'Lift the suppression of a number',
    description: 'Lifts a suppression, as `DELETE /v1/suppressions/` does, for clients that send no body with DELETE.',
    example: { reply: SUPPRESSION_EXAMPLE },
  },
];
