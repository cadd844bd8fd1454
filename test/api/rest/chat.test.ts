import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { V1_SEGMENTS } from '../../../src/config/settings.js';
import type { EngineAnswer, EngineGroup, SendOutcome } from '../../../src/domain/chat/engine.js';
import { SESSION_STATES } from '../../../src/domain/vocabulary.js';
import { type Customer, pathOf, useApi, useCustomer } from '../../http/start-api.js';
import { withClosedObjects } from '../../support/calls/openapi-document.js';
import { ROUTES } from '../../support/calls/rest-routes.js';
import { countsOf, download, exportedTo, linkFor } from '../../support/exports.js';
import { createProgrammableEngine } from '../../support/gateways/programmable-engine.js';
import { addPhone } from '../../support/phones.js';
import { TIME } from '../../support/times.js';

const NAMES = ['Ärzte', 'Front desk', 'Kitchen', 'Menu 100%', 'menu_new'];
const GROUPS = NAMES.map((name, index) => ({ chatId: `12036300${index}@g.us`, name, participantCount: index || null }));
let groups: EngineAnswer<readonly EngineGroup[]>;
let outcome: SendOutcome | null;
const engine = createProgrammableEngine({
  name: 'north',
  groups: () => groups,
  react: ({ proposedId }) => outcome ?? { kind: 'accepted', messageId: proposedId },
});
const api = useApi({ CHAT_PATH_SEGMENT: 'my-chat' }, [engine]);

const customer = useCustomer(api);
beforeEach(() => {
  groups = { kind: 'done', value: GROUPS };
  outcome = null;
});

const newPhone = ({ organisationId }: Customer, more = {}) =>
  addPhone(api.services, organisationId, { engine: 'north', ...more });

describe('GET /v1/chatapp/phones/', () => {
  it('lists the phones of the organisation, oldest first, with exactly the promised fields', async () => {
    const owner = await api.customer();
    const ids: string[] = [];
    for (const state of SESSION_STATES) {
      const phoneNumber = state === 'scan_qr' ? null : '12025550140';
      ids.push(await newPhone(owner, { name: `Phone ${state}`, state, phoneNumber }));
    }
    const { status, body } = await owner.call('GET', '/v1/chatapp/phones/');
    expect(status).toBe(200);
    expect(body).toEqual({
      count: SESSION_STATES.length,
      next: null,
      previous: null,
      results: SESSION_STATES.map((state, index) => ({
        chat_id: ids[index],
        name: `Phone ${state}`,
        phone_number: state === 'scan_qr' ? null : '12025550140',
        status: state,
        connected: state === 'connected',
      })),
    });
    expect(await owner.call('GET', '/v1/chatapp/phones')).toMatchObject({ status: 200, body });
  });
});

describe('GET /v1/chatapp/{session_id}/groups/', () => {
  const groupsOf = (session: string, query = '') => customer.call('GET', `/v1/chatapp/${session}/groups/${query}`);

  it('reads the groups of a phone from the engine once, and lists them by name', async () => {
    const session = await newPhone(customer);
    const first = await groupsOf(session);
    const expected = GROUPS.map(({ chatId, name, participantCount }) => ({
      chat_id: chatId,
      name,
      participant_count: participantCount,
    }));
    expect(first.status).toBe(200);
    expect(first.body).toEqual({
      count: GROUPS.length,
      next: null,
      previous: null,
      next_cursor: null,
      results: expect.arrayContaining(expected),
    });
    groups = { kind: 'unavailable' };
    expect(await groupsOf(session)).toMatchObject({ status: 200, body: first.body });
    const without = await customer.call('GET', `/v1/chatapp/${session}/groups`);
    expect(without).toMatchObject({ status: 200, body: first.body });
    expect(engine.asked.filter((question) => question === `groups ${session}`)).toHaveLength(1);
  });

  it('pages, and keeps the search in the addresses of other pages', async () => {
    const session = await newPhone(customer);
    const { body } = await groupsOf(session, '?search=MENU&page_size=1');
    expect(body).toMatchObject({ count: 2, previous: null, next_cursor: expect.any(String) });
    const next = await customer.call('GET', pathOf(body.next));
    expect(next.body).toMatchObject({ count: 2, next: null, next_cursor: null });
    const names = [...body.results, ...next.body.results].map((group: { name: string }) => group.name);
    expect(names.sort()).toEqual(['Menu 100%', 'menu_new']);
  });

  it.each([
    ['%25', ['Menu 100%']],
    ['_', ['menu_new']],
    ['%C3%84', ['Ärzte']],
    ['nothing', []],
  ])('looks for %s as it is, not for a pattern', async (search, found) => {
    const { body } = await groupsOf(await newPhone(customer), `?search=${search}`);
    expect(body.results.map((group: { name: string }) => group.name)).toEqual(found);
  });

  it('answers 409 and 502 when they have never been read and cannot be', async () => {
    const away = await newPhone(customer, { state: 'disconnected' });
    expect(await groupsOf(away)).toMatchObject({ status: 409, body: { code: 'session_not_connected' } });
    for (const [kind, code] of [
      ['unavailable', 'provider_unavailable'],
      ['rejected', 'provider_rejected'],
    ] as const) {
      groups = { kind };
      expect(await groupsOf(await newPhone(customer))).toMatchObject({ status: 502, body: { code } });
    }
  });

  it('answers 503 while somebody else is trying to read them', async () => {
    const session = await newPhone(customer);
    groups = { kind: 'unavailable' };
    await groupsOf(session);
    const answer = await groupsOf(session);
    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(answer.headers.get('retry-after')).toBe('5');
  });
});

describe('GET /v1/chatapp/messages/{message_id}/', () => {
  const read = (id: string, by = customer) => by.call('GET', `/v1/chatapp/messages/${encodeURIComponent(id)}/`);
  const send = async (session: string) => {
    const body = { to: '12025550100', type: 'text', message: 'Hello' };
    return (await customer.call('POST', `/v1/chatapp/${session}/send/`, body)).body;
  };

  it('shows a message by the id of its send, with exactly the promised fields', async () => {
    const session = await newPhone(customer);
    const { message_id: id } = await send(session);
    const answer = await read(id);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      message_id: id,
      session_id: session,
      test: false,
      created_by: { kind: 'key', id: expect.any(String), name: 'A key' },
      to: '12025550100',
      type: 'text',
      status: 'sent',
      error: null,
      created_at: TIME,
      sent_at: TIME,
      delivered_at: null,
      read_at: null,
    });
    expect(await customer.call('GET', `/v1/chatapp/messages/${id}`)).toMatchObject({ status: 200, body: answer.body });
  });

  it('takes ids that engines make of addresses and the like', async () => {
    const odd = `false_12025550100@c.us_${randomUUID()}/+=`;
    outcome = { kind: 'accepted', messageId: odd };
    await send(await newPhone(customer));
    expect(await read(odd)).toMatchObject({ status: 200, body: { message_id: odd } });
  });

  it('shows what went wrong in words of ours', async () => {
    const session = await newPhone(customer);
    outcome = { kind: 'rejected', reason: 'words of the provider' };
    await send(session);
    const [row] = await api.sql<{ id: string }>('SELECT id FROM chat_messages WHERE session_id = $1', [session]);
    expect((await read(row?.id ?? '')).body).toMatchObject({
      message_id: row?.id,
      status: 'failed',
      error: 'The chat-app provider rejected the message.',
      sent_at: null,
    });
  });
});

describe('an export of chat messages', () => {
  const chatter = useCustomer(api, { name: 'Desk' });
  const phone = '019a1f0c-5b07-7a90-8c12-6f1e2d3c4b5a';
  beforeAll(async () => {
    await api.sql(
      `INSERT INTO chat_messages (organisation_id, id, session_id, engine, message_id, recipient, is_group, type, body,
         test, status, phase, sent_at, created_by_kind, created_by_id, created_by_name)
       SELECT $1, ('01a1f000-0000-7000-8000-' || lpad(place::text, 12, '0'))::uuid,
         CASE WHEN place < 3 THEN $2::uuid ELSE gen_random_uuid() END, 'sandbox', 'p-' || place,
         CASE WHEN place = 1 THEN 'a@g.us' ELSE (12025550000 + place)::text END, place = 1,
         CASE WHEN place = 2 THEN 'image' ELSE 'text' END::chat_message_type, '=Hello ' || place, false,
         CASE WHEN place = 3 THEN 'pending' ELSE 'sent' END::chat_status, 'settled', CASE WHEN place <> 3 THEN now() END,
         'key', $3::uuid, 'Desk'
       FROM generate_series(1, 1001) AS place`,
      [chatter.organisationId, phone, chatter.keyId],
    );
  });

  it('has all of them over several pages, newest first, as the listing and single readings show them', async () => {
    const answer = await exportedTo(api, chatter, { what: 'chat_messages' });
    expect(answer.rows.map(({ message }) => message)).toEqual(
      Array.from({ length: 1_001 }, (_, index) => `=Hello ${1_001 - index}`),
    );
    expect(countsOf(answer)).toEqual(['1001', 'true']);
    expect(Object.keys(answer.rows[0]).at(-1)).toBe('id');
    for (const row of [answer.rows[0], answer.rows[998]]) {
      const {
        success: _,
        created_by: maker,
        ...shown
      } = (await chatter.call('GET', `/v1/chatapp/messages/${row.message_id}/`)).body;
      expect(row).toMatchObject({ ...shown, ...(maker && { created_by: maker.name }) });
    }
    expect((await exportedTo(api, chatter, { what: 'chat_messages' }, answer.rows[998].id)).rows).toEqual(
      answer.rows.slice(999),
    );
    expect((await exportedTo(api, customer, { what: 'chat_messages', session_id: phone })).rows).toEqual([]);
    const { text } = await download(api, await linkFor(chatter, { what: 'chat_messages', to: 'a@g.us' }));
    expect(text).toContain(",'=Hello 1,");
  });

  it.each([
    [{ session_id: phone }, [2, 1]],
    [{ session_id: phone, chat_type: 'text' }, [1]],
    [{ chat_status: 'pending' }, [3]],
    [{ to: '+1 202-555-0002' }, [2]],
    [{ to: 'a@g.us', created_after: '2020-01-01T00:00:00Z' }, [1]],
    [{ created_before: '2020-01-01T00:00:00Z' }, []],
  ])('keeps to the conditions %j', async (conditions, places) => {
    const answer = await exportedTo(api, chatter, { what: 'chat_messages', ...conditions });
    expect(answer.rows.map(({ message }) => message)).toEqual(places.map((place) => `=Hello ${place}`));
    expect(countsOf(answer)).toEqual([String(places.length), 'true']);
  });

  it('needs the scope of chat messages, and that of campaigns the one of SMS', async () => {
    const reader = await api.customer({ scopes: ['sms:read'] });
    const chat = await api.customer({ scopes: ['chat:read'] });
    const statuses = [
      await reader.call('POST', '/v1/exports/', { what: 'chat_messages' }),
      await chat.call('POST', '/v1/exports/', { what: 'chat_messages' }),
      await chat.call('POST', '/v1/exports/', { what: 'campaigns' }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([403, 201, 403]);
  });
});

const CHAT_ROUTES = ROUTES.filter(({ path }) => path.startsWith('/v1/chatapp/'));
const TEXT = { to: '12025550100', type: 'text', message: 'Hello' };

it('the setting knows every segment of the routes', () => {
  const taken = new Set(ROUTES.map(({ path }) => path.split('/')[2]));
  expect([...taken].sort()).toEqual(V1_SEGMENTS);
});

describe('a second name of the chat path', () => {
  let phone: string;
  beforeAll(async () => {
    phone = await newPhone(customer);
  });

  it('leads to every chat route, with and without the slash', async () => {
    expect(CHAT_ROUTES).toHaveLength(5);
    for (const { method, path } of CHAT_ROUTES) {
      const alias = path.replace('/chatapp/', '/my-chat/').replace(/\{\w+\}/, phone);
      for (const address of [alias, alias.slice(0, -1)]) {
        expect({ address, status: (await api.fetch(address, { method })).status }).toEqual({ address, status: 401 });
      }
    }
    const sent = await customer.call('POST', `/v1/my-chat/${phone}/send/`, TEXT);
    expect(sent).toMatchObject({ status: 201, body: { success: true, status: 'sent', to: TEXT.to, type: 'text' } });
    const { message_id: id } = sent.body;
    const [read, readByUsual] = await Promise.all(
      ['my-chat', 'chatapp'].map((segment) => customer.call('GET', `/v1/${segment}/messages/${id}/`)),
    );
    expect(read).toMatchObject({ status: 200, body: { message_id: id } });
    expect(readByUsual?.body).toEqual(read?.body);
  });

  it('is the same call: one limit, one key', async () => {
    const other = await api.customer();
    const remaining: (string | null)[] = [];
    for (const segment of ['chatapp', 'my-chat']) {
      const { headers } = await other.call('GET', `/v1/${segment}/phones/`);
      remaining.push(headers.get('x-ratelimit-remaining'));
    }
    expect(remaining).toEqual(['299', '298']);

    const key = { 'idempotency-key': 'one-message' };
    const first = await customer.call('POST', `/v1/chatapp/${phone}/send/`, TEXT, key);
    const again = await customer.call('POST', `/v1/my-chat/${phone}/send/`, TEXT, key);
    expect(again).toMatchObject({ status: 201, body: first.body });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });

  it('has errors like those of the first name', async () => {
    const refused = await customer.call('POST', `/v1/my-chat/${phone}/send/`, { ...TEXT, type: 'fax' });
    expect(refused).toMatchObject({ status: 400, body: { success: false, code: 'invalid' } });
    const method = await customer.call('GET', `/v1/my-chat/${phone}/send/`);
    expect(method).toMatchObject({ status: 405, body: { success: false } });
    expect(method.headers.get('allow')).toBe('OPTIONS, POST');
    expect(await customer.call('GET', '/v1/my-chat/nothing/')).toMatchObject({ status: 404 });
  });

  it('stays in the links of its lists', async () => {
    const other = await api.customer();
    for (const _ of [1, 2, 3]) await newPhone(other);
    for (const segment of ['my-chat', 'chatapp']) {
      const first = await other.call('GET', `/v1/${segment}/phones/?page_size=2`);
      const own = `https://sms.example.org/v1/${segment}/phones/?`;
      expect(first.body.next).toMatch(own);
      const second = await other.call('GET', pathOf(first.body.next));
      expect(second.body).toMatchObject({ results: [expect.anything()], next: null });
      expect(second.body.previous).toMatch(own);
    }
  });

  it('is in OpenAPI beside the first, with the same shapes and names of its own', async () => {
    const { paths } = withClosedObjects((await api.fetch('/openapi.json')).body);
    for (const { path, method, operationId } of CHAT_ROUTES) {
      const usual = paths[path]?.[method.toLowerCase()];
      const alias = paths[path.replace('/chatapp/', '/my-chat/')]?.[method.toLowerCase()];
      expect(alias).toMatchObject({ operationId: `${operationId}AtMyChat`, responses: usual?.responses });
      expect(alias?.requestBody).toEqual(usual?.requestBody);
      expect(alias?.parameters).toEqual(usual?.parameters);
    }
    const ids = Object.values(paths).flatMap((path) =>
      Object.values(path).map((one) => (one as unknown as { operationId: string }).operationId),
    );
    // The downloads of an export and of a received file are no routes of this kind.
    expect(new Set(ids).size).toBe(ROUTES.length + CHAT_ROUTES.length + 2);
  });
});
