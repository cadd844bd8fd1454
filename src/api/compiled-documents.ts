import { type ApolloServerPlugin, HeaderMap } from '@apollo/server';
import {
  type ASTNode,
  BREAK,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLError,
  type GraphQLFormattedError,
  type GraphQLInputType,
  type GraphQLSchema,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  typeFromAST,
  visit,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import type { RequestContext } from './guard/request-context.js';

/** Returns null if the variables do not fit; nothing has run then. */
type Run = (context: RequestContext, variables: Readonly<Record<string, unknown>>) => Promise<ExecutionResult | null>;

/** Compiling takes milliseconds, which is not worth it for a document that comes once. */
const COMPILED_AT_SIGHT = 3;
const COMPILED_AT_MOST = 200;

/**
 * Runs frequent documents in compiled form: a page of 1000 messages then takes half of the API's processor time.
 * Whatever fails is left to graphql-js, whose error messages are the reference.
 */
export function runCompiled(
  schema: GraphQLSchema,
  formatError: (error: GraphQLError) => GraphQLFormattedError,
): ApolloServerPlugin<RequestContext> {
  const sights = new WeakMap<DocumentNode, number>();
  const compiled = new Map<OperationDefinitionNode, Run | null>();

  return {
    async requestDidStart() {
      return {
        async responseForOperation({ document, operation, operationName, request, contextValue }) {
          const run = operation && compiledForm(document, operation, operationName);
          const result = run ? await run(contextValue, request.variables ?? {}) : null;
          // Without data the variables did not fit and nothing has run, so graphql-js runs the document and reports
          // the error.
          if (!result?.data && !result?.errors?.some(({ path }) => path)) return null;
          const { data = null } = result;
          const errors = data === null ? errorsUpToRefusal(result, contextValue) : result.errors;
          const singleResult = { data, ...(errors && { errors: errors.map(formatError) }) };
          return { http: { headers: new HeaderMap() }, body: { kind: 'single', singleResult } };
        },
      };
    },
  };

  function compiledForm(document: DocumentNode, operation: OperationDefinitionNode, name: string | null): Run | null {
    const known = compiled.get(operation);
    if (known !== undefined) return known;
    // Apollo caches parsed documents, so the same text is the same object.
    const sight = (sights.get(document) ?? 0) + 1;
    sights.set(document, sight);
    if (sight < COMPILED_AT_SIGHT) return null;
    if (compiled.size >= COMPILED_AT_MOST) compiled.delete(compiled.keys().next().value as OperationDefinitionNode);
    const run = mayBeCompiled(document) ? compileDocument(schema, document, operation, name) : null;
    compiled.set(operation, run);
    return run;
  }
}

/**
 * The compiled form runs all root fields to their ends, although one that may not be null was refused. graphql-js
 * returns its refusal at once, and the first error decides the status.
 */
function errorsUpToRefusal({ errors = [] }: ExecutionResult, { admission }: RequestContext): readonly GraphQLError[] {
  if (!admission.refusesAll) return errors;
  return admission.refusals.flatMap((refusal) => errors.filter(({ originalError }) => originalError === refusal));
}

/**
 * Checks variables before the compiled form runs: it would report each of ten thousand wrong recipients, which takes a
 * second, while graphql-js stops after fifty.
 */
export function compileDocument(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  operationName: string | null,
): Run | null {
  const query = compileQuery(schema, document, operationName ?? undefined, { disablingCapturingStackErrors: true });
  if (!isCompiledQuery(query)) return null;
  const canRun = compileFits(schema, operation);
  return async (context, variables) => (canRun(variables) ? query.query(undefined, context, variables) : null);
}

/**
 * The compiler writes names and literals of the document into JavaScript, and a string that looks like one of its own
 * marks would become code. So only names, whole numbers and enum values pass. Add a kind only if
 * test/security/compiled-source.slow.test.ts accepts the code that it makes.
 */
const COMPILED_KINDS: ReadonlySet<string> = new Set([
  Kind.DOCUMENT,
  Kind.OPERATION_DEFINITION,
  Kind.VARIABLE_DEFINITION,
  Kind.NAMED_TYPE,
  Kind.LIST_TYPE,
  Kind.NON_NULL_TYPE,
  Kind.SELECTION_SET,
  Kind.FIELD,
  Kind.FRAGMENT_DEFINITION,
  Kind.FRAGMENT_SPREAD,
  Kind.INLINE_FRAGMENT,
  Kind.ARGUMENT,
  Kind.OBJECT,
  Kind.OBJECT_FIELD,
  Kind.LIST,
  Kind.NAME,
  Kind.VARIABLE,
  Kind.ENUM,
  Kind.INT,
  Kind.BOOLEAN,
  Kind.NULL,
]);

/**
 * The compiler repeats a name in every path below it: a name of 45,000 characters makes 8 MB of code, and 200
 * documents are kept.
 */
const LONGEST_NAME = 60;

/** Names that begin with `__` are marks of the compiler, or introspection. */
export function mayBeCompiled(document: DocumentNode): boolean {
  let may = true;
  visit(document, {
    enter(node) {
      if (COMPILED_KINDS.has(node.kind) && hasPlainName(node)) return;
      may = false;
      return BREAK;
    },
  });
  return may;
}

function hasPlainName(node: ASTNode): boolean {
  if (node.kind !== Kind.NAME && node.kind !== Kind.ENUM) return true;
  return node.value === '__typename' || (!node.value.startsWith('__') && node.value.length <= LONGEST_NAME);
}

type Fits = (variables: Readonly<Record<string, unknown>>) => boolean;

/**
 * Compiles a check of whether variables fit their types. It stops at the first that does not and reports nothing, so
 * ten thousand wrong recipients take no longer than correct ones. A single value in place of a list counts as wrong;
 * graphql-js then decides.
 */
function compileFits(schema: GraphQLSchema, { variableDefinitions = [] }: OperationDefinitionNode): Fits {
  const checks = variableDefinitions.map(({ variable, type, defaultValue }) => {
    const declared = typeFromAST(schema, type);
    const fits = isInputType(declared) ? checkOf(declared, new Map()) : () => false;
    return ({ [variable.name.value]: value }: Parameters<Fits>[0]) =>
      (value === undefined && defaultValue !== undefined) || fits(value);
  });
  return (variables) => checks.every((fits) => fits(variables));
}

type Check = (value: unknown) => boolean;

/**
 * Makes one check for each input type and reuses it: input types may contain each other, so that making them anew would
 * not end.
 */
function checkOf(type: GraphQLInputType, known: Map<GraphQLInputType, Check>): Check {
  if (isNonNullType(type)) {
    const fits = checkOf(type.ofType, known);
    return (value) => value != null && fits(value);
  }
  if (isListType(type)) {
    const fits = checkOf(type.ofType, known);
    return (value) => value == null || (Array.isArray(value) && value.every(fits));
  }
  if (!isInputObjectType(type)) return (value) => value == null || isParsed(() => type.parseValue(value));
  const made = known.get(type);
  if (made) return made;
  const fields = new Map<string, Check>();
  const check: Check = (value) => value == null || (!type.isOneOf && isObjectOf(fields, value));
  known.set(type, check);
  for (const [name, { type: inner, defaultValue }] of Object.entries(type.getFields())) {
    const fits = checkOf(inner, known);
    fields.set(name, (value) => (value === undefined && defaultValue !== undefined) || fits(value));
  }
  return check;
}

function isObjectOf(fields: ReadonlyMap<string, Check>, value: unknown): boolean {
  if (typeof value !== 'object') return false;
  for (const name in value) if (!fields.has(name)) return false;
  for (const [name, fits] of fields) if (!fits((value as Record<string, unknown>)[name])) return false;
  return true;
}

function isParsed(parse: () => unknown): boolean {
  try {
    return parse() !== undefined;
  } catch {
    return false;
  }
}
