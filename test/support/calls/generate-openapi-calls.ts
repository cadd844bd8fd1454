import fc from 'fast-check';
import { hostileText, hostileValue, knownIds } from './generate-hostile-values.js';
import { callsOf, type JsonSchema, type OpenApi, type OpenApiCall, type Parameter } from './openapi-document.js';

interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Calls as the document describes them, with something else here and there. */
export function openApiCall(document: OpenApi): fc.Arbitrary<Call> {
  return fc.oneof(...callsOf(document).map(callOf));
}

function callOf({ method, path, parameters, body }: OpenApiCall): fc.Arbitrary<Call> {
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  return fc
    .tuple(
      fc.tuple(...inPath.map(({ schema }) => textOf(schema))),
      fc.tuple(...inQuery.map((parameter) => fc.option(pairOf(parameter), { nil: null }))),
      fc.option(fc.constantFrom('one', 'two', 'three'), { nil: null, freq: 3 }),
      body ? valueFor(body) : fc.constant(undefined),
    )
    .map(([ids, pairs, key, value]) => {
      const filled = inPath.reduce((whole, { name }, at) => whole.replace(`{${name}}`, ids[at] ?? ''), path);
      const query = pairs.filter((pair) => pair !== null).join('&');
      return {
        method,
        path: query ? `${filled}?${query}` : filled,
        headers: key === null ? {} : { 'idempotency-key': key },
        body: value,
      };
    });
}

const pairOf = ({ name, schema }: Parameter) => textOf(schema).map((text) => `${name}=${text}`);

function textOf(schema: JsonSchema): fc.Arbitrary<string> {
  return valueFor(schema).map((value) => encodeURIComponent(String(shown(value)).toWellFormed()).slice(0, 2_000));
}

const shown = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : value);

/** One value in many is of another kind than the schema wants. */
function valueFor(schema: JsonSchema): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 16, arbitrary: fc.constant(null).chain(() => fitting(schema)) },
    { weight: 1, arbitrary: hostileValue },
  );
}

function fitting(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(fitting));
  if (schema.properties || schema.type === 'object') return objectOf(schema);
  if (schema.type === 'array')
    return fc.array(valueFor(schema.items ?? {}), { minLength: schema.minItems ?? 0, maxLength: 4 });
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'integer' || schema.type === 'number') return numberOf(schema);
  return stringOf(schema);
}

function objectOf({ properties = {}, required = [], additionalProperties }: JsonSchema): fc.Arbitrary<unknown> {
  const known = Object.entries(properties).map(([name, property]) => [name, valueFor(property)] as const);
  const needed = required.filter((name) => name in properties);
  const record = fc.record(Object.fromEntries(known), { requiredKeys: needed });
  if (!additionalProperties) return record;
  return fc.dictionary(hostileText, hostileText, { maxKeys: 3 });
}

function numberOf({ minimum = -1, maximum = 2 ** 31 }: JsonSchema): fc.Arbitrary<number> {
  return fc.oneof(
    fc.integer({ min: minimum, max: Math.min(maximum, 2 ** 40) }),
    fc.constantFrom(minimum, maximum, 0, -1, 2 ** 31),
  );
}

function stringOf({ format }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.nat().map((at) => knownIds[at % knownIds.length] ?? 'none');
  if (format === 'date-time')
    return fc
      .integer({ min: -86_400, max: 200 * 86_400 })
      .map((seconds) => new Date(Date.now() + seconds * 1_000).toISOString());
  return fc.oneof(
    fc.constantFrom('12025550100', '254711000000', 'Hello', 'Hello {{name}}', 'https://sms.example.org/hook'),
    hostileText,
  );
}
