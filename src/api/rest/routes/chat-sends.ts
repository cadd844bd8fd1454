import { z } from 'zod';
import { LIMITS } from '../../../domain/limits.js';
import { CHAT_MESSAGE_TYPES, type ChatMessageType } from '../../../domain/vocabulary.js';
import { oneOf, optionalText, optionalWord, text } from '../checks.js';
import { defineRoute } from '../route.js';
import { lower, upper } from '../words.js';

const TAG = 'Chat messages';

const GROUP_TYPES = ['text', 'image', 'video', 'voice'] as const satisfies readonly ChatMessageType[];

const content = {
  message: optionalText().describe(
    `The text, or the caption of a medium; required for \`text\`. At most ${LIMITS.chatTextLength} characters.`,
  ),
  url: optionalWord().describe('Public address of the medium; required for everything but `text`.'),
  mime_type: optionalText().describe(
    'A hint what kind of file it is, such as `image/jpeg`. Ignored for a text, or if it is no MIME type; guessed then.',
  ),
};

const sendBody = z.object({
  to: text().describe('Phone number in international format, digits only. A group id is refused.'),
  type: oneOf(CHAT_MESSAGE_TYPES),
  filename: optionalText().describe('What the recipient sees a file called.'),
  ...content,
});

const groupBody = z.object({
  to: text().describe('The `chat_id` of a group, which ends in `@g.us`.'),
  type: oneOf(GROUP_TYPES),
  ...content,
});

interface Sent {
  readonly message: { readonly messageId: string; readonly to: string; readonly type: string };
}

/** As the specification has it: the provider has taken the message, even if an acknowledgement was quicker. */
function sendResult({ message }: Sent) {
  return {
    success: true,
    message_id: message.messageId,
    status: 'sent',
    to: message.to,
    type: lower(message.type),
  };
}

const sendReply = (types: readonly ChatMessageType[]) =>
  z.object({
    success: z.literal(true),
    message_id: z.string().describe("The provider's id for the message."),
    status: z.literal('sent').describe('Later `delivered` and `read`; see the message itself.'),
    to: z.string(),
    type: z.enum(types),
  });

const DOUBT =
  'A 502 `provider_timeout` is the one error after which the message may have been sent. It is never sent again; the ' +
  'answer has its `message_id`, by which it can be read.';

const send = defineRoute<z.output<typeof sendBody>, unknown, { sendChatMessage: Sent }>({
  method: 'POST',
  path: '/v1/chatapp/{session_id}/send/',
  operation: 'sendChatMessage',
  document: `mutation ($input: SendChatMessageInput!) {
    sendChatMessage(input: $input) { message { messageId to type } replayed }
  }`,
  body: sendBody,
  creates: true,
  asksEngine: true,
  marksFailures: true,
  variables: ({ params, body: { type, mime_type: mimeType, ...body }, idempotencyKey }) => ({
    input: { ...body, sessionId: params.session_id, type: upper(type), mimeType, idempotencyKey },
  }),
  answer: ({ sendChatMessage }) => sendResult(sendChatMessage),
  status: 201,
  reply: sendReply(CHAT_MESSAGE_TYPES),
  tag: TAG,
  summary: 'Send to a person',
  description: `Sends one message to one number through a connected phone, and waits for the provider to take it. ${DOUBT}`,
  example: {
    body: { to: '12025550100', type: 'text', message: 'Your table is ready.' },
    answer: {
      success: true,
      message_id: '3EB0A1D7F20C4B9E6D5583',
      status: 'sent',
      to: '12025550100',
      type: 'text',
    },
  },
});

const sendToGroup = defineRoute<z.output<typeof groupBody>, unknown, { sendGroupMessage: Sent }>({
  method: 'POST',
  path: '/v1/chatapp/{session_id}/groups/send/',
  operation: 'sendGroupMessage',
  document: `mutation ($input: SendGroupMessageInput!) {
    sendGroupMessage(input: $input) { message { messageId to type } replayed }
  }`,
  body: groupBody,
  creates: true,
  asksEngine: true,
  marksFailures: true,
  variables: ({ params, body: { type, mime_type: mimeType, ...body }, idempotencyKey }) => ({
    input: { ...body, sessionId: params.session_id, type: upper(type), mimeType, idempotencyKey },
  }),
  answer: ({ sendGroupMessage }) => sendResult(sendGroupMessage),
  status: 201,
  reply: sendReply(GROUP_TYPES),
  tag: TAG,
  summary: 'Send to a group',
  description: `Sends one message to one group that the phone belongs to, and waits for the provider to take it. ${DOUBT}`,
  example: {
    body: { to: '120363025550100@g.us', type: 'image', message: 'The new menu', url: 'https://example.org/menu.jpg' },
    answer: {
      success: true,
      message_id: '3EB05C90B7E21F8A34D6C1',
      status: 'sent',
      to: '120363025550100@g.us',
      type: 'image',
    },
  },
});

export const CHAT_SEND_ROUTES = [send, sendToGroup];
