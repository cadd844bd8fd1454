import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { sendChatMessage } from '../../operations/chat/send-chat-message.js';
import { SendChatMessageInput, SendGroupMessageInput } from './chat-inputs.js';
import { toChatMessage } from './chat-message.js';
import { SendChatMessagePayload, SendGroupMessagePayload } from './chat-payloads.js';
import type { ResolverContext } from './context.js';
import { NULL_ONLY } from './payloads.js';
import { payloadOf } from './user-errors.js';

const WAITS = `Waits for the provider's word. ${NULL_ONLY}`;

@Resolver()
export class ChatSendResolver {
  @Mutation(() => SendChatMessagePayload, {
    nullable: true,
    complexity: 20,
    description: `Sends one chat message to one person. ${WAITS}`,
  })
  sendChatMessage(
    @Ctx() context: ResolverContext,
    @Arg('input', () => SendChatMessageInput, { description: 'The message.' }) input: SendChatMessageInput,
  ): Promise<SendChatMessagePayload> {
    return sent(context, input, 'person');
  }

  @Mutation(() => SendGroupMessagePayload, {
    nullable: true,
    complexity: 20,
    description: `Sends one chat message to one group. ${WAITS}`,
  })
  sendGroupMessage(
    @Ctx() context: ResolverContext,
    @Arg('input', () => SendGroupMessageInput, { description: 'The message.' }) input: SendGroupMessageInput,
  ): Promise<SendGroupMessagePayload> {
    return sent(context, input, 'group');
  }
}

function sent(context: ResolverContext, input: SendChatMessageInput, kind: 'person' | 'group') {
  return payloadOf<SendChatMessagePayload>(
    async () => {
      const { result, replayed } = await sendChatMessage(context, input, kind);
      return { message: toChatMessage(result), replayed, userErrors: [] };
    },
    (userErrors) => ({ message: null, replayed: false, userErrors }),
  );
}
