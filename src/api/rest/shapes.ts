import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  GraphQLNonNull,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { isExpandable, restName } from './documents.js';
import { REPLY_EXCEPTIONS } from './exceptions.js';
import {
  addComponent,
  type Components,
  type JsonSchema,
  leafSchema,
  objectSchema,
  orNull,
  type Reword,
} from './json-schema.js';

/** An object as GraphQL returned it, under the names of REST. */
export type Result = Record<string, unknown>;

/** How a GraphQL value appears in REST. */
interface Shape {
  readonly schema: JsonSchema;
  /** May change the value in place. */
  write(value: unknown): unknown;
  /** The reply shows the value unchanged. */
  readonly isReady: boolean;
}

export interface Property {
  readonly name: string;
  readonly schema: JsonSchema;
  /** Whether the value is unchanged under this name, must be converted, or comes from elsewhere in the result. */
  readonly source: 'ready' | 'named' | 'elsewhere';
  /** Undefined if the reply does not have the property. */
  read(result: Result): unknown;
  /** The reply has it only if the caller expands it. */
  readonly isOptional?: true;
}

/** What all shapes of a document share. */
export interface Scope {
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly components: Components;
  readonly reword: Reword;
}

/** `place` is the operation or component that the value belongs to, as in REPLY_EXCEPTIONS. */
export function shapeOf(
  scope: Scope,
  type: GraphQLOutputType,
  selections: SelectionSetNode | undefined,
  place: string,
): Shape {
  if (!isNonNullType(type)) {
    const { schema, write, isReady } = shapeOf(scope, new GraphQLNonNull(type), selections, place);
    return { schema: orNull(schema), isReady, write: (value) => (value === null ? null : write(value)) };
  }
  const present = type.ofType;
  if (isListType(present)) {
    const { schema, write, isReady } = shapeOf(scope, present.ofType, selections, place);
    const writeAll = (list: unknown) => (isReady ? list : (list as unknown[]).map(write));
    return { schema: { type: 'array', items: schema }, isReady, write: writeAll };
  }
  if (isLeafType(present)) {
    const schema = leafSchema(present, scope.components, scope.reword);
    return isEnumType(present)
      ? { schema, isReady: false, write: (name) => present.parseValue(name) }
      : { schema, isReady: true, write: asIs };
  }
  return shapeOfObject(scope, present as GraphQLObjectType, selections as SelectionSetNode, place);
}

/** If a fragment is selected from an object, the object is the component of that name. */
function shapeOfObject(scope: Scope, type: GraphQLObjectType, selections: SelectionSetNode, place: string): Shape {
  const shape = shapeWith(propertiesOf(scope, type, selections, place));
  const [selection, ...others] = selections.selections;
  if (selection?.kind !== Kind.FRAGMENT_SPREAD || others.length > 0) return shape;
  const schema = { ...shape.schema, description: scope.reword(type.description) };
  return { ...shape, schema: addComponent(scope.components, selection.name.value, schema) };
}

export function shapeWith(properties: readonly Property[]): Shape {
  const optional = properties.filter(({ isOptional }) => isOptional).map(({ name }) => name);
  const schema = objectSchema(Object.fromEntries(properties.map(({ name, schema }) => [name, schema])), optional);
  const changed = properties.filter(({ source }) => source !== 'ready');
  if (changed.length === 0) return { schema, isReady: true, write: asIs };
  if (changed.some(({ source }) => source === 'elsewhere')) {
    const write = (result: unknown) =>
      Object.fromEntries(properties.map(({ name, read }) => [name, read(result as Result)]));
    return { schema, isReady: false, write };
  }
  return { schema, isReady: false, write: (result) => changeInPlace(result as Result, changed) };
}

/** Changes the result in place: a page has a thousand results, of which most properties need no conversion. */
function changeInPlace(result: Result, changed: readonly Property[]): Result {
  for (const { name, read } of changed) result[name] = read(result);
  return result;
}

export function propertiesOf(
  scope: Scope,
  type: GraphQLObjectType,
  { selections }: SelectionSetNode,
  place: string,
): Property[] {
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return propertiesOfField(scope, type, selection, place);
    if (selection.kind === Kind.INLINE_FRAGMENT) throw new Error(`${place}: a reply cannot depend on a type.`);
    const name = selection.name.value;
    const { selectionSet } = scope.fragments.get(name) as FragmentDefinitionNode;
    return propertiesOf(scope, type, selectionSet, name);
  });
}

export function propertiesOfField(
  scope: Scope,
  parent: GraphQLObjectType,
  node: FieldNode,
  place: string,
  isNullable = true,
): Property[] {
  const name = restName(node);
  const { absent, value, spread } = REPLY_EXCEPTIONS[`${place}.${name}`] ?? {};
  if (absent) return [];
  if (value !== undefined) return [fixed(name, value)];
  if (spread) return Object.entries(spread).map(([inner, schema]) => within(name, ready(inner, schema)));

  const { type } = fieldOf(parent, node);
  const only = onlyFieldOf(node);
  if (!only || isList(type)) return [propertyOf(scope, parent, node, place, isNullable)];
  // If one field is selected from an object, the field replaces the object.
  const properties = propertiesOfField(scope, getNamedType(type) as GraphQLObjectType, only, place);
  return properties.map((property) => (isNonNullType(type) ? within(name, property) : withinOrNull(name, property)));
}

function propertyOf(
  scope: Scope,
  parent: GraphQLObjectType,
  node: FieldNode,
  place: string,
  isNullable: boolean,
): Property {
  const name = restName(node);
  const { otherwise, words, ...exception } = REPLY_EXCEPTIONS[`${place}.${name}`] ?? {};
  const { type, description } = fieldOf(parent, node);
  const shown = (exception.nullable ?? isNullable) ? type : new GraphQLNonNull(getNullableType(type));
  const shape = shapeOf(scope, shown, node.selectionSet, place);
  const schema = {
    ...(words ? { type: 'string', enum: words } : shape.schema),
    description: exception.description ?? scope.reword(description),
  };
  if (isExpandable(node)) {
    const read = ({ [name]: value }: Result) => (value === undefined ? undefined : shape.write(value));
    const described = { ...schema, description: `${schema.description} Only if \`expand\` names it.` };
    return { name, schema: described, source: 'named', read, isOptional: true };
  }
  const read = (result: Result) => shape.write(result[name]);
  if (otherwise) return { name, schema, source: 'elsewhere', read: (result) => read(result) ?? result[otherwise] };
  return { name, schema, source: shape.isReady ? 'ready' : 'named', read };
}

const asIs = (value: unknown) => value;

export function fieldOf(parent: GraphQLOutputType, { name }: FieldNode): GraphQLField<unknown, unknown> {
  const field = (getNamedType(parent) as GraphQLObjectType).getFields()[name.value];
  if (!field) throw new Error(`REST has no value for \`${name.value}\` of ${parent}.`);
  return field;
}

export function onlyFieldOf({ selectionSet }: FieldNode): FieldNode | null {
  const [selection, ...others] = selectionSet?.selections ?? [];
  return selection?.kind === Kind.FIELD && others.length === 0 ? selection : null;
}

export const isList = (type: GraphQLOutputType) => isListType(getNullableType(type));

function ready(name: string, schema: JsonSchema): Property {
  return { name, schema, source: 'ready', read: (result) => result[name] };
}

export function fixed(name: string, value: unknown): Property {
  // An example, not a constant: the wording of a sentence may change.
  const isSentence = typeof value === 'string' && value.includes(' ');
  const schema = { type: typeof value, ...(isSentence ? { examples: [value] } : { const: value }) };
  return { name, schema, source: 'elsewhere', read: () => value };
}

/** A property of an object inside the result. */
export function within(object: string, { name, schema, read }: Property): Property {
  return { name, schema, source: 'elsewhere', read: (result) => read(result[object] as Result) };
}

export function withinOrNull(object: string, { name, schema, read }: Property): Property {
  const readInside = (result: Result) => (result[object] === null ? null : read(result[object] as Result));
  return { name, schema: orNull(schema), source: 'elsewhere', read: readInside };
}
