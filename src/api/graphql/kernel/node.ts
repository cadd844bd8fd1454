import { Field, ID, InterfaceType } from 'type-graphql';

@InterfaceType({ description: 'An object that `node` can fetch by its id.' })
export abstract class Node<TypeName extends string = string> {
  @Field(() => ID, { description: 'The id of the object, the same in GraphQL and REST.' })
  id!: string;

  /** The GraphQL type of the object; `resolveInterfaces` reads it. */
  typeName!: TypeName;
}
