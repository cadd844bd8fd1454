import { Arg, Args, Ctx, Field, FieldResolver, InputType, Int, ObjectType, Query, Resolver, Root } from 'type-graphql';
import { chatErrorText } from '../../../domain/chat/message-status.js';
import { LIMITS } from '../../../domain/limits.js';
import type {
  ChatErrorCode as ErrorCode,
  ChatMessageType as MessageType,
  ChatStatus as Status,
} from '../../../domain/vocabulary.js';
import { camelCased } from '../../../lib/snake-case.js';
import {
  type ChatChangeRow,
  type ChatMessageRow,
  chatMessageHistory,
  findChatMessage,
  getChatMessages,
  listChatMessages,
} from '../../../operations/chat/messages.js';
import { hasScope, type ResolverContext } from '../kernel/context.js';
import { enumOf } from '../kernel/enum.js';
import { loaderById, loaderOf } from '../kernel/loader.js';
import { Node } from '../kernel/node.js';
import { connectionOf, MAY_BE_SHORT, PageArgs } from '../kernel/paging.js';
import { DateTime, UUID } from '../kernel/scalars.js';
import { found } from '../kernel/user-errors.js';
import { AuditActor, CREATED_BY, toCreatedBy } from '../people/actor.js';
import { loadSession, Session } from './session.js';

export const ChatMessageType = enumOf<MessageType>('ChatMessageType', 'The type of a chat message.', {
  text: 'A text.',
  image: 'An image, with or without a caption.',
  video: 'A video, with or without a caption.',
  voice: 'A voice note. The chat app shows no caption with it.',
  file: 'A file of any kind, with or without a caption. Groups cannot receive files.',
});

export const ChatStatus = enumOf<Status>('ChatStatus', 'The status of a chat message.', {
  pending: 'Pending: being sent to the provider, or the response of the provider was lost.',
  sent: 'Sent: the provider accepted the message.',
  delivered:
    'Delivered: the message is on a device of the recipient; in a group, on the device of at least one ' +
    'participant.',
  read: 'Read: the recipient has read the message; in a group, at least one participant has.',
  failed: 'Failed: the provider rejected the message, could not be reached, or could not send it.',
});

const ChatErrorCode = enumOf<ErrorCode>('ChatErrorCode', 'The reason why a chat message failed or is still pending.', {
  session_not_connected: 'The phone of the session was not connected. Nothing was sent.',
  provider_rejected: 'The provider rejected the message.',
  provider_unavailable: 'The provider could not be reached. Nothing was sent.',
  provider_timeout:
    'The provider did not respond, so it is unknown whether the message was sent. It is not sent again.',
  provider_failed: 'The provider accepted the message, and reported later that it could not be sent.',
});

@ObjectType({ description: 'A status change of a chat message.', simpleResolvers: true })
class ChatChange {
  @Field(() => ChatStatus, { description: 'The status after the change.' })
  status!: Status;

  @Field(() => DateTime, { description: 'The time of the change.' })
  at!: string;

  @Field(() => Int, { description: 'The number of the change, from 1.' })
  revision!: number;

  @Field(() => Boolean, { description: 'True if a late acknowledgement replaced an earlier failure.' })
  corrected!: boolean;
}

function toChatChange(row: ChatChangeRow): ChatChange {
  return { status: row.status, at: row.created_at, revision: row.revision, corrected: row.corrected };
}

@ObjectType({
  implements: Node,
  description: 'A message of the chat app to one person or one group.',
  simpleResolvers: true,
})
export class ChatMessage extends Node<'ChatMessage'> {
  @Field(() => String, {
    nullable: true,
    description:
      'The id that the provider gave the message: the `message_id` of the REST API. Null until the provider ' +
      'accepts the message.',
  })
  messageId!: string | null;

  @Field(() => UUID, {
    description: 'The id of the session that the message was sent through; the session may have been deleted since.',
  })
  sessionId!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The number of the recipient, digits only, or the id of the group. Null after redaction.',
  })
  to!: string | null;

  @Field(() => Boolean, { description: 'True if the message was sent to a group.' })
  isGroup!: boolean;

  @Field(() => ChatMessageType, { description: 'The type of the message.' })
  type!: MessageType;

  @Field(() => String, { nullable: true, description: 'The text, or the caption of the media. Null after redaction.' })
  text!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The URL from which the provider downloads the media. Null after redaction.',
  })
  url!: string | null;

  @Field(() => String, { nullable: true, description: 'The file name that the recipient sees. Null after redaction.' })
  filename!: string | null;

  @Field(() => String, { nullable: true, description: 'The MIME type of the media, as given or as guessed.' })
  mimeType!: string | null;

  @Field(() => ChatStatus, { description: 'The status of the message. Base application logic on this field.' })
  status!: Status;

  @Field(() => ChatErrorCode, {
    nullable: true,
    description: 'The reason why the message failed or is still pending, for programs.',
  })
  errorCode!: ErrorCode | null;

  @Field(() => String, { nullable: true, description: 'The error in one sentence, for people; null if there is none.' })
  error!: string | null;

  @Field(() => String, { nullable: true, description: "The provider's own error text, for the provider's support." })
  providerReason!: string | null;

  @Field(() => Int, {
    description:
      'For a group: how many participants have received the message, as far as the provider reports it; ' +
      'otherwise 0.',
  })
  deliveredCount!: number;

  @Field(() => Int, {
    description:
      'For a group: how many participants have read the message, as far as the provider reports it; otherwise 0.',
  })
  readCount!: number;

  @Field(() => Boolean, { description: 'True if the message was made with a test key; only the sandbox receives it.' })
  test!: boolean;

  @Field(() => Int, { description: 'The number of status changes; 0 until the first.' })
  revision!: number;

  @Field(() => AuditActor, { nullable: true, description: CREATED_BY })
  createdBy!: AuditActor | null;

  @Field(() => DateTime, { description: 'The time when the call was accepted.' })
  createdAt!: string;

  @Field(() => DateTime, { description: 'The time of the last change of the message.' })
  updatedAt!: string;

  @Field(() => DateTime, { nullable: true, description: 'The time when the provider accepted the message.' })
  sentAt!: string | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'The time of the first report that the message is on a device.',
  })
  deliveredAt!: string | null;

  @Field(() => DateTime, { nullable: true, description: 'The time of the first report that the message was read.' })
  readAt!: string | null;
}

export function toChatMessage(row: ChatMessageRow): ChatMessage {
  return {
    ...camelCased(row),
    typeName: 'ChatMessage',
    // Before the provider accepts the message, this is an id that we proposed and the provider may not use.
    messageId: row.sent_at === null ? null : row.message_id,
    to: row.recipient,
    text: row.body,
    errorCode: row.error,
    error: chatErrorText(row.error),
    createdBy: toCreatedBy(row),
  };
}

export const loadChatMessage = loaderById(getChatMessages, toChatMessage);
const loadChanges = loaderOf(chatMessageHistory, []);

const ChatMessageConnection = connectionOf('ChatMessage', 'chat messages', () => ChatMessage, LIMITS.itemsCounted);

@InputType({ description: 'Conditions for listed chat messages; all of them must hold.' })
class ChatMessageFilter {
  @Field(() => UUID, { nullable: true, description: 'Messages that were sent through this session.' })
  sessionId?: string | null;

  @Field(() => ChatStatus, { nullable: true, description: 'Messages with this status.' })
  status?: Status | null;

  @Field(() => ChatMessageType, { nullable: true, description: 'Messages of this type.' })
  type?: MessageType | null;

  @Field(() => String, {
    nullable: true,
    description: 'Messages to this number, digits only, or to the group with this id.',
  })
  to?: string | null;

  @Field(() => DateTime, { nullable: true, description: 'Messages accepted after this time.' })
  createdAfter?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Messages accepted before this time.' })
  createdBefore?: Date | null;
}

type Parent = Pick<ChatMessage, 'id' | 'sessionId'>;

/**
 * A key without `chat:read` gets the message that it has sent, but neither the phone nor what became of the message.
 */
@Resolver(() => ChatMessage)
export class ChatMessageResolver {
  @Query(() => ChatMessageConnection, {
    complexity: 5,
    description: `Returns the chat messages of the organisation, newest first. ${MAY_BE_SHORT}`,
  })
  async chatMessages(
    @Ctx() context: ResolverContext,
    @Args() page: PageArgs,
    @Arg('filter', () => ChatMessageFilter, { nullable: true, description: 'Conditions for the listed messages.' })
    filter?: ChatMessageFilter | null,
  ) {
    const messages = await listChatMessages(context, { ...page, conditions: filter ?? {} });
    return ChatMessageConnection.of(messages, toChatMessage);
  }

  @Query(() => ChatMessage, {
    nullable: true,
    description: 'Returns one chat message; null if the organisation has no chat message with this id.',
  })
  async chatMessage(
    @Ctx() context: ResolverContext,
    @Arg('id', () => String, { description: 'The `id` or the `messageId` of the message.' }) id: string,
  ): Promise<ChatMessage | null> {
    const row = found(context, 'Message', await findChatMessage(context, id));
    return row && toChatMessage(row);
  }

  @FieldResolver(() => Session, {
    nullable: true,
    complexity: 2,
    description:
      'The session that the message was sent through; null if it was deleted, and for keys without the scope ' +
      '`CHAT_READ`.',
  })
  async session(@Root() { sessionId }: Parent, @Ctx() context: ResolverContext): Promise<Session | null> {
    return hasScope(context, 'chat:read') ? loadSession(context, sessionId) : null;
  }

  @FieldResolver(() => [ChatChange], {
    complexity: 2,
    description: 'The status changes of the message, oldest first; empty for callers without the scope `CHAT_READ`.',
  })
  async history(@Root() { id }: Parent, @Ctx() context: ResolverContext): Promise<ChatChange[]> {
    return hasScope(context, 'chat:read') ? (await loadChanges(context, id)).map(toChatChange) : [];
  }
}

@Resolver(() => Session)
export class SessionMessagesResolver {
  @FieldResolver(() => ChatMessageConnection, {
    nullable: true,
    complexity: 5,
    description:
      'The chat messages that were sent through the session, newest first; null for keys without the scope ' +
      `\`CHAT_READ\`. ${MAY_BE_SHORT}`,
  })
  async messages(@Root() { id }: Pick<Session, 'id'>, @Ctx() context: ResolverContext, @Args() page: PageArgs) {
    if (!hasScope(context, 'chat:read')) return null;
    const messages = await listChatMessages(context, { ...page, conditions: { sessionId: id } });
    return ChatMessageConnection.of(messages, toChatMessage);
  }
}
