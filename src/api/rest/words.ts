import { type GraphQLSchema, isEnumType } from 'graphql';
import { snakeCase } from '../../lib/snake-case.js';

export type Reword = (description: string | null | undefined) => string | undefined;

/** Makes a description of GraphQL one of REST: `SMS_DELIVERED` is `sms.delivered` there, `deliveryCode` `delivery_code`. */
export function createReword(schema: GraphQLSchema): Reword {
  const enums = Object.values(schema.getTypeMap()).filter(isEnumType);
  const words = new Map(enums.flatMap((type) => type.getValues().map(({ name, value }) => [name, String(value)])));
  const operations = { ...schema.getQueryType()?.getFields(), ...schema.getMutationType()?.getFields() };
  const reworded = (word: string) => words.get(word) ?? (word in operations ? word : snakeCase(word));
  return (description) => description?.replace(/(?<=`)(?:[a-z]\w*|[A-Z_]+)(?=`)/g, reworded);
}
