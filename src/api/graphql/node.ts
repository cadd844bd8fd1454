import { Field, InterfaceType } from 'type-graphql';
import { UUID } from './scalars.js';

@InterfaceType({ description: 'Anything that can be fetched again by its id.' })
export abstract class Node {
  @Field(() => UUID, { description: 'The same id as in the REST API.' })
  id!: string;

  /** Which kind of node it is; see schema.ts. */
  typeName!: 'Campaign' | 'SmsMessage' | 'Session' | 'ChatMessage' | 'Webhook' | 'Organisation';
}
