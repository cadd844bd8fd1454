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
  parse,
  printSchema,
  specifiedRules,
  validate,
  validateSchema,
} from 'graphql';
import { writeCampaignProgress } from '../../../packages/client/generate/campaign-progress.js';
import { writeGraphqlTypes } from '../../../packages/client/generate/graphql-types.js';
import { type OpenApi, writeRestTypes } from '../../../packages/client/generate/rest-types.js';
import { CAMPAIGN_PROGRESS } from '../../../packages/client/src/generated/campaign-progress.js';
import { ROUTES } from '../../../packages/client/src/generated/rest.js';
import { Postrider, type PostriderEvent } from '../../../packages/client/src/index.js';
import { resolveMutations } from '../../../src/api/graphql/around-type-graphql.js';
import { printInReadingOrder } from '../../../src/api/graphql/print.js';
import { buildPostriderSchema } from '../../../src/api/graphql/schema.js';
import type { Campaign } from '../../../src/api/graphql/sms/campaign.js';
import { guardRootFields } from '../../../src/api/guard/admission.js';
import { limitDocumentShape } from '../../../src/api/guard/document-shape.js';
import { POLICIES, type Policy } from '../../../src/api/guard/policies.js';
import { describeRest } from '../../../src/api/rest/openapi.js';
import { CODE_OF } from '../../../src/domain/sms/delivery-codes.js';
import { REST_TABLE } from '../../support/calls/rest-routes.js';

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

  it('gives every connection nodes, edges, pageInfo and totalCount, and totalAtLeast if it may be too long to be counted', () => {
    for (const type of types.filter((type) => type.name.endsWith('Connection'))) {
      const fields = fieldsOf(type);
      const isCounted = isNonNullType(fields.find(({ name }) => name === 'totalCount')?.type);
      const total = isCounted ? ['totalCount'] : ['totalCount', 'totalAtLeast'];
      expect(fields.map(({ name }) => name)).toEqual(['nodes', 'edges', 'pageInfo', ...total]);
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

const CLIENT = resolve(import.meta.dirname, '../../../packages/client');
const read = (path: string) => readFileSync(resolve(CLIENT, path), 'utf8');
const openapi = describeRest(REST_TABLE, 'http://localhost', '0.0.0') as unknown as OpenApi;

describe('The types of the client', () => {
  // Mend with `npm run schema`.
  it('of REST are those of the OpenAPI document', () => {
    expect(read('src/generated/rest.ts')).toBe(writeRestTypes(openapi, Object.values(CODE_OF)));
  });

  it('of GraphQL are those of the schema', () => {
    expect(read('src/generated/graphql.ts')).toBe(writeGraphqlTypes(schema));
  });

  it('of the progress of a campaign are those of the document of REST', () => {
    const route = REST_TABLE.routes.find(({ operationId }) => operationId === 'getCampaign');
    expect(read('src/generated/campaign-progress.ts')).toBe(writeCampaignProgress(schema, route?.executed as never));
    const rules = [...specifiedRules, limitDocumentShape];
    expect(validate(schema, parse(CAMPAIGN_PROGRESS), rules)).toEqual([]);
  });
});

describe('The client', () => {
  it('has a method for every operation of REST but that of people who sign up, second forms, and that of a link', () => {
    const used = ['sms', 'campaigns', 'chat', 'inbox', 'conversations', 'suppressions', 'webhooks', 'exports'].map(
      (name) => read(`src/resources/${name}.ts`),
    );
    const code = [...used, read('src/postrider.ts'), read('src/events.ts')].join('\n').replaceAll(/\s+/g, ' ');
    const missing = Object.keys(ROUTES).filter((name) => !code.includes(`'${name}', `));
    // Downloads are read as they come.
    const downloads = ['downloadReceivedMedia', 'downloadExport'];
    expect(missing).toEqual(['listNextCampaignMessages', 'liftSuppressionOf', 'resendCode', ...downloads]);
  });

  it('has the version of the server', () => {
    const { version } = JSON.parse(readFileSync(resolve(CLIENT, '../../package.json'), 'utf8'));
    expect(JSON.parse(read('package.json')).version).toBe(version);
  });
});

it('The client is typed, as `npm run check:types` judges below', () => {
  expect(typesOfCalls).toBeInstanceOf(Function);
});

/** Never called. */
function typesOfCalls(postrider: Postrider, event: PostriderEvent): unknown {
  // @ts-expect-error: `to` is required.
  void postrider.sms.send({ message: 'Hello' });
  // @ts-expect-error: fields have the names of REST.
  void postrider.sms.send({ to: '1', message: 'Hello', scheduledAt: new Date() });
  // @ts-expect-error: only calls that create have a key.
  void postrider.sms.cancel('id', { idempotencyKey: 'key' });
  // @ts-expect-error: a status that there is not cannot be asked for.
  void postrider.campaigns.messages('id', { status: 'delivered' });
  // @ts-expect-error: either a key or a function that fetches tokens.
  void new Postrider({ url: 'https://sms.example.org', organisationId: 'id' });
  void postrider.sms.get('id').then(({ status, delivery_code }) => status === 'a later one' || delivery_code === 999);
  const document = { toString: () => '{ x }' } as { __apiType?: (variables: { id: string }) => { x: number } };
  void postrider.graphql(document, { id: 'id' }).then(({ x }) => x.toFixed());
  if (event.type === 'sms.received') return event.data.inbound_id;
  if (event.type === 'consent.changed') return event.data.consent_id;
  if (event.type === 'chat_message.received') return event.data.inbound_id;
  if (event.type === 'gateway.down') return event.data.gateway;
  if (event.type === 'sms.delivered') return event.data.delivery_code;
  // @ts-expect-error: not every event has it.
  return event.data.message_id;
}

it('An object names its own type to `node`, as `npm run check:types` judges below', () => {
  expect(typesOfNodes).toBeInstanceOf(Function);
});

/** Never called. */
function typesOfNodes(): Campaign['typeName'] {
  // @ts-expect-error: the name of another type.
  return 'SmsMessage';
}

/** Written a second time on purpose: other tests of scopes take the policies themselves for what is right. */
const OPENS: Readonly<Record<string, string>> = {
  'audit:read': 'auditLog',
  'chat:read': 'chatMessage chatMessages groups refreshGroups session sessionStatusChanged sessions',
  'chat:send': 'sendChatMessage sendGroupMessage',
  'keys:manage': 'apiKeys createApiKey revokeApiKey rotateApiKey',
  'organisation:manage':
    'changeMemberRole endExportLink eraseNumber exportLinks invitations inviteMember members removeMember revokeInvitation updateKeywords updateOrganisation',
  'senders:manage': 'createSenderId deleteSenderId senderIds',
  'sessions:manage':
    'createSession deleteSession engines logOutSession requestPairingCode restartSession sessionQr startSession stopSession',
  'sms:read':
    'campaign campaignProgress campaigns campaignsChanged explainNumber gateways holds message messages statistics',
  'sms:send':
    'cancelCampaign cancelMessage checkNumbers pauseCampaign previewBulkSms rescheduleCampaign resumeCampaign resumeHeldMessages retryCampaign sendBulkSms sendSms',
  'suppressions:manage': 'addSuppressions consentChange consentChanges liftSuppression suppressions',
  'webhooks:manage':
    'createWebhook deleteWebhook redeliverWebhookDeliveries redeliverWebhookDelivery rotateWebhookSecret testWebhook updateWebhook webhookEndpoint webhookEndpoints',
  'inbox:read': 'conversation conversations inboundMessage inboundMessages ownNumbers',
  'no scope, of an organisation':
    'createExportLink deliveryCode deliveryCodes events keywords leaveOrganisation markConversationRead messageStatusChanged node organisation rateLimits replyToConversation',
  'no scope, key': 'createAccessToken',
  'no scope, person': 'changePassword createOrganisation endPersonSession signOut updatePerson',
  'no scope, known': 'installation viewer',
  'no scope, anybody':
    'acceptInvitation invitation requestPasswordReset resendCode resetPassword setUp signIn signUp verifyEmail',
};

const openedBy = ({ scope, for: whom }: Policy) => scope ?? `no scope, ${whom ?? 'of an organisation'}`;

it('each scope opens these root fields, and no others', () => {
  const fields = Map.groupBy(Object.entries(POLICIES), ([, policy]) => openedBy(policy));
  const opens = [...fields].map(([scope, entries]) => [
    scope,
    entries
      .map(([field]) => field)
      .toSorted()
      .join(' '),
  ]);
  expect(Object.fromEntries(opens)).toEqual(OPENS);
});

it('a field that takes a guess at a secret may stand once in a document', () => {
  const guesses = Object.keys(POLICIES).filter((field) => POLICIES[field]?.alone);
  expect(guesses.toSorted().join(' ')).toBe(
    'acceptInvitation changePassword invitation requestPasswordReset resendCode resetPassword setUp signIn signUp verifyEmail',
  );
});
