import { Field, InputType } from 'type-graphql';
import type { ChatRecipientKind } from '../../../domain/chat/validate.js';
import type { ChatMessageType as MessageType } from '../../../domain/vocabulary.js';
import { sendChatMessage } from '../../../operations/chat/send-chat-message.js';
import type { ResolverContext } from '../kernel/context.js';
import { IDEMPOTENCY_KEY, mutation, object, replayed } from '../kernel/mutation.js';
import { PhoneNumber, UUID } from '../kernel/scalars.js';
import { ChatMessage, ChatMessageType, toChatMessage } from './chat-message.js';

const SESSION_ID = 'The session to send it through; its phone must be connected.';
const MESSAGE = 'The text, at most 65,536 characters; with media the caption. Required for `TEXT`.';
const URL = 'Where the medium is, on the public internet. Required for everything but `TEXT`.';
const MIME_TYPE = 'A hint what kind of file it is, such as `image/jpeg`; left out, or no MIME type: guessed.';

@InputType({ description: 'One message to one person.' })
class SendChatMessageInput {
  @Field(() => UUID, { description: SESSION_ID })
  sessionId!: string;

  @Field(() => PhoneNumber, { description: 'The number to write to. `sendGroupMessage` sends to a group.' })
  to!: string;

  @Field(() => ChatMessageType, { description: 'What it is.' })
  type!: MessageType;

  @Field(() => String, { nullable: true, description: MESSAGE })
  message?: string | null;

  @Field(() => String, { nullable: true, description: URL })
  url?: string | null;

  @Field(() => String, { nullable: true, description: 'What the recipient sees the file called.' })
  filename?: string | null;

  @Field(() => String, { nullable: true, description: MIME_TYPE })
  mimeType?: string | null;

  @Field(() => String, { nullable: true, description: IDEMPOTENCY_KEY })
  idempotencyKey?: string | null;
}

@InputType({ description: 'One message to one group.' })
class SendGroupMessageInput {
  @Field(() => UUID, { description: SESSION_ID })
  sessionId!: string;

  @Field(() => String, { description: 'The `chatId` of the group; it ends in `@g.us`.' })
  to!: string;

  @Field(() => ChatMessageType, { description: 'What it is; anything but `FILE`.' })
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

const payload = { message: object(() => ChatMessage, 'The message, which the provider has taken.'), replayed };

const sendTo = (kind: ChatRecipientKind) => async (context: ResolverContext, input: SendChatMessageInput) => {
  const { result, replayed } = await sendChatMessage(context, input, kind);
  return { message: toChatMessage(result), replayed };
};

export const CHAT_MUTATIONS = [
  mutation({
    name: 'sendChatMessage',
    description: "Sends one chat message to one person. Waits for the provider's answer.",
    complexity: 20,
    input: SendChatMessageInput,
    takes: 'The message.',
    payload,
    resolve: sendTo('person'),
  }),
  mutation({
    name: 'sendGroupMessage',
    description: "Sends one chat message to one group. Waits for the provider's answer.",
    complexity: 20,
    input: SendGroupMessageInput,
    takes: 'The message.',
    payload,
    resolve: sendTo('group'),
  }),
];
