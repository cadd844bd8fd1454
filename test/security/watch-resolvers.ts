import { type GraphQLSchema, isIntrospectionType, isObjectType } from 'graphql';

/** Counts what runs: every resolver of the schema, before it asks whether it may. */
export function watchResolvers(schema: GraphQLSchema): { readonly ran: string[] } {
  const ran: string[] = [];
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isIntrospectionType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const { resolve, subscribe } = field;
      const note = () => void ran.push(`${type.name}.${field.name}`);
      if (resolve) {
        field.resolve = (...given) => {
          note();
          return resolve(...given);
        };
      }
      if (subscribe) {
        field.subscribe = (...given) => {
          note();
          return subscribe(...given);
        };
      }
    }
  }
  return { ran };
}
