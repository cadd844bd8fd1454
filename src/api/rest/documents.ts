import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  type SelectionNode,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import { snakeCase } from '../../lib/snake-case.js';
import type { RequestContext } from '../guard/request-context.js';
import type { Route, RouteDeclaration } from './route.js';

type Variables = Readonly<Record<string, unknown>>;
export type Run = (context: RequestContext, variables: Variables) => Promise<ExecutionResult>;

/** A validated document of a route. */
export interface StoredDocument {
  readonly operationId: string;
  readonly definition: OperationDefinitionNode;
  readonly isMutation: boolean;
  readonly root: FieldNode;
  readonly rootField: GraphQLField<unknown, unknown>;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** Variables that include a field of their name, if the caller expands it. */
  readonly expandable: readonly string[];
  readonly executed: DocumentNode;
}

/** Parses and validates a document. It throws at start-up if the document is not valid. */
export function readDocument(schema: GraphQLSchema, { method, path, document }: RouteDeclaration): StoredDocument {
  const parsed = parse(document, { noLocation: true });
  const problems = validate(schema, parsed).map((error) => error.message);
  const [definition, ...others] = parsed.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION);
  const [root, ...more] = definition?.selectionSet.selections ?? [];
  if (!definition?.name || others.length > 0) problems.push('it is not one operation with a name');
  if (root?.kind !== Kind.FIELD || root.alias || more.length > 0) problems.push('it has not one root field');
  if (problems.length > 0) throw new Error(`The document of ${method} ${path}: ${problems.join('; ')}`);

  const { name, operation } = definition as OperationDefinitionNode;
  const field = root as FieldNode;
  const rootType = schema.getRootType(operation) as GraphQLObjectType;
  const fragments = parsed.definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION);
  return {
    operationId: name?.value as string,
    definition: definition as OperationDefinitionNode,
    isMutation: operation === OperationTypeNode.MUTATION,
    root: field,
    rootField: rootType.getFields()[field.name.value] as GraphQLField<unknown, unknown>,
    fragments: new Map(fragments.map((fragment) => [fragment.name.value, fragment])),
    expandable: expandableIn(parsed),
    executed: forReplies(schema, parsed),
  };
}

export function compileDocument(schema: GraphQLSchema, { executed }: Route): Run {
  const compiled = compileQuery(schema, executed, undefined, { disablingCapturingStackErrors: true });
  if (!isCompiledQuery(compiled)) return interpretDocument(schema, executed);
  return async (context, variables) => compiled.query(undefined, context, { ...variables });
}

/** Runs the document by graphql-js, as the reference for the compiled form. */
export function interpretDocument(schema: GraphQLSchema, document: DocumentNode): Run {
  return async (contextValue, variableValues) => execute({ schema, document, contextValue, variableValues });
}

function expandableIn(document: DocumentNode): string[] {
  const names: string[] = [];
  visit(document, { Field: { enter: (field) => void (isExpandable(field) && names.push(field.name.value)) } });
  return names;
}

/** The document includes the field by a variable of the same name. */
export const isExpandable = ({ directives = [] }: FieldNode) => directives.some(({ name }) => name.value === 'include');

/** The REST name of a field of the reply. */
export const restName = ({ alias, name }: FieldNode) => snakeCase((alias ?? name).value);

export const isConnection = (type: GraphQLOutputType) => fieldsOf(type).includes('pageInfo');

function fieldsOf(type: GraphQLOutputType): string[] {
  const named = getNamedType(type);
  return isObjectType(named) ? Object.keys(named.getFields()) : [];
}

const OF_PAGES = selectionsOf('totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor }');
const OF_REPEATABLE_MUTATIONS = selectionsOf('replayed');

/**
 * Adds REST names as aliases, so that most of a result already is the reply, and adds the fields that every reply
 * needs.
 */
function forReplies(schema: GraphQLSchema, document: DocumentNode): DocumentNode {
  const typeInfo = new TypeInfo(schema);
  function leave(node: FieldNode): FieldNode {
    const type = typeInfo.getType() as GraphQLOutputType;
    const isRoot = typeInfo.getParentType() === schema.getQueryType() || isOfMutation();
    return {
      ...node,
      ...(!isRoot && { alias: { kind: Kind.NAME, value: restName(node) } }),
      ...(node.selectionSet && {
        selectionSet: { ...node.selectionSet, selections: [...node.selectionSet.selections, ...neededBy(type)] },
      }),
    };
  }
  const isOfMutation = () => typeInfo.getParentType() === schema.getMutationType();
  function neededBy(type: GraphQLOutputType): readonly SelectionNode[] {
    if (isConnection(type)) return OF_PAGES;
    return isOfMutation() && fieldsOf(type).includes('replayed') ? OF_REPEATABLE_MUTATIONS : [];
  }
  return visit(document, visitWithTypeInfo(typeInfo, { Field: { leave } }));
}

function selectionsOf(selections: string): readonly SelectionNode[] {
  const [definition] = parse(`{ ${selections} }`, { noLocation: true }).definitions;
  return (definition as OperationDefinitionNode).selectionSet.selections;
}
