import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

/**
 * Holds requests against WAHA's own OpenAPI document. waha-openapi.json is the part of it that describes the calls
 * which we make, requests only; to renew it, take the same operations out of the newest document.
 */

type Schema = Record<string, unknown>;

interface Operation {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
}

interface OpenApi {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, { readonly properties: Record<string, Schema> }>> };
}

/** An operation that a request was meant for, with what stands in its path. */
export interface Addressed {
  /** As the document writes it: "POST /api/sessions/{session}/start". */
  readonly operation: string;
  readonly session: string;
  readonly query: Readonly<Record<string, string>>;
  readonly violations: readonly string[];
}

const document = JSON.parse(readFileSync(new URL('./openapi.json', import.meta.url), 'utf8')) as OpenApi;
const { schemas } = document.components;

/** The document calls these objects, though its own examples, and the server, have text there. */
const WRONGLY_OBJECTS = [
  ['VoiceRemoteFile', 'mimetype'],
  ['VideoRemoteFile', 'mimetype'],
  ['VideoRemoteFile', 'filename'],
] as const;

for (const [name, property] of WRONGLY_OBJECTS) Object.assign(schemas[name]?.properties[property] ?? {}, STRING());
Object.assign(schemas.WebhookConfig?.properties.events ?? {}, { items: STRING() });
refuseUnknownFields(document);

function STRING(): Schema {
  return { type: 'string' };
}

/** The document lets any field through; the server drops those that it does not know, so a misspelt one is a fault. */
function refuseUnknownFields(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  for (const child of Object.values(node)) refuseUnknownFields(child);
  if ('properties' in node && (node as Schema).type === 'object') Object.assign(node, { additionalProperties: false });
}

const bodies = new Ajv2020({ strict: false, allErrors: true }).addSchema({ $id: 'waha', ...document });
/** Everything in a query is text. */
const queries = new Ajv2020({ strict: false, allErrors: true, coerceTypes: 'array' });

interface CompiledOperation {
  readonly operation: string;
  readonly path: RegExp;
  readonly body: ValidateFunction | null;
  readonly query: ValidateFunction;
}

const OPERATIONS: readonly CompiledOperation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { parameters = [], requestBody }]) => {
    const inQuery = parameters.filter((parameter) => parameter.in === 'query');
    const reference = requestBody?.content['application/json'].schema.$ref;
    return {
      operation: `${method.toUpperCase()} ${path}`,
      path: new RegExp(`^${method.toUpperCase()} ${path.replace('{session}', '(?<session>[^/]+)')}$`),
      body: reference === undefined ? null : (bodies.getSchema(`waha${reference}`) ?? null),
      query: queries.compile({
        type: 'object',
        properties: Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema])),
        required: inQuery.filter(({ required }) => required).map(({ name }) => name),
        additionalProperties: false,
      }),
    };
  }),
);

/** Null for a request that the document knows nothing of. */
export function addressed(method: string, target: string, body: unknown): Addressed | null {
  const { pathname, searchParams } = new URL(target, 'http://waha');
  for (const { operation, path, ...valid } of OPERATIONS) {
    const match = path.exec(`${method} ${pathname}`);
    if (!match) continue;
    const query = Object.fromEntries(searchParams);
    const faults = [
      ...(valid.query({ ...query }) ? [] : (valid.query.errors ?? [])),
      ...((valid.body ? valid.body(body) : body === undefined) ? [] : (valid.body?.errors ?? [{ message: 'no body' }])),
    ];
    return {
      operation,
      session: decodeURIComponent(match.groups?.session ?? ''),
      query,
      violations: faults.map(
        (fault) => `${operation}: ${'instancePath' in fault ? fault.instancePath : ''} ${fault.message}`,
      ),
    };
  }
  return null;
}
