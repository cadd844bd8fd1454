import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Caller } from '../../../src/domain/context.js';
import { EVENT_TYPES, eventId } from '../../../src/domain/events/event.js';
import { NOWHERE } from '../../support/calls/generate-rest-calls.js';
import { addDelivery } from '../../support/event-log.js';
import { type Receiver, startReceiver } from '../../support/gateways/receiver.js';
import { logEvents } from '../../support/webhooks.js';
import { type GraphqlApi, startGraphqlApi } from './harness.js';

let api: GraphqlApi;
let caller: Caller;
let receiver: Receiver;
beforeAll(async () => {
  api = await startGraphqlApi();
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.stop();
  await api.stop();
});
beforeEach(async () => {
  caller = await api.newCaller();
});

const WEBHOOK =
  'id url description types test status disabledReason lastSequence failingSince createdAt updatedAt __typename';
const USER_ERRORS = 'userErrors { __typename code path }';
const NOT_FOUND = [{ __typename: 'NotFoundError', code: 'NOT_FOUND', path: [] }];
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7/;
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** Calls a mutation and gives its payload. */
async function mutate(name: string, input: object, fields = `webhook { ${WEBHOOK} }`, by = caller) {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const query = `mutation ($input: ${type}!) { ${name}(input: $input) { ${fields} ${USER_ERRORS} } }`;
  const { data, errors } = await api.ask(by, query, { input });
  expect(errors).toEqual([]);
  return data[name];
}

const create = (input: object = {}, by = caller) =>
  mutate('createWebhook', { url: NOWHERE, ...input }, `webhook { ${WEBHOOK} } secret replayed`, by);
const newId = async (input: object = {}, by = caller): Promise<string> => (await create(input, by)).webhook.id;

describe('createWebhook', () => {
  it('makes one, and shows its secret this once', async () => {
    const input = { description: 'Orders', types: ['SMS_DELIVERED', 'CHAT_MESSAGE_READ'], idempotencyKey: 'once' };
    const made = await create(input);
    expect(made).toEqual({
      webhook: {
        __typename: 'Webhook',
        id: expect.stringMatching(UUID),
        url: NOWHERE,
        description: 'Orders',
        types: ['SMS_DELIVERED', 'CHAT_MESSAGE_READ'],
        test: false,
        status: 'ACTIVE',
        disabledReason: null,
        lastSequence: 0,
        failingSince: null,
        createdAt: TIME,
        updatedAt: TIME,
      },
      secret: expect.stringMatching(/^whsec_/),
      replayed: false,
      userErrors: [],
    });
    expect(await create(input)).toEqual({ ...made, replayed: true });
  });

  it.each([
    [{ url: '' }, 'url', 'BLANK'],
    [{ url: 'https://10.0.0.1/' }, 'url', 'INVALID'],
    [{ url: 'javascript:alert(1)' }, 'url', 'INVALID'],
    [{ url: `https://127.0.0.1/${'x'.repeat(3_000)}` }, 'url', 'TOO_LONG'],
    [{ description: 'x'.repeat(201) }, 'description', 'TOO_LONG'],
    [{ idempotencyKey: '' }, 'idempotencyKey', 'INVALID'],
  ])('refuses %j', async (input, path, code) => {
    expect(await create(input)).toMatchObject({ webhook: null, secret: null, userErrors: [{ path: [path], code }] });
  });
});

describe('webhooks', () => {
  it('are listed oldest first, and found by their id', async () => {
    const ids = [await newId(), await newId(), await newId()];
    const { data } = await api.ask(
      caller,
      '{ webhookEndpoints(first: 2) { totalCount nodes { id } pageInfo { endCursor } } }',
    );
    expect(data.webhookEndpoints).toMatchObject({ totalCount: 3, nodes: ids.slice(0, 2).map((id) => ({ id })) });
    const after = data.webhookEndpoints.pageInfo.endCursor;
    const query = 'query ($after: String) { webhookEndpoints(first: 2, after: $after) { nodes { id } } }';
    expect((await api.ask(caller, query, { after })).data.webhookEndpoints.nodes).toEqual([{ id: ids[2] }]);
    const both = `query ($id: UUID!) { webhookEndpoint(id: $id) { id url } node(id: $id) { __typename id } }`;
    expect((await api.ask(caller, both, { id: ids[1] })).data).toEqual({
      webhookEndpoint: { id: ids[1], url: NOWHERE },
      node: { __typename: 'Webhook', id: ids[1] },
    });
  });
});

describe('what can be done to a webhook', () => {
  it('updateWebhook changes it, pauses it and has it go on', async () => {
    const webhookId = await newId();
    const update = (input: object) => mutate('updateWebhook', { webhookId, ...input });
    const input = { url: `${NOWHERE}/2`, description: 'New', types: ['SESSION_CONNECTED'], status: 'PAUSED' };
    expect(await update(input)).toMatchObject({ webhook: { id: webhookId, ...input }, userErrors: [] });
    await logEvents(api.contextOf(caller), 3);
    expect((await update({ status: 'ACTIVE', skipBacklog: true })).webhook).toMatchObject({
      status: 'ACTIVE',
      types: ['SESSION_CONNECTED'],
      lastSequence: 3,
    });
    expect((await update({ types: [] })).userErrors).toMatchObject([{ path: ['types'], code: 'INVALID' }]);
    expect((await update({ status: 'DISABLED' })).userErrors).toMatchObject([{ path: ['status'], code: 'INVALID' }]);
    expect((await update({ url: 'http://10.0.0.1' })).userErrors).toMatchObject([{ path: ['url'], code: 'INVALID' }]);
  });

  it('rotateWebhookSecret gives it another, and tells how long the old one signs too', async () => {
    const { webhook, secret } = await create();
    const rotated = await mutate(
      'rotateWebhookSecret',
      { webhookId: webhook.id },
      'webhook { id } secret previousSecretUntil',
    );
    expect(rotated).toEqual({
      webhook: { id: webhook.id },
      secret: expect.stringMatching(/^whsec_/),
      previousSecretUntil: TIME,
      userErrors: [],
    });
    expect(rotated.secret).not.toBe(secret);
  });

  it('testWebhook posts a sample of the chosen type and tells what came of it', async () => {
    const webhookId = await newId({ url: receiver.url });
    const fields = 'result { eventId delivered responseStatus responseBody error durationMs }';
    for (const type of EVENT_TYPES) {
      const { result } = await mutate('testWebhook', { webhookId, type: type.toUpperCase().replace('.', '_') }, fields);
      expect(result).toMatchObject({ delivered: true, responseStatus: 204, responseBody: '', error: null });
      expect(receiver.received.at(-1)).toMatchObject({ id: result.eventId, body: { type, data: { test: true } } });
    }
  });

  it('deleteWebhook forgets it', async () => {
    const webhookId = await newId();
    expect((await mutate('deleteWebhook', { webhookId })).webhook.id).toBe(webhookId);
    expect((await mutate('deleteWebhook', { webhookId })).userErrors).toEqual(NOT_FOUND);
  });
});

describe('deliveries', () => {
  const LIST = `query ($id: UUID!, $filter: WebhookDeliveryFilter, $first: Int, $after: String) { webhookEndpoint(id: $id) {
    deliveries(filter: $filter, first: $first, after: $after) { totalCount pageInfo { hasNextPage endCursor } nodes {
      sequence eventId type status attempts nextAttemptAt attemptedAt responseStatus responseBody error durationMs } } } }`;
  const list = async (id: string, more: object = {}) =>
    (await api.ask(caller, LIST, { id, first: 2, ...more })).data.webhookEndpoint.deliveries;

  it('are listed newest first, and by status, of one endpoint', async () => {
    const id = await newId();
    await addDelivery(api.services, caller.organisationId, await newId(), { sequence: 3 });
    const add = (sequence: number, more: object) =>
      addDelivery(api.services, caller.organisationId, id, { sequence, ...more });
    await add(2, { status: 'delivered' });
    await add(10, { status: 'dead' });
    await add(1, { status: 'waiting', type: 'chat_message.read' });
    const { pageInfo, ...first } = await list(id);
    expect(first).toMatchObject({ totalCount: 3, nodes: [{ sequence: 10 }, { sequence: 2 }] });
    expect(first.nodes[0]).toEqual({
      sequence: 10,
      eventId: eventId(caller.organisationId, 10),
      type: 'SMS_DELIVERED',
      status: 'DEAD',
      attempts: 11,
      nextAttemptAt: null,
      attemptedAt: TIME,
      responseStatus: 500,
      responseBody: 'out of order',
      error: null,
      durationMs: 12,
    });
    const rest = await list(id, { after: pageInfo.endCursor });
    expect(rest.nodes).toMatchObject([{ sequence: 1, type: 'CHAT_MESSAGE_READ', nextAttemptAt: TIME }]);
    expect(await list(id, { filter: { status: 'DELIVERED' } })).toMatchObject({
      totalCount: 1,
      nodes: [{ sequence: 2 }],
    });
  });

  it('are asked for once more, one by one or since a moment', async () => {
    const webhookId = await newId();
    const since = new Date(Date.now() - 60_000).toISOString();
    await addDelivery(api.services, caller.organisationId, webhookId);
    const again = (sequence: number) =>
      mutate(
        'redeliverWebhookDelivery',
        { webhookId, sequence },
        'delivery { sequence status attempts nextAttemptAt }',
      );
    expect(await again(1)).toMatchObject({
      delivery: { sequence: 1, status: 'WAITING', attempts: 0, nextAttemptAt: TIME },
    });
    expect((await again(2)).userErrors).toEqual(NOT_FOUND);
    await addDelivery(api.services, caller.organisationId, webhookId, { sequence: 2 });
    const all = (more: object) => mutate('redeliverWebhookDeliveries', { webhookId, since, ...more }, 'count');
    expect(await all({ onlyDead: true })).toEqual({ count: 1, userErrors: [] });
    await logEvents(api.contextOf(caller), 4);
    await mutate('updateWebhook', { webhookId, skipBacklog: true });
    expect(await all({})).toEqual({ count: 4, userErrors: [] });
  });
});

describe('events', () => {
  const EVENTS = `query ($after: SafeInt, $types: [EventType!], $first: Int!) {
    events(after: $after, types: $types, first: $first) { lastSequence hasMore oldestSequence newestSequence nodes {
      id sequence type revision occurredAt corrected status messageId campaignId sessionId webhookId deliveryCode
      reference test payload } } }`;
  const events = (variables: object = {}, by = caller) => api.ask(by, EVENTS, { first: 100, ...variables });

  async function sendOne(by = caller): Promise<string> {
    const input = { to: '12025550100', message: 'Hello', reference: 'order-1' };
    return (await mutate('sendSms', input, 'message { id }', by)).message.id;
  }

  it('are in order, with what they are about, and exactly what webhooks carry', async () => {
    const messageId = await sendOne();
    const [sessionId] = await logEvents(api.contextOf(caller), 1);
    const { data } = await events();
    expect(data.events).toMatchObject({ lastSequence: 2, hasMore: false, oldestSequence: 1, newestSequence: 2 });
    const data1 = {
      message_id: messageId,
      campaign_id: null,
      status: 'queued',
      delivery_code: null,
      reference: 'order-1',
      test: false,
      corrected: false,
      sequence: 1,
      revision: 1,
    };
    expect(data.events.nodes).toMatchObject([
      {
        id: eventId(caller.organisationId, 1),
        sequence: 1,
        type: 'SMS_QUEUED',
        revision: 1,
        occurredAt: TIME,
        status: 'QUEUED',
        messageId,
        sessionId: null,
        reference: 'order-1',
        test: false,
        payload: { type: 'sms.queued', timestamp: TIME, data: data1 },
      },
      { sequence: 2, type: 'SESSION_CONNECTED', messageId: null, sessionId, webhookId: null },
    ]);
    expect(data.events.nodes[0].payload.data).toEqual(data1);
    expect((await events({ first: 1 })).data.events).toMatchObject({ lastSequence: 1, hasMore: true });
    expect((await events({ after: 1 })).data.events.nodes).toMatchObject([{ sequence: 2 }]);
    expect((await events({ types: ['SESSION_CONNECTED'] })).data.events.nodes).toMatchObject([{ sequence: 2 }]);
    expect((await events({}, await api.newCaller())).data.events.nodes).toEqual([]);
  });

  it('show each key what its scopes open', async () => {
    await sendOne();
    await logEvents(api.contextOf(caller), 1);
    const seen = async (scopes: Caller['scopes'], variables: object = {}) => {
      const { data, errors } = await events(variables, { ...caller, scopes });
      return data?.events?.nodes.map(({ type }: { type: string }) => type) ?? errors.map(({ message }) => message);
    };
    expect(await seen(['sms:read'])).toEqual(['SMS_QUEUED']);
    expect(await seen(['chat:read'])).toEqual(['SESSION_CONNECTED']);
    expect(await seen(['webhooks:manage'])).toEqual([]);
    expect(await seen(['sms:read', 'chat:read'])).toEqual(['SMS_QUEUED', 'SESSION_CONNECTED']);
    expect(await seen(['sms:send', 'keys:manage'])).toEqual([
      'The API key lacks one of the scopes sms:read, chat:read and webhooks:manage.',
    ]);
    const types = ['SMS_QUEUED', 'SESSION_CONNECTED'];
    expect(await seen(['sms:read'], { types })).toEqual(['The API key lacks the scope chat:read.']);
    expect(await seen(['sms:read'], { types: [] })).toEqual(['SMS_QUEUED']);
    const { status, errors } = await events({ types: ['WEBHOOK_DISABLED'] }, { ...caller, scopes: ['sms:read'] });
    expect([status, errors[0]?.extensions.code]).toEqual([403, 'FORBIDDEN']);
  });

  it.each([{ first: 0 }, { first: 1001 }, { after: -1 }, { after: 1.5 }, { after: 2 ** 60 }, { types: ['SMS'] }])(
    'refuse %j',
    async (variables) => {
      const { status, errors } = await events(variables);
      expect([status, errors[0]?.extensions.code]).toEqual([400, 'BAD_USER_INPUT']);
    },
  );
});
