import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Caller } from '../../../src/domain/context.js';
import { eventId } from '../../../src/domain/events/event.js';
import { NOWHERE } from '../../support/calls/generate-rest-calls.js';
import { watchStatements } from '../../support/database/watch-statements.js';
import { logEvents } from '../../support/webhooks.js';
import { type GraphqlApi, startGraphqlApi } from './harness.js';

let api: GraphqlApi;
let caller: Caller;
beforeAll(async () => {
  api = await startGraphqlApi();
});
afterAll(() => api.stop());
beforeEach(async () => {
  caller = await api.newCaller();
});

const WEBHOOK =
  'id url description types test status disabledReason lastSequence failingSince createdAt updatedAt __typename';
const USER_ERRORS = 'userErrors { __typename code path }';
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

  const SUBJECTS = `query { events(first: 100) { nodes {
    type message { id status deliveryCodeInfo { code } } campaign { id status } chatMessage { id } session { id } webhook { id } } } }`;
  const subjects = async (by: Caller = caller) => (await api.ask(by, SUBJECTS)).data.events.nodes;
  const NOTHING = { message: null, campaign: null, chatMessage: null, session: null, webhook: null };

  it('lead to what they are about, as it is now', async () => {
    const id = await sendOne();
    const bulk = { message: 'Hello', recipients: [{ to: '12025550101' }], scheduledAt: '2027-01-01T00:00:00Z' };
    const { campaign } = await mutate('sendBulkSms', bulk, 'campaign { id }');
    const [sessionId] = await logEvents(api.contextOf(caller), 1);
    await mutate('cancelMessage', { messageId: id }, 'messageId');
    await mutate('cancelCampaign', { campaignId: campaign.id }, 'campaignId');
    const of = { ...NOTHING, message: { id, status: 'CANCELLED', deliveryCodeInfo: null } };
    const ofCampaign = { ...NOTHING, campaign: { id: campaign.id, status: 'CANCELLED' } };
    const seen = await subjects();
    expect(seen[0]).toEqual({ type: 'SMS_QUEUED', ...of });
    expect(seen[1]).toEqual({ type: 'CAMPAIGN_ACCEPTED', ...ofCampaign });
    // The row of this event stands alone: no session was ever made for it.
    expect(seen[2]).toEqual({ type: 'SESSION_CONNECTED', ...NOTHING });
    expect(sessionId).toBeDefined();
    expect(await subjects(await api.newCaller())).toEqual([]);
  });

  it('are read with as many statements, however many they are', async () => {
    const statementsFor = async () => {
      let count = 0;
      const stop = watchStatements(() => {
        count += 1;
      });
      await subjects();
      stop();
      return count;
    };
    await sendOne();
    const forOne = await statementsFor();
    for (let more = 0; more < 10; more += 1) await sendOne();
    expect(await statementsFor()).toBe(forOne);
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
      'The API key lacks one of the scopes sms:read, inbox:read, suppressions:manage, chat:read, webhooks:manage.',
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
