import type { ChatRecipientKind } from '../../../domain/chat/validate.js';
import { sendChatMessage } from '../../../operations/chat/send.js';
import type { ResolverContext } from '../kernel/context.js';
import { mutation, object, replayed } from '../kernel/mutation.js';
import { SendChatMessageInput, SendGroupMessageInput } from './chat-inputs.js';
import { ChatMessage, toChatMessage } from './chat-message.js';

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
