import { LIMITS } from '../../../domain/limits.js';
import { PAGE_ARGUMENTS, PAGE_VARIABLES } from '../paging.js';
import type { RouteDeclaration } from '../route.js';
import { CONVERSATION_ID } from './inbox.js';

const CONVERSATION = `
  fragment Conversation on Conversation {
    conversation_id: id channel ownAddress party mobile test unread lastAt lastMessage { last_text: text } isSuppressed
    suppressedSince readUpTo createdAt
  }`;

const CONVERSATION_EXAMPLE = {
  conversation_id: CONVERSATION_ID,
  channel: 'sms',
  own_address: '20880',
  party: '254711000001',
  mobile: '254711000001',
  unread: 2,
  last_at: '2026-11-20T09:00:00.120Z',
  last_text: 'When are you open?',
};

const ENTRY = `
  fragment ConversationEntry on ConversationEntry {
    messageId direction at
    inboundMessage { ...ReceivedText }
    message { ...SentText }
    chatMessage { ...SentChatText }
  }
  fragment ReceivedText on InboundMessage { text keyword incomplete }
  fragment SentText on SmsMessage { text senderId segments status deliveryCode error }
  fragment SentChatText on ChatMessage { text type status error }`;

const REPLY_ID = '019a1f0c-9b13-7e22-a1d5-2f3a4b5c6d7e';

export const CONVERSATION_ROUTES: readonly RouteDeclaration[] = [
  {
    method: 'GET',
    path: '/v1/conversations/',
    document: `query listConversations(${PAGE_VARIABLES}, $filter: ConversationFilter) {
      conversations(${PAGE_ARGUMENTS}, filter: $filter) { nodes { ...Conversation } }
    } ${CONVERSATION}`,
    tag: 'Conversations',
    summary: 'List conversations',
    description: `Lists conversations, the one with the newest message of a person first; at most ${LIMITS.connectionPageMax} on a page.`,
    example: { query: { channel: 'sms' }, reply: { count: 1, results: [CONVERSATION_EXAMPLE] } },
  },
  {
    method: 'GET',
    path: '/v1/conversations/{conversation_id}/',
    document: `query getConversation($conversationId: UUID!) {
      conversation(id: $conversationId) { ...Conversation }
    } ${CONVERSATION}`,
    tag: 'Conversations',
    summary: 'Read a conversation',
    description: 'Returns one conversation, without its messages.',
    example: { reply: CONVERSATION_EXAMPLE },
  },
  {
    method: 'GET',
    path: '/v1/conversations/{conversation_id}/messages/',
    document: `query listConversationMessages($conversationId: UUID!, ${PAGE_VARIABLES}) {
      conversation(id: $conversationId) { entries(${PAGE_ARGUMENTS}) { nodes { ...ConversationEntry } } }
    } ${ENTRY}`,
    tag: 'Conversations',
    summary: 'List the messages of a conversation',
    description:
      'Lists what was received and sent, newest first. `inbound_message`, `message` or `chat_message` has the message; the other ' +
      'two are null. A page may have fewer messages than asked for, or none, although more follow: go on while there is a `next`.',
    example: {
      reply: {
        count: 2,
        results: [
          {
            message_id: REPLY_ID,
            direction: 'sent',
            at: '2026-11-20T09:02:11.700Z',
            inbound_message: null,
            message: { text: 'Until 18:00.', sender_id: '20880', segments: 1, status: 'delivered', delivery_code: 100 },
            chat_message: null,
          },
        ],
      },
    },
  },
  {
    method: 'POST',
    path: '/v1/conversations/{conversation_id}/reply/',
    document: `mutation replyToConversation($input: ReplyToConversationInput!) {
      replyToConversation(input: $input) { messageId channel message { status to senderId segments encoding } }
    }`,
    status: 201,
    asksEngine: true,
    tag: 'Conversations',
    summary: 'Reply',
    description:
      'Sends a message to the person or group, from the number or phone that they wrote to. An SMS ends as blocked if the person has ' +
      'opted out; `channel` is `chat` for a chat message, and the other fields are null. After a 502 `provider_timeout` a chat ' +
      'message may have been sent; it is not sent again.',
    example: {
      body: { message: 'Until 18:00.' },
      reply: {
        message_id: REPLY_ID,
        channel: 'sms',
        status: 'queued',
        to: '254711000001',
        sender_id: '20880',
        segments: 1,
      },
    },
  },
  {
    method: 'POST',
    path: '/v1/conversations/{conversation_id}/read/',
    document: `mutation markConversationRead($input: MarkConversationReadInput!) {
      markConversationRead(input: $input) { conversationId conversation { unread readUpTo } }
    }`,
    tag: 'Conversations',
    summary: 'Mark as read',
    description:
      'Marks the messages of a conversation as read, as far as one of them, for all members of the organisation. A message that ' +
      'arrives meanwhile stays unread.',
    example: {
      body: { up_to: '019a1f0c-8a02-7d11-b0c4-1e2f3a4b5c6d' },
      reply: { conversation_id: CONVERSATION_ID, unread: 0 },
    },
  },
];
