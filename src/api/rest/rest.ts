import type { ExecutionResult, GraphQLSchema } from 'graphql';
import { z } from 'zod';
import { invalidInput, PostriderError } from '../../domain/errors.js';
import type { RequestContext } from '../guard/request-context.js';
import { check, type UnknownNames, withoutEmptyFields } from './checks.js';
import { compileDocument, type Run } from './documents.js';
import { withSuggestion } from './foreign-names.js';
import type { PlacedQuery, RestCall, Route } from './route.js';
import type { RestTable } from './routes.js';
import { continuedCall } from './sealed-cursors.js';
import { findUnknownNames, ignoredFieldsHeader, type KnownOfRoute, knownNamesOf } from './unknown-names.js';

/** An HTTP call whose body is parsed JSON; nothing else is checked. */
interface RestRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly idempotencyKey: string | undefined;
  /** The caller wants unknown names to be refused, not ignored. */
  readonly isStrict: boolean;
  /** Receives the ignored names as a header value, also for calls that are refused afterwards. */
  onIgnored(header: string): void;
}

interface RestAnswer {
  readonly status: number;
  /** An earlier call with the same Idempotency-Key did the work. */
  readonly replayed: boolean;
  readonly body: string;
}

export interface RestEndpoint {
  readonly route: Route;
  /** Throws errors that src/api/error-map.ts describes. */
  answer(context: RequestContext, request: RestRequest): Promise<RestAnswer>;
}

/** Makes an endpoint of every route, and compiles its document. */
export function createRestEndpoints(schema: GraphQLSchema, { routes }: RestTable, publicUrl: string): RestEndpoint[] {
  return routes.map((route) => createEndpoint(route, compileDocument(schema, route), publicUrl));
}

function createEndpoint(route: Route, run: Run, publicUrl: string): RestEndpoint {
  const known = knownNamesOf(route);
  return {
    route,
    async answer(context, request) {
      const { call: asked, ignored } = readCall(route, known, request, publicUrl);
      const call = route.carried ? continuedCall(context, route, asked) : asked;
      const data = dataOf(await run({ ...context, throwsErrors: true }, route.variables(call)), ignored);
      const root = data[route.operation] as { readonly replayed?: boolean };
      const body = JSON.stringify(route.answer(root, call));
      return { status: route.status, replayed: root.replayed ?? false, body };
    },
  };
}

/** Of calls that take nothing in the query string. */
const NOTHING = z.object({});

function readCall(route: Route, known: KnownOfRoute, request: RestRequest, publicUrl: string) {
  const params = Object.fromEntries(
    route.pathParameters.map(({ name, read }) => [name, read(request.params[name] ?? '')]),
  );
  const unknown = {
    query: findUnknownNames(known, 'query', request.query, request.isStrict),
    body: findUnknownNames(known, 'body', request.body, request.isStrict),
  };
  const ignored = [...unknown.query.ignored, ...unknown.body.ignored];
  if (ignored.length > 0) request.onIgnored(ignoredFieldsHeader(ignored));
  const query = check(route.query ?? NOTHING, request.query, unknown.query);
  const { cursor: _, before: __, page: ___, ...kept } = query as PlacedQuery;
  const call: RestCall = {
    params,
    query,
    body: route.body ? readBody(route, route.body, request.body, unknown.body) : {},
    idempotencyKey: route.creates ? request.idempotencyKey : undefined,
    placed: (place) => ({ ...kept, ...place }),
    link: (placed) => addressOf(publicUrl, route.path, params, placed),
  };
  return { call, ignored };
}

function readBody(route: Route, schema: z.ZodObject, body: unknown, unknown: UnknownNames) {
  return check(schema, withoutEmptyFields(schema, body ?? (route.bodyIsOptional && {})), unknown);
}

function addressOf(publicUrl: string, path: string, params: RestRequest['params'], query: PlacedQuery): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
  const pairs = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  return `${publicUrl}${filled}?${new URLSearchParams(pairs)}`;
}

/** Documents of routes cannot fail in part, so the first error is the failure of the call. */
function dataOf({ data, errors }: ExecutionResult, ignored: readonly string[]): Record<string, unknown> {
  const error = errors?.[0];
  if (!error) return data ?? {};
  const cause = error.originalError;
  if (!(cause instanceof PostriderError) || cause.code !== 'invalid') throw error;
  throw invalidInput(cause.fields.map((field) => withSuggestion(field, ignored)));
}
