import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInterfaceType,
  isLeafType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  print,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import { costOfSchemaField } from './introspection-cost.js';

/**
 * The maximum cost of a document: one for each object that it can return, plus the `complexity` of its fields. A page
 * counts with the requested size, so a document can be refused before it runs.
 */
export const COST_LIMIT = 3_000;

/** The assumed length of lists without paging, such as the attempts of a message. */
const LIST_SIZE = 10;

/** Returns the cost of an operation, and throws if it exceeds the limit. */
export function admitCost(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
): number {
  const cost = fixedCosts.get(operation) ?? measureCost(schema, operation, document, variables);
  if (cost <= COST_LIMIT) return cost;
  const message = `The document costs ${figure(cost)}, more than ${figure(COST_LIMIT)}: ask for smaller pages.`;
  throw tooExpensive(message);
}

export function tooExpensive(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'DOCUMENT_TOO_EXPENSIVE', http: { status: 400 } } });
}

/** Groups digits by three, because messages about documents mask eight digits in a row, which may be a phone number. */
const figure = (amount: number) => amount.toLocaleString('en-US');

/**
 * The costs of operations whose page sizes do not depend on variables. Apollo caches parsed documents, so a repeated
 * text is the same operation.
 */
const fixedCosts = new WeakMap<OperationDefinitionNode, number>();

function measureCost(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
): number {
  const fragments = document.definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
  const cost = documentCost(schema, operation, fragments, variables);
  // Only integer variables can be page sizes.
  const isFixed = !operation.variableDefinitions?.some(({ type }) => print(type).startsWith('Int'));
  if (isFixed) fixedCosts.set(operation, cost);
  return cost;
}

function documentCost(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: readonly FragmentDefinitionNode[],
  variables: Readonly<Record<string, unknown>>,
): number {
  const root = schema.getRootType(operation.operation);
  const byName = new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
  const measured = new Map<string, number>();
  const given = withDefaults(operation, variables);

  return root ? Math.ceil(costOfSelections(operation.selectionSet, root, null)) : 0;

  /** `pageSize` is the length of lists directly below a connection. */
  function costOfSelections({ selections }: SelectionSetNode, type: GraphQLNamedType, pageSize: number | null): number {
    let cost = 0;
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) cost += costOfField(selection, type, pageSize);
      else if (selection.kind === Kind.INLINE_FRAGMENT) {
        cost += costOfSelections(
          selection.selectionSet,
          typeNamed(selection.typeCondition?.name.value, type),
          pageSize,
        );
      } else cost += costOfFragment(selection.name.value, type, pageSize);
    }
    return cost;
  }

  function costOfFragment(name: string, type: GraphQLNamedType, pageSize: number | null): number {
    const fragment = byName.get(name);
    if (!fragment) return 0;
    const key = `${name} ${pageSize}`;
    const known = measured.get(key);
    if (known !== undefined) return known;
    const cost = costOfSelections(fragment.selectionSet, typeNamed(fragment.typeCondition.name.value, type), pageSize);
    measured.set(key, cost);
    return cost;
  }

  function costOfField(node: FieldNode, parent: GraphQLNamedType, pageSize: number | null): number {
    const field = fieldOf(parent, node.name.value);
    if (!field) return costOfSchemaField(schema, node, byName);
    const own = typeof field.extensions.complexity === 'number' ? field.extensions.complexity : 0;
    const type = getNamedType(field.type);
    if (isLeafType(type) || !node.selectionSet) return own;
    const size = pageSizeAsked(node, field, given);
    // The items of a page count where they are selected: in `nodes`, in `edges`, or in both.
    if (size !== null) return own + costOfSelections(node.selectionSet, type, size);
    const isList = isListType(getNullableType(field.type));
    const times = isList ? (pageSize ?? LIST_SIZE) : 1;
    return own + times * (1 + costOfSelections(node.selectionSet, type, null));
  }

  function typeNamed(name: string | undefined, otherwise: GraphQLNamedType): GraphQLNamedType {
    return (name === undefined ? undefined : schema.getType(name)) ?? otherwise;
  }
}

/** A union has no fields of its own; its fragments name their types. */
function fieldOf(type: GraphQLNamedType, name: string): GraphQLField<unknown, unknown> | undefined {
  return isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined;
}

/** Adds the default values of variables, which may be page sizes. */
function withDefaults(
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const defaults = variableDefinitions.flatMap(({ variable, defaultValue }) =>
    defaultValue ? [[variable.name.value, numberOf(defaultValue, {})] as const] : [],
  );
  return { ...Object.fromEntries(defaults), ...variables };
}

/** Variables are not validated yet: anything but a number counts as 0 and is refused later. */
function numberOf(node: ValueNode, variables: Readonly<Record<string, unknown>>): number {
  if (node.kind === Kind.INT) return Number(node.value);
  const given = node.kind === Kind.VARIABLE ? variables[node.name.value] : undefined;
  return typeof given === 'number' ? given : 0;
}

/**
 * The page size that a field asks for with `first` or `last`; null if it has neither. A list without a page size is
 * refused when the document runs.
 */
function pageSizeAsked(
  node: FieldNode,
  field: GraphQLField<unknown, unknown>,
  variables: Readonly<Record<string, unknown>>,
): number | null {
  const first = field.args.find((argument) => argument.name === 'first');
  if (!first) return null;
  const isAsked = node.arguments?.some(({ name }) => name.value === 'first');
  let size = !isAsked && typeof first.defaultValue === 'number' ? first.defaultValue : 1;
  for (const { name, value } of node.arguments ?? []) {
    if (name.value !== 'first' && name.value !== 'last') continue;
    size = Math.max(size, numberOf(value, variables));
  }
  return size;
}
