import { Field, InputType, Int, ObjectType } from 'type-graphql';
import { chatErrorText } from '../../../domain/chat/message-status.js';
import type {
  ChatErrorCode as ErrorCode,
  ChatMessageType as MessageType,
  ChatStatus as Status,
} from '../../../domain/vocabulary.js';
import { connectionOf } from '../kernel/connection.js';
import { Node } from '../kernel/node.js';
import type { ChatChangeRow, ChatMessageRow } from '../kernel/rows.js';
import { DateTime, UUID } from '../kernel/scalars.js';
import { ChatErrorCode, ChatMessageType, ChatStatus } from './chat-enums.js';

@ObjectType({ description: 'A change of the status of a chat message.', simpleResolvers: true })
export class ChatChange {
  @Field(() => ChatStatus, { description: 'The status from then on.' })
  status!: Status;

  @Field(() => DateTime, { description: 'When it happened.' })
  at!: string;

  @Field(() => Int, { description: 'Counts the changes of a message, from 1.' })
  revision!: number;

  @Field(() => Boolean, { description: 'A late acknowledgement put right an earlier failure.' })
  corrected!: boolean;
}

export function toChatChange(row: ChatChangeRow): ChatChange {
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

export const ChatMessageConnection = connectionOf('ChatMessage', 'chat messages', () => ChatMessage);

@InputType({ description: 'Which chat messages to list; all conditions must hold.' })
export class ChatMessageFilter {
  @Field(() => UUID, { nullable: true, description: 'Sent through this session.' })
  sessionId?: string | null;

  @Field(() => ChatStatus, { nullable: true, description: 'Where they are in their life.' })
  status?: Status | null;

  @Field(() => ChatMessageType, { nullable: true, description: 'What they are.' })
  type?: MessageType | null;

  @Field(() => String, { nullable: true, description: 'To this number, digits only, or to the group with this id.' })
  to?: string | null;
}
