import { type DocumentNode, type ExecutionResult, execute, type GraphQLSchema, Kind, parse, validate } from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import type { RequestContext } from '../request-context.js';
import type { Route } from './route.js';

type Variables = Readonly<Record<string, unknown>>;
export type Run = (context: RequestContext, variables: Variables) => Promise<ExecutionResult>;

/** Checks a stored document once, at the start, and returns what executes it. A bad one keeps the program from starting. */
export function compileDocument(schema: GraphQLSchema, route: Route): Run {
  const document = parse(route.document, { noLocation: true });
  const problems = validate(schema, document).map((error) => error.message);
  if (rootFieldOf(document) !== route.operation) problems.push(`its one root field is not ${route.operation}`);
  if (problems.length > 0) throw new Error(`The document of ${route.method} ${route.path}: ${problems.join('; ')}`);

  const compiled = compileQuery(schema, document, undefined, { disablingCapturingStackErrors: true });
  if (!isCompiledQuery(compiled)) return interpretDocument(schema, document);
  return async (context, variables) => compiled.query(undefined, context, { ...variables });
}

/** The same by graphql-js: what the compiled form is measured against. */
export function interpretDocument(schema: GraphQLSchema, document: DocumentNode): Run {
  return async (contextValue, variableValues) => execute({ schema, document, contextValue, variableValues });
}

function rootFieldOf({ definitions }: DocumentNode): string | undefined {
  const operations = definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  const fields = operations.flatMap((operation) => operation.selectionSet.selections);
  return fields.length === 1 && fields[0]?.kind === Kind.FIELD ? fields[0].name.value : undefined;
}
