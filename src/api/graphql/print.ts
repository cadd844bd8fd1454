import {
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  printType,
} from 'graphql';

const HEADER = '# Generated from the code by `npm run schema`. A test compares both byte for byte.';

/** Prints the schema to be read from top to bottom: each type follows the first that mentions it, scalars come last. */
export function printInReadingOrder(schema: GraphQLSchema): string {
  const types = inReadingOrder(schema);
  const scalars = types.filter(isScalarType);
  const others = types.filter((type) => !isScalarType(type));
  return `${[HEADER, ...[...others, ...scalars].map(printType)].join('\n\n')}\n`;
}

function inReadingOrder(schema: GraphQLSchema): GraphQLNamedType[] {
  const found = new Set<GraphQLNamedType>();
  const queue: GraphQLNamedType[] = [
    schema.getQueryType(),
    schema.getMutationType(),
    schema.getSubscriptionType(),
  ].filter((type) => type != null);
  for (let type = queue.shift(); type; type = queue.shift()) {
    if (found.has(type) || isIntrospectionType(type) || isSpecifiedScalarType(type)) continue;
    found.add(type);
    // The types of a type's fields come next, before its siblings.
    if (type === schema.getQueryType()) queue.push(...mentionedBy(schema, type));
    else queue.unshift(...mentionedBy(schema, type));
  }
  return [...found];
}

function mentionedBy(schema: GraphQLSchema, type: GraphQLNamedType): GraphQLNamedType[] {
  if (isInputObjectType(type)) return Object.values(type.getFields()).map((field) => getNamedType(field.type));
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  const fields = Object.values(type.getFields());
  const implementations = isInterfaceType(type)
    ? schema.getPossibleTypes(type).toSorted((a, b) => (a.name < b.name ? -1 : 1))
    : [];
  return [
    ...fields.flatMap((field) => [...field.args, field].map(({ type: of }) => getNamedType(of))),
    ...implementations,
  ];
}
