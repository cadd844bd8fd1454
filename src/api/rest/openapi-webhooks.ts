import { type GraphQLEnumType, type GraphQLObjectType, type GraphQLSchema, getNamedType, isEnumType } from 'graphql';
import {
  EVENT_TYPES,
  type EventType,
  eventBody,
  kindOf,
  type SubjectKind,
  statusOf,
} from '../../domain/events/event.js';
import { describeSample } from '../../domain/events/samples.js';
import { pascalCase, snakeCase } from '../../lib/snake-case.js';
import { type JsonSchema, objectSchema, orNull, type Reword, scalarSchema, wordsOf } from './json-schema.js';

/** The fields of `data` that may be null, by the kind of the subject. */
const NULLABLE: Readonly<Record<SubjectKind, readonly string[]>> = {
  sms: ['campaign_id', 'delivery_code', 'reference'],
  inbound: ['keyword'],
  // A change that was counted and not kept has none of them.
  consent: ['change', 'source', 'category', 'test'],
  campaign: ['reference'],
  chat_message: ['message_id'],
  inbound_chat: [],
  session: [],
  webhook: [],
  gateway: [],
};

const SUBJECT_ID: JsonSchema = { type: 'string', format: 'uuid', description: 'The id of the message on this server.' };
const TIME = new Date('2026-11-20T09:00:01.250Z');

const eventName = (type: EventType) => `${pascalCase(type)}Event`;
const dataName = (kind: SubjectKind) => `${pascalCase(kind)}EventData`;

/** A named schema for each type of event, and for the `data` of each kind of subject. */
export function eventSchemasOf(schema: GraphQLSchema, reword: Reword): Record<string, JsonSchema> {
  const kinds = [...new Set(EVENT_TYPES.map(kindOf))];
  const fields = Object.values((schema.getType('Event') as GraphQLObjectType).getFields());
  const meanings = meaningsOf(schema, reword);

  /** The fields that the event bodies of this kind have, with the types and words of GraphQL. */
  function dataOf(kind: SubjectKind): JsonSchema {
    const types = EVENT_TYPES.filter((type) => kindOf(type) === kind);
    const { data } = eventBody(describeSample(types[0] as EventType, TIME));
    const properties = Object.keys(data).map((name) => {
      const described = name === 'status' ? statuses(types) : name === 'id' ? SUBJECT_ID : ofGraphql(name);
      return [name, NULLABLE[kind].includes(name) ? orNull(described) : described] as const;
    });
    return objectSchema(Object.fromEntries(properties));
  }

  function ofGraphql(name: string): JsonSchema {
    const field = fields.find((one) => snakeCase(one.name) === name);
    if (!field) throw new Error(`The GraphQL type Event has no field for ${name} of webhooks.`);
    const type = getNamedType(field.type);
    const described = isEnumType(type) ? { type: 'string', enum: wordsOf(type) } : scalarSchema(type.name);
    return { ...described, description: reword(field.description) };
  }

  const ofTypes = EVENT_TYPES.map((type) => {
    const properties = {
      type: { type: 'string', const: type },
      timestamp: { type: 'string', format: 'date-time', description: 'The time of the change.' },
      data: { $ref: `#/components/schemas/${dataName(kindOf(type))}` },
    };
    return [eventName(type), { ...objectSchema(properties), description: meanings.get(type) }] as const;
  });
  return Object.fromEntries([...kinds.map((kind) => [dataName(kind), dataOf(kind)] as const), ...ofTypes]);
}

const statuses = (types: readonly EventType[]): JsonSchema => ({
  type: 'string',
  enum: types.map(statusOf),
  description: 'The new status: the second half of the type.',
});

function meaningsOf(schema: GraphQLSchema, reword: Reword): ReadonlyMap<string, string | undefined> {
  const values = (schema.getType('EventType') as GraphQLEnumType).getValues();
  return new Map(values.map(({ value, description }) => [String(value), reword(description)]));
}

/** The posts of webhooks, by type of event. */
export function describeWebhooks(schemas: Readonly<Record<string, JsonSchema>>) {
  return Object.fromEntries(EVENT_TYPES.map((type) => [type, { post: describePost(type, schemas) }]));
}

function describePost(type: EventType, schemas: Readonly<Record<string, JsonSchema>>) {
  const name = eventName(type);
  const parameters = Object.keys(WEBHOOK_HEADERS).map((header) => ({ $ref: `#/components/parameters/${header}` }));
  const content = { schema: { $ref: `#/components/schemas/${name}` }, example: eventBody(describeSample(type, TIME)) };
  return {
    operationId: `on${pascalCase(type)}`,
    tags: ['Webhooks'],
    summary: type,
    description: `${schemas[name]?.description} The server posts this to every webhook that takes the type.`,
    security: [],
    parameters,
    requestBody: { required: true, content: { 'application/json': content } },
    responses: {
      '2XX': { description: 'The event was taken.' },
      '410': { description: 'The endpoint is gone: the webhook is disabled.' },
      '4XX': { description: 'The event was not taken, as with 5xx and redirects: the server posts it again later.' },
    },
  };
}

const webhookHeader = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

/** The headers of Standard Webhooks. */
export const WEBHOOK_HEADERS = {
  'webhook-id': webhookHeader('webhook-id', 'The id of the event; the same in every attempt.'),
  'webhook-timestamp': webhookHeader('webhook-timestamp', 'When the server signed the post, in seconds since 1970.'),
  'webhook-signature': webhookHeader(
    'webhook-signature',
    'Signatures, separated by spaces: `v1,` and the HMAC-SHA256 of id, timestamp and body in Base64.',
  ),
};
