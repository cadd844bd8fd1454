import { Field, InputType } from 'type-graphql';
import { LIMITS } from '../../../domain/limits.js';
import { markConversationRead } from '../../../operations/conversations/conversations.js';
import { replyToConversation } from '../../../operations/conversations/reply.js';
import type { ResolverContext } from '../kernel/context.js';
import { IDEMPOTENCY_KEY, id, mutation, objectForReaders, replayed } from '../kernel/mutation.js';
import { UUID } from '../kernel/scalars.js';
import { SmsMessage, toSmsMessage } from '../sms/sms-message.js';
import { Conversation, toConversation } from './conversation.js';

@InputType({ description: 'A reply to a person.' })
class ReplyToConversationInput {
  @Field(() => UUID, { description: 'The id of the conversation.' })
  conversationId!: string;

  @Field(() => String, { description: `The text of the reply, at most ${LIMITS.segmentsPerMessage} segments.` })
  message!: string;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Replace typographic signs by plain ones, as in `sendSms`. If omitted, as the organisation is set.',
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
      'Sends an SMS to the person of a conversation, from the number that they wrote to. It is a send like any other: if the ' +
      'person has opted out, it ends as blocked. The reply to a conversation of the sandbox goes to the sandbox.',
    input: ReplyToConversationInput,
    takes: 'The reply.',
    payload: {
      messageId: id('The id of the message.'),
      message: objectForReaders('sms:read', () => SmsMessage, 'The message.'),
      replayed,
    },
    async resolve(context: ResolverContext, input) {
      const { result, replayed } = await replyToConversation(context, input);
      return { messageId: result.id, message: toSmsMessage(result), replayed };
    },
  }),
  mutation({
    name: 'markConversationRead',
    description:
      'Marks the messages of a conversation as read, for all members of the organisation. Callers who may only read leave ' +
      'messages unread for those who reply.',
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
