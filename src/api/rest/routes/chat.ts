import { LIMITS } from '../../../domain/limits.js';
import { PAGE_ARGUMENTS, PAGE_VARIABLES } from '../paging.js';
import type { RouteDeclaration } from '../route.js';
import { AUDIT_ACTOR } from './people.js';

const SESSION_ID = '019a1f0c-5b07-7a90-8c12-6f1e2d3c4b5a';
const GROUP_ID = '120363025550100@g.us';

const DOUBT =
  'After a 502 `provider_timeout`, and after no other error, the message may have been sent. It is not sent ' +
  'again; its status can be read by the `message_id` in the error.';

export const CHAT_ROUTES: readonly RouteDeclaration[] = [
  {
    method: 'POST',
    path: '/v1/chatapp/{session_id}/send/',
    document: `mutation sendChatMessage($input: SendChatMessageInput!) {
      sendChatMessage(input: $input) { message { messageId status to type } }
    }`,
    status: 201,
    asksEngine: true,
    marksFailures: true,
    tag: 'Chat messages',
    summary: 'Send to a person',
    description: `Sends a message to one number through a connected phone, and waits until the provider accepts it. ${DOUBT}`,
    example: {
      body: { to: '12025550100', type: 'text', message: 'Your table is ready.' },
      reply: { message_id: '3EB0A1D7F20C4B9E6D5583', to: '12025550100', type: 'text' },
    },
  },
  {
    method: 'POST',
    path: '/v1/chatapp/{session_id}/groups/send/',
    document: `mutation sendGroupMessage($input: SendGroupMessageInput!) {
      sendGroupMessage(input: $input) { message { messageId status to type } }
    }`,
    status: 201,
    asksEngine: true,
    marksFailures: true,
    tag: 'Chat messages',
    summary: 'Send to a group',
    description: `Sends a message to a group that the phone belongs to, and waits until the provider accepts it. ${DOUBT}`,
    example: {
      body: { to: GROUP_ID, type: 'image', message: 'The new menu', url: 'https://example.org/menu.jpg' },
      reply: { message_id: '3EB05C90B7E21F8A34D6C1', to: GROUP_ID, type: 'image' },
    },
  },
  {
    method: 'GET',
    path: '/v1/chatapp/phones/',
    document: `query listPhones(${PAGE_VARIABLES}) {
      sessions(${PAGE_ARGUMENTS}) { nodes { ...Phone } }
    }
    fragment Phone on Session { chat_id: id name phoneNumber status: state connected }`,
    tag: 'Phones',
    summary: 'List the phones',
    description:
      'Lists the phones of the organisation, connected or not, oldest first; at most ' +
      `${LIMITS.connectionPageMax} on a page. Phones are connected by GraphQL.`,
    example: {
      reply: {
        count: 1,
        results: [
          {
            chat_id: SESSION_ID,
            name: 'Front desk',
            phone_number: '12025550140',
            status: 'connected',
            connected: true,
          },
        ],
      },
    },
  },
  {
    method: 'GET',
    path: '/v1/chatapp/{session_id}/groups/',
    document: `query listGroups($sessionId: UUID!, ${PAGE_VARIABLES}, $search: String) {
      groups(sessionId: $sessionId, search: $search, ${PAGE_ARGUMENTS}) { nodes { ...Group } }
    }
    fragment Group on ChatGroup { chatId name participantCount }`,
    asksEngine: true,
    tag: 'Phones',
    summary: 'List the groups of a phone',
    description:
      'Lists the groups that a phone belongs to, by name, as last read from the phone; at most ' +
      `${LIMITS.connectionPageMax} on a page. The first call reads them from the phone, which must be ` +
      'connected.',
    example: {
      query: { search: 'menu' },
      reply: { count: 1, results: [{ chat_id: GROUP_ID, name: 'Menu of the day', participant_count: 12 }] },
    },
  },
  {
    method: 'GET',
    path: '/v1/chatapp/messages/{message_id}/',
    document: `query getChatMessage($messageId: String!) { chatMessage(id: $messageId) { ...ChatMessage } }
    fragment ChatMessage on ChatMessage {
      messageId id sessionId to type status error test createdBy { ...AuditActor } createdAt sentAt deliveredAt readAt
    }
    ${AUDIT_ACTOR}`,
    tag: 'Chat messages',
    summary: 'Read a chat message',
    description:
      'Returns a chat message and its status. Accepts the `message_id` of a send, and also that of a 502 ' +
      '`provider_timeout`.',
    example: {
      reply: {
        message_id: '3EB0A1D7F20C4B9E6D5583',
        session_id: SESSION_ID,
        to: '12025550100',
        type: 'text',
        status: 'delivered',
        sent_at: '2026-11-20T09:00:00.310Z',
        delivered_at: '2026-11-20T09:00:01.250Z',
      },
    },
  },
];
