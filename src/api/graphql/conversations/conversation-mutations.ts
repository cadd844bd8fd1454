import { Field, InputType } from 'type-graphql';
import { LIMITS } from '../../../domain/limits.js';
import { markConversationRead } from '../../../operations/conversations/conversations.js';
import { replyToConversation } from '../../../operations/conversations/reply.js';
import { ChatMessage, toChatMessage } from '../chat/chat-message.js';
import type { ResolverContext } from '../kernel/context.js';
import { IDEMPOTENCY_KEY, id, mutation, objectForReaders, replayed, word } from '../kernel/mutation.js';
import { UUID } from '../kernel/scalars.js';
import { ConversationChannel } from '../sms/inbound-message.js';
import { SmsMessage, toSmsMessage } from '../sms/sms-message.js';
import { Conversation, toConversation } from './conversation.js';

@InputType({ description: 'A reply to a person or a group.' })
class ReplyToConversationInput {
  @Field(() => UUID, { description: 'The id of the conversation.' })
  conversationId!: string;

  @Field(() => String, {
    description: `The text of the reply: at most ${LIMITS.segmentsPerMessage} segments by SMS, ${LIMITS.chatTextLength} characters in a chat.`,
  })
  message!: string;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Replace typographic signs of an SMS by plain ones, as in `sendSms`. If omitted, as the organisation is set.',
  })
  smartEncoding?: boolean | null;

  @Field(() => String, { nullable: true, description: IDEMPOTENCY_KEY })
  idempotencyKey?: string | null;
}

@InputType({ description: 'The messages to mark as read.' })
class MarkConversationReadInput {
  @Field(() => UUID, { description: 'The id of the conversation.' })
  conversationId!: string;

  @Field(() => UUID, {
    description: 'The id of the last message that was read. Messages that came after it stay unread.',
  })
  upTo!: string;
}

export const CONVERSATION_MUTATIONS = [
  mutation({
    name: 'replyToConversation',
    description:
      'Sends a message to the person or group of a conversation, from the number or phone that they wrote to: an SMS, which ends ' +
      'as blocked if the person has opted out, or a chat message, for which the session must be connected. The scope is `SMS_SEND`, ' +
      'or `CHAT_SEND` for a chat. The reply to a conversation of the sandbox goes to the sandbox.',
    complexity: 20,
    input: ReplyToConversationInput,
    takes: 'The reply.',
    payload: {
      messageId: id('The id of the message.'),
      channel: word(() => ConversationChannel, 'How the message was sent.'),
      message: objectForReaders('sms:read', () => SmsMessage, 'The SMS; null for a chat.'),
      chatMessage: objectForReaders('chat:read', () => ChatMessage, 'The chat message; null for an SMS.'),
      replayed,
    },
    async resolve(context: ResolverContext, input) {
      const { result, replayed } = await replyToConversation(context, input);
      const { channel, row } = result;
      return {
        messageId: row.id,
        channel,
        message: result.channel === 'sms' ? toSmsMessage(result.row) : null,
        chatMessage: result.channel === 'chat' ? toChatMessage(result.row) : null,
        replayed,
      };
    },
  }),
  mutation({
    name: 'markConversationRead',
    description:
      'Marks the messages of a conversation as read, for all members of the organisation. Callers who may only read leave ' +
      'messages unread for those who reply: the scope is `SMS_SEND`, or `CHAT_SEND` for a chat.',
    input: MarkConversationReadInput,
    takes: 'The messages to mark.',
    payload: {
      conversationId: id('The id of the conversation.'),
      conversation: objectForReaders('inbox:read', () => Conversation, 'The conversation.'),
    },
    async resolve(context: ResolverContext, input) {
      const conversation = toConversation(await markConversationRead(context, input));
      return { conversationId: conversation.id, conversation };
    },
  }),
];
