import { z } from 'zod';
import { LIMITS } from '../../../domain/limits.js';
import { ERROR_DESCRIPTION } from '../../../domain/sms/outcome.js';
import { CAMPAIGN_STATUSES, SMS_STATUSES, SUBMISSION_STATUSES } from '../../../domain/vocabulary.js';
import { code, oneOf, uuid } from '../checks.js';
import {
  connectionArguments,
  listQuery,
  PAGE_INFO,
  pagedListQuery,
  pageOf,
  pageReply,
  pagingInBody,
  pagingOf,
} from '../paging.js';
import { type Connection, defineRoute } from '../route.js';
import { lower, upper } from '../words.js';

const TAG = 'Campaigns';

interface Campaign {
  readonly id: string;
  readonly name: string | null;
  readonly status: string;
  readonly total: number;
  readonly counts: Readonly<Record<(typeof SMS_STATUSES)[number], number>>;
  readonly createdAt: string;
  readonly scheduledAt: string | null;
  readonly startedAt: string | null;
  readonly completedAt: string | null;
}

const CAMPAIGN = `id name status total counts { ${SMS_STATUSES.join(' ')} } createdAt scheduledAt startedAt completedAt`;

function campaignItem(campaign: Campaign) {
  return {
    campaign_id: campaign.id,
    name: campaign.name,
    status: lower(campaign.status),
    total: campaign.total,
    counts: campaign.counts,
    created_at: campaign.createdAt,
    scheduled_at: campaign.scheduledAt,
    started_at: campaign.startedAt,
    completed_at: campaign.completedAt,
  };
}

const time = () => z.string().meta({ format: 'date-time' });

const campaignReply = z.object({
  campaign_id: z.guid(),
  name: z.string().nullable(),
  status: z.enum(CAMPAIGN_STATUSES),
  total: z.int(),
  counts: z.record(z.enum(SMS_STATUSES), z.int()).describe('Messages by status; they add up to `total`.'),
  created_at: time(),
  scheduled_at: time().nullable(),
  started_at: time().nullable(),
  completed_at: time().nullable(),
});

const EXAMPLE = {
  campaign_id: '019a1f0c-7d10-7c3a-8f21-5b9e2d1c0f34',
  name: 'Tables of Friday',
  status: 'running',
  total: 2,
  counts: { queued: 0, sent: 1, delivered: 1, failed: 0, undelivered: 0, blocked: 0, held: 0, cancelled: 0 },
  created_at: '2026-11-20T09:00:00.000Z',
  scheduled_at: null,
  started_at: '2026-11-20T09:00:00.120Z',
  completed_at: null,
};

const listFilters = listQuery.extend({ status: oneOf(CAMPAIGN_STATUSES).optional() });

const list = defineRoute<unknown, z.output<typeof listFilters>, { campaigns: Connection<Campaign> }>({
  method: 'GET',
  path: '/v1/sms/campaigns/',
  operation: 'campaigns',
  document: `query ($filter: CampaignFilter, $first: Int, $after: String, $last: Int, $before: String) {
    campaigns(filter: $filter, first: $first, after: $after, last: $last, before: $before) {
      totalCount ${PAGE_INFO} nodes { ${CAMPAIGN} }
    }
  }`,
  query: listFilters,
  variables: ({ query }) => ({
    filter: { status: upper(query.status) },
    ...connectionArguments(query, LIMITS.connectionPageMax),
  }),
  answer: ({ campaigns }, call) => pageOf(campaigns, call, call.query, campaignItem),
  status: 200,
  reply: pageReply(campaignReply),
  tag: TAG,
  summary: 'List campaigns',
  description: `The newest first, at most ${LIMITS.connectionPageMax} on a page.`,
  example: {
    query: { page_size: '20' },
    answer: { count: 1, next: null, previous: null, next_cursor: null, results: [EXAMPLE] },
  },
});

const get = defineRoute<unknown, unknown, { campaign: Campaign | null }>({
  method: 'GET',
  path: '/v1/sms/campaigns/{campaign_id}/',
  operation: 'campaign',
  document: `query ($id: UUID!) { campaign(id: $id) { ${CAMPAIGN} } }`,
  variables: ({ params }) => ({ id: params.campaign_id }),
  answer: ({ campaign }) => campaign && campaignItem(campaign),
  status: 200,
  reply: campaignReply,
  tag: TAG,
  summary: 'Read a campaign',
  description: 'Its progress, with a count for each status.',
  example: { answer: EXAMPLE },
});

interface Cancelled {
  readonly cancelCampaign: {
    readonly campaign: { readonly id: string };
    readonly cancelled: number;
    readonly alreadyDispatched: number;
  };
}

const cancel = defineRoute<unknown, unknown, Cancelled>({
  method: 'POST',
  path: '/v1/sms/campaigns/{campaign_id}/cancel/',
  operation: 'cancelCampaign',
  document: `mutation ($input: CancelCampaignInput!) {
    cancelCampaign(input: $input) { campaign { id } cancelled alreadyDispatched }
  }`,
  variables: ({ params }) => ({ input: { campaignId: params.campaign_id } }),
  answer: ({ cancelCampaign: { campaign, cancelled, alreadyDispatched } }) => ({
    success: true,
    campaign_id: campaign.id,
    cancelled,
    already_dispatched: alreadyDispatched,
  }),
  status: 200,
  reply: z.object({
    success: z.literal(true),
    campaign_id: z.guid(),
    cancelled: z.int().describe('Messages that this call has cancelled.'),
    already_dispatched: z.int().describe('Messages that a gateway has, or may have, been given.'),
  }),
  tag: TAG,
  summary: 'Cancel a campaign',
  description: 'Cancels the messages that have not been dispatched. What a gateway has been given goes its way.',
  example: { answer: { success: true, campaign_id: EXAMPLE.campaign_id, cancelled: 2, already_dispatched: 0 } },
});

interface CampaignMessage {
  readonly mobile: string | null;
  readonly status: string;
  readonly messageStatus: string;
  readonly deliveryCode: number | null;
  readonly error: string | null;
}

const messagesBody = z.object({
  campaign_id: uuid().describe('The campaign whose messages are listed.'),
  ...pagingInBody,
  status: oneOf(SUBMISSION_STATUSES).optional().describe('Only recipients with this submission outcome.'),
  message_status: oneOf(SMS_STATUSES).optional().describe('Only recipients whose message has this status.'),
  delivery_code: code().optional().describe('Only recipients with this delivery code.'),
});

type MessagesData = { campaign: { messages: Connection<CampaignMessage> } | null };

const messages = defineRoute<z.output<typeof messagesBody>, z.output<typeof pagedListQuery>, MessagesData>({
  method: 'POST',
  path: '/v1/sms/campaigns/messages/',
  operation: 'campaign',
  document: `query (
    $id: UUID!, $filter: CampaignMessageFilter, $first: Int, $after: String, $last: Int, $before: String, $page: Int
  ) {
    campaign(id: $id) {
      messages(filter: $filter, first: $first, after: $after, last: $last, before: $before, page: $page) {
        totalCount ${PAGE_INFO} nodes { mobile status messageStatus deliveryCode error }
      }
    }
  }`,
  body: messagesBody,
  query: pagedListQuery,
  variables: (call) => ({
    id: call.body.campaign_id,
    filter: {
      status: upper(call.body.status),
      messageStatus: upper(call.body.message_status),
      deliveryCode: call.body.delivery_code,
    },
    ...connectionArguments(pagingOf(call), LIMITS.pageSizeMax),
  }),
  answer: ({ campaign }, call) =>
    campaign &&
    pageOf(campaign.messages, call, pagingOf(call), ({ mobile, status, messageStatus, deliveryCode, error }) => ({
      mobile,
      status: lower(status),
      message_status: lower(messageStatus),
      delivery_code: deliveryCode,
      error,
    })),
  status: 200,
  reply: pageReply(
    z.object({
      mobile: z
        .string()
        .nullable()
        .describe(
          'Digits in international format; a malformed number as it was given, up to 32 characters; null once redacted.',
        ),
      status: z.enum(SUBMISSION_STATUSES).describe('Was this recipient handed to a gateway?'),
      message_status: z.enum(SMS_STATUSES).describe('Where the message is in its life.'),
      delivery_code: z.int().nullable(),
      error: z.string().nullable().describe(ERROR_DESCRIPTION),
    }),
  ),
  tag: TAG,
  summary: "List a campaign's messages",
  description: `One result for each recipient, in the order of the call; at most ${LIMITS.pageSizeMax} on a page. Send the same body to \`next\` for the next page.`,
  example: {
    body: { campaign_id: EXAMPLE.campaign_id, page_size: 1000 },
    answer: {
      count: 2,
      next: null,
      previous: null,
      next_cursor: null,
      results: [
        { mobile: '12025550100', status: 'sent', message_status: 'delivered', delivery_code: 100, error: null },
        { mobile: '12025550120', status: 'sent', message_status: 'sent', delivery_code: 101, error: null },
      ],
    },
  },
});

export const CAMPAIGN_ROUTES = [list, get, cancel, messages];
