import { closedUnion, comment, HEAD, openUnion, propertyName, quoted } from './typescript.ts';

/** As much of JSON Schema as our OpenAPI document uses. */
interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description?: string;
  readonly schema: Schema;
}

type Content = Readonly<Record<string, { readonly schema: Schema; readonly examples?: object }>>;

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content: Content }>>;
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, { readonly content: Content }>>;
  };
}

/** Callers write what they send, and read what they get: the first may leave fields out, the second may be newer. */
type Direction = 'sent' | 'received';

/** The types and the table of routes that the client needs of the REST API, as a TypeScript file. */
export function writeRestTypes(openapi: OpenApi, deliveryCodes: readonly number[]): string {
  const operations = Object.entries(openapi.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method: method.toUpperCase() })),
  );
  const sent = new Set(operations.map((operation) => refOf(bodyOf(operation))));
  return [
    HEAD,
    `${comment('The codes that this version knows; `postrider.sms.deliveryCodes()` explains them.')}export type DeliveryCodeNumber = ${openUnion(deliveryCodes)};\n`,
    `${comment('The codes of refusals that this version knows.')}export type ErrorCode = ${closedUnion(errorCodes(openapi))};\n`,
    ...Object.entries(openapi.components.schemas).map(([name, schema]) =>
      component(name, schema, sent.has(name) ? 'sent' : 'received'),
    ),
    `/** What webhooks post, by its \`type\`. */\nexport type EventBody =\n${eventBodies(openapi)
      .map((name) => `  | ${name}`)
      .join('\n')};\n`,
    `/** What each operation takes and returns. */\nexport interface Operations {\n${operations.map(signature).join('')}}\n`,
    `export const ROUTES = {\n${operations.map(route).join('')}} as const;\n`,
  ].join('\n');
}

const bodyOf = ({ requestBody }: Operation) => requestBody?.content['application/json']?.schema;
const refOf = (schema: Schema | undefined) => schema?.$ref?.split('/').at(-1);

function errorCodes({ components }: OpenApi): string[] {
  const codes = Object.values(components.responses).flatMap(({ content }) =>
    Object.keys(content['application/json']?.examples ?? {}),
  );
  return [...new Set(codes)].sort();
}

function eventBodies({ components }: OpenApi): string[] {
  const bodies = Object.entries(components.schemas).filter(
    ([, { properties }]) => properties?.type?.const && properties.data,
  );
  return bodies.map(([name]) => name);
}

function component(name: string, schema: Schema, direction: Direction): string {
  const head = comment(schema.description);
  if (!schema.properties) return `${head}export type ${name} = ${typeOf(schema, direction)};\n`;
  return `${head}export interface ${name} ${objectType(schema, direction, '')}\n`;
}

type Described = Operation & { readonly path: string; readonly method: string };

function signature(operation: Described): string {
  const of = (place: string) => operation.parameters.filter((parameter) => parameter.in === place);
  const body = bodyOf(operation);
  const optional = operation.requestBody?.required ? '' : '?';
  const [result] = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
  const content = result?.[1].content['application/json'];
  const lines = [
    of('path').length > 0 ? `    path: { ${of('path').map(pathParameter).join('; ')} };\n` : '',
    of('query').length > 0 ? `    query?: {\n${of('query').map(queryParameter).join('')}    };\n` : '',
    body ? `    body${optional}: ${typeOf(body, 'sent', '    ')};\n` : '',
    `    result: ${typeOf(content?.schema ?? {}, 'received', '    ')};\n`,
  ];
  return `  ${operation.operationId}: {\n${lines.join('')}  };\n`;
}

const pathParameter = ({ name, schema }: Parameter) => `${name}: ${schema.type === 'integer' ? 'number' : 'string'}`;

const queryParameter = ({ name, schema, description }: Parameter) =>
  `${comment(description, '      ')}      ${name}?: ${typeOf(schema, 'sent')} | undefined;\n`;

function route({ operationId, method, path, parameters }: Described): string {
  const isKeyed = parameters.some(({ name }) => name === 'Idempotency-Key');
  return `  ${operationId}: { method: ${quoted(method)}, path: ${quoted(path)}, isKeyed: ${isKeyed} },\n`;
}

function typeOf(schema: Schema, direction: Direction, indent = ''): string {
  const { $ref, const: fixed, enum: words, anyOf, type } = schema;
  if ($ref) return refOf(schema) as string;
  if (fixed !== undefined) return quoted(fixed);
  if (words) return direction === 'sent' ? closedUnion(words) : openUnion(words);
  if (anyOf) return anyOf.map((one) => typeOf(one, direction, indent)).join(' | ');
  if (typeof type === 'object')
    return type.map((one) => typeOf({ ...schema, type: one }, direction, indent)).join(' | ');
  if (schema.format === 'date-time' && type === 'string' && direction === 'sent') return 'string | Date';
  if (type === 'array') return arrayType(typeOf(schema.items ?? {}, direction, indent), direction);
  if (type === 'object') return objectType(schema, direction, indent);
  return PLAIN[type ?? ''] ?? 'unknown';
}

const PLAIN: Readonly<Record<string, string>> = {
  boolean: 'boolean',
  integer: 'number',
  null: 'null',
  number: 'number',
  string: 'string',
};

function arrayType(item: string, direction: Direction): string {
  const items = /[|{]/.test(item) ? `(${item})[]` : `${item}[]`;
  return direction === 'sent' ? `readonly ${items}` : items;
}

function objectType(schema: Schema, direction: Direction, indent: string): string {
  const { properties, required = [], additionalProperties } = schema;
  if (!properties) {
    const values =
      typeof additionalProperties === 'object' ? typeOf(additionalProperties, direction, indent) : 'unknown';
    return `Record<string, ${values}>`;
  }
  const inner = `${indent}  `;
  const fields = Object.entries(properties).map(([name, property]) => {
    const type = name === 'delivery_code' ? codeType(property) : typeOf(property, direction, inner);
    const isOptional = !required.includes(name);
    const absent = isOptional ? (direction === 'sent' ? ' | null | undefined' : ' | undefined') : '';
    return `${comment(property.description, inner)}${inner}${propertyName(name)}${isOptional ? '?' : ''}: ${type}${absent};\n`;
  });
  return `{\n${fields.join('')}${indent}}`;
}

const codeType = ({ type }: Schema) => (type === 'integer' ? 'DeliveryCodeNumber' : 'DeliveryCodeNumber | null');
