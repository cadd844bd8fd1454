import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';

/**
 * The cost of one object or value of the schema. None is read from a table, but graphql-js resolves each of them: the
 * whole schema takes as long as a page of some thousand rows.
 */
const COST_OF_ONE = 0.125;

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

/** How many items a list of introspection has, by its name. The lists of types are averages, below `__type` maxima. */
type Sizes = Readonly<Record<string, number>>;

/** Returns the cost of a root field that reads the schema, and 0 for any other. */
export function costOfSchemaField(
  schema: GraphQLSchema,
  { name, selectionSet }: FieldNode,
  fragments: Fragments,
): number {
  if (!selectionSet || (name.value !== '__schema' && name.value !== '__type')) return 0;
  const { average, largest } = sizesOf(schema);
  const measured = new Map<string, number>();
  return (1 + objectsIn(selectionSet, name.value === '__type' ? largest : average)) * COST_OF_ONE;

  function objectsIn({ selections }: SelectionSetNode, sizes: Sizes): number {
    let objects = 0;
    for (const selection of selections) {
      if (selection.kind === Kind.INLINE_FRAGMENT) objects += objectsIn(selection.selectionSet, sizes);
      else if (selection.kind === Kind.FRAGMENT_SPREAD) objects += objectsInFragment(selection.name.value, sizes);
      else if (selection.selectionSet) {
        const times = sizes[selection.name.value] ?? 1;
        objects += times * (1 + objectsIn(selection.selectionSet, average));
      } else objects += 1;
    }
    return objects;
  }

  function objectsInFragment(fragment: string, sizes: Sizes): number {
    const key = `${fragment} ${sizes === largest}`;
    const known = measured.get(key);
    if (known !== undefined) return known;
    const definition = fragments.get(fragment);
    const objects = definition ? objectsIn(definition.selectionSet, sizes) : 0;
    measured.set(key, objects);
    return objects;
  }
}

const sizes = new WeakMap<GraphQLSchema, { readonly average: Sizes; readonly largest: Sizes }>();

function sizesOf(schema: GraphQLSchema) {
  const known = sizes.get(schema);
  if (known) return known;
  const lists = Object.values(schema.getTypeMap()).map((type) => listsOf(schema, type));
  const fields = Object.values(schema.getTypeMap()).flatMap(fieldsOf);
  const ofTypes = (name: keyof ReturnType<typeof listsOf>) => lists.map((list) => list[name]);
  const shared = {
    types: lists.length,
    directives: schema.getDirectives().length,
    args: mean(fields.map(({ args }) => args.length)),
    // Every second type is a list, or not null, around another one.
    ofType: 0.5,
  };
  const made = {
    average: {
      ...shared,
      // A field leads more often to a large type than to an enum that one argument has.
      fields: Math.max(mean(ofTypes('fields')), mean(fields.map(({ type }) => fieldsOf(getNamedType(type)).length))),
      inputFields: mean(ofTypes('inputFields')),
      enumValues: mean(ofTypes('enumValues')),
      possibleTypes: mean(ofTypes('possibleTypes')),
      interfaces: mean(ofTypes('interfaces')),
    },
    largest: {
      ...shared,
      fields: Math.max(...ofTypes('fields')),
      inputFields: Math.max(...ofTypes('inputFields')),
      enumValues: Math.max(...ofTypes('enumValues')),
      possibleTypes: Math.max(...ofTypes('possibleTypes')),
      interfaces: Math.max(...ofTypes('interfaces')),
    },
  };
  sizes.set(schema, made);
  return made;
}

function listsOf(schema: GraphQLSchema, type: GraphQLNamedType) {
  return {
    fields: fieldsOf(type).length,
    inputFields: isInputObjectType(type) ? Object.keys(type.getFields()).length : 0,
    enumValues: isEnumType(type) ? type.getValues().length : 0,
    possibleTypes: isInterfaceType(type) ? schema.getPossibleTypes(type).length : 0,
    interfaces: isObjectType(type) ? type.getInterfaces().length : 0,
  };
}

function fieldsOf(type: GraphQLNamedType) {
  return isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
}

function mean(figures: readonly number[]): number {
  return figures.reduce((sum, figure) => sum + figure, 0) / Math.max(1, figures.length);
}
