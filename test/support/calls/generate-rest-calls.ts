import { z } from 'zod';
import type { Route } from '../../../src/api/rest/route.js';
import type { Slot } from './generate-graphql-calls.js';

/** A call of a route as its example shows it, with a slot for each value that can name something. */
export interface RestCall {
  readonly route: string;
  readonly method: string;
  readonly path: string;
  readonly values: RestValues;
  /** Coordinates such as `POST /v1/sms/send/ body.to`; paths lead into `values`. */
  readonly slots: readonly Slot[];
  /** The same for whatever is no text. */
  readonly places: readonly Slot[];
}

export interface RestValues {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly header: Readonly<Record<string, string>>;
}

interface JsonSchema {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
}

const NOBODY = '01936e2c-7a4b-7c31-9f6e-2b1d5a8c4e70';
/** An address that nobody has to look up, and at which nobody listens. */
export const NOWHERE = 'http://127.0.0.1:9/hook';

/** What the example of a route sends, to no other machine. */
export function exampleBodyOf({ path, example }: Route): unknown {
  const body = example?.body;
  const named = body as Readonly<Record<string, unknown>> | undefined;
  return path.startsWith('/v1/webhooks/') && named?.url ? { ...named, url: NOWHERE } : body;
}

export const restCalls = (routes: readonly Route[]) => routes.map(restCallOf);

export function restCallOf(route: Route): RestCall {
  const name = `${route.method} ${route.path}`;
  const parameters = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => parameter);
  const parts = [
    ...parameters.map((parameter) => ({ path: ['path', parameter], names: true })),
    ...(route.query ? partsOf(jsonSchema(route.query), ['query']) : []),
    ...(route.body ? partsOf(jsonSchema(route.body), ['body']) : []),
    ...(route.creates ? [{ path: ['header', 'idempotency-key'], names: true }] : []),
  ];
  const places = parts.map(({ path, names }) => ({
    coordinate: `${name} ${path.join('.').replaceAll('.0', '')}`,
    path,
    names,
  }));
  return {
    route: name,
    method: route.method,
    path: route.path,
    values: {
      path: Object.fromEntries(parameters.map((name) => [name, name.endsWith('_id') ? NOBODY : '1'])),
      query: {},
      body: exampleBodyOf(route),
      header: {},
    },
    slots: places.filter(({ names }) => names),
    places,
  };
}

function jsonSchema(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
}

interface Part {
  readonly path: string[];
  /** A text that is neither a choice nor a time, or the number of something in a query string. */
  readonly names: boolean;
}

function partsOf(schema: JsonSchema, path: string[]): Part[] {
  if (schema.anyOf) return schema.anyOf.flatMap((one) => (one.type === 'object' ? partsOf(one, path) : []));
  if (schema.items) return partsOf(schema.items, [...path, '0']);
  if (schema.properties) {
    return Object.entries(schema.properties).flatMap(([name, property]) => partsOf(property, [...path, name]));
  }
  const isText = schema.type === 'string' && schema.enum === undefined && schema.format !== 'date-time';
  // In a query string numbers are texts too. Those of the paging name nothing.
  const isWritten = path[0] === 'query' && schema.type === 'integer';
  return [{ path, names: (isText || isWritten) && !['page', 'page_size'].includes(path.at(-1) ?? '') }];
}

export function addressOf(path: string, values: RestValues): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values.path[name] ?? ''));
  return `${filled}?${new URLSearchParams(values.query)}`;
}
