import { beforeEach, describe, expect, it } from '@jest/globals';
import type { EngineAnswer, EngineGroup, SessionFacts } from '../../../src/domain/chat/engine.js';
import type { Caller } from '../../../src/domain/context.js';
import { SESSION_STATES } from '../../../src/domain/vocabulary.js';
import { createProgrammableEngine } from '../../support/gateways/programmable-engine.js';
import { addPhone } from '../../support/phones.js';
import { useCaller, useGraphqlApi } from './harness.js';

const CONNECTED: EngineAnswer<SessionFacts> = {
  kind: 'done',
  value: { state: 'connected', phoneNumber: '12025550140' },
};
let facts: EngineAnswer<SessionFacts>;
let groups: EngineAnswer<readonly EngineGroup[]>;
const engine = createProgrammableEngine({ name: 'north', facts: () => facts, groups: () => groups });
const api = useGraphqlApi([engine]);
const caller = useCaller(api);

beforeEach(() => {
  facts = CONNECTED;
  groups = { kind: 'done', value: [{ chatId: '1203630@g.us', name: 'Kitchen', participantCount: 3 }] };
});

const newPhone = (more = {}, of = caller) =>
  addPhone(api.services, of.organisationId, { engine: 'north', phoneNumber: '12025550140', ...more });

const USER_ERRORS = 'userErrors { __typename code path }';
const SESSION = `id name engine state connected reason reasonCode phoneNumber stateSince confirmedAt test createdAt updatedAt
  groupsRefreshedAt history { state reason reasonCode at revision }`;

const mutate = (name: string, input: object, fields = `session { ${SESSION} }`, by = caller) =>
  api.mutate(by, name, input, `${fields} ${USER_ERRORS}`);

describe('createSession', () => {
  const create = (input: object, by = caller) => mutate('createSession', input, `session { ${SESSION} } replayed`, by);

  it('makes a session and starts it at the first configured engine', async () => {
    facts = { kind: 'done', value: { state: 'scan_qr' } };
    const { session, replayed, userErrors } = await create({ name: ' Front desk ' });
    expect([replayed, userErrors]).toEqual([false, []]);
    expect(session).toMatchObject({
      name: 'Front desk',
      engine: 'north',
      state: 'SCAN_QR',
      connected: false,
      phoneNumber: null,
      test: false,
      groupsRefreshedAt: null,
      history: [
        { state: 'SCAN_QR', revision: 2 },
        { state: 'STOPPED', revision: 1 },
      ],
    });
    expect(engine.asked.at(-1)).toBe(`start ${session.id}`);
  });

  it('makes it without starting it, and once for one key', async () => {
    const before = engine.asked.length;
    const input = { name: 'Later', start: false, idempotencyKey: 'once' };
    const first = await create(input);
    expect(first.session.state).toBe('STOPPED');
    expect(await create(input)).toEqual({ ...first, replayed: true });
    expect(engine.asked.length).toBe(before);
  });
});

describe('what can be done to a session', () => {
  it.each([
    ['startSession', 'start', 'stopped', 'CONNECTED'],
    ['restartSession', 'restart', 'stalled', 'CONNECTED'],
    ['stopSession', 'stop', 'connected', 'STOPPED'],
    ['logOutSession', 'log out', 'connected', 'STOPPED'],
  ] as const)('%s has the engine %s it and shows it as it is then', async (mutation, asked, from, to) => {
    if (to === 'STOPPED') facts = { kind: 'done', value: { state: 'stopped' } };
    const sessionId = await newPhone({ state: from });
    const { session } = await mutate(mutation, { sessionId });
    expect(session).toMatchObject({ id: sessionId, state: to, connected: to === 'CONNECTED' });
    expect(session.phoneNumber).toBe(mutation === 'logOutSession' ? null : '12025550140');
    expect(engine.asked.at(-1)).toBe(`${asked} ${sessionId}`);
  });

  it('deleteSession forgets it', async () => {
    const sessionId = await newPhone();
    expect((await mutate('deleteSession', { sessionId })).session.id).toBe(sessionId);
    const { data } = await api.ask(caller, 'query ($id: UUID!) { session(id: $id) { id } }', { id: sessionId });
    expect(data.session).toBeNull();
    expect((await mutate('deleteSession', { sessionId })).userErrors).toMatchObject([{ code: 'NOT_FOUND' }]);
  });

  it('requestPairingCode gives a code while the session waits for a phone, and only then', async () => {
    const input = { sessionId: await newPhone({ state: 'scan_qr' }), phoneNumber: '+1 202 555 0141' };
    expect(await mutate('requestPairingCode', input, 'code')).toEqual({ code: 'ABCD-1234', userErrors: [] });
    const connected = { ...input, sessionId: await newPhone() };
    expect((await mutate('requestPairingCode', connected, 'code')).userErrors).toMatchObject([{ path: ['sessionId'] }]);
    const nonsense = { ...input, phoneNumber: 'x' };
    expect((await mutate('requestPairingCode', nonsense, 'code')).userErrors).toMatchObject([
      { path: ['phoneNumber'], code: 'MALFORMED' },
    ]);
  });

  it.each([
    ['rejected', 'PROVIDER_REJECTED', 'ProviderError'],
    ['unavailable', 'PROVIDER_UNAVAILABLE', 'ProviderError'],
    ['not_connected', 'SESSION_NOT_CONNECTED', 'SessionNotConnectedError'],
  ] as const)('comes to a user error when the engine answers %s', async (kind, code, type) => {
    facts = { kind };
    groups = { kind };
    for (const mutation of ['startSession', 'stopSession', 'restartSession', 'logOutSession', 'deleteSession']) {
      expect(await mutate(mutation, { sessionId: await newPhone() })).toEqual({
        session: null,
        userErrors: [{ __typename: type, code, path: [] }],
      });
    }
    expect((await mutate('refreshGroups', { sessionId: await newPhone() }, 'refreshed')).userErrors).toMatchObject([
      { __typename: type, code },
    ]);
  });
});

describe('sessions', () => {
  it('are listed oldest first, and by state', async () => {
    const owner = await api.newCaller();
    const ids: string[] = [];
    for (const state of SESSION_STATES) ids.push(await newPhone({ state }, owner));
    const query = `query ($filter: SessionFilter) { sessions(first: 10, filter: $filter) {
      totalCount nodes { id state connected history { state reason } } } }`;
    const list = async (filter: object) => (await api.ask(owner, query, { filter })).data.sessions;
    const all = await list({});
    expect(all.totalCount).toBe(SESSION_STATES.length);
    expect(all.nodes.map(({ id }: { id: string }) => id)).toEqual(ids);
    expect(all.nodes.filter(({ connected }: { connected: boolean }) => connected)).toMatchObject([
      { state: 'CONNECTED', history: [{ state: 'CONNECTED', reason: 'Created.' }] },
    ]);
    expect(await list({ state: 'STALLED' })).toMatchObject({ totalCount: 1, nodes: [{ state: 'STALLED' }] });
  });
});

it('shows a reason that was stored as a sentence, before version 0.2', async () => {
  const id = await newPhone();
  await api.services.superuser.query(`UPDATE chat_sessions SET reason = 'Of old.' WHERE id = $1`, [id]);
  const { data } = await api.ask(caller, 'query ($id: UUID!) { session(id: $id) { reason reasonCode } }', { id });
  expect(data.session).toEqual({ reason: 'Of old.', reasonCode: null });
});

describe('sessionQr', () => {
  const QR = 'query ($id: UUID!) { sessionQr(sessionId: $id) { raw svg expiresAt attempt attempts } }';

  it('gives the code and a picture of it while the session waits for a phone', async () => {
    const id = await newPhone({ state: 'scan_qr', phoneNumber: null });
    const { sessionQr } = (await api.ask(caller, QR, { id })).data;
    expect(sessionQr).toMatchObject({ raw: `scan ${id}`, attempt: 1, attempts: 6 });
    expect(Date.parse(sessionQr.expiresAt)).toBeGreaterThan(Date.now());
    expect(sessionQr.svg).toMatch(
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [^<]*><rect [^<]*\/><path [^<]*\/><\/svg>$/,
    );
  });

  it('tells which of the codes it is, as far as the engine gives codes', async () => {
    const id = await newPhone({ state: 'scan_qr', phoneNumber: null });
    for (const [shown, attempt] of [
      [2, 2],
      [6, 6],
      [9, 6],
    ]) {
      await api.services.superuser.query('UPDATE chat_sessions SET qr_attempt = $2 WHERE id = $1', [id, shown]);
      expect((await api.ask(caller, QR, { id })).data.sessionQr).toMatchObject({ attempt, attempts: 6 });
    }
  });

  it('fails at the top when the engine is no longer configured', async () => {
    const id = await newPhone({ state: 'scan_qr', engine: 'gone' });
    expect(await api.ask(caller, QR, { id })).toMatchObject({
      status: 502,
      data: undefined,
      errors: [{ path: ['sessionQr'], extensions: { code: 'PROVIDER_UNAVAILABLE' } }],
    });
  });
});

describe('a session', () => {
  const READ = `query ($id: UUID!) { session(id: $id) {
    groups(first: 10, search: "kit") { nodes { chatId } } messages(first: 10) { nodes { id } } } }`;
  const EVENTS = '{ events(first: 100) { nodes { type message { id } chatMessage { id } session { id } } } }';
  const send = async (sessionId: string, by: Caller) => {
    const input = { sessionId, to: '12025550100', type: 'TEXT', message: 'Hello' };
    return (await mutate('sendChatMessage', input, 'message { id }', by)).message.id;
  };

  it('has the groups of its phone, and the messages that it sent', async () => {
    const by = await api.newCaller();
    const [id, other] = [await newPhone({}, by), await newPhone({}, by)];
    const sent = await send(id, by);
    await send(other, by);
    const { data } = await api.ask(by, READ, { id });
    expect(data.session).toEqual({
      groups: { nodes: [{ chatId: '1203630@g.us' }] },
      messages: { nodes: [{ id: sent }] },
    });
  });

  it('is what events lead to until it is deleted, and so are its messages', async () => {
    const by = await api.newCaller();
    const id = await newPhone({}, by);
    const sent = await send(id, by);
    const event = { type: 'CHAT_MESSAGE_SENT', message: null, chatMessage: { id: sent } };
    expect((await api.ask(by, EVENTS)).data.events.nodes).toContainEqual({ ...event, session: { id } });
    await mutate('deleteSession', { sessionId: id }, 'sessionId', by);
    expect((await api.ask(by, EVENTS)).data.events.nodes).toContainEqual({ ...event, session: null });
  });
});

describe('groups', () => {
  const GROUPS = `query ($id: UUID!, $search: String) { groups(sessionId: $id, first: 10, search: $search) {
    totalCount nodes { chatId name participantCount } pageInfo { endCursor } } }`;

  it('are read from the engine before the first time, and found by a part of their name', async () => {
    const id = await newPhone();
    const { data } = await api.ask(caller, GROUPS, { id });
    expect(data.groups).toMatchObject({
      totalCount: 1,
      nodes: [{ chatId: '1203630@g.us', name: 'Kitchen', participantCount: 3 }],
    });
    const none = await api.ask(caller, GROUPS, { id, search: 'menu' });
    expect(none.data.groups).toMatchObject({ totalCount: 0, nodes: [] });
  });

  it('fail at the top when they cannot be read', async () => {
    const away = await api.ask(caller, GROUPS, { id: await newPhone({ state: 'failed' }) });
    expect(away).toMatchObject({ status: 409, errors: [{ extensions: { code: 'SESSION_NOT_CONNECTED' } }] });
    groups = { kind: 'unavailable' };
    const silent = await api.ask(caller, GROUPS, { id: await newPhone() });
    expect(silent).toMatchObject({ status: 502, errors: [{ extensions: { code: 'PROVIDER_UNAVAILABLE' } }] });
  });
});
