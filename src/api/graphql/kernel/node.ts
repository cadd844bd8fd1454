import { Field, InterfaceType } from 'type-graphql';
import { UUID } from './scalars.js';

@InterfaceType({ description: 'Anything that can be fetched again by its id.' })
export abstract class Node {
  @Field(() => UUID, { description: 'Its id, the same in GraphQL and in REST.' })
  id!: string;

  /** Which kind of node it is; see schema.ts. */
  typeName!: 'Campaign' | 'SmsMessage' | 'Session' | 'ChatMessage' | 'Webhook' | 'Organisation';
}
