import { Field, InterfaceType } from 'type-graphql';
import { UUID } from './scalars.js';

@InterfaceType({ description: 'An object that `node` can fetch by its id.' })
export abstract class Node {
  @Field(() => UUID, { description: 'The id of the object, the same in GraphQL and REST.' })
  id!: string;

  /** The GraphQL type of the object; `resolveInterfaces` reads it. */
  typeName!: 'Campaign' | 'SmsMessage' | 'Session' | 'ChatMessage' | 'Webhook' | 'Organisation';
}
