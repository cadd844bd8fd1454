import { describe, expect, it } from '@jest/globals';
import { NetworkError } from 'graphql-sse';
import { SCOPES, type Scope } from '../../../src/domain/vocabulary.js';
import { foldEngineReports, receiveEngineReports } from '../../../src/operations/chat/engine-reports.js';
import { type Customer, useApi } from '../../http/start-api.js';
import { addPhone } from '../../support/phones.js';
import { type Asked, type Heard, hearSocket, socketClient } from '../../support/subscribers.js';
import { hoursAhead } from '../../support/times.js';
import { useSubscribers } from './subscription-stage.js';

const api = useApi({ SANDBOX_DELAY_MS: '0' });
const { hear, log, announce, untilHeard, cleanUp } = useSubscribers(api);

const EVENTS = `subscription ($campaignId: UUID, $messageId: String) {
  messageStatusChanged(campaignId: $campaignId, messageId: $messageId) { sequence type messageId message { id } } }`;
const PROGRESS = `subscription ($id: UUID!) {
  campaignProgress(id: $id) { id status total counts { queued cancelled } completedAt } }`;
const CHANGES = PROGRESS.replace('($id: UUID!) ', '').replace('campaignProgress(id: $id)', 'campaignsChanged');
const SESSIONS =
  'subscription ($sessionId: UUID) { sessionStatusChanged(sessionId: $sessionId) { id state reasonCode } }';
const NOBODYS = '01936e2c-7a4b-7c31-9f6e-2b1d5a8c4e70';

type Hear = (customer: Pick<Customer, 'headers'>, asked: Asked) => Heard;

const overStream: Hear = hear;
const overSocket: Hear = ({ headers }, asked) => {
  const client = socketClient({ url: api.url, headers });
  const hearing = hearSocket(client, asked);
  cleanUp(hearing.stop);
  cleanUp(client.dispose);
  return hearing;
};

async function send(customer: Customer): Promise<string> {
  const { body } = await customer.sendSms();
  return body.message_id;
}

async function sendBulk(customer: Customer, count = 3): Promise<{ id: string; messages: string[] }> {
  const scheduled_at = hoursAhead(1);
  const recipients = Array.from({ length: count }, (_, place) => String(12_025_550_110 + place));
  const { body } = await customer.sendBulkSms({ recipients, scheduled_at });
  const find = 'SELECT id FROM sms_messages WHERE campaign_id = $1 ORDER BY position';
  const rows = await api.sql<{ id: string }>(find, [body.campaign_id]);
  return { id: body.campaign_id, messages: rows.map(({ id }) => id) };
}

const cancel = (customer: Customer, id: string) => customer.call('POST', `/v1/sms/messages/${id}/cancel/`);
const cancelAll = (customer: Customer, id: string) => customer.call('POST', `/v1/sms/campaigns/${id}/cancel/`);

const isAbout = (messageId: string | undefined, type: string) => (answer: Heard['answers'][number]) =>
  answer.data.messageStatusChanged.type === type && answer.data.messageStatusChanged.messageId === messageId;

/** What refuses a subscription: an error of its own over a WebSocket, an answer with errors in a stream. */
async function refusal(hearing: Heard): Promise<{ code: string; message: string }> {
  const end = await hearing.end;
  // Of a stream that could not begin, graphql-sse gives the response.
  const refused = end instanceof NetworkError ? (end.response as Response) : null;
  const { errors } = refused ? await refused.json() : (hearing.answers[0] ?? {});
  const [error] = (Array.isArray(end) ? end : errors) ?? [end];
  return { code: error.extensions?.code, message: error.message };
}

describe.each([
  ['a WebSocket', overSocket],
  ['a stream of events', overStream],
] as const)('over %s', (_, over) => {
  it('tells of every message from then on, in order, and of no other organisation', async () => {
    const [customer, other] = [await api.customer(), await api.customer()];
    await send(customer);
    await announce();
    const hearing = over(customer, { query: EVENTS });
    const others = over(other, { query: EVENTS });
    await untilHeard(() => send(customer), hearing);
    const ids = [await send(customer), await send(customer)];
    await send(other);
    await announce();
    await hearing.untilThat(isAbout(ids[1], 'SMS_QUEUED'));
    await untilHeard(() => send(other), others);
    const events = hearing.answers.map(({ data }) => data.messageStatusChanged);
    expect(events.slice(-2)).toMatchObject(
      ids.map((messageId) => ({ type: 'SMS_QUEUED', messageId, message: { id: messageId } })),
    );
    const sequences = events.map(({ sequence }) => sequence);
    expect(sequences).toEqual(sequences.map((_sequence, place) => sequences[0] + place));
    expect(sequences[0]).toBeGreaterThan(1);
  });

  it('tells of one message, or of one campaign', async () => {
    const customer = await api.customer();
    const [first, second] = [await sendBulk(customer), await sendBulk(customer)];
    const [one, another] = [first.messages[0] ?? '', first.messages[1] ?? ''];
    const ofOne = over(customer, { query: EVENTS, variables: { messageId: one } });
    const ofFirst = over(customer, { query: EVENTS, variables: { campaignId: first.id } });
    const ofBoth = over(customer, { query: EVENTS, variables: { campaignId: second.id, messageId: one } });
    const ids = ({ answers }: Heard) => answers.map(({ data }) => data.messageStatusChanged.messageId);
    await untilHeard(() => log(customer, 1, { messageId: one, campaignId: first.id }), ofOne);
    await untilHeard(() => log(customer, 1, { messageId: one, campaignId: first.id }), ofFirst);
    for (const id of [another, second.messages[0] ?? '', one]) await cancel(customer, id);
    await announce();
    await Promise.all([ofOne, ofFirst].map((hearing) => hearing.untilThat(isAbout(one, 'SMS_CANCELLED'))));
    expect(new Set(ids(ofOne))).toEqual(new Set([one]));
    expect(ids(ofFirst).slice(-2)).toEqual([another, one]);
    expect(ids(ofBoth)).toEqual([]);
  });

  it('shows a campaign as it is, as it becomes, and as it ends, and then completes', async () => {
    const customer = await api.customer();
    const { id, messages } = await sendBulk(customer);
    const hearing = over(customer, { query: PROGRESS, variables: { id } });
    await hearing.until(1);
    await cancel(customer, messages[0] ?? '');
    await announce();
    await hearing.until(2);
    await cancelAll(customer, id);
    await announce();
    expect(await hearing.end).toBeNull();
    const states = hearing.answers.map(({ data }) => data.campaignProgress);
    const campaign = { id, total: 3 };
    expect(states).toEqual([
      { ...campaign, status: 'SCHEDULED', counts: { queued: 3, cancelled: 0 }, completedAt: null },
      { ...campaign, status: 'SCHEDULED', counts: { queued: 2, cancelled: 1 }, completedAt: null },
      { ...campaign, status: 'CANCELLED', counts: { queued: 0, cancelled: 3 }, completedAt: expect.any(String) },
    ]);
    const late = over(customer, { query: PROGRESS, variables: { id } });
    expect(await late.end).toBeNull();
    expect(late.answers).toEqual([hearing.answers.at(-1)]);
    const query = PROGRESS.replace('subscription', 'query').replace('campaignProgress', 'campaign');
    const { body } = await customer.graphql(query, { id });
    expect(states.at(-1)).toEqual(body.data.campaign);
  });

  it('shows every campaign that changes, each at most once a second, and none of another organisation', async () => {
    const [customer, other] = [await api.customer(), await api.customer()];
    const { id: before } = await sendBulk(customer);
    await announce();
    const hearing = over(customer, { query: CHANGES });
    const others = over(other, { query: CHANGES });
    for (const [who, heard] of [[customer, hearing] as const, [other, others] as const]) {
      const { id: campaignId, messages } = await sendBulk(who);
      await untilHeard(() => log(who, 1, { campaignId, messageId: messages[0] ?? '' }), heard);
    }
    const { id: accepted, messages } = await sendBulk(customer, 8);
    // In any order: those that change within a second are shown together.
    const untilShown = (id: string, queued: number) =>
      hearing.untilThat(() =>
        hearing.answers.some(
          ({ data: { campaignsChanged: shown } }) => shown.id === id && shown.counts.queued === queued,
        ),
      );
    await announce();
    await untilShown(accepted, 8);
    for (const message of messages) {
      await cancel(customer, message);
      await announce();
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await cancelAll(customer, before);
    await announce();
    await Promise.all([untilShown(before, 0), untilShown(accepted, 0)]);
    const seen = hearing.answers.map(({ data }, place) => ({ ...data.campaignsChanged, at: hearing.at[place] }));
    const ended = { status: 'CANCELLED', counts: { queued: 0, cancelled: 3 }, completedAt: expect.any(String) };
    expect(seen.filter(({ id }) => id === before)).toMatchObject([{ ...ended, total: 3 }]);
    const states = seen.filter(({ id }) => id === accepted);
    expect(states.at(-1)).toMatchObject({ counts: { queued: 0, cancelled: 8 } });
    const seconds = (states.at(-1).at - states[0].at) / 1000;
    expect(states.length).toBeLessThanOrEqual(seconds + 2);
    const ids = ({ answers }: Heard) => answers.map(({ data }) => data.campaignsChanged.id);
    expect(ids(others).filter((id) => ids(hearing).includes(id))).toEqual([]);
  });

  it('shows a session in each of its states, with each new code, and to no other organisation', async () => {
    const [customer, other] = [await api.customer(), await api.customer()];
    const hearing = over(customer, { query: SESSIONS });
    const others = over(other, { query: SESSIONS });
    await untilHeard(() => addPhone(api.services, customer.organisationId), hearing);
    await untilHeard(() => addPhone(api.services, other.organisationId), others);
    const ask = async (query: string, variables: object) => (await customer.graphql(query, variables)).body.data;
    const create = `mutation { createSession(input: { name: "Desk" }) { session { id } } }`;
    const { id } = (await ask(create, {})).createSession.session;
    const shows = (state: string) =>
      hearing.untilThat(({ data: { sessionStatusChanged: shown } }) => shown.id === id && shown.state === state);
    await shows('SCAN_QR');
    const { answers } = hearing;
    for (const atMs of [1, 2]) {
      const before = answers.length;
      const report = { kind: 'session', sessionId: id, state: 'scan_qr', hasNewQr: true, atMs } as const;
      await receiveEngineReports(api.services, 'sandbox', [report]);
      await foldEngineReports(api.services);
      await hearing.until(before + 1);
    }
    const { sessionQr } = await ask('query ($id: UUID!) { sessionQr(sessionId: $id) { raw } }', { id });
    await api.fetch(new URL(sessionQr.raw).pathname);
    await foldEngineReports(api.services);
    await shows('CONNECTED');
    await ask('mutation ($id: UUID!) { logOutSession(input: { sessionId: $id }) { session { id } } }', { id });
    await shows('STOPPED');
    expect(answers.at(-1).data.sessionStatusChanged).toMatchObject({ reasonCode: 'LOGGED_OUT' });
    const states = answers.map(({ data }) => data.sessionStatusChanged).filter((shown) => shown.id === id);
    const inOrder = states.map(({ state }) => state).filter((state, place) => place > 0 || state !== 'STOPPED');
    expect(inOrder).toEqual(['SCAN_QR', 'SCAN_QR', 'SCAN_QR', 'CONNECTED', 'STOPPED']);
    expect(others.answers.some(({ data }) => data.sessionStatusChanged.id === id)).toBe(false);
  });

  it('shows a session whenever its phone comes or goes', async () => {
    const customer = await api.customer();
    const id = await addPhone(api.services, customer.organisationId);
    const other = await addPhone(api.services, customer.organisationId);
    const stop = (sessionId: string) =>
      customer.graphql(`mutation ($input: StopSessionInput!) { stopSession(input: $input) { session { state } } }`, {
        input: { sessionId },
      });
    const all = over(customer, { query: SESSIONS });
    const one = over(customer, { query: SESSIONS, variables: { sessionId: id } });
    await untilHeard(async () => {
      await api.sql(`UPDATE chat_sessions SET state = 'connected' WHERE id = $1`, [other]);
      await stop(other);
    }, all);
    await stop(id);
    await announce();
    await one.until(1);
    expect(one.answers).toEqual([
      { data: { sessionStatusChanged: { id, state: 'STOPPED', reasonCode: 'REQUESTED' } } },
    ]);
    expect(all.answers[0].data.sessionStatusChanged.id).toBe(other);
  });

  const SCOPED: readonly (readonly [what: string, scope: Scope, asked: Asked])[] = [
    ['campaigns', 'sms:read', { query: PROGRESS, variables: { id: NOBODYS } }],
    ['changes of campaigns', 'sms:read', { query: CHANGES }],
    ['sessions', 'chat:read', { query: SESSIONS }],
    ['the messages of a campaign', 'sms:read', { query: EVENTS, variables: { campaignId: NOBODYS } }],
  ];
  it.each(SCOPED)('shows %s to nobody without %s', async (_what, scope, asked) => {
    const customer = await api.customer({ scopes: SCOPES.filter((one) => one !== scope) });
    expect(await refusal(over(customer, asked))).toEqual({
      code: 'FORBIDDEN',
      message: expect.stringContaining(scope),
    });
  });

  it('shows nothing of messages to a key that may read none, and of each kind to one that may', async () => {
    const neither = await api.customer({ scopes: ['sms:send', 'chat:send', 'webhooks:manage'] });
    expect(await refusal(over(neither, { query: EVENTS }))).toMatchObject({ code: 'FORBIDDEN' });
    const texts = await api.customer({ scopes: ['sms:read', 'sms:send', 'chat:send'] });
    const session = await addPhone(api.services, texts.organisationId);
    const chat = () =>
      texts.call('POST', `/v1/chatapp/${session}/send/`, { to: '12025550100', type: 'text', message: 'Hello' });
    const hearing = over(texts, { query: EVENTS });
    await untilHeard(async () => [await chat(), await send(texts)], hearing);
    expect(hearing.answers[0].data.messageStatusChanged.type).toBe('SMS_QUEUED');
    const { body } = await chat();
    const asked = { query: EVENTS, variables: { messageId: body.message_id } };
    expect(await refusal(over(texts, asked))).toEqual({ code: 'NOT_FOUND', message: 'Message not found.' });
  });

  const HIDDEN: readonly (readonly [string, (ids: Record<'campaign' | 'message' | 'session', string>) => Asked])[] = [
    ['Campaign', ({ campaign: id }) => ({ query: PROGRESS, variables: { id } })],
    ['Campaign', ({ campaign: campaignId }) => ({ query: EVENTS, variables: { campaignId } })],
    ['Message', ({ message: messageId }) => ({ query: EVENTS, variables: { messageId } })],
    ['Session', ({ session: sessionId }) => ({ query: SESSIONS, variables: { sessionId } })],
  ];
  it('knows nothing of what belongs to others', async () => {
    const [owner, customer] = [await api.customer(), await api.customer()];
    const session = await addPhone(api.services, owner.organisationId);
    const ids = { campaign: (await sendBulk(owner)).id, message: await send(owner), session };
    const nobodys = { campaign: NOBODYS, message: NOBODYS, session: NOBODYS };
    for (const [what, ask] of HIDDEN) {
      const expected = { code: 'NOT_FOUND', message: `${what} not found.` };
      expect(await refusal(over(customer, ask(ids)))).toEqual(expected);
      expect(await refusal(over(customer, ask(nobodys)))).toEqual(expected);
    }
  });

  const FIELD = `campaignProgress(id: "${NOBODYS}") { id }`;
  const DEEP = `subscription { campaignProgress(id: "${NOBODYS}") { ${'messages(first: 1) { nodes { campaign { '.repeat(4)} id ${'} } }'.repeat(4)} } }`;
  it.each([
    ['a query', 'OPERATION_NOT_SUPPORTED', '{ viewer { apiKey { keyId } } }'],
    ['no GraphQL', 'GRAPHQL_PARSE_FAILED', 'subscription {'],
    ['a field that is not there', 'GRAPHQL_VALIDATION_FAILED', 'subscription { everything }'],
    ['two fields', 'GRAPHQL_VALIDATION_FAILED', `subscription { a: ${FIELD} b: ${FIELD} }`],
    [
      'no field after all',
      'GRAPHQL_VALIDATION_FAILED',
      `subscription { ${FIELD.replace(' {', ' @skip(if: true) {')} }`,
    ],
    ['no field behind a fragment', 'GRAPHQL_VALIDATION_FAILED', `subscription { ... @skip(if: true) { ${FIELD} } }`],
    ['a wrong variable', 'BAD_USER_INPUT', PROGRESS],
    ['a wrong literal', 'GRAPHQL_VALIDATION_FAILED', 'subscription { campaignProgress(id: "x") { id } }'],
    ['too deep', 'GRAPHQL_VALIDATION_FAILED', DEEP],
    ['too long', 'DOCUMENT_TOO_LONG', `subscription { ${FIELD} ${'#'.repeat(50_000)}\n }`],
    ['too many tokens', 'GRAPHQL_PARSE_FAILED', `subscription { ${FIELD.repeat(200)} }`],
    [
      'too expensive',
      'DOCUMENT_TOO_EXPENSIVE',
      `subscription { ${FIELD.replace('{ id }', '{ messages(first: 1000) { nodes { history { status } } } }')} }`,
    ],
  ])('refuses %s: %s', async (_what, expected, query) => {
    const customer = await api.customer();
    expect(await refusal(over(customer, { query }))).toMatchObject({ code: expected });
  });

  it('counts each subscribing against the general limit, and what follows not at all', async () => {
    const customer = await api.customer();
    const remaining = async () => {
      const query = '{ rateLimits { bucket remaining } }';
      const { body } = await customer.graphql(query);
      return body.data.rateLimits.find((limit: { bucket: string }) => limit.bucket === 'GENERAL').remaining;
    };
    const { id, messages } = await sendBulk(customer);
    const before = await remaining();
    const hearing = over(customer, { query: PROGRESS, variables: { id } });
    await hearing.until(1);
    await cancel(customer, messages[0] ?? '');
    await announce();
    await hearing.until(2);
    // One to subscribe, one to cancel, and one to ask.
    expect(await remaining()).toBe(before - 3);
    await api.sql('UPDATE rate_limits SET totals[1] = totals[62] + 1000 WHERE key LIKE $1', [
      `general:${customer.organisationId}`,
    ]);
    const throttled = await refusal(over(customer, { query: EVENTS }));
    expect(throttled).toMatchObject({ code: 'THROTTLED' });
  });
});

describe('a campaign that changes often', () => {
  it('is shown once a second at most', async () => {
    const customer = await api.customer();
    const { id, messages } = await sendBulk(customer, 20);
    const hearing = overSocket(customer, { query: PROGRESS, variables: { id } });
    await hearing.until(1);
    for (const message of messages) {
      await cancel(customer, message);
      await announce();
    }
    await hearing.end;
    const seconds = ((hearing.at.at(-1) ?? 0) - (hearing.at[0] ?? 0)) / 1000;
    expect(hearing.answers.length).toBeLessThanOrEqual(seconds + 2);
    expect(hearing.answers.at(-1).data.campaignProgress.counts).toEqual({ queued: 0, cancelled: 20 });
  });
});

describe('POST /graphql', () => {
  it('says where subscriptions are', async () => {
    const customer = await api.customer();
    const { status, body } = await customer.graphql(EVENTS);
    expect({ status, code: body.errors[0].extensions.code }).toEqual({ status: 400, code: 'OPERATION_NOT_SUPPORTED' });
    expect(body.errors[0].message).toContain('Accept: text/event-stream');
  });
});
