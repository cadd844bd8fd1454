import { type ApolloServerPlugin, HeaderMap } from '@apollo/server';
import {
  type ASTNode,
  BREAK,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  visit,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import type { RequestContext } from './request-context.js';
import { compileFits } from './variables-fit.js';

/** Null: the variables do not fit, and nothing has run. */
type Run = (context: RequestContext, variables: Readonly<Record<string, unknown>>) => Promise<ExecutionResult | null>;

/** Documents that come once are not worth the milliseconds that compiling takes. */
const COMPILED_AT_SIGHT = 3;
const COMPILED_AT_MOST = 200;

/**
 * Runs documents that keep coming in compiled form: a page of a thousand lines, or reading the variables of a bulk call, then
 * takes about a fifth of the time.
 * Whatever does not go well is left to graphql-js, whose words are the standard.
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
          // Without data the variables did not fit: nothing has run, and graphql-js says so better.
          if (!result?.data && !result?.errors?.some(({ path }) => path)) return null;
          const { data = null, errors } = result;
          const singleResult = { data, ...(errors && { errors: errors.map(formatError) }) };
          return { http: { headers: new HeaderMap() }, body: { kind: 'single', singleResult } };
        },
      };
    },
  };

  function compiledForm(document: DocumentNode, operation: OperationDefinitionNode, name: string | null): Run | null {
    const known = compiled.get(operation);
    if (known !== undefined) return known;
    // Apollo keeps what it has parsed, so the same text is the same document.
    const sight = (sights.get(document) ?? 0) + 1;
    sights.set(document, sight);
    if (sight < COMPILED_AT_SIGHT) return null;
    if (compiled.size >= COMPILED_AT_MOST) compiled.delete(compiled.keys().next().value as OperationDefinitionNode);
    const run = isSimple(document) ? compile(schema, document, operation, name) : null;
    compiled.set(operation, run);
    return run;
  }
}

/**
 * Variables are looked at first: compiled ones complain of each of ten thousand wrong recipients, which takes a second, where
 * graphql-js gives up after fifty.
 */
function compile(
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
 * The compiler writes literals into the source of a function, and a string that looks like one of its own marks becomes code
 * there. So nothing that a caller has made up stands in what is compiled: documents with strings (others have them in
 * variables), or with names that begin as its marks do, and as those of introspection, are left to graphql-js. So are
 * directives, which make documents of many shapes.
 */
function isSimple(document: DocumentNode): boolean {
  let simple = true;
  visit(document, {
    enter(node) {
      if (!isForeign(node)) return;
      simple = false;
      return BREAK;
    },
  });
  return simple;
}

function isForeign(node: ASTNode): boolean {
  switch (node.kind) {
    case Kind.STRING:
    case Kind.DIRECTIVE:
      return true;
    case Kind.NAME:
    case Kind.ENUM:
      return node.value.startsWith('__') && node.value !== '__typename';
    default:
      return false;
  }
}
