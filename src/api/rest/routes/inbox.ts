import { LIMITS } from '../../../domain/limits.js';
import { PAGE_ARGUMENTS, PAGE_VARIABLES } from '../paging.js';
import type { RouteDeclaration } from '../route.js';

export const CONVERSATION_ID = '019a1f0c-8a02-7d11-b0c4-000000000001';

export const INBOUND_MESSAGE = `
  fragment InboundMessage on InboundMessage {
    inbound_id: id conversation { conversation_id: id } channel sender mobile participant ownNumber sessionId gateway kind text
    media { url type name } replyTo { id messageId } keyword incomplete test sentAt receivedAt redactedAt
  }`;

export const INBOUND_EXAMPLE = {
  inbound_id: '019a1f0c-8a02-7d11-b0c4-1e2f3a4b5c6d',
  conversation_id: CONVERSATION_ID,
  channel: 'sms',
  sender: '254711000001',
  mobile: '254711000001',
  participant: null,
  own_number: '20880',
  session_id: null,
  gateway: 'operator',
  kind: 'text',
  text: 'Stop please',
  media: null,
  reply_to: null,
  keyword: 'stop',
  incomplete: false,
  test: false,
  sent_at: null,
  received_at: '2026-11-20T09:00:00.120Z',
  redacted_at: null,
};

const KEYWORDS = `
  fragment Keywords on Keywords {
    builtIn { ...BuiltInKeyword } stopWords stopAnswered stopText startWords startAnswered startText
    helpWords helpAnswered helpText answers { ...KeywordAnswer }
  }
  fragment BuiltInKeyword on BuiltInKeyword { word keyword source }
  fragment KeywordAnswer on KeywordAnswer { keyword text segments encoding }`;

const KEYWORDS_EXAMPLE = {
  built_in: [{ word: 'STOP', keyword: 'stop', source: '47 CFR 64.1200(a)(10)' }],
  stop_words: ['SITISHA'],
  start_answered: false,
  help_text: 'Moja Clinic, 0711 082 000. Reply {stop} to get no more messages.',
  answers: [
    {
      keyword: 'help',
      text: 'Moja Clinic, 0711 082 000. Reply STOP to get no more messages.',
      segments: 1,
      encoding: 'gsm7',
    },
  ],
};

export const INBOX_ROUTES: readonly RouteDeclaration[] = [
  {
    method: 'GET',
    path: '/v1/inbox/',
    document: `query listInbox(${PAGE_VARIABLES}, $filter: InboundMessageFilter) {
      inboundMessages(${PAGE_ARGUMENTS}, filter: $filter) { nodes { ...InboundMessage } }
    } ${INBOUND_MESSAGE}`,
    tag: 'Inbox',
    summary: 'List inbound messages',
    description: `Lists what people sent to the numbers of the organisation and to its phones, newest first; at most ${LIMITS.connectionPageMax} on a page.`,
    example: { query: { mobile: '254711000001' }, reply: { count: 1, results: [INBOUND_EXAMPLE] } },
  },
  {
    method: 'GET',
    path: '/v1/inbox/{inbound_id}/',
    document: `query getInboundMessage($inboundId: UUID!) { inboundMessage(id: $inboundId) { ...InboundMessage } } ${INBOUND_MESSAGE}`,
    tag: 'Inbox',
    summary: 'Read an inbound message',
    description: 'Returns one message that a person sent.',
    example: { reply: INBOUND_EXAMPLE },
  },
  {
    method: 'GET',
    path: '/v1/own-numbers/',
    document: 'query listOwnNumbers { ownNumbers { number keyword gateways } }',
    tag: 'Inbox',
    summary: 'List your numbers',
    description:
      'Lists the numbers of the organisation that people may write to, as the operator has configured them; always complete ' +
      'and on one page.',
    example: { reply: { count: 1, results: [{ number: '20880', keyword: 'CLINIC', gateways: ['operator'] }] } },
  },
  {
    method: 'GET',
    path: '/v1/keywords/',
    document: `query getKeywords { keywords { ...Keywords } } ${KEYWORDS}`,
    tag: 'Inbox',
    summary: 'Read your keywords',
    description:
      'Returns the words by which people stop and start messages and ask for help, and the answers that they get.',
    example: { reply: KEYWORDS_EXAMPLE },
  },
  {
    method: 'PATCH',
    path: '/v1/keywords/',
    document: `mutation updateKeywords($input: UpdateKeywordsInput!) {
      updateKeywords(input: $input) { keywords { ...Keywords } }
    } ${KEYWORDS}`,
    tag: 'Inbox',
    summary: 'Change your keywords',
    description: 'Changes the given fields. An empty text makes it the default again.',
    example: {
      body: { stop_words: ['sitisha'], start_answered: false },
      reply: KEYWORDS_EXAMPLE,
    },
  },
];
