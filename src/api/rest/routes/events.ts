import { z } from 'zod';
import { EVENT_TYPES } from '../../../domain/events/event.js';
import { LIMITS } from '../../../domain/limits.js';
import { decimal, sequence, wordList } from '../checks.js';
import { uncounted } from '../paging.js';
import { defineRoute } from '../route.js';
import { enumValueOf } from '../words.js';

interface EventPage {
  readonly nodes: readonly { readonly id: string; readonly payload: object }[];
  readonly lastSequence: number;
  readonly hasMore: boolean;
  readonly oldestSequence: number;
}

const eventQuery = z.object({
  after: sequence()
    .optional()
    .describe('`last_sequence` of an earlier answer; left out: from the oldest event that is kept.'),
  types: wordList(EVENT_TYPES, 'type of event')
    .optional()
    .describe('Only these, with commas between them; left out: all that the scopes of the key open.'),
  page_size: decimal()
    .optional()
    .describe(`${LIMITS.eventsPerPageDefault} by default; more than ${LIMITS.eventsPerPageMax} count as so many.`),
  ...uncounted('go on `after` the `last_sequence`'),
});

const list = defineRoute<unknown, z.output<typeof eventQuery>, { events: EventPage }>({
  method: 'GET',
  path: '/v1/events/',
  operation: 'events',
  document: `query ($after: SafeInt, $types: [EventType!], $first: Int!) {
    events(after: $after, types: $types, first: $first) {
      nodes { id payload } lastSequence hasMore oldestSequence
    }
  }`,
  query: eventQuery,
  variables: ({ query }) => ({
    after: query.after,
    types: query.types?.map(enumValueOf),
    first: Math.min(query.page_size ?? LIMITS.eventsPerPageDefault, LIMITS.eventsPerPageMax),
  }),
  answer: ({ events: { nodes, lastSequence, hasMore, oldestSequence } }) => ({
    results: nodes.map(({ id, payload }) => ({ id, ...payload })),
    last_sequence: lastSequence,
    has_more: hasMore,
    oldest_sequence: oldestSequence,
  }),
  status: 200,
  reply: z.object({
    results: z.array(
      z.object({
        id: z.string().describe('The same as `webhook-id` of every post of the event.'),
        type: z.enum(EVENT_TYPES),
        timestamp: z.string().meta({ format: 'date-time' }),
        data: z
          .record(z.string(), z.unknown())
          .describe('As in webhooks: ids, `status`, `sequence` and `revision` of what has changed.'),
      }),
    ),
    last_sequence: z.int().describe('For `after` of the next call, also when there are no results.'),
    has_more: z.boolean().describe('There is more to read at once.'),
    oldest_sequence: z.int().describe('Where the log begins: older events are no longer kept.'),
  }),
  tag: 'Events',
  summary: 'Read the event log',
  description:
    'What has changed, in order. A reader keeps `last_sequence` and asks for what comes after it: nothing is missed, and ' +
    'nothing comes twice. Events of SMS and campaigns need the scope `sms:read`, those of chat messages and phones ' +
    '`chat:read`, and those of webhooks `webhooks:manage`.',
  example: {
    query: { after: '0', types: 'sms.queued,sms.delivered' },
    answer: {
      results: [
        {
          id: 'evt_5f2b9c0a71d34e86b2a9c4d1',
          type: 'sms.delivered',
          timestamp: '2026-11-20T09:00:01.250Z',
          data: {
            message_id: '019a1f0c-6d2f-7c41-8e50-1b7d6a5c4e32',
            campaign_id: null,
            status: 'delivered',
            delivery_code: 100,
            reference: 'order-1042',
            test: false,
            corrected: false,
            sequence: 1201,
            revision: 3,
          },
        },
      ],
      last_sequence: 1201,
      has_more: false,
      oldest_sequence: 1,
    },
  },
});

export const EVENT_ROUTES = [list];
