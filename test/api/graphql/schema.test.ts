import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import {
  buildSchema,
  type GraphQLArgument,
  type GraphQLNamedType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isNonNullType,
  isObjectType,
  isSpecifiedScalarType,
  lexicographicSortSchema,
  printSchema,
  validateSchema,
} from 'graphql';
import { resolveMutations } from '../../../src/api/graphql/around-type-graphql.js';
import { printInReadingOrder } from '../../../src/api/graphql/print.js';
import { buildPostriderSchema } from '../../../src/api/graphql/schema.js';
import { guardRootFields } from '../../../src/api/guard/admission.js';
import { POLICIES } from '../../../src/api/guard/policies.js';

const schema = buildPostriderSchema();
const printed = printInReadingOrder(schema);
const types = Object.values(schema.getTypeMap()).filter(
  (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
);
const queries = Object.values(schema.getQueryType()!.getFields());
const mutations = Object.values(schema.getMutationType()!.getFields());
const subscriptions = Object.values(schema.getSubscriptionType()!.getFields());

describe('schema.graphql', () => {
  it('is a valid schema', () => {
    expect(validateSchema(schema)).toEqual([]);
  });

  it('is what the code makes, byte for byte', () => {
    expect(readFileSync(resolve(import.meta.dirname, '../../../schema.graphql'), 'utf8')).toBe(printed);
  });

  it('holds the whole schema in its reading order', () => {
    expect(printSchema(lexicographicSortSchema(buildSchema(printed)))).toBe(
      printSchema(lexicographicSortSchema(schema)),
    );
  });

  it('describes every type, field, argument and enum value', () => {
    expect(types.flatMap(undescribed)).toEqual([]);
  });

  it('shows nothing of how the program works inside', () => {
    const names = types.flatMap(fieldsOf).map((field) => field.name);
    expect(names.filter((name) => /phase|lease|due|handedOver|hash/i.test(name))).toEqual([]);
  });

  it('bounds every list that can grow by `first` and `last`', () => {
    const connections = types
      .filter((type) => isObjectType(type))
      .flatMap((type) => Object.values(type.getFields()))
      .filter((field) => getNamedType(field.type).name.endsWith('Connection'));
    expect(connections.length).toBeGreaterThan(3);
    for (const field of connections) {
      const names = field.args.map((argument) => argument.name);
      expect(names).toEqual(expect.arrayContaining(['first', 'after', 'last', 'before']));
    }
  });

  /** Too long to be counted in all cases. */
  const UNBOUNDED = [
    'SmsMessageConnection',
    'CampaignConnection',
    'ChatMessageConnection',
    'SuppressionConnection',
    'ConsentChangeConnection',
    'InboundMessageConnection',
    'ConversationConnection',
    'ConversationEntryConnection',
    'WebhookDeliveryConnection',
  ];

  it('gives every connection nodes, edges, pageInfo and totalCount', () => {
    for (const type of types.filter((type) => type.name.endsWith('Connection'))) {
      const names = fieldsOf(type).map((field) => field.name);
      const total = UNBOUNDED.includes(type.name) ? ['totalCount', 'totalAtLeast'] : ['totalCount'];
      expect(names).toEqual(['nodes', 'edges', 'pageInfo', ...total]);
    }
  });

  it('gives objects ids of the type ID, which relay-compiler selects by itself, and events, which never change, a text', () => {
    const ids = types
      .filter((type) => isObjectType(type) || isInterfaceType(type))
      .flatMap((type) => (type.getFields().id ? `${type.name} ${type.getFields().id?.type}` : []));
    expect(ids.filter((id) => !id.endsWith(' ID!'))).toEqual(['Event String!']);
    expect(ids).toContain('Node ID!');
  });

  /** A preview takes what it is a preview of. */
  const INPUT_OF: Readonly<Record<string, string>> = { previewBulkSms: 'SendBulkSmsInput' };

  it('gives every mutation one input, and a payload with userErrors', () => {
    for (const mutation of mutations) {
      const capitalised = `${mutation.name[0]?.toUpperCase()}${mutation.name.slice(1)}`;
      expect(mutation.args.map((argument) => `${argument.name}: ${argument.type}`)).toEqual([
        `input: ${INPUT_OF[mutation.name] ?? `${capitalised}Input`}!`,
      ]);
      // Nullable: a mutation that is throttled must not take the answers of its neighbours with it.
      expect(isNonNullType(mutation.type)).toBe(false);
      expect(String(mutation.type)).toBe(`${capitalised}Payload`);
      const errors = fieldsOf(getNamedType(mutation.type)).find((field) => field.name === 'userErrors');
      expect(String(errors?.type)).toBe('[UserError!]!');
    }
  });

  it('writes enum values in capitals', () => {
    const values = types.filter(isEnumType).flatMap((type) => type.getValues().map((value) => value.name));
    expect(values.filter((value) => !/^[A-Z][A-Z0-9_]*$/.test(value))).toEqual([]);
  });
});

describe('policies', () => {
  it('has one row for each root field, and none for anything else', () => {
    const rootFields = [...queries, ...mutations, ...subscriptions].map((field) => field.name);
    expect(Object.keys(POLICIES).toSorted()).toEqual(rootFields.toSorted());
  });

  it('refuses a schema with a root field that has no row', () => {
    const unknown = buildSchema('type Query { everything: String }');
    expect(() => guardRootFields(unknown)).toThrow('everything has no policy');
  });

  it('refuses a schema in which the resolver of a root field is missing', () => {
    const withoutSends = buildSchema('type Query { viewer: String }');
    expect(() => guardRootFields(withoutSends)).toThrow(/^Root fields with a policy have no resolver: .*\bsendSms\b/);
  });

  it('refuses a schema in which a mutation is not called with the input as it was checked', () => {
    const stray = buildSchema('type Query { viewer: String } type Mutation { sendSms(input: String): String }');
    expect(() => resolveMutations(stray, [])).toThrow('The mutation sendSms has no resolver');
  });

  it('asks a scope of every mutation for an organisation, but to leave it, and where it depends on what is named', () => {
    const names = mutations.map(({ name }) => name);
    const free = names.filter((name) => POLICIES[name]?.scope === null && POLICIES[name].for === undefined);
    // The scope of an export depends on its rows, those of a reply and a mark on the conversation.
    expect(free).toEqual(['createExportLink', 'leaveOrganisation', 'markConversationRead', 'replyToConversation']);
  });
});

interface Described {
  readonly name: string;
  readonly type?: unknown;
  readonly args?: readonly GraphQLArgument[];
  readonly description?: string | null | undefined;
}

function fieldsOf(type: GraphQLNamedType): readonly Described[] {
  if (isObjectType(type) || isInterfaceType(type) || isInputObjectType(type)) return Object.values(type.getFields());
  return isEnumType(type) ? type.getValues() : [];
}

function undescribed(type: GraphQLNamedType): string[] {
  const missing = fieldsOf(type).flatMap((field) => [
    ...(field.description ? [] : [`${type.name}.${field.name}`]),
    ...(field.args ?? [])
      .filter(({ description }) => !description)
      .map(({ name }) => `${type.name}.${field.name}(${name})`),
  ]);
  const roots: unknown[] = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  return type.description || roots.includes(type) ? missing : [type.name, ...missing];
}
