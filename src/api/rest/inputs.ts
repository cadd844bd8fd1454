import {
  type GraphQLEnumType,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  typeFromAST,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { z } from 'zod';
import { LIMITS } from '../../domain/limits.js';
import { isUuid } from '../../lib/ids.js';
import { snakeCase } from '../../lib/snake-case.js';
import {
  code,
  codeList,
  flag,
  listOf,
  object,
  oneOf,
  queryFlag,
  sequence,
  text,
  time,
  uuid,
  word,
  wordList,
} from './checks.js';
import type { StoredDocument } from './documents.js';
import { INPUT_EXCEPTIONS, type InputException, LISTED_WORDS } from './exceptions.js';
import { itemList } from './item-list.js';
import { type Reword, wordsOf } from './json-schema.js';
import { connectionArguments, listQuery, pagedListQuery, pagingInBody, pagingOf, sequenceQuery } from './paging.js';
import type { PathParameter, RestCall, Route, RouteDeclaration } from './route.js';

type Inputs = Pick<Route, 'pathParameters' | 'query' | 'body' | 'creates' | 'variables'>;

/** A value in a call: a variable of the document, or a field of one. */
interface Input {
  /** The name in GraphQL. */
  readonly name: string;
  /** The name in REST. */
  readonly restName: string;
  readonly type: GraphQLInputType;
  readonly description: string | null | undefined;
  /** The variable that has it as a field, such as `input` or `filter`. */
  readonly of: string | null;
}

export const PAGE_SIZE = { usual: LIMITS.pageSizeDefault, most: LIMITS.connectionPageMax };
const PAGING = ['first', 'after', 'last', 'before', 'page'];

/**
 * Derives the parameters of a route from the variables of its document: in the path, in the query string, or in the
 * body.
 */
export function inputsOf(
  document: StoredDocument,
  { method, path, pageSize = PAGE_SIZE, storesNothing }: RouteDeclaration,
  schema: GraphQLSchema,
  reword: Reword,
): Inputs {
  const { operationId } = document;
  const variables = variablesOf(document, schema);
  const hasCursors = variables.some(({ name }) => name === 'before');
  const isPaging = ({ name }: Input) => (hasCursors ? PAGING.includes(name) : name === 'first');
  const isFlag = ({ name }: Input) => document.expandable.includes(name);
  const inputs = variables.filter((input) => !isPaging(input) && !isKey(input) && !isFlag(input));
  const flags = variables.filter(isFlag);
  const creates = !storesNothing && variables.some(isKey);

  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => {
    const input = inputs.find(({ restName }) => restName === name);
    if (!input) throw new Error(`${operationId} has no variable for {${name}} of its path.`);
    return input;
  });

  // Many clients and proxies drop the body of a DELETE. One that names its object in the path needs none.
  const place = method === 'GET' || (method === 'DELETE' && inPath.length > 0) ? 'query' : 'body';
  const paging = place === 'body' ? pagingInBody : hasCursors ? listQuery : sequenceQuery;
  const checks = variables.flatMap((input): [string, z.ZodType][] => {
    if (isPaging(input)) return input.name === 'first' ? Object.entries(paging(pageSize)) : [];
    if (isKey(input) || isFlag(input) || inPath.includes(input)) return [];
    return [[input.restName, checkOf(input, `${operationId}.${input.restName}`, place === 'query', reword)]];
  });
  const expandable = flags.map(({ restName }) => restName);
  if (expandable.length > 0) checks.push(['expand', expansion(expandable, place)]);

  const placed = inputs.map((input) => ({ ...input, place: inPath.includes(input) ? 'params' : place }) as const);
  const { others = [], ...objects } = Object.groupBy(placed, ({ of }) => of ?? 'others');
  const keyOf = ({ idempotencyKey }: RestCall) => creates && { idempotencyKey };
  return {
    ...(place === 'body' && hasCursors && { query: z.object(pagedListQuery(pageSize)) }),
    ...(checks.length > 0 && { [place]: z.object(Object.fromEntries(checks)) }),
    pathParameters: inPath.map(pathParameter),
    creates,
    variables: (call) => ({
      ...valuesOf(others, call),
      ...Object.fromEntries(flags.map(({ name, restName }) => [name, isExpanded(call, restName)])),
      ...(variables.some(isPaging) && connectionArguments(pagingOf(call), pageSize)),
      ...Object.fromEntries(
        Object.entries(objects).map(([name, fields = []]) => [name, { ...valuesOf(fields, call), ...keyOf(call) }]),
      ),
    }),
  };
}

function expansion(names: readonly string[], place: 'query' | 'body'): z.ZodType {
  const properties = `Properties to add: ${names.map((name) => `\`${name}\``).join(', ')}.`;
  if (place === 'body') return z.array(z.enum(names)).optional().describe(properties);
  const words = wordList(names, `name to expand. Known are ${names.join(', ')}`);
  return words.optional().describe(`${properties} Separate several by commas.`);
}

function isExpanded({ query, body }: RestCall, name: string): boolean {
  const asked = (query.expand ?? body.expand ?? []) as readonly string[];
  return asked.includes(name);
}

interface PlacedInput extends Input {
  readonly place: 'params' | 'query' | 'body';
}

function valuesOf(inputs: readonly PlacedInput[], call: RestCall): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const { name, restName, type, of, place } of inputs) {
    const value = call[place][restName];
    // Stored hashes of idempotency keys have null for each absent field. An absent variable stays absent, because null
    // in a filter would select the rows without a value.
    if (value !== undefined) values[name] = toGraphql(type, value);
    else if (of === 'input') values[name] = null;
  }
  return values;
}

const isKey = ({ name }: Input) => name === 'idempotencyKey';

/** Variables in the order of the document, and the fields of an object in the order of its type. */
function variablesOf({ definition }: StoredDocument, schema: GraphQLSchema): Input[] {
  const descriptions = descriptionsOf(definition, schema);
  return (definition.variableDefinitions ?? []).flatMap(({ variable, type: node }): Input[] => {
    const name = variable.name.value;
    const type = typeFromAST(schema, node) as GraphQLInputType;
    const object = getNamedType(type);
    if (!isInputObjectType(object)) {
      return [{ name, restName: snakeCase(name), type, description: descriptions.get(name), of: null }];
    }
    return Object.values(object.getFields()).map((field) => ({
      name: field.name,
      restName: snakeCase(field.name),
      type: field.type,
      description: field.description,
      of: name,
    }));
  });
}

/** The description of each variable: that of the argument or field that it is passed to. */
function descriptionsOf(
  definition: OperationDefinitionNode,
  schema: GraphQLSchema,
): Map<string, string | null | undefined> {
  const typeInfo = new TypeInfo(schema);
  const descriptions = new Map<string, string | null | undefined>();
  visit(
    definition,
    visitWithTypeInfo(typeInfo, {
      Argument({ value }) {
        if (value.kind === Kind.VARIABLE) descriptions.set(value.name.value, typeInfo.getArgument()?.description);
      },
      ObjectField({ name, value }) {
        const type = getNamedType(typeInfo.getParentInputType());
        if (value.kind !== Kind.VARIABLE || !isInputObjectType(type)) return;
        descriptions.set(value.name.value, type.getFields()[name.value]?.description);
      },
    }),
  );
  return descriptions;
}

const NIL_UUID = '00000000-0000-0000-0000-000000000000';
const SEQUENCE = /^[1-9]\d{0,14}$/;

function pathParameter({ restName: name, type }: Input): PathParameter {
  switch (getNamedType(type).name) {
    case 'UUID':
      return { name, schema: { type: 'string', format: 'uuid' }, read: (value) => (isUuid(value) ? value : NIL_UUID) };
    case 'SafeInt':
      return { name, schema: { type: 'integer', minimum: 1 }, read: (value) => (SEQUENCE.test(value) ? value : '0') };
    default:
      return { name, schema: { type: 'string' }, read: (value) => value };
  }
}

const SCALARS: Readonly<Record<string, () => z.ZodType>> = {
  Boolean: flag,
  DateTime: time,
  Int: code,
  JSONObject: object,
  PhoneNumber: text,
  SafeInt: sequence,
  String: text,
  UUID: uuid,
};

/** A query string holds text. */
const QUERY_SCALARS: typeof SCALARS = { ...SCALARS, Boolean: queryFlag };
const QUERY_LISTS: typeof SCALARS = { Int: codeList };

function checkOf({ type, description }: Input, place: string, isInQuery: boolean, reword: Reword): z.ZodType {
  const exception = INPUT_EXCEPTIONS[place] ?? {};
  const named = getNamedType(type);
  const isList = isListType(getNullableType(type));
  const described = exception.description ?? reword(description) ?? '';
  if (isInputObjectType(named)) return itemList(named, described, exception, reword);
  const check = isEnumType(named)
    ? checkOfWords(named, exception, isList, isInQuery)
    : checkOfScalar(exception.emptyIsAbsent ? word : undefined, named.name, isList, isInQuery);
  if (!check) throw new Error(`REST has no check for ${type} of ${place}.`);
  const text = isList && isInQuery ? `${described} Separate several by commas.` : described;
  return (isNonNullType(type) ? check : check.optional()).describe(text);
}

function checkOfWords(
  type: GraphQLEnumType,
  { words = wordsOf(type) }: InputException,
  isList: boolean,
  isInQuery: boolean,
) {
  if (!(isList && isInQuery)) return isList ? listOf(oneOf(words)) : oneOf(words);
  const what = LISTED_WORDS[type.name];
  if (what === undefined) throw new Error(`REST has no name for the words of ${type.name}.`);
  return wordList(words, what);
}

function checkOfScalar(given: (() => z.ZodType) | undefined, name: string, isList: boolean, isInQuery: boolean) {
  if (isList && isInQuery) return QUERY_LISTS[name]?.();
  const scalar = given ?? (isInQuery ? QUERY_SCALARS : SCALARS)[name];
  return scalar && (isList ? listOf(scalar()) : scalar());
}

/** Words of REST are names in GraphQL, and numbers in a path are strings. */
function toGraphql(type: GraphQLInputType, value: unknown): unknown {
  const named = getNamedType(type);
  if (named.name === 'SafeInt') return Number(value);
  if (!isEnumType(named)) return value;
  return Array.isArray(value) ? value.map((word) => named.serialize(word)) : named.serialize(value);
}
