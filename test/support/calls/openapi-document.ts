import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

/** As much of a JSON Schema as the description of our REST face uses. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly schema: JsonSchema;
}

interface Operation {
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: { readonly $ref: string } }>> };
  readonly responses: Readonly<Record<string, { readonly $ref?: string }>>;
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

export interface OpenApiCall {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: JsonSchema | null;
}

export function callsOf({ paths, components }: OpenApi): OpenApiCall[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters, requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      parameters,
      body: components.schemas[requestBody?.content['application/json']?.schema.$ref.split('/').at(-1) ?? ''] ?? null,
    })),
  );
}

/** What the document says of an answer: null when it does not know such a status there, else what is wrong. */
export type CheckAnswer = (method: string, url: string, status: number, body: unknown) => string[] | null;

export function checkAnswersWith(document: OpenApi): CheckAnswer {
  // Formats are checked where they are made; here a body must have its shape.
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema(document, 'openapi');
  const compiled = new Map<string, ValidateFunction>();
  // What is written out goes before what stands for any id.
  const routes = Object.keys(document.paths)
    .map((path) => ({ path, matches: matcherOf(path) }))
    .sort((one, other) => Number(one.path.includes('{')) - Number(other.path.includes('{')));
  return (method, url, status, body) => {
    // As clients send it: without `../..`.
    const { pathname: address } = new URL(url, 'http://localhost');
    const path = isReadable(address) ? routes.find((route) => route.matches.test(address))?.path : undefined;
    const response = path && document.paths[path]?.[method.toLowerCase()]?.responses[status];
    if (!path || !response) return null;
    const place =
      response.$ref?.slice(2) ?? ['paths', path, method.toLowerCase(), 'responses', status].map(escaped).join('/');
    const validate = compiled.get(place) ?? ajv.compile({ $ref: `openapi#/${place}/content/application~1json/schema` });
    compiled.set(place, validate);
    return validate(body)
      ? []
      : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
}

/** What cannot be decoded, or is longer than any id or empty, is no address of a route. */
const LONGEST_PART = 200;

function isReadable(address: string): boolean {
  try {
    return (
      !address.includes('//') && address.split('/').every((part) => decodeURIComponent(part).length <= LONGEST_PART)
    );
  } catch {
    return false;
  }
}

/** The same document, with objects that have no other properties than those that it names. */
export function withClosedObjects(document: OpenApi): OpenApi {
  const close = (_: string, value: unknown) =>
    typeof value === 'object' && value !== null && 'properties' in value && 'required' in value
      ? { ...value, additionalProperties: false }
      : value;
  return JSON.parse(JSON.stringify(document), close);
}

const matcherOf = (path: string) => new RegExp(`^${path.replace(/\/$/, '').replace(/\{\w+\}/g, '[^/]+')}/?$`);
const escaped = (part: unknown) => encodeURIComponent(String(part).replaceAll('~', '~0').replaceAll('/', '~1'));
