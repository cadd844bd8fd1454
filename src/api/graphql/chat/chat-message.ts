import { Arg, Args, Ctx, Field, FieldResolver, InputType, Int, ObjectType, Query, Resolver, Root } from 'type-graphql';
import { chatErrorText } from '../../../domain/chat/message-status.js';
import type {
  ChatErrorCode as ErrorCode,
  ChatMessageType as MessageType,
  ChatStatus as Status,
} from '../../../domain/vocabulary.js';
import { findChatMessage } from '../../../operations/chat/get-chat-messages.js';
import { listChatMessages } from '../../../operations/chat/list-chat-messages.js';
import { batchesOf } from '../kernel/batches.js';
import type { ResolverContext } from '../kernel/context.js';
import { enumOf } from '../kernel/enum.js';
import { Node } from '../kernel/node.js';
import { connectionOf, PageArgs } from '../kernel/paging.js';
import type { ChatChangeRow, ChatMessageRow } from '../kernel/rows.js';
import { DateTime, UUID } from '../kernel/scalars.js';
import { found } from '../kernel/user-errors.js';
import { Session, toSession } from './session.js';

export const ChatMessageType = enumOf<MessageType>('ChatMessageType', 'What a chat message is.', {
  text: 'A text.',
  image: 'A picture, with or without a caption.',
  video: 'A video, with or without a caption.',
  voice: 'A voice note. The chat app shows no caption with it.',
  file: 'Any file, with or without a caption. Not for groups.',
});

const ChatStatus = enumOf<Status>('ChatStatus', 'Where a chat message is in its life.', {
  pending: 'On its way to the provider, or the answer of the provider was lost.',
  sent: 'The provider has it.',
  delivered: 'It is on the device of the recipient; in a group, on one of them.',
  read: 'The recipient has read it; in a group, somebody has.',
  failed: 'The provider rejected it, or could not be reached, or could not send it.',
});

const ChatErrorCode = enumOf<ErrorCode>('ChatErrorCode', 'Why a chat message has failed, or is still pending.', {
  session_not_connected: 'The phone of the session was not connected. Nothing was sent.',
  provider_rejected: 'The provider rejected it.',
  provider_unavailable: 'The provider could not be reached. Nothing was sent.',
  provider_timeout: 'The provider did not answer: nobody knows whether it was sent. It is not sent again.',
  provider_failed: 'The provider took it, and reported later that it could not be sent.',
});

@ObjectType({ description: 'A change of the status of a chat message.', simpleResolvers: true })
class ChatChange {
  @Field(() => ChatStatus, { description: 'The status from then on.' })
  status!: Status;

  @Field(() => DateTime, { description: 'When it happened.' })
  at!: string;

  @Field(() => Int, { description: 'Counts the changes of a message, from 1.' })
  revision!: number;

  @Field(() => Boolean, { description: 'A late acknowledgement put right an earlier failure.' })
  corrected!: boolean;
}

function toChatChange(row: ChatChangeRow): ChatChange {
  return { status: row.status, at: row.created_at, revision: row.revision, corrected: row.corrected };
}

@ObjectType({
  implements: Node,
  description: 'One message of the chat app, to one person or one group.',
  simpleResolvers: true,
})
export class ChatMessage extends Node {
  @Field(() => String, {
    nullable: true,
    description: "The provider's id for it: the `message_id` of the REST API. Null until the provider has taken it.",
  })
  messageId!: string | null;

  @Field(() => UUID, { description: 'The session that it was sent through, which may have been deleted since.' })
  sessionId!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The number of the recipient, digits only, or the id of the group. Null once it is redacted.',
  })
  to!: string | null;

  @Field(() => Boolean, { description: 'It went to a group.' })
  isGroup!: boolean;

  @Field(() => ChatMessageType, { description: 'What it is.' })
  type!: MessageType;

  @Field(() => String, { nullable: true, description: 'The text, or the caption. Null once it is redacted.' })
  text!: string | null;

  @Field(() => String, { nullable: true, description: 'Where the provider gets the medium. Null once it is redacted.' })
  url!: string | null;

  @Field(() => String, { nullable: true, description: 'What the file is called. Null once it is redacted.' })
  filename!: string | null;

  @Field(() => String, { nullable: true, description: 'The MIME type of the medium, as given or as guessed.' })
  mimeType!: string | null;

  @Field(() => ChatStatus, { description: 'Where it is in its life. Use it for application logic.' })
  status!: Status;

  @Field(() => ChatErrorCode, { nullable: true, description: 'Why it has failed or is still pending, for programs.' })
  errorCode!: ErrorCode | null;

  @Field(() => String, { nullable: true, description: 'What went wrong, for humans; null when nothing has.' })
  error!: string | null;

  @Field(() => String, { nullable: true, description: "The provider's own words, for its support." })
  providerReason!: string | null;

  @Field(() => Int, { description: 'In a group: how many participants have it, as far as they tell. Else 0.' })
  deliveredCount!: number;

  @Field(() => Int, { description: 'In a group: how many participants have read it, as far as they tell. Else 0.' })
  readCount!: number;

  @Field(() => Boolean, { description: 'Made with a test key: only the sandbox gets it.' })
  test!: boolean;

  @Field(() => Int, { description: 'Counts the changes of its status; 0 while it is pending for the first time.' })
  revision!: number;

  @Field(() => DateTime, { description: 'When the call was accepted.' })
  createdAt!: string;

  @Field(() => DateTime, { description: 'When something last happened to it.' })
  updatedAt!: string;

  @Field(() => DateTime, { nullable: true, description: 'When the provider took it.' })
  sentAt!: string | null;

  @Field(() => DateTime, { nullable: true, description: 'When it was first known to be on a device.' })
  deliveredAt!: string | null;

  @Field(() => DateTime, { nullable: true, description: 'When it was first known to be read.' })
  readAt!: string | null;
}

export function toChatMessage(row: ChatMessageRow): ChatMessage {
  return {
    typeName: 'ChatMessage',
    id: row.id,
    // Before that it is an id that we have proposed, and the provider need not have used.
    messageId: row.sent_at === null ? null : row.message_id,
    sessionId: row.session_id,
    to: row.recipient,
    isGroup: row.is_group,
    type: row.type,
    text: row.body,
    url: row.url,
    filename: row.filename,
    mimeType: row.mime_type,
    status: row.status,
    errorCode: row.error,
    error: chatErrorText(row.error),
    providerReason: row.provider_reason,
    deliveredCount: row.delivered_count,
    readCount: row.read_count,
    test: row.test,
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    sentAt: row.sent_at,
    deliveredAt: row.delivered_at,
    readAt: row.read_at,
  };
}

const ChatMessageConnection = connectionOf('ChatMessage', 'chat messages', () => ChatMessage);

@InputType({ description: 'Which chat messages to list; all conditions must hold.' })
class ChatMessageFilter {
  @Field(() => UUID, { nullable: true, description: 'Sent through this session.' })
  sessionId?: string | null;

  @Field(() => ChatStatus, { nullable: true, description: 'Where they are in their life.' })
  status?: Status | null;

  @Field(() => ChatMessageType, { nullable: true, description: 'What they are.' })
  type?: MessageType | null;

  @Field(() => String, { nullable: true, description: 'To this number, digits only, or to the group with this id.' })
  to?: string | null;
}

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
