import {
  type FieldNode,
  GraphQLNonNull,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { capitalised } from '../../lib/snake-case.js';
import { isConnection, restName, type StoredDocument } from './documents.js';
import { REPLY_EXCEPTIONS } from './exceptions.js';
import {
  addComponent,
  type Components,
  componentName,
  type JsonSchema,
  objectSchema,
  type Reword,
} from './json-schema.js';
import { type Connection, pageOf, pageOfAll, pageProperties } from './paging.js';
import type { Route } from './route.js';
import {
  fieldOf,
  fixed,
  isList,
  onlyFieldOf,
  type Property,
  propertiesOf,
  propertiesOfField,
  type Result,
  type Scope,
  shapeOf,
  shapeWith,
  within,
  withinOrNull,
} from './shapes.js';

type Reply = Pick<Route, 'reply' | 'answer'>;

/** Derives the reply of a document: its JSON schema, and the function that makes it. */
export function replyOf(document: StoredDocument, components: Components, reword: Reword): Reply {
  const { operationId, fragments, isMutation, root, rootField } = document;
  const scope: Scope = { fragments, components, reword };
  if (isMutation) {
    const { schema, write } = shapeWith(propertiesOfPayload(scope, document));
    return { reply: resultSchema(scope, operationId, schema), answer: (payload) => write(payload) as object };
  }

  const { type } = rootField;
  if (isConnection(type)) return pageReply(scope, operationId, type, root);
  const part = onlyFieldOf(root);
  const partType = part && fieldOf(type, part).type;
  if (partType && isConnection(partType)) {
    const { reply, answer } = pageReply(scope, operationId, partType, part);
    return { reply, answer: (whole, call) => answer((whole as Result)[restName(part)], call) };
  }
  const { schema, write } = shapeOf(scope, new GraphQLNonNull(getNullableType(type)), root.selectionSet, operationId);
  if (isList(type)) {
    return { reply: pageSchema(scope, operationId, schema), answer: (list) => pageOfAll(write(list) as unknown[]) };
  }
  const reply = componentName(schema) ? schema : resultSchema(scope, operationId, schema);
  return { reply, answer: (value) => write(value) as object };
}

const resultSchema = ({ components }: Scope, operationId: string, schema: JsonSchema) =>
  addComponent(components, `${capitalised(operationId)}Result`, schema);

/**
 * `success` and the fields of the payload. An object is replaced by its properties, unless it may be null, and the list
 * `results` is preceded by its `count`.
 */
function propertiesOfPayload(scope: Scope, { operationId, root, rootField }: StoredDocument): Property[] {
  const payload = getNamedType(rootField.type) as GraphQLObjectType;
  const properties = (root.selectionSet as SelectionSetNode).selections.flatMap((selection) => {
    if (selection.kind !== Kind.FIELD) throw new Error(`${operationId}: a payload is no component.`);
    const name = restName(selection);
    const { type } = fieldOf(payload, selection);
    const object = getNamedType(type);
    if (isList(type)) {
      const properties = propertiesOfField(scope, payload, selection, operationId);
      return name === 'results' ? [countOf(name), ...properties] : properties;
    }
    // Values are null only if there are `userErrors`, and REST throws these errors instead.
    const mayBeNull = REPLY_EXCEPTIONS[`${operationId}.${name}`]?.nullable;
    if (!isObjectType(object) || mayBeNull) return propertiesOfField(scope, payload, selection, operationId, false);
    const inner = propertiesOf(scope, object, selection.selectionSet as SelectionSetNode, operationId);
    return inner.map((property) => (isForReaders(payload, selection) ? withinOrNull : within)(name, property));
  });
  return REPLY_EXCEPTIONS[`${operationId}.success`]?.absent ? properties : [fixed('success', true), ...properties];
}

/** Callers who may change the object need not be allowed to read it. */
const isForReaders = (payload: GraphQLObjectType, field: FieldNode) =>
  fieldOf(payload, field).extensions.scope !== undefined;

function countOf(list: string): Property {
  const schema = { type: 'integer', description: `The number of \`${list}\`.` };
  return { name: 'count', schema, source: 'elsewhere', read: (result) => (result[list] as unknown[]).length };
}

function pageReply(scope: Scope, operationId: string, type: GraphQLOutputType, node: FieldNode): Reply {
  const nodes = node.selectionSet?.selections[0] as FieldNode;
  const { schema, write } = shapeOf(scope, fieldOf(type, nodes).type, nodes.selectionSet, operationId);
  return {
    reply: pageSchema(scope, operationId, schema, hasTotal(type)),
    answer(value, call) {
      const connection = value as Connection;
      const { next_cursor, results, ...page } = pageOf(connection, call, write(connection.nodes));
      return hasCursor(operationId) ? { ...page, next_cursor, results } : { ...page, results };
    },
  };
}

/** False for a list that may be too long to be counted. */
function hasTotal(type: GraphQLOutputType): boolean {
  const { totalCount } = (getNamedType(type) as GraphQLObjectType).getFields();
  return isNonNullType(totalCount?.type);
}

function pageSchema({ components }: Scope, operationId: string, results: JsonSchema, isCounted = true): JsonSchema {
  const { next_cursor, ...page } = pageProperties(results, isCounted);
  const schema = objectSchema({ ...page, ...(hasCursor(operationId) && { next_cursor }) });
  return addComponent(components, `${componentName(results.items as JsonSchema)}Page`, schema);
}

const hasCursor = (operationId: string) => !REPLY_EXCEPTIONS[`${operationId}.next_cursor`]?.absent;
