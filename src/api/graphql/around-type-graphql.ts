/** What the schema does around type-graphql, once the library has built it. */
import { type GraphQLField, type GraphQLSchema, isInterfaceType } from 'graphql';
import type { DefinedMutation } from './kernel/mutation.js';

/** type-graphql's own function returns a promise, which compiled documents cannot await. */
export function resolveInterfaces(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (isInterfaceType(type)) type.resolveType = (value: { readonly typeName: string }) => value.typeName;
  }
}

/** type-graphql orders root fields as modules happen to be loaded, so moving a file would reorder the schema. */
export function sortRootFields(schema: GraphQLSchema): void {
  for (const root of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]) {
    const fields = root?.getFields() ?? {};
    for (const name of Object.keys(fields).sort()) {
      const field = fields[name] as GraphQLField<unknown, unknown>;
      delete fields[name];
      fields[name] = field;
    }
  }
}

/**
 * Makes graphql-js pass mutations the input that it has validated. type-graphql would copy the input into instances of
 * its classes, one for each of ten thousand recipients, which takes as long as the validation.
 */
export function resolveMutations(schema: GraphQLSchema, mutations: readonly DefinedMutation[]): GraphQLSchema {
  const resolvers = new Map(mutations.map(({ name, resolve }) => [name, resolve]));
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const resolve = resolvers.get(field.name);
    if (!resolve) throw new Error(`The mutation ${field.name} has no resolver: define it by \`mutation\`.`);
    field.resolve = resolve;
  }
  return schema;
}
