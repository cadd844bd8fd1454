import { Field, ObjectType } from 'type-graphql';
import { ChatMessage } from './chat-message.js';
import { REPLAYED, USER_ERRORS } from './payloads.js';
import { UserError } from './user-errors.js';

const MESSAGE = 'The message, which the provider has taken.';

@ObjectType({ description: 'The answer to `sendChatMessage`.', simpleResolvers: true })
export class SendChatMessagePayload {
  @Field(() => ChatMessage, { nullable: true, description: MESSAGE })
  message!: ChatMessage | null;

  @Field(() => Boolean, { description: REPLAYED })
  replayed!: boolean;

  @Field(() => [UserError], { description: USER_ERRORS })
  userErrors!: UserError[];
}

@ObjectType({ description: 'The answer to `sendGroupMessage`.', simpleResolvers: true })
export class SendGroupMessagePayload {
  @Field(() => ChatMessage, { nullable: true, description: MESSAGE })
  message!: ChatMessage | null;

  @Field(() => Boolean, { description: REPLAYED })
  replayed!: boolean;

  @Field(() => [UserError], { description: USER_ERRORS })
  userErrors!: UserError[];
}
