import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedInputType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';

/**
 * Every call that the schema allows, made from the schema itself, with a slot for each value that can name something.
 */
export interface GraphqlCall {
  readonly rootField: string;
  readonly document: string;
  /** As small as the schema accepts. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** Where values stand in the variables, by schema coordinate such as `CampaignFilter.name`. */
  readonly slots: readonly Place[];
  /** Where anything at all stands. */
  readonly places: readonly Place[];
}

export interface Slot {
  readonly coordinate: string;
  readonly path: readonly string[];
}

export interface Place extends Slot {
  readonly type: GraphQLNamedInputType;
}

/** They hold no name of anything: a number, a choice, or data that is stored as it is. */
const NAMELESS = new Set(['Int', 'SafeInt', 'Float', 'Boolean', 'DateTime', 'JSONObject', 'StringMap']);
const ROOT_PAGE = 5;
const NESTED_PAGE = 2;
const DEEPEST = 5;

export function graphqlCalls(schema: GraphQLSchema): GraphqlCall[] {
  const roots = [
    { operation: 'query', root: schema.getQueryType() },
    { operation: 'mutation', root: schema.getMutationType() },
    { operation: 'subscription', root: schema.getSubscriptionType() },
  ];
  return roots.flatMap(({ operation, root }) => {
    if (!root) return [];
    return Object.values(root.getFields()).flatMap((field) => [
      callOf(operation, root.name, field),
      ...(operation === 'query' ? nestedCalls(root.name, field) : []),
    ]);
  });
}

function callOf(operation: string, parent: string, field: Field): GraphqlCall {
  const { declarations, uses, ...values } = argumentsOf(parent, field, '');
  const type = getNamedType(field.type);
  const isOfObjects = isList(field.type) && !isLeafType(type);
  const selection = isOfObjects ? listSelectionOf(type) : selectionOf(type, [], NESTED_PAGE);
  const document = `${operation}${declarations} { ${field.name}${uses} ${selection} }`;
  return { rootField: field.name, document, ...values };
}

const isList = (type: GraphQLOutputType) => isListType(isNonNullType(type) ? type.ofType : type);

/** Of lists in the rows of a list only plain fields are selected: with more, the document would cost too much. */
function listSelectionOf(type: GraphQLNamedType): string {
  const fields = Object.values((type as GraphQLObjectType).getFields()).map((field) => {
    const inner = getNamedType(field.type);
    if (!isList(field.type) || isLeafType(inner)) return `${field.name} ${selectionOf(inner, [], NESTED_PAGE)}`;
    return `${field.name} { ${plainFieldsOf(inner)} }`;
  });
  return `{ ${fields.join(' ')} }`;
}

function plainFieldsOf(type: GraphQLNamedType): string {
  const plain = Object.values((type as GraphQLObjectType).getFields()).filter(
    ({ type: inner, args }) => isLeafType(getNamedType(inner)) && args.length === 0,
  );
  return plain.map(({ name }) => name).join(' ');
}

const LONG_PAGE = 100;

/** Every list, as far as one call can have it: long, but with the plain fields of its rows alone. */
export function longListCalls(schema: GraphQLSchema): Pick<GraphqlCall, 'rootField' | 'document' | 'variables'>[] {
  const fields = Object.values(schema.getQueryType()?.getFields() ?? {});
  return fields
    .filter(({ args }) => args.some(({ name }) => name === 'first'))
    .flatMap((field) => {
      const { declarations, uses, variables } = argumentsOf('Query', field, '');
      const nodes = getNamedType(
        (getNamedType(field.type) as GraphQLObjectType).getFields().nodes?.type as GraphQLOutputType,
      );
      const document = `query${declarations} { ${field.name}${uses} { nodes { ${plainFieldsOf(nodes)} } } }`;
      const ends = field.args.some(({ name }) => name === 'last') ? ['first', 'last'] : ['first'];
      return ends.map((end) => ({
        rootField: field.name,
        document,
        variables: { ...variables, first: undefined, [end]: LONG_PAGE },
      }));
    });
}

/** Fields below a root field that take arguments of their own, such as the messages of one campaign. */
function nestedCalls(parent: string, root: Field): GraphqlCall[] {
  const type = getNamedType(root.type);
  const leadsThere = root.args.length === 1 && root.args[0]?.name === 'id' && isObjectType(type);
  if (!leadsThere) return [];
  const fields = Object.values(type.getFields()).filter(({ args }) =>
    args.some(({ type: argument }) => isNaming(getNamedType(argument))),
  );
  return fields.map((field) => {
    const above = argumentsOf(parent, root, '');
    const below = argumentsOf(type.name, field, `${field.name}_`);
    const selection = selectionOf(getNamedType(field.type), [type.name], NESTED_PAGE);
    const declarations = `${above.declarations.slice(0, -1)}, ${below.declarations.slice(1)}`;
    return {
      rootField: root.name,
      document: `query${declarations} { ${root.name}${above.uses} { ${field.name}${below.uses} ${selection} } }`,
      variables: { ...above.variables, ...below.variables },
      slots: [...above.slots, ...below.slots],
      places: [...above.places, ...below.places],
    };
  });
}

type Field = GraphQLField<unknown, unknown>;

function argumentsOf(parent: string, { name, args }: Field, prefix: string) {
  const variables = Object.fromEntries(
    args.filter((argument) => isNeeded(argument)).map((argument) => [prefix + argument.name, smallest(argument.type)]),
  );
  const places = args.flatMap((argument) =>
    placesOf(`${parent}.${name}(${argument.name})`, argument.type, [prefix + argument.name]),
  );
  const wrap = (items: string[]) => (items.length > 0 ? `(${items.join(', ')})` : '');
  return {
    variables,
    places,
    slots: places.filter(({ type }) => isNaming(type)),
    declarations: wrap(args.map((argument) => `$${prefix}${argument.name}: ${argument.type}`)),
    uses: wrap(args.map((argument) => `${argument.name}: $${prefix}${argument.name}`)),
  };
}

/** A list wants `first` although the schema cannot say so. */
function isNeeded({ name, type, defaultValue }: GraphQLArgument): boolean {
  return name === 'first' || isNonNullType(type) || defaultValue !== undefined;
}

export function isNaming(type: GraphQLNamedType): boolean {
  return !isEnumType(type) && !NAMELESS.has(type.name);
}

export function placesOf(coordinate: string, type: GraphQLInputType, path: readonly string[]): Place[] {
  const named = getNamedType(type);
  if (!isInputObjectType(named)) return [{ coordinate, path, type: named }];
  const below = isListType(isNonNullType(type) ? type.ofType : type) ? [...path, '0'] : path;
  return Object.values(named.getFields()).flatMap((field) =>
    placesOf(`${named.name}.${field.name}`, field.type, [...below, field.name]),
  );
}

const SMALLEST: Readonly<Record<string, unknown>> = {
  Int: ROOT_PAGE,
  SafeInt: 1,
  String: 'Hello',
  Boolean: true,
  UUID: '01936e2c-7a4b-7c31-9f6e-2b1d5a8c4e70',
  PhoneNumber: '254722000001',
  DateTime: '2027-01-01T00:00:00Z',
  JSONObject: {},
  StringMap: {},
};

/** The smallest value of a type: required fields only. */
export function smallest(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return smallest(type.ofType);
  if (isListType(type)) return [smallest(type.ofType)];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (isInputObjectType(type)) {
    const required = Object.values(type.getFields()).filter((field) => isNonNullType(field.type));
    return Object.fromEntries(required.map((field) => [field.name, smallest(field.type)]));
  }
  if (!(type.name in SMALLEST)) throw new Error(`There is no smallest value of ${type.name}: add one here.`);
  return SMALLEST[type.name];
}

/** Everything that can be selected, each type once on the way down. */
function selectionOf(type: GraphQLNamedType, above: readonly string[], page: number): string {
  if (isLeafType(type)) return '';
  // Fields of the types that implement it would be at odds with each other.
  if (isInterfaceType(type)) return `{ __typename ${Object.keys(type.getFields()).join(' ')} }`;
  if (!isObjectType(type) || above.includes(type.name) || above.length >= DEEPEST) return '{ __typename }';
  const fields = Object.values(type.getFields()).flatMap((field) => {
    const isPage = field.args.some(({ name }) => name === 'first');
    // Each page stands below the root field that reads its object. Elsewhere it would cost much, and show nothing new.
    if (isPage && above.length > 0) return [];
    const selection = selectionOf(getNamedType(field.type), [...above, type.name], page);
    return `${field.name}${isPage ? `(first: ${page})` : ''} ${selection}`;
  });
  return `{ ${fields.join(' ')} }`;
}
