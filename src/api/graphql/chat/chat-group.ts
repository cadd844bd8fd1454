import { Field, Int, ObjectType } from 'type-graphql';
import { connectionOf } from '../kernel/connection.js';
import type { GroupRow } from '../kernel/rows.js';

@ObjectType({ description: 'A group of the chat app that the phone of a session belongs to.', simpleResolvers: true })
export class ChatGroup {
  @Field(() => String, { description: 'What `sendGroupMessage` takes as `to`; it ends in `@g.us`.' })
  chatId!: string;

  @Field(() => String, { description: 'Its name.' })
  name!: string;

  @Field(() => Int, { nullable: true, description: 'How many belong to it; null when the engine does not say.' })
  participantCount!: number | null;
}

export function toChatGroup(row: GroupRow): ChatGroup {
  return { chatId: row.chat_id, name: row.name, participantCount: row.participant_count };
}

export const ChatGroupConnection = connectionOf('ChatGroup', 'groups', () => ChatGroup);
