import { z } from 'zod';
import { LIMITS } from '../../../domain/limits.js';
import { CHAT_MESSAGE_TYPES, CHAT_STATUSES, SESSION_STATES } from '../../../domain/vocabulary.js';
import { optionalText } from '../checks.js';
import { connectionArguments, listQuery, PAGE_INFO, pageOf, pageReply } from '../paging.js';
import { type Connection, defineRoute } from '../route.js';
import { lower } from '../words.js';

interface Phone {
  readonly id: string;
  readonly name: string;
  readonly phoneNumber: string | null;
  readonly state: string;
  readonly connected: boolean;
}

const phones = defineRoute<unknown, z.output<typeof listQuery>, { sessions: Connection<Phone> }>({
  method: 'GET',
  path: '/v1/chatapp/phones/',
  operation: 'sessions',
  document: `query ($first: Int, $after: String, $last: Int, $before: String) {
    sessions(first: $first, after: $after, last: $last, before: $before) {
      totalCount ${PAGE_INFO} nodes { id name phoneNumber state connected }
    }
  }`,
  query: listQuery,
  variables: ({ query }) => connectionArguments(query, LIMITS.connectionPageMax),
  answer({ sessions }, call) {
    const { count, next, previous, results } = pageOf(sessions, call, call.query, (phone) => ({
      chat_id: phone.id,
      name: phone.name,
      phone_number: phone.phoneNumber,
      status: lower(phone.state),
      connected: phone.connected,
    }));
    return { count, next, previous, results };
  },
  status: 200,
  reply: pageReply(
    z.object({
      chat_id: z.guid().describe('What the other calls take as `session_id`.'),
      name: z.string(),
      phone_number: z.string().nullable().describe('Digits; null while no phone is known.'),
      status: z.enum(SESSION_STATES),
      connected: z.boolean().describe('Messages can be sent through it.'),
    }),
  ).omit({ next_cursor: true }),
  tag: 'Phones',
  summary: 'List the phones',
  description: `The phones of the organisation, connected or not, oldest first; at most ${LIMITS.connectionPageMax} on a page. GraphQL has what connects one.`,
  example: {
    answer: {
      count: 1,
      next: null,
      previous: null,
      results: [
        {
          chat_id: '019a1f0c-5b07-7a90-8c12-6f1e2d3c4b5a',
          name: 'Front desk',
          phone_number: '12025550140',
          status: 'connected',
          connected: true,
        },
      ],
    },
  },
});

interface Group {
  readonly chatId: string;
  readonly name: string;
  readonly participantCount: number | null;
}

const groupQuery = listQuery.extend({
  search: optionalText().describe('Only groups with this in their name, in any case.'),
});

const groups = defineRoute<unknown, z.output<typeof groupQuery>, { groups: Connection<Group> | null }>({
  method: 'GET',
  path: '/v1/chatapp/{session_id}/groups/',
  operation: 'groups',
  document: `query ($sessionId: UUID!, $search: String, $first: Int, $after: String, $last: Int, $before: String) {
    groups(sessionId: $sessionId, search: $search, first: $first, after: $after, last: $last, before: $before) {
      totalCount ${PAGE_INFO} nodes { chatId name participantCount }
    }
  }`,
  query: groupQuery,
  asksEngine: true,
  variables: ({ params, query }) => ({
    sessionId: params.session_id,
    search: query.search,
    ...connectionArguments(query, LIMITS.connectionPageMax),
  }),
  answer: ({ groups: found }, call) =>
    found &&
    pageOf(found, call, call.query, ({ chatId, name, participantCount }) => ({
      chat_id: chatId,
      name,
      participant_count: participantCount,
    })),
  status: 200,
  reply: pageReply(
    z.object({
      chat_id: z.string().describe('What a send to the group takes as `to`.'),
      name: z.string(),
      participant_count: z.int().nullable().describe('Null when the provider does not say.'),
    }),
  ),
  tag: 'Phones',
  summary: 'List the groups of a phone',
  description: `The groups that a phone belongs to, by name, as they were last read from it; at most ${LIMITS.connectionPageMax} on a page. Before the first time they are read from the phone, which must be connected then.`,
  example: {
    query: { search: 'menu' },
    answer: {
      count: 1,
      next: null,
      previous: null,
      next_cursor: null,
      results: [{ chat_id: '120363025550100@g.us', name: 'Menu of the day', participant_count: 12 }],
    },
  },
});

interface Message {
  readonly id: string;
  readonly messageId: string | null;
  readonly sessionId: string;
  readonly to: string | null;
  readonly type: string;
  readonly status: string;
  readonly error: string | null;
  readonly createdAt: string;
  readonly sentAt: string | null;
  readonly deliveredAt: string | null;
  readonly readAt: string | null;
}

const time = () => z.string().meta({ format: 'date-time' });

const message = defineRoute<unknown, unknown, { chatMessage: Message | null }>({
  method: 'GET',
  path: '/v1/chatapp/messages/{message_id}/',
  operation: 'chatMessage',
  document: `query ($id: String!) {
    chatMessage(id: $id) { id messageId sessionId to type status error createdAt sentAt deliveredAt readAt }
  }`,
  takesForeignIds: true,
  variables: ({ params }) => ({ id: params.message_id }),
  answer: ({ chatMessage: found }) =>
    found && {
      message_id: found.messageId ?? found.id,
      session_id: found.sessionId,
      to: found.to,
      type: lower(found.type),
      status: lower(found.status),
      error: found.error,
      created_at: found.createdAt,
      sent_at: found.sentAt,
      delivered_at: found.deliveredAt,
      read_at: found.readAt,
    },
  status: 200,
  reply: z.object({
    message_id: z.string().describe("The provider's id; ours until the provider has taken the message."),
    session_id: z.guid(),
    to: z.string().nullable().describe('Number or id of the group; null once redacted.'),
    type: z.enum(CHAT_MESSAGE_TYPES),
    status: z.enum(CHAT_STATUSES),
    error: z.string().nullable().describe('What went wrong, for humans.'),
    created_at: time(),
    sent_at: time().nullable(),
    delivered_at: time().nullable(),
    read_at: time().nullable(),
  }),
  tag: 'Chat messages',
  summary: 'Read a chat message',
  description:
    'What has become of a message. Takes the `message_id` of a send, and also the one of a 502 `provider_timeout`.',
  example: {
    answer: {
      message_id: '3EB0A1D7F20C4B9E6D5583',
      session_id: '019a1f0c-5b07-7a90-8c12-6f1e2d3c4b5a',
      to: '12025550100',
      type: 'text',
      status: 'delivered',
      error: null,
      created_at: '2026-11-20T09:00:00.000Z',
      sent_at: '2026-11-20T09:00:00.310Z',
      delivered_at: '2026-11-20T09:00:01.250Z',
      read_at: null,
    },
  },
});

export const CHAT_ROUTES = [phones, groups, message];
