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

/** The schema to be read from top to bottom: each type stands after what first mentions it, scalars at the end. */
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
    // What a type is made of comes next, before its siblings.
    if (type !== schema.getQueryType()) queue.unshift(...mentionedBy(schema, type));
    else queue.push(...mentionedBy(schema, type));
  }
  return [...found];
}

function mentionedBy(schema: GraphQLSchema, type: GraphQLNamedType): GraphQLNamedType[] {
  if (isInputObjectType(type)) return Object.values(type.getFields()).map((field) => getNamedType(field.type));
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  const fields = Object.values(type.getFields());
  const implementations = isInterfaceType(type) ? schema.getPossibleTypes(type) : [];
  return [
    ...fields.flatMap((field) => [...field.args, field].map(({ type: of }) => getNamedType(of))),
    ...implementations,
  ];
}
