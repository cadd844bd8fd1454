import { LIMITS } from '../../../domain/limits.js';
import type { RouteDeclaration } from '../route.js';

export const EVENT_ROUTES: readonly RouteDeclaration[] = [
  {
    method: 'GET',
    path: '/v1/events/',
    document: `query listEvents($after: SafeInt, $types: [EventType!], $first: Int!) {
      events(after: $after, types: $types, first: $first) {
        results: nodes { ...Event } lastSequence hasMore oldestSequence
      }
    }
    fragment Event on Event { id payload }`,
    pageSize: { usual: LIMITS.eventsPerPageDefault, most: LIMITS.eventsPerPageMax },
    tag: 'Events',
    summary: 'Read the event log',
    description:
      'Lists events in the order of the log. A reader stores `last_sequence` and requests the events after ' +
      'it, so that it misses none and gets none twice. Events of SMS and campaigns need the scope ' +
      '`sms:read`, those of chat messages and phones `chat:read`, and those of webhooks `webhooks:manage`.',
    example: {
      query: { after: '0', types: 'sms.queued,sms.delivered' },
      reply: {
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
        oldest_sequence: 1,
      },
    },
  },
];
