import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Caller } from '../../../src/domain/context.js';
import { eventId } from '../../../src/domain/events/event.js';
import { LIMITS } from '../../../src/domain/limits.js';
import { earlier } from '../../support/database/time-travel.js';
import { watchStatements } from '../../support/database/watch-statements.js';
import { addDelivery } from '../../support/event-log.js';
import { type Receiver, startReceiver } from '../../support/gateways/receiver.js';
import { TIME } from '../../support/times.js';
import { deliverAll, logEvents, newEndpoint } from '../../support/webhooks.js';
import { useGraphqlApi, useNewCaller } from './harness.js';

const api = useGraphqlApi();
const caller = useNewCaller(api);

let receiver: Receiver;
/** The endpoint of the test, which `receiver` answers for. */
let id: string;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.stop());
beforeEach(async () => {
  receiver.react = (_, response) => response.writeHead(204).end();
  ({ id } = await newEndpoint(api.contextOf(caller), receiver.url));
});

const log = (count: number) => logEvents(api.contextOf(caller), count);

describe('events', () => {
  const EVENTS = `query ($after: SafeInt, $types: [EventType!], $first: Int!) {
    events(after: $after, types: $types, first: $first) { lastSequence hasMore oldestSequence newestSequence nodes {
      id sequence type revision occurredAt corrected status messageId campaignId sessionId webhookId deliveryCode
      reference test payload } } }`;
  const events = (variables: object = {}, by = caller) => api.ask(by, EVENTS, { first: 100, ...variables });

  async function sendOne(by = caller): Promise<string> {
    const input = { to: '12025550100', message: 'Hello', reference: 'order-1' };
    return (await api.mutate(by, 'sendSms', input, 'message { id }')).message.id;
  }

  it('are in order, with what they are about, and exactly what webhooks carry', async () => {
    const messageId = await sendOne();
    const [sessionId] = await log(1);
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
    const { campaign } = await api.mutate(caller, 'sendBulkSms', bulk, 'campaign { id }');
    const [sessionId] = await log(1);
    await api.mutate(caller, 'cancelMessage', { messageId: id }, 'messageId');
    await api.mutate(caller, 'cancelCampaign', { campaignId: campaign.id }, 'campaignId');
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
    await log(1);
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

const FIGURES = 'status behind failures failingSince nextAttemptAt recent { delivered failed p95Ms }';

async function figures(by = caller) {
  const { data } = await api.ask(by, `query ($id: UUID!) { webhookEndpoint(id: $id) { ${FIGURES} } }`, { id });
  return data.webhookEndpoint;
}

const set = (table: string, columns: string) =>
  api.services.superuser.query(`UPDATE ${table} SET ${columns} WHERE organisation_id = $1`, [caller.organisationId]);
const add = (sequence: number, more: object = {}) =>
  addDelivery(api.services, caller.organisationId, id, { sequence, ...more });

describe('the figures of a webhook', () => {
  it('are at rest when every event has arrived', async () => {
    await log(7);
    expect(await figures()).toMatchObject({ behind: 7, failures: 0, nextAttemptAt: TIME, recent: { delivered: 0 } });
    await deliverAll(api.services);
    expect(await figures()).toEqual({
      status: 'ACTIVE',
      behind: 0,
      failures: 0,
      failingSince: null,
      nextAttemptAt: null,
      recent: { delivered: 7, failed: 0, p95Ms: expect.any(Number) },
    });
    expect(await figures(await api.newCaller())).toBeNull();
  });

  it('tell how far an endpoint is behind that fails, and when it is called again', async () => {
    receiver.react = (_, response) => response.writeHead(500).end();
    await log(30);
    await deliverAll(api.services);
    const failing = await figures();
    expect(failing).toMatchObject({ behind: 30, failures: 5, failingSince: TIME, recent: { delivered: 0 } });
    expect(failing.recent.failed).toBeGreaterThanOrEqual(5);
    expect(Date.parse(failing.nextAttemptAt)).toBeGreaterThan(Date.now());
    await set('webhook_endpoints', `status = 'paused'`);
    expect(await figures()).toMatchObject({ behind: 30, nextAttemptAt: null });
  });

  it('do not count events that are no longer in the log, nor an endpoint that is ahead of it', async () => {
    await log(5);
    await set('event_logs', 'oldest_sequence = 4');
    expect((await figures()).behind).toBe(2);
    await set('webhook_endpoints', 'last_sequence = 9');
    expect((await figures()).behind).toBe(0);
  });

  it('count a delivery once that waits and lies behind the place to which the endpoint was moved back', async () => {
    await log(4);
    await add(2, { status: 'waiting' });
    await add(3, { status: 'waiting' });
    await set('webhook_endpoints', 'last_sequence = 2');
    expect((await figures()).behind).toBe(3);
  });

  it(`take the posts of the last day, of the newest ${LIMITS.webhookRecentDeliveries} events at most`, async () => {
    for (const sequence of [1, 2, 3]) await add(sequence);
    await set('webhook_deliveries', `attempted_at = now() - interval '25 hours'`);
    expect((await figures()).recent).toEqual({ delivered: 0, failed: 0, p95Ms: null });
    await api.services.superuser.query(
      `INSERT INTO webhook_deliveries (organisation_id, endpoint_id, sequence, type, status, attempts, response_status, duration_ms)
       SELECT $1, $2, n, 'sms.sent', 'delivered', 1, 200, n % 100 FROM generate_series(10, 2009) AS n`,
      [caller.organisationId, id],
    );
    expect((await figures()).recent).toEqual({ delivered: LIMITS.webhookRecentDeliveries, failed: 0, p95Ms: 94 });
  });

  it('take two more statements for all webhooks of a page', async () => {
    for (let made = 0; made < 4; made += 1) await newEndpoint(api.contextOf(caller), receiver.url);
    const texts: string[] = [];
    const stop = watchStatements(({ text }) => void texts.push(text));
    const { data } = await api.ask(caller, `{ webhookEndpoints(first: 10) { nodes { ${FIGURES} } } }`);
    stop();
    expect(data.webhookEndpoints.nodes).toHaveLength(5);
    expect(texts.filter((text) => /\bwebhook_/.test(text))).toHaveLength(3);
  });
});

describe('the event of a delivery', () => {
  const EVENTS = `query ($id: UUID!) { webhookEndpoint(id: $id) { deliveries(first: 10) { nodes {
    sequence event { sequence type status payload } } } } }`;
  const events = async (by = caller) => (await api.ask(by, EVENTS, { id })).data.webhookEndpoint.deliveries.nodes;

  it('has the body as it was posted', async () => {
    await log(2);
    await deliverAll(api.services);
    const nodes = await events();
    const bodyOf = (sequence: number) =>
      receiver.received.findLast(({ body }) => body.data.sequence === sequence)?.body;
    expect(nodes).toMatchObject([
      { sequence: 2, event: { sequence: 2, type: 'SESSION_CONNECTED', payload: bodyOf(2) } },
      { sequence: 1, event: { sequence: 1, type: 'SESSION_CONNECTED', payload: bodyOf(1) } },
    ]);
  });

  it('is null if the log has it no longer, or for scopes that do not cover it', async () => {
    const [phone] = await log(1);
    await deliverAll(api.services);
    await add(9);
    expect(await events()).toMatchObject([{ event: null }, { event: { payload: { data: { session_id: phone } } } }]);
    const blind: Caller = { ...caller, scopes: ['webhooks:manage', 'sms:read'] };
    expect(await events(blind)).toEqual([
      { sequence: 9, event: null },
      { sequence: 1, event: null },
    ]);
  });
});

describe('the list of deliveries', () => {
  const LIST = `query ($id: UUID!, $filter: WebhookDeliveryFilter) { webhookEndpoint(id: $id) {
    deliveries(first: 10, filter: $filter) { totalCount nodes { sequence } } } }`;
  async function list(filter: object) {
    const { data, errors } = await api.ask(caller, LIST, { id, filter });
    if (!data?.webhookEndpoint) return errors[0]?.extensions.code;
    const { totalCount, nodes } = data.webhookEndpoint.deliveries;
    expect(totalCount).toBe(nodes.length);
    return nodes.map(({ sequence }: { sequence: number }) => sequence);
  }

  it('is filtered by types of events, and by their times', async () => {
    await log(5);
    await set('events', `created_at = ${earlier('now()', "(6 - sequence) * interval '1 hour'")}`);
    for (const sequence of [1, 2, 3]) await add(sequence, { type: 'session.connected' });
    for (const sequence of [4, 5]) await add(sequence, { type: 'sms.failed' });
    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    expect(await list({ types: ['SMS_FAILED', 'SMS_SENT'] })).toEqual([5, 4]);
    expect(await list({ types: [] })).toEqual([]);
    expect(await list({ since: ago(3.5) })).toEqual([5, 4, 3]);
    expect(await list({ until: ago(3.5) })).toEqual([2, 1]);
    expect(await list({ since: ago(4.5), until: ago(1.5), types: ['SMS_FAILED'] })).toEqual([4]);
    expect(await list({ since: ago(0) })).toEqual([]);
  });

  it('is filtered by the class of the last response', async () => {
    await log(6);
    for (const sequence of [1, 2, 3, 4, 5]) await add(sequence, { status: sequence === 1 ? 'delivered' : 'dead' });
    const responses =
      'CASE WHEN sequence = 1 THEN 204 WHEN sequence = 2 THEN 302 WHEN sequence = 3 THEN 499 WHEN sequence = 4 THEN 500 END';
    await set('webhook_deliveries', `response_status = ${responses}`);
    const found = [];
    for (const responseClass of [0, 1, 2, 3, 4, 5]) found.push(await list({ responseClass }));
    expect(found).toEqual([[5], [], [1], [2], [3], [4]]);
    expect(await list({ responseClass: 4, status: 'DEAD' })).toEqual([3]);
    expect(await list({ responseClass: 2, status: 'DEAD' })).toEqual([]);
    for (const wrong of [-1, 6, 404]) expect(await list({ responseClass: wrong })).toBe('BAD_USER_INPUT');
  });
});
