import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isInputObjectType } from 'graphql';
import { buildPostriderSchema } from '../../../src/api/graphql/schema.js';
import { readDocument } from '../../../src/api/rest/documents.js';
import { INPUT_EXCEPTIONS, REPLY_EXCEPTIONS } from '../../../src/api/rest/exceptions.js';
import { inputsOf } from '../../../src/api/rest/inputs.js';
import { createReword } from '../../../src/api/rest/json-schema.js';
import { describeRest } from '../../../src/api/rest/openapi.js';
import { replyOf } from '../../../src/api/rest/replies.js';
import type { RestCall, RouteDeclaration } from '../../../src/api/rest/route.js';
import { createRestTable } from '../../../src/api/rest/routes.js';
import { EVENT_TYPES } from '../../../src/domain/events/event.js';
import { SMS_STATUSES } from '../../../src/domain/vocabulary.js';
import { pascalCase, snakeCase } from '../../../src/lib/snake-case.js';
import { type OpenApi, withClosedObjects } from '../../support/calls/openapi-document.js';
import { REST_TABLE, ROUTES } from '../../support/calls/rest-routes.js';

const schema = buildPostriderSchema();
const mutations = Object.keys(schema.getMutationType()?.getFields() ?? {});

interface ObjectSchema {
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, { readonly type?: unknown; readonly $ref?: string }>>;
}
const components = REST_TABLE.components as unknown as Readonly<Record<string, ObjectSchema>>;

const route = (document: string, path: RouteDeclaration['path'] = '/v1/things/'): RouteDeclaration => ({
  method: 'GET',
  path,
  document,
  status: 200,
  tag: 'Messages',
  summary: '',
  description: '',
});
const call: RestCall = { params: {}, query: {}, body: {}, idempotencyKey: undefined, placed: Object, link: String };

function derive(declaration: RouteDeclaration) {
  const document = readDocument(schema, declaration);
  const reword = createReword(schema);
  const found = new Map<string, object>() as Parameters<typeof replyOf>[1];
  return { ...inputsOf(document, declaration, schema, reword), ...replyOf(document, found, reword), found };
}

describe('the table of REST', () => {
  it('calls a mutation what GraphQL calls it, and the second form of one alike', () => {
    const changing = ROUTES.filter(({ operation }) => mutations.includes(operation));
    const names = changing.map(({ operationId }) => operationId);
    expect(names.filter((name) => name !== 'liftSuppressionOf')).toEqual([
      ...new Set(changing.map(({ operation }) => operation)),
    ]);
  });

  it('calls a reading what it does', () => {
    const reading = ROUTES.filter(({ operation }) => !mutations.includes(operation));
    for (const { operationId } of reading) expect(operationId).toMatch(/^(get|list|check|explain)[A-Z]/);
  });

  it('has a name for everything that a client gets', () => {
    const nouns = [
      'Campaign',
      'SmsMessage',
      'Phone',
      'Group',
      'WebhookEndpoint',
      'Event',
      'Suppression',
      'DeliveryCode',
    ];
    expect(Object.keys(components)).toEqual(expect.arrayContaining(nouns));
    for (const { reply } of ROUTES)
      expect(reply).toEqual({ $ref: expect.stringMatching(/^#\/components\/schemas\/\w+$/) });
  });

  it('promises a count for each of the eight statuses of a campaign', () => {
    expect(components.MessageCounts?.required).toEqual(SMS_STATUSES);
    expect(Object.values(components.MessageCounts?.properties ?? {}).map(({ type }) => type)).toEqual(
      SMS_STATUSES.map(() => 'integer'),
    );
  });

  it('has no exception for a reply that it does not have', () => {
    const shown = Object.entries(REPLY_EXCEPTIONS).filter(([, { absent, spread }]) => !absent && !spread);
    const unknown = shown.filter(([key]) => {
      const [place = '', name = ''] = key.split('.');
      const result = `${place.charAt(0).toUpperCase()}${place.slice(1)}Result`;
      return !(components[place] ?? components[result])?.required.includes(name);
    });
    expect(unknown).toEqual([]);
  });

  it('has no exception for an input that it does not take', () => {
    const unknown = Object.keys(INPUT_EXCEPTIONS).filter((key) => {
      const [place = '', name = ''] = key.split('.');
      const type = schema.getType(place);
      if (isInputObjectType(type)) return !Object.keys(type.getFields()).map(snakeCase).includes(name);
      return !ROUTES.some(({ operationId, body }) => operationId === place && name in (body?.shape ?? {}));
    });
    expect(unknown).toEqual([]);
  });
});

describe('a route that does not fit the schema keeps the program from starting', () => {
  it('with an unknown field', () => {
    expect(() => derive(route('query getThing { nothing }'))).toThrow('Cannot query field "nothing"');
  });

  it('with a path that no variable is for', () => {
    const document = 'query getThing($id: UUID!) { campaign(id: $id) { id } }';
    expect(() => derive(route(document, '/v1/things/{thing_id}/'))).toThrow('no variable for {thing_id}');
  });

  it('without a name', () => {
    expect(() => derive(route('{ deliveryCodes { code } }'))).toThrow('not one operation with a name');
  });

  it('with two components of one name', () => {
    const found = new Map() as Parameters<typeof replyOf>[1];
    const documents = ['code', 'code name'].map((fields) =>
      readDocument(
        schema,
        route(`query listCodes { deliveryCodes { ...Code } } fragment Code on DeliveryCode { ${fields} }`),
      ),
    );
    const [first, second] = documents.map((document) => () => replyOf(document, found, createReword(schema)));
    expect(first).not.toThrow();
    expect(second).toThrow('Two different components of OpenAPI are called Code.');
  });
});

describe('a reply', () => {
  it('has the words of REST for names and values', () => {
    const { answer, reply, found } = derive(
      route(
        'query getWebhook($id: UUID!) { webhookEndpoint(id: $id) { ...W } } fragment W on Webhook { types lastSequence }',
      ),
    );
    expect(reply).toEqual({ $ref: '#/components/schemas/W' });
    expect(found.get('W')).toMatchObject({
      required: ['types', 'last_sequence'],
      properties: { types: { type: ['array', 'null'] }, last_sequence: { type: 'integer' } },
    });
    expect(answer({ types: ['SMS_SENT'], last_sequence: 7 }, call)).toEqual({ types: ['sms.sent'], last_sequence: 7 });
    expect(answer({ types: null, last_sequence: 7 }, call)).toEqual({ types: null, last_sequence: 7 });
  });

  it('has a field of an object that is nothing else, or null', () => {
    const { answer } = derive(
      route('query getMessage($id: UUID!) { message(id: $id) { campaign { campaignName: name } to } }'),
    );
    expect(answer({ campaign: { campaign_name: 'A' }, to: '1' }, call)).toEqual({ campaign_name: 'A', to: '1' });
    expect(answer({ campaign: null, to: '1' }, call)).toEqual({ campaign_name: null, to: '1' });
  });
});

interface Operation {
  readonly 'x-codeSamples': readonly { readonly lang: string; readonly source: string }[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly example: unknown } } };
  readonly security?: readonly object[];
}
type Document = OpenApi & {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, object>>;
  readonly tags: readonly { readonly name: string; readonly description: string }[];
};

const describeApi = () =>
  describeRest(createRestTable(buildPostriderSchema()), 'https://sms.example.org', '0.0.0') as unknown as Document;

it('every tag is described and used', () => {
  const { tags, paths } = describeApi();
  const used = new Set(Object.values(paths).flatMap((path) => Object.values(path).flatMap((one) => Object(one).tags)));
  expect(tags.map(({ name }) => name).sort()).toEqual([...used].sort());
  for (const { description } of tags) expect(description).toMatch(/\.$/);
});

it('every type of event has a schema, which the events that webhooks carried fit', () => {
  const document = withClosedObjects(describeApi()) as Document;
  expect(Object.keys(document.webhooks)).toEqual(EVENT_TYPES);
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema(document, 'openapi');
  const golden = resolve(import.meta.dirname, '../../golden/recorded/webhooks-events.golden.json');
  const carried: Record<string, { body: { data: { sequence: unknown } } }> = JSON.parse(readFileSync(golden, 'utf8'));
  expect(Object.keys(carried)).toEqual(expect.arrayContaining([...EVENT_TYPES]));
  for (const type of EVENT_TYPES) {
    const body = JSON.parse(JSON.stringify(carried[type]?.body), (name, value) => (name === 'sequence' ? 1 : value));
    const validate = ajv.compile({ $ref: `openapi#/components/schemas/${pascalCase(type)}Event` });
    expect({ type, fits: validate(body), errors: validate.errors }).toEqual({ type, fits: true, errors: null });
  }
});

it('every call has a sample in curl and in TypeScript, which sends the example', () => {
  for (const path of Object.values(describeApi().paths)) {
    for (const { 'x-codeSamples': samples, requestBody, security } of Object.values(path)) {
      expect(samples.map(({ lang }) => lang)).toEqual(['Shell', 'TypeScript']);
      for (const { source } of samples) {
        expect(source).toContain('https://sms.example.org/v1/');
        expect(source).not.toMatch(/\{\w+\}\/|undefined/);
        expect(source.includes('<API_KEY>')).toBe(security === undefined);
      }
      const [curl, typescript] = samples.map(({ source }) => source) as [string, string];
      const example = requestBody?.content['application/json'].example;
      if (example === undefined) continue;
      expect(JSON.parse((/-d '(.*)'$/.exec(curl)?.[1] ?? '').replaceAll(`'\\''`, `'`))).toEqual(example);
      expect(JSON.parse(/JSON\.stringify\(([\s\S]*?)\),\n\}\);/.exec(typescript)?.[1] ?? '')).toEqual(example);
    }
  }
});
