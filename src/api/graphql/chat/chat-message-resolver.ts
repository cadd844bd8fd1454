import { Arg, Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import { findChatMessage, listChatMessages } from '../../../operations/chat/messages.js';
import { batchesOf } from '../kernel/batches.js';
import type { ResolverContext } from '../kernel/context.js';
import { PageArgs } from '../kernel/page-args.js';
import { found } from '../kernel/user-errors.js';
import {
  ChatChange,
  ChatMessage,
  ChatMessageConnection,
  ChatMessageFilter,
  toChatChange,
  toChatMessage,
} from './chat-message.js';
import { Session, toSession } from './session.js';

type Parent = Pick<ChatMessage, 'id' | 'sessionId'>;

@Resolver(() => ChatMessage)
export class ChatMessageResolver {
  @Query(() => ChatMessageConnection, {
    complexity: 5,
    description: 'All chat messages of the organisation, newest first.',
  })
  async chatMessages(
    @Ctx() context: ResolverContext,
    @Args() page: PageArgs,
    @Arg('filter', () => ChatMessageFilter, { nullable: true, description: 'Only messages like this.' })
    filter?: ChatMessageFilter | null,
  ) {
    const messages = await listChatMessages(context, { ...page, conditions: filter ?? {} });
    return ChatMessageConnection.of(messages, toChatMessage);
  }

  @Query(() => ChatMessage, {
    nullable: true,
    description: 'One chat message; null if the organisation has none with this id.',
  })
  async chatMessage(
    @Ctx() context: ResolverContext,
    @Arg('id', () => String, { description: 'Its `id`, or its `messageId`.' }) id: string,
  ): Promise<ChatMessage | null> {
    const row = found(context, 'Message', await findChatMessage(context, id));
    return row && toChatMessage(row);
  }

  @FieldResolver(() => Session, {
    nullable: true,
    complexity: 2,
    description: 'The session that it was sent through; null once that is deleted, and for keys without `chat:read`.',
  })
  async session(@Root() { sessionId }: Parent, @Ctx() context: ResolverContext): Promise<Session | null> {
    // A key that may only send gets the message that it sends, not all that there is to know of the phone.
    if (!context.caller.scopes.includes('chat:read')) return null;
    const row = await batchesOf(context).session(sessionId);
    return row && toSession(row);
  }

  @FieldResolver(() => [ChatChange], { complexity: 2, description: 'The changes of its status, in order.' })
  async history(@Root() { id }: Parent, @Ctx() context: ResolverContext): Promise<ChatChange[]> {
    return (await batchesOf(context).chatChanges(id)).map(toChatChange);
  }
}
