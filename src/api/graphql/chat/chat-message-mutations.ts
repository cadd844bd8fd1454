import { Field, InputType } from 'type-graphql';
import type { ChatRecipientKind } from '../../../domain/chat/validate.js';
import { LIMITS } from '../../../domain/limits.js';
import type { ChatMessageType as MessageType } from '../../../domain/vocabulary.js';
import { sendChatMessage } from '../../../operations/chat/send.js';
import type { ResolverContext } from '../kernel/context.js';
import { IDEMPOTENCY_KEY, mutation, object, replayed } from '../kernel/mutation.js';
import { PhoneNumber, UUID } from '../kernel/scalars.js';
import { ChatMessage, ChatMessageType, toChatMessage } from './chat-message.js';

const SESSION_ID = 'The session to send the message through; its phone must be connected.';
const MESSAGE = `The text, at most ${LIMITS.chatTextLength} characters, or the caption of the media. Required for \`TEXT\`.`;
const URL = 'The public URL of the media. Required for every type but `TEXT`.';
const MIME_TYPE = 'The MIME type of the media, such as `image/jpeg`; guessed if omitted or not a MIME type.';

@InputType({ description: 'A message to one person.' })
class SendChatMessageInput {
  @Field(() => UUID, { description: SESSION_ID })
  sessionId!: string;

  @Field(() => PhoneNumber, {
    description:
      'The phone number of the recipient; or `lid:…` as `InboundMessage.sender` has it, for a person who hides the number. ' +
      'For a group, call `sendGroupMessage`.',
  })
  to!: string;

  @Field(() => ChatMessageType, { description: 'The type of the message.' })
  type!: MessageType;

  @Field(() => String, { nullable: true, description: MESSAGE })
  message?: string | null;

  @Field(() => String, { nullable: true, description: URL })
  url?: string | null;

  @Field(() => String, { nullable: true, description: 'The file name that the recipient sees.' })
  filename?: string | null;

  @Field(() => String, { nullable: true, description: MIME_TYPE })
  mimeType?: string | null;

  @Field(() => String, { nullable: true, description: IDEMPOTENCY_KEY })
  idempotencyKey?: string | null;
}

@InputType({ description: 'A message to one group.' })
class SendGroupMessageInput {
  @Field(() => UUID, { description: SESSION_ID })
  sessionId!: string;

  @Field(() => String, { description: 'The `chatId` of the group; it ends in `@g.us`.' })
  to!: string;

  @Field(() => ChatMessageType, { description: 'The type of the message; `FILE` is not possible in groups.' })
  type!: MessageType;

  @Field(() => String, { nullable: true, description: MESSAGE })
  message?: string | null;

  @Field(() => String, { nullable: true, description: URL })
  url?: string | null;

  @Field(() => String, { nullable: true, description: MIME_TYPE })
  mimeType?: string | null;

  @Field(() => String, { nullable: true, description: IDEMPOTENCY_KEY })
  idempotencyKey?: string | null;
}

const payload = { message: object(() => ChatMessage, 'The message that the provider accepted.'), replayed };

const sendTo = (kind: ChatRecipientKind) => async (context: ResolverContext, input: SendChatMessageInput) => {
  const { result, replayed } = await sendChatMessage(context, input, kind);
  return { message: toChatMessage(result), replayed };
};

export const CHAT_MUTATIONS = [
  mutation({
    name: 'sendChatMessage',
    description: "Sends a chat message to one person, and waits for the provider's response.",
    complexity: 20,
    input: SendChatMessageInput,
    takes: 'The message to send.',
    payload,
    resolve: sendTo('person'),
  }),
  mutation({
    name: 'sendGroupMessage',
    description: "Sends a chat message to one group, and waits for the provider's response.",
    complexity: 20,
    input: SendGroupMessageInput,
    takes: 'The message to send.',
    payload,
    resolve: sendTo('group'),
  }),
];
