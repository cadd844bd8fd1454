import type { Connection, HttpCall } from './connection.js';
import { type Operations, ROUTES } from './generated/rest.js';
import type { CallOptions, CreateOptions } from './options.js';

export type OperationName = keyof Operations;
export type ResultOf<Name extends OperationName> = Operations[Name]['result'];
export type BodyOf<Name extends OperationName> = Operations[Name] extends { body?: infer Body } ? Body : never;
export type QueryOf<Name extends OperationName> = Operations[Name] extends { query?: infer Query }
  ? NonNullable<Query>
  : never;

export type RequestOf<Name extends OperationName> = Omit<Operations[Name], 'result'>;

interface Parts {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: object;
  readonly body?: unknown;
}

/** Operations by POST and PATCH that change nothing when they are repeated. */
const REPEATABLE: readonly OperationName[] = [
  'checkNumbers',
  'createAccessToken',
  'createExportLink',
  'eraseNumber',
  'listCampaignMessages',
  'previewBulkSms',
  'resumeHeldMessages',
  'updateWebhook',
];

/** Calls an operation of the REST API. */
export function callOperation<Name extends OperationName>(
  connection: Connection,
  name: Name,
  request: RequestOf<Name>,
  options: CreateOptions = {},
): Promise<ResultOf<Name>> {
  const { method, path: template, isKeyed } = ROUTES[name];
  const { path = {}, query = {}, body } = request as Parts;
  const idempotencyKey = isKeyed ? (options.idempotencyKey ?? newKey()) : undefined;
  const isRepeatable = method === 'GET' || isKeyed || REPEATABLE.includes(name);
  const call: HttpCall = {
    method,
    path: fillIn(template, path) + written(query),
    body: JSON.stringify(body),
    idempotencyKey,
    isRepeatable,
  };
  return connection.send(call, options) as Promise<ResultOf<Name>>;
}

/** `randomUUID` would be missing in pages without https. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** An id that is missing, or would lead to another route, must not be sent. */
function fillIn(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(values[name] ?? '');
    if (/^\.{0,2}$/.test(value)) throw new TypeError(`\`${name}\` is missing.`);
    return encodeURIComponent(value);
  });
}

function written(query: object): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const texts = given.map(([name, value]): [string, string] => [
    name,
    value instanceof Date ? value.toISOString() : String(value),
  ]);
  return texts.length > 0 ? `?${new URLSearchParams(texts)}` : '';
}

/** The text of a GraphQL document, or what graphql-codegen makes of one with `documentMode: 'string'`. */
export type Document<Data, Variables> =
  | string
  | { toString(): string; readonly __apiType?: (variables: Variables) => Data };

export async function callGraphql<Data, Variables>(
  connection: Connection,
  document: Document<Data, Variables>,
  variables: Variables | undefined,
  options: CallOptions,
): Promise<Data> {
  const query = String(document);
  const call: HttpCall = {
    method: 'POST',
    path: '/graphql',
    accept: 'application/graphql-response+json, application/json',
    body: JSON.stringify({ query, variables }),
    // Also for queries that only mention the word: they are then repeated less often than they could be.
    isRepeatable: !/\bmutation\b/.test(query),
  };
  return ((await connection.send(call, options)) as { data: Data }).data;
}
