import { isDeepStrictEqual } from 'node:util';
import { type GraphQLEnumType, type GraphQLLeafType, type GraphQLSchema, isEnumType } from 'graphql';
import { snakeCase } from '../../lib/snake-case.js';

export type Reword = (description: string | null | undefined) => string | undefined;

/**
 * Rewords a description of GraphQL for REST: `SMS_DELIVERED` becomes `sms.delivered`, and `deliveryCode` becomes
 * `delivery_code`.
 */
export function createReword(schema: GraphQLSchema): Reword {
  const enums = Object.values(schema.getTypeMap()).filter(isEnumType);
  const words = new Map(enums.flatMap((type) => type.getValues().map(({ name, value }) => [name, String(value)])));
  const operations = { ...schema.getQueryType()?.getFields(), ...schema.getMutationType()?.getFields() };
  // `deliveryCode` is both an operation and what most objects have.
  const isOperation = (word: string) => word in operations && word !== 'deliveryCode';
  const reworded = (word: string) => words.get(word) ?? (isOperation(word) ? word : snakeCase(word));
  return (description) => description?.replace(/(?<=`)(?:[a-z]\w*|[A-Z_]+)(?=`)/g, reworded);
}

export type JsonSchema = Readonly<Record<string, unknown>>;

/** The named schemas of OpenAPI, by name. */
export type Components = Map<string, JsonSchema>;

const SCALARS: Readonly<Record<string, JsonSchema>> = {
  Boolean: { type: 'boolean' },
  DateTime: { type: 'string', format: 'date-time' },
  Float: { type: 'number' },
  ID: { type: 'string', format: 'uuid' },
  Int: { type: 'integer' },
  JSONObject: { type: 'object', additionalProperties: true },
  PhoneNumber: { type: 'string' },
  SafeInt: { type: 'integer' },
  String: { type: 'string' },
  StringMap: { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean'] } },
  UUID: { type: 'string', format: 'uuid' },
};

export function leafSchema(type: GraphQLLeafType, components: Components, reword: Reword): JsonSchema {
  if (isEnumType(type)) return addComponent(components, type.name, enumSchema(type, reword));
  return scalarSchema(type.name);
}

export function scalarSchema(name: string): JsonSchema {
  const schema = SCALARS[name];
  if (!schema) throw new Error(`REST has no JSON schema for the scalar ${name}.`);
  return schema;
}

/** The REST words of an enum: the values of the GraphQL names, such as `sms.delivered` of SMS_DELIVERED. */
export const wordsOf = (type: GraphQLEnumType) => type.getValues().map(({ value }) => value as string);

function enumSchema(type: GraphQLEnumType, reword: Reword): JsonSchema {
  const meanings = type.getValues().map(({ value, description }) => `- \`${value}\`: ${reword(description)}`);
  return { type: 'string', enum: wordsOf(type), description: [reword(type.description), '', ...meanings].join('\n') };
}

/**
 * Registers a schema under a name and returns the reference to it. Routes may share a schema, but two different ones
 * must not have the same name.
 */
export function addComponent(components: Components, name: string, schema: JsonSchema): JsonSchema {
  const known = components.get(name) ?? schema;
  if (!isDeepStrictEqual(known, schema)) throw new Error(`Two different components of OpenAPI are called ${name}.`);
  components.set(name, schema);
  return { $ref: `#/components/schemas/${name}` };
}

export function componentName({ $ref }: JsonSchema): string | undefined {
  return typeof $ref === 'string' ? $ref.split('/').at(-1) : undefined;
}

export function orNull(schema: JsonSchema): JsonSchema {
  if (Array.isArray(schema.type) || schema.anyOf) return schema;
  if (typeof schema.type === 'string' && !schema.enum) return { ...schema, type: [schema.type, 'null'] };
  const { description, ...described } = schema;
  return { anyOf: [described, { type: 'null' }], ...(description !== undefined && { description }) };
}

/** An object that has all of its properties, but for some that are optional. */
export function objectSchema(
  properties: Readonly<Record<string, JsonSchema>>,
  optional: readonly string[] = [],
): JsonSchema {
  return { type: 'object', required: Object.keys(properties).filter((name) => !optional.includes(name)), properties };
}
