import { LIMITS } from '../../../domain/limits.js';
import { PAGE_ARGUMENTS, PAGE_VARIABLES } from '../paging.js';
import type { RouteDeclaration } from '../route.js';

const CAMPAIGN = `
  fragment Campaign on Campaign {
    campaign_id: id name status total counts { ...MessageCounts } createdAt scheduledAt startedAt completedAt
  }
  fragment MessageCounts on MessageCounts { queued sent delivered failed undelivered blocked held cancelled }`;

const ID = '019a1f0c-7d10-7c3a-8f21-5b9e2d1c0f34';
const EXAMPLE = {
  campaign_id: ID,
  name: 'Tables of Friday',
  status: 'running',
  total: 2,
  counts: { sent: 1, delivered: 1 },
  started_at: '2026-11-20T09:00:00.120Z',
};

export const CAMPAIGN_ROUTES: readonly RouteDeclaration[] = [
  {
    method: 'GET',
    path: '/v1/sms/campaigns/',
    document: `query listCampaigns(${PAGE_VARIABLES}, $status: CampaignStatus) {
      campaigns(${PAGE_ARGUMENTS}, filter: { status: $status }) { nodes { ...Campaign } }
    } ${CAMPAIGN}`,
    status: 200,
    tag: 'Campaigns',
    summary: 'List campaigns',
    description: `The newest first, at most ${LIMITS.connectionPageMax} on a page.`,
    example: { query: { page_size: '20' }, reply: { count: 1, results: [EXAMPLE] } },
  },
  {
    method: 'GET',
    path: '/v1/sms/campaigns/{campaign_id}/',
    document: `query getCampaign($campaignId: UUID!) { campaign(id: $campaignId) { ...Campaign } } ${CAMPAIGN}`,
    status: 200,
    tag: 'Campaigns',
    summary: 'Read a campaign',
    description: 'Its progress, with a count for each status.',
    example: { reply: EXAMPLE },
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
    description: 'Cancels the messages that no gateway has been given. Messages that a gateway has may still arrive.',
    example: { reply: { campaign_id: ID, cancelled: 2 } },
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
    description: `One result for each recipient, in the order of the call; at most ${LIMITS.pageSizeMax} on a page. Send the same body to \`next\` for the next page.`,
    example: {
      body: { campaign_id: ID, page_size: 1000 },
      reply: {
        count: 1,
        results: [{ mobile: '12025550100', status: 'sent', message_status: 'delivered', delivery_code: 100 }],
      },
    },
  },
];
