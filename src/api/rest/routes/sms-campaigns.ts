import { LIMITS } from '../../../domain/limits.js';
import { PAGE_ARGUMENTS, PAGE_VARIABLES } from '../paging.js';
import type { RouteDeclaration } from '../route.js';
import { AUDIT_ACTOR } from './people.js';

export const MESSAGE_COUNTS =
  'fragment MessageCounts on MessageCounts { queued sent delivered failed undelivered blocked held cancelled }';

const CAMPAIGN = `
  fragment Campaign on Campaign {
    campaign_id: id name status total accepted invalid duplicates suppressed counts { ...MessageCounts }
    senderId reference metadata test createdBy { ...AuditActor } createdAt scheduledAt validUntil startedAt completedAt cancelledAt
    pausedAt pauseReason pauseOnFailures category result retryOf { retry_of: id }
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
  accepted: 2,
  invalid: 0,
  duplicates: 0,
  suppressed: 0,
  counts: { sent: 1, delivered: 1 },
  test: false,
  pause_on_failures: false,
  category: 'transactional',
  created_at: '2026-11-20T09:00:00.000Z',
  started_at: '2026-11-20T09:00:00.120Z',
};

const BULK_EXAMPLE = {
  message: 'Hello {{name}}, your table is ready.',
  name: 'Tables of Friday',
  recipients: [
    { to: '12025550100', variables: { name: 'Ada' } },
    { to: '+1 202-555-0120', variables: { name: 'Grace' }, reference: 'table-7' },
  ],
};

const MESSAGES_EXAMPLE = {
  count: 1,
  results: [{ mobile: '12025550100', status: 'sent', message_status: 'delivered', delivery_code: 100 }],
};

/**
 * Bulk sends and what becomes of them. `campaignId` stands behind the fragment and replaces its `campaign_id`, which is
 * null for callers who may not read the campaign.
 */
export const CAMPAIGN_ROUTES: readonly RouteDeclaration[] = [
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
        smartEncoding { ...SmartEncodingEffect }
        problems(first: ${LIMITS.pageSizeMax}) { ...PreviewProblem } startsAt validUntil estimatedEndAt
      }
    }
    fragment EncodingShare on EncodingShare { encoding messages segments }
    fragment GatewayShare on GatewayShare { gateway messages segments creditFor }
    fragment PreviewSample on PreviewSample { kind position text segments encoding }
    fragment SmartEncodingEffect on SmartEncodingEffect {
      messages segmentsBefore replacements { ...CharacterReplacement }
    }
    fragment CharacterReplacement on CharacterReplacement { character replacement messages }
    fragment PreviewProblem on PreviewProblem { position mobile status code { deliveryCode: code } message }`,
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
        smart_encoding: null,
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
    tag: 'Campaigns',
    summary: 'Read a campaign',
    description: 'Returns the progress of a campaign, with the number of messages for each status.',
    example: { reply: CAMPAIGN_EXAMPLE },
  },
  {
    method: 'POST',
    path: '/v1/sms/campaigns/{campaign_id}/cancel/',
    document: `mutation cancelCampaign($input: CancelCampaignInput!) {
      cancelCampaign(input: $input) { campaignId cancelled alreadyDispatched }
    }`,
    tag: 'Campaigns',
    summary: 'Cancel a campaign',
    description:
      'Cancels the messages that have not been submitted to a gateway. Submitted messages may still be delivered.',
    example: { reply: { campaign_id: CAMPAIGN_ID, cancelled: 2 } },
  },
  {
    method: 'POST',
    path: '/v1/sms/campaigns/{campaign_id}/pause/',
    document: `mutation pauseCampaign($input: PauseCampaignInput!) {
      pauseCampaign(input: $input) { campaignId campaign { status } waiting alreadyDispatched }
    }`,
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
      resumeCampaign(input: $input) { campaignId campaign { status } resumed }
    }`,
    tag: 'Campaigns',
    summary: 'Resume a campaign',
    description: 'Resumes a paused campaign. One that is not paused is returned as it is.',
    example: { reply: { campaign_id: CAMPAIGN_ID, status: 'running', resumed: 2 } },
  },
  {
    method: 'POST',
    path: '/v1/sms/campaigns/{campaign_id}/reschedule/',
    document: `mutation rescheduleCampaign($input: RescheduleCampaignInput!) {
      rescheduleCampaign(input: $input) { campaign { ...Campaign } campaignId }
    } ${CAMPAIGN}`,
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
      retryCampaign(input: $input) { campaign { ...Campaign } campaignId }
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
      $status: SubmissionStatus, $statuses: [SubmissionStatus!], $messageStatus: SmsStatus, $messageStatuses: [SmsStatus!],
      $deliveryCode: Int, $deliveryCodes: [Int!], $mobile: PhoneNumber, $mobileEndsWith: String, $reference: String,
      $sentAt: Boolean!, $deliveredAt: Boolean!
    ) {
      campaign(id: $campaignId) {
        messages(
          ${PAGE_ARGUMENTS}, page: $page,
          filter: {
            status: $status, statuses: $statuses, messageStatus: $messageStatus, messageStatuses: $messageStatuses,
            deliveryCode: $deliveryCode, deliveryCodes: $deliveryCodes, mobile: $mobile, mobileEndsWith: $mobileEndsWith,
            reference: $reference
          }
        ) { nodes { ...CampaignMessage } }
      }
    }
    fragment CampaignMessage on SmsMessage {
      mobile: to status: submissionStatus messageStatus: status deliveryCode error
      sentAt @include(if: $sentAt) deliveredAt @include(if: $deliveredAt)
    }`,
    pageSize: { usual: LIMITS.pageSizeDefault, most: LIMITS.pageSizeMax },
    tag: 'Campaigns',
    summary: "List a campaign's messages",
    description:
      'Lists the recipients of a campaign and their results, in the order of the call; at most ' +
      `${LIMITS.pageSizeMax} on a page. \`next\` leads to the next page, by GET or with the same body by POST: its cursor ` +
      'carries the body, encrypted. What stands beside a cursor must say the same, except `page_size`.',
    example: { body: { campaign_id: CAMPAIGN_ID, page_size: 1000 }, reply: MESSAGES_EXAMPLE },
    byGet: {
      operationId: 'listNextCampaignMessages',
      summary: "Go on with a list of a campaign's messages",
      description:
        'What `next` and `previous` of this list lead to. The cursor carries the campaign, the conditions and the size of ' +
        'the pages; a list begins by POST.',
      example: { query: { cursor: 'kS0x8w3Zq1…' }, reply: MESSAGES_EXAMPLE },
    },
  },
];
