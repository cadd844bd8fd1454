import { Arg, Args, Ctx, Field, FieldResolver, InputType, Int, ObjectType, Query, Resolver, Root } from 'type-graphql';
import { LIMITS } from '../../../domain/limits.js';
import type { ConversationChannel as Channel } from '../../../domain/vocabulary.js';
import { camelCased } from '../../../lib/snake-case.js';
import {
  type ConversationRow,
  findSuppressedParties,
  getConversations,
  listConversations,
} from '../../../operations/conversations/conversations.js';
import { type ConversationEntry as Entry, listEntries } from '../../../operations/conversations/entries.js';
import { ChatMessage, toChatMessage } from '../chat/chat-message.js';
import type { ResolverContext } from '../kernel/context.js';
import { enumOf } from '../kernel/enum.js';
import { loaderById, loaderOf } from '../kernel/loader.js';
import { Node } from '../kernel/node.js';
import { connectionOf, MAY_BE_SHORT, PageArgs } from '../kernel/paging.js';
import { DateTime, PhoneNumber, UUID } from '../kernel/scalars.js';
import { found } from '../kernel/user-errors.js';
import { ConversationChannel, InboundMessage, loadInboundMessage, toInboundMessage } from '../sms/inbound-message.js';
import { SmsMessage, toSmsMessage } from '../sms/sms-message.js';

type Direction = 'received' | 'sent';
const EntryDirection = enumOf<Direction>('EntryDirection', 'Who wrote a message of a conversation.', {
  received: 'Received: the person wrote it.',
  sent: 'Sent: the organisation wrote it.',
});

@ObjectType({
  implements: Node,
  description:
    'What a person and the organisation write to each other: the person writes to one number or phone of the organisation.',
  simpleResolvers: true,
})
export class Conversation extends Node<'Conversation'> {
  @Field(() => ConversationChannel, { description: 'How the person writes.' })
  channel!: Channel;

  @Field(() => String, {
    description: 'The number of the organisation that the person writes to; for a chat the id of the session.',
  })
  ownAddress!: string;

  @Field(() => String, {
    description: 'The person: a number, a short code, a name, or an id of a chat app.',
  })
  party!: string;

  @Field(() => PhoneNumber, {
    nullable: true,
    description: 'The number of the person, digits only; null if it is unknown, as for a short code or a name.',
  })
  mobile!: string | null;

  @Field(() => Boolean, { description: 'True if the messages are those of the sandbox.' })
  test!: boolean;

  @Field(() => Int, { description: 'The number of messages of the person that are not marked as read.' })
  unread!: number;

  @Field(() => DateTime, { description: 'The time when the person wrote last.' })
  lastAt!: string;

  @Field(() => UUID, { nullable: true, description: 'The last message that was marked as read; null if none was.' })
  readUpTo!: string | null;

  @Field(() => Int, { description: 'The number of changes of the conversation, from 1.' })
  revision!: number;

  @Field(() => DateTime, { description: 'The time when the conversation began.' })
  createdAt!: string;

  row!: ConversationRow;
}

export const toConversation = (row: ConversationRow): Conversation => ({
  ...camelCased(row),
  typeName: 'Conversation',
  row,
});

export const loadConversation = loaderById(getConversations, toConversation);
const loadSuppression = loaderOf(findSuppressedParties, null);

@ObjectType({ description: 'A message of a conversation, received or sent.', simpleResolvers: true })
class ConversationEntry {
  @Field(() => UUID, { description: 'The id of the message, of whatever kind it is.' })
  messageId!: string;

  @Field(() => EntryDirection, { description: 'Who wrote the message.' })
  direction!: Direction;

  @Field(() => DateTime, { description: 'The time when the message was received, or when it was accepted.' })
  at!: string;

  @Field(() => InboundMessage, { nullable: true, description: 'The message, if the person wrote it; otherwise null.' })
  inboundMessage!: InboundMessage | null;

  @Field(() => SmsMessage, {
    nullable: true,
    description: 'The message, if it is an SMS of the organisation; otherwise null.',
  })
  message!: SmsMessage | null;

  @Field(() => ChatMessage, {
    nullable: true,
    description: 'The message, if it is a chat message of the organisation; otherwise null.',
  })
  chatMessage!: ChatMessage | null;
}

function toEntry({ kind, row }: Entry): ConversationEntry {
  const none = { inboundMessage: null, message: null, chatMessage: null };
  if (kind === 'inbound') {
    return {
      ...none,
      messageId: row.id,
      direction: 'received',
      at: row.received_at,
      inboundMessage: toInboundMessage(row),
    };
  }
  const sent = { ...none, messageId: row.id, direction: 'sent', at: row.created_at } as const;
  return kind === 'sms' ? { ...sent, message: toSmsMessage(row) } : { ...sent, chatMessage: toChatMessage(row) };
}

const ConversationConnection = connectionOf('Conversation', 'conversations', () => Conversation, LIMITS.itemsCounted);

const ConversationEntryConnection = connectionOf(
  'ConversationEntry',
  'messages of a conversation',
  () => ConversationEntry,
  LIMITS.itemsCounted,
);

@InputType({ description: 'Conditions for listed conversations; all of them must hold.' })
class ConversationFilter {
  @Field(() => Boolean, {
    nullable: true,
    description: 'True: conversations with unread messages. False: conversations without any.',
  })
  unread?: boolean | null;

  @Field(() => ConversationChannel, { nullable: true, description: 'Conversations of this channel.' })
  channel?: Channel | null;

  @Field(() => PhoneNumber, { nullable: true, description: 'Conversations with this number.' })
  mobile?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'True: conversations of the sandbox. False: the others.' })
  test?: boolean | null;
}

type Parent = Pick<Conversation, 'row'>;

@Resolver(() => Conversation)
export class ConversationResolver {
  @Query(() => ConversationConnection, {
    complexity: 5,
    description: `Returns the conversations of the organisation, the one with the newest message of a person first. ${MAY_BE_SHORT}`,
  })
  async conversations(
    @Ctx() context: ResolverContext,
    @Args() page: PageArgs,
    @Arg('filter', () => ConversationFilter, { nullable: true, description: 'Conditions for the conversations.' })
    filter?: ConversationFilter | null,
  ) {
    const listed = await listConversations(context, { ...page, conditions: filter ?? {} });
    return ConversationConnection.of(listed, toConversation);
  }

  @Query(() => Conversation, {
    nullable: true,
    description: 'Returns one conversation; null if the organisation has none with this id.',
  })
  async conversation(
    @Ctx() context: ResolverContext,
    @Arg('id', () => UUID, { description: 'The id of the conversation.' }) id: string,
  ): Promise<Conversation | null> {
    return found(context, 'Conversation', await loadConversation(context, id));
  }

  // Each is a search: more than sixty at once would be refused, so the cost refuses them first.
  @FieldResolver(() => ConversationEntryConnection, {
    complexity: 50,
    description:
      'The messages of the conversation, received and sent, newest first, without those that were sent to the person from ' +
      'another number of the organisation. What was sent is missing for callers without the scope `SMS_READ`, or ' +
      `\`CHAT_READ\` for a chat. ${MAY_BE_SHORT}`,
  })
  async entries(@Root() { row }: Parent, @Ctx() context: ResolverContext, @Args() page: PageArgs) {
    return ConversationEntryConnection.of(await listEntries(context, row, page), toEntry);
  }

  @FieldResolver(() => InboundMessage, { nullable: true, complexity: 2, description: 'What the person wrote last.' })
  lastMessage(@Root() { row }: Parent, @Ctx() context: ResolverContext): Promise<InboundMessage | null> {
    return loadInboundMessage(context, row.last_inbound_id);
  }

  @FieldResolver(() => Boolean, {
    complexity: 2,
    description: 'True if a reply would be blocked, because the person has opted out or the number is suppressed.',
  })
  async isSuppressed(@Root() { row }: Parent, @Ctx() context: ResolverContext): Promise<boolean> {
    return (await loadSuppression(context, row.id)) !== null;
  }

  @FieldResolver(() => DateTime, {
    nullable: true,
    complexity: 2,
    description: 'The time since when replies are blocked; null if they are not, or the time is unknown.',
  })
  async suppressedSince(@Root() { row }: Parent, @Ctx() context: ResolverContext): Promise<string | null> {
    return (await loadSuppression(context, row.id))?.since ?? null;
  }
}

/** Leads from an inbound message to its conversation. */
@Resolver(() => InboundMessage)
export class InboundConversationResolver {
  @FieldResolver(() => Conversation, {
    nullable: true,
    complexity: 2,
    description: 'The conversation that the message belongs to; null if it was deleted.',
  })
  async conversation(
    @Root() { conversationId }: { readonly conversationId: string | null },
    @Ctx() context: ResolverContext,
  ): Promise<Conversation | null> {
    return conversationId === null ? null : loadConversation(context, conversationId);
  }
}
