import fc from 'fast-check';
import {
  type GraphQLInputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  parse,
  type TypeNode,
  typeFromAST,
} from 'graphql';
import type { Route } from '../../../src/api/rest/route.js';
import { graphqlCalls } from './generate-graphql-calls.js';
import { hostileText, hostileValue, inputOf } from './generate-hostile-values.js';
import { openApiCall } from './generate-openapi-calls.js';
import { restCalls } from './generate-rest-calls.js';
import type { OpenApi } from './openapi-document.js';
import { withValue } from './with-value.js';

export interface HostileCall {
  readonly method: string;
  readonly path: string;
  /** A list makes the header come several times. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Buffer | null;
  readonly caller: 'key' | 'person' | 'nobody';
}

interface Surface {
  readonly schema: GraphQLSchema;
  readonly routes: readonly Route[];
  readonly openapi: OpenApi;
}

/** A person is nobody to REST. */
const callers = (path: string): fc.Arbitrary<HostileCall['caller']> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constant('key') },
    { weight: path.startsWith('/graphql') ? 8 : 0, arbitrary: fc.constant('person') },
    { weight: 1, arbitrary: fc.constant('nobody') },
  );

/** Requests that mean harm, over every route and every root field, from the description of each. */
export function hostileCall({ schema, routes, openapi }: Surface): fc.Arbitrary<HostileCall> {
  const sound = fc.oneof(
    { weight: 2, arbitrary: restCall(routes) },
    { weight: 4, arbitrary: openApiCall(openapi) },
    { weight: 6, arbitrary: graphqlCall(schema) },
    { weight: 1, arbitrary: callback },
  );
  return fc
    .tuple(sound, fc.oneof({ weight: 4, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: oddHeaders }), spoiling)
    .chain(([{ method, path, body, headers: own }, headers, spoil]) =>
      callers(path).map((caller) => ({
        method,
        path,
        headers: { 'content-type': 'application/json', ...own, ...headers },
        body: body === undefined ? null : spoil(Buffer.from(JSON.stringify(body) ?? '')),
        caller,
      })),
    );
}

interface Sound {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Of gateways and engines that there are, and of others. */
const callback: fc.Arbitrary<Sound> = fc.record({
  method: fc.constantFrom('GET', 'POST'),
  path: fc
    .tuple(
      fc.constantFrom('sandbox', 'nobody', '__proto__', '%00'),
      fc.constantFrom('', '/', '/x', '/%zz', '?a=1&a=2&__proto__=1'),
    )
    .map(([name, rest]) => `/callbacks/${name}${rest}`),
  body: hostileValue,
});

function restCall(routes: readonly Route[]): fc.Arbitrary<Sound> {
  const calls = restCalls(routes);
  return fc.integer({ min: 0, max: calls.length - 1 }).chain((at) => {
    const { method, path, values } = calls[at] as (typeof calls)[number];
    const names = Object.keys((routes[at]?.body as { shape?: object } | undefined)?.shape ?? {});
    const changes = fc.array(fc.tuple(placeIn(names), hostileValue), { maxLength: 3 });
    const body = changes.map((all) =>
      all.reduce((whole: unknown, [place, value]) => withValue(whole, place, value), values.body),
    );
    return fc.record({
      method: fc.constant(method),
      path: fc
        .tuple(pathOf(path), queryOf(Object.keys((routes[at]?.query as { shape?: object } | undefined)?.shape ?? {})))
        .map((both) => both.join('')),
      body:
        values.body === undefined
          ? fc.constant(undefined)
          : fc.oneof({ weight: 9, arbitrary: body }, { weight: 1, arbitrary: hostileValue }),
    });
  });
}

/** One of the names, or some way into one of them. */
function placeIn(names: readonly string[]): fc.Arbitrary<string[]> {
  const below = fc.constantFrom(
    'to',
    'mobile',
    'variables',
    'reference',
    'sender_id',
    'reason',
    '__proto__',
    'toString',
  );
  const name = fc.constantFrom('nothing', 'id', 'constructor', ...names);
  return fc.oneof(
    { weight: 3, arbitrary: name.map((one) => [one]) },
    { weight: 1, arbitrary: fc.tuple(name, fc.constant('0'), below).map((path) => [...path]) },
  );
}

function pathOf(path: string): fc.Arbitrary<string> {
  if (!path.includes('{')) return fc.constant(path);
  const raw = fc.constantFrom('%', '%zz', '%c3%28', '%00', '..', '%2e%2e%2f', 'x'.repeat(300), ';a=b', "'");
  const value = fc.oneof(
    hostileText.map((text) => encodeURIComponent(text.toWellFormed())),
    raw,
  );
  return value.map((id) => path.replace(/\{\w+\}/, () => id));
}

function queryOf(names: readonly string[]): fc.Arbitrary<string> {
  const name = fc.constantFrom('page_size', '__proto__', 'a[b]', 'constructor', ...names);
  const numbers = fc.constantFrom('1e9', '-1', 'x', '1.5', '1000000000', '0', '%zz', '%00', '%ff', '');
  const value = fc.oneof(
    numbers,
    hostileText.map((text) => encodeURIComponent(text.toWellFormed()).slice(0, 2_000)),
  );
  const pairs = fc.array(fc.tuple(name, value), { maxLength: 3 });
  return pairs.map((all) => (all.length > 0 ? `?${all.map((pair) => pair.join('=')).join('&')}` : ''));
}

function graphqlCall(schema: GraphQLSchema): fc.Arbitrary<Sound> {
  const calls = graphqlCalls(schema).map(({ document }) => {
    const [operation] = parse(document).definitions as [OperationDefinitionNode];
    const variables = (operation.variableDefinitions ?? []).map(
      ({ variable, type }) => [variable.name.value, inputOf(inputType(schema, type))] as const,
    );
    return fc.record({ query: fc.constant(document), variables: fc.record(Object.fromEntries(variables)) });
  });
  const spoiled = fc.record({
    query: fc.oneof(hostileValue, fc.constant('{ viewer { apiKey { keyId } } }')),
    variables: hostileValue,
    operationName: hostileValue,
    extensions: hostileValue,
  });
  const body = fc.oneof({ weight: 9, arbitrary: fc.oneof(...calls) }, { weight: 1, arbitrary: spoiled });
  return body.map((one) => ({ method: 'POST', path: '/graphql', body: one }));
}

function inputType(schema: GraphQLSchema, node: TypeNode): GraphQLInputType {
  return typeFromAST(schema, node as never) as GraphQLInputType;
}

const CONTENT_TYPES = [
  'text/plain',
  'application/json; charset=utf-16',
  'application/json;"',
  'multipart/form-data',
  '',
].concat([
  'application/jsonx',
  'application/json, text/plain',
  'APPLICATION/JSON',
  'application/x-www-form-urlencoded',
]);

const headerText = fc.string({
  unit: fc.integer({ min: 33, max: 255 }).map((code) => String.fromCharCode(code === 127 ? 126 : code)),
  minLength: 1,
  maxLength: 60,
});

/** Without those that say who calls: a call that is turned away at the door finds nothing. */
const oddHeaders: fc.Arbitrary<HostileCall['headers']> = fc.oneof(
  fc.constantFrom(...CONTENT_TYPES).map((type) => ({ 'content-type': type })),
  fc.constantFrom('gzip', 'br', 'x', 'identity').map((encoding) => ({ 'content-encoding': encoding })),
  fc.constantFrom('[', 'a b', '%zz', '', 'x:99999', '[::1]:80', '\u00ff').map((host) => ({ host })),
  fc.constantFrom('image/png', '*/*;q=0', 'text/html', 'multipart/mixed', ';').map((accept) => ({ accept })),
  fc.oneof(headerText, fc.constant('x'.repeat(300))).map((key) => ({ 'idempotency-key': key })),
  fc.tuple(headerText, headerText).map((keys) => ({ 'idempotency-key': keys })),
  fc.oneof(headerText, fc.constant('x'.repeat(500))).map((id) => ({ 'x-request-id': id })),
  fc.tuple(headerText, headerText).map((ids) => ({ 'x-request-id': ids })),
  headerText.map((value) => ({ 'x-organisation-id': value })),
  fc.tuple(headerText, headerText).map((values) => ({ 'x-organisation-id': values })),
  headerText.map((value) => ({ authorization: `Bearer ${value}` })),
  headerText.map((value) => ({
    'x-forwarded-for': value,
    'x-forwarded-host': value,
    'accept-version': value,
    cookie: value,
  })),
);

const untouched = (body: Buffer) => body;

/** What happens to the bytes on their way. */
const spoiling = fc.oneof(
  { weight: 12, arbitrary: fc.constant(untouched) },
  {
    weight: 1,
    arbitrary: fc
      .double({ min: 0, max: 1, noNaN: true })
      .map((part) => (body: Buffer) => body.subarray(0, body.length * part)),
  },
  {
    weight: 1,
    arbitrary: fc
      .nat()
      .map(
        (at) => (body: Buffer) =>
          Buffer.concat([
            body.subarray(0, at % (body.length + 1)),
            Buffer.from([0xff, 0xc3, 0x28]),
            body.subarray(at % (body.length + 1)),
          ]),
      ),
  },
  { weight: 1, arbitrary: fc.constant((body: Buffer) => Buffer.concat([Buffer.from('\ufeff'), body])) },
  { weight: 1, arbitrary: fc.constant((body: Buffer) => Buffer.from(body.toString(), 'utf16le')) },
  {
    weight: 1,
    arbitrary: fc.constant((body: Buffer) => Buffer.from(body.toString().replace('{', '{"__proto__":{"a":1},'))),
  },
  { weight: 1, arbitrary: fc.constant((body: Buffer) => Buffer.from(body.toString().replace(/\d+/, '1e999'))) },
);
