import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Customer, type KeyWish, pathOf, useApi, useCustomer } from '../../http/start-api.js';
import { addFailedCampaign } from '../../support/failed-campaign.js';
import { createProgrammableEngine } from '../../support/gateways/programmable-engine.js';
import { addPhone } from '../../support/phones.js';
import { hoursAhead } from '../../support/times.js';

const asked: string[] = [];
const engine = createProgrammableEngine({ name: 'north', groups: () => ({ kind: 'done', value: [] }) });
// Whatever is asked of the engine is noted, so that nothing happens unseen.
const watched = new Proxy(engine, {
  get(target, name) {
    const value = Reflect.get(target, name);
    if (typeof value !== 'function') return value;
    return (...given: unknown[]) => {
      asked.push(String(name));
      return Reflect.apply(value, target, given);
    };
  },
});
const api = useApi({}, [watched]);

const customer = useCustomer(api);
let own: string;
let other: string;
let foreign: string;
beforeAll(async () => {
  const stranger = await api.customer();
  [own, other] = [await newPhone(customer), await newPhone(customer)];
  foreign = await newPhone(stranger);
});
beforeEach(async () => {
  asked.length = 0;
});

const newPhone = ({ organisationId }: Customer, state: 'connected' | 'scan_qr' = 'connected') =>
  addPhone(api.services, organisationId, { engine: 'north', state });

type Call = Customer['call'];
const keyFor = async (restrictions: KeyWish): Promise<Call> =>
  (await api.customer({ organisationId: customer.organisationId, ...restrictions })).call;

const NOT_ALLOWED = [403, 'not_allowed_for_key', 'The API key may not use this phone.'];
const restCode = async (call: Call, path: string, body: object, headers = {}) => {
  const answer = await call('POST', path, body, headers);
  return [answer.status, answer.body.code, answer.body.detail];
};
const send = { to: '12025550100', type: 'text', message: 'Hello' };
const sendToGroup = { ...send, to: '120363025550100@g.us' };

describe('a key that is restricted to phones', () => {
  let call: Call;
  beforeAll(async () => {
    call = await keyFor({ sessionIds: [own] });
  });

  it('sends through them, and over REST through no others', async () => {
    expect((await call('POST', `/v1/chatapp/${own}/send/`, send)).status).toBe(201);
    expect((await call('POST', `/v1/chatapp/${own}/groups/send/`, sendToGroup)).status).toBe(201);
    asked.length = 0;
    expect(await restCode(call, `/v1/chatapp/${other}/send/`, send)).toEqual(NOT_ALLOWED);
    expect(await restCode(call, `/v1/chatapp/${other}/groups/send/`, sendToGroup)).toEqual(NOT_ALLOWED);
    expect(asked).toEqual([]);
    expect(await api.sql('SELECT 1 FROM chat_messages WHERE session_id = $1', [other])).toEqual([]);
  });

  it('gets no answer that another key has stored either', async () => {
    const headers = { 'idempotency-key': 'of another key' };
    expect((await customer.call('POST', `/v1/chatapp/${other}/send/`, send, headers)).status).toBe(201);
    expect(await restCode(call, `/v1/chatapp/${other}/send/`, send, headers)).toEqual(NOT_ALLOWED);
  });

  it('finds no phone that is not there, as any key', async () => {
    for (const id of [foreign, randomUUID()]) {
      expect(await restCode(call, `/v1/chatapp/${id}/send/`, send)).toEqual([404, 'not_found', 'Session not found.']);
    }
  });

  const TO_GROUP = `sendGroupMessage(input: { sessionId: $id, to: "120363025550100@g.us", type: TEXT, message: "Hi" })`;
  it.each<[what: string, mutation: string]>([
    ['send to a person', 'sendChatMessage(input: { sessionId: $id, to: "12025550100", type: TEXT, message: "Hi" })'],
    ['send to a group', TO_GROUP],
    ['start', 'startSession(input: { sessionId: $id })'],
    ['stop', 'stopSession(input: { sessionId: $id })'],
    ['restart', 'restartSession(input: { sessionId: $id })'],
    ['log out', 'logOutSession(input: { sessionId: $id })'],
    ['delete', 'deleteSession(input: { sessionId: $id })'],
    ['request a pairing code', 'requestPairingCode(input: { sessionId: $id, phoneNumber: "12025550100" })'],
    ['refresh groups', 'refreshGroups(input: { sessionId: $id })'],
  ])('can %s of its own, and over GraphQL of no others', async (_what, mutation) => {
    const state = mutation.startsWith('requestPairing') ? 'scan_qr' : 'connected';
    const [mine, theirs] = [await newPhone(customer, state), await newPhone(customer, state)];
    const restricted = await keyFor({ sessionIds: [mine] });
    const query = `mutation ($id: UUID!) { ${mutation} { userErrors { code message } } }`;
    const ask = (id: string) => restricted('POST', '/graphql', { query, variables: { id } });
    const refused = await ask(theirs);
    const error = { message: 'The API key may not use this phone.', extensions: { code: 'NOT_ALLOWED_FOR_KEY' } };
    expect(refused).toMatchObject({ status: 403, body: { errors: [error] } });
    expect(refused.body.data).toBeUndefined();
    expect(asked).toEqual([]);
    const [row] = await api.sql('SELECT state FROM chat_sessions WHERE id = $1', [theirs]);
    expect(row).toEqual({ state });
    const { body: done } = await ask(mine);
    expect(done.errors).toBeUndefined();
    expect(Object.values(done.data)).toEqual([{ userErrors: [] }]);
  });

  it('sees no code to scan but its own', async () => {
    const [mine, theirs] = [await newPhone(customer, 'scan_qr'), await newPhone(customer, 'scan_qr')];
    const restricted = await keyFor({ sessionIds: [mine] });
    const query = 'query ($id: UUID!) { sessionQr(sessionId: $id) { raw } }';
    const ask = (id: string) => restricted('POST', '/graphql', { query, variables: { id } });
    expect(await ask(theirs)).toMatchObject({
      status: 403,
      body: { errors: [{ extensions: { code: 'NOT_ALLOWED_FOR_KEY' } }] },
    });
    expect(asked).toEqual([]);
    expect((await ask(mine)).body.data.sessionQr).toEqual({ raw: expect.any(String) });
  });

  it('connects no phones', async () => {
    const query = 'mutation { createSession(input: { name: "Mine" }) { session { id } } }';
    const { body } = await call('POST', '/graphql', { query });
    expect(body.errors).toMatchObject([{ extensions: { code: 'NOT_ALLOWED_FOR_KEY' } }]);
    expect(await api.sql(`SELECT 1 FROM chat_sessions WHERE name = 'Mine'`)).toEqual([]);
  });

  it('reads the groups of others too, also when nobody has before', async () => {
    const theirs = await newPhone(customer);
    expect((await call('GET', `/v1/chatapp/${theirs}/groups/`)).status).toBe(200);
    expect(asked).toEqual(['listGroups']);
  });

  it('reads what its scopes allow, and sends SMS as anybody', async () => {
    const { body } = await call('GET', '/v1/chatapp/phones/');
    const ids = body.results.map(({ chat_id: id }: { chat_id: string }) => id);
    expect(ids).toEqual(expect.arrayContaining([own, other]));
    expect((await call('POST', '/v1/sms/send/', { to: '254711000001', message: 'Hi' })).status).toBe(201);
  });
});

describe('a key that is restricted to sender ids', () => {
  let call: Call;
  beforeAll(async () => {
    call = await keyFor({ senderIds: ['SHOP', 'SHOP 2'] });
  });
  const single = { to: '254711000001', message: 'Hi' };
  const bulk = { recipients: ['254711000001'], message: 'Hi' };
  const sends = [
    ['/v1/sms/send/', single],
    ['/v1/sms/send-bulk/', bulk],
  ] as const;

  it.each(sends)('sends as them: %s', async (path, body) => {
    for (const senderId of ['SHOP', 'SHOP 2']) {
      const answer = await call('POST', path, { ...body, sender_id: senderId });
      expect(answer.status).toBeLessThan(300);
    }
  });

  it.each(sends)('sends neither as others nor as nobody: %s', async (path, body) => {
    const countAll = async () => (await api.sql('SELECT 1 FROM sms_messages')).length;
    const before = await countAll();
    for (const more of [{}, { sender_id: null }, { sender_id: 'shop' }, { sender_id: 'BANK' }, { sender_id: '' }]) {
      const { status, body: said } = await call('POST', path, { ...body, ...more });
      expect([status, said.code, Object.keys(said.errors)]).toEqual([400, 'invalid', ['sender_id']]);
    }
    expect(await countAll()).toBe(before);
  });

  it('is told why, over GraphQL too', async () => {
    const query = `mutation ($senderId: String) {
      sendSms(input: { to: "254711000001", message: "Hi", senderId: $senderId }) { userErrors { code message path } }
    }`;
    const errorsFor = async (senderId: string | null) =>
      (await call('POST', '/graphql', { query, variables: { senderId } })).body.data.sendSms.userErrors;
    expect(await errorsFor('SHOP')).toEqual([]);
    expect(await errorsFor('BANK')).toEqual([
      { code: 'INVALID', message: 'The API key may not send as this sender.', path: ['senderId'] },
    ]);
    expect(await errorsFor(null)).toEqual([
      { code: 'REQUIRED', message: expect.stringContaining('give one of them'), path: ['senderId'] },
    ]);
  });

  it('gets no answer that another key has stored under another sender', async () => {
    const headers = { 'idempotency-key': 'of the bank' };
    const body = { ...single, sender_id: 'BANK' };
    expect((await customer.call('POST', '/v1/sms/send/', body, headers)).status).toBe(201);
    expect((await call('POST', '/v1/sms/send/', body, headers)).status).toBe(400);
  });
});

async function addCampaign(sender: string | null): Promise<string> {
  const bulk = { message: 'Hi', recipients: ['254711000001'], sender_id: sender, scheduled_at: hoursAhead(7 * 24) };
  return (await customer.call('POST', '/v1/sms/send-bulk/', bulk)).body.campaign_id;
}

async function addMessage(sender: string | null): Promise<string> {
  const single = { message: 'Hi', to: '254711000001', sender_id: sender, scheduled_at: hoursAhead(7 * 24) };
  return (await customer.call('POST', '/v1/sms/send/', single)).body.message_id;
}

async function addFailed(sender: string | null): Promise<string> {
  const id = await addFailedCampaign(api, customer);
  await api.sql('UPDATE campaigns SET sender_id = $2 WHERE id = $1', [id, sender]);
  return id;
}

async function addPaused(sender: string | null): Promise<string> {
  const id = await addCampaign(sender);
  await customer.call('POST', `/v1/sms/campaigns/${id}/pause/`);
  return id;
}

const NOT_OF_SENDER = 'The API key may not change what was sent as another sender.';
const REFUSED = { status: 403, body: { code: 'not_allowed_for_key', detail: NOT_OF_SENDER } };

type Control = [what: string, add: (sender: string | null) => Promise<string>, input: string, path: string];
const CONTROLS: readonly Control[] = [
  ['cancelMessage', addMessage, 'messageId: $id', '/v1/sms/messages/ID/cancel/'],
  ['cancelCampaign', addCampaign, 'campaignId: $id', '/v1/sms/campaigns/ID/cancel/'],
  ['pauseCampaign', addCampaign, 'campaignId: $id', '/v1/sms/campaigns/ID/pause/'],
  ['resumeCampaign', addPaused, 'campaignId: $id', '/v1/sms/campaigns/ID/resume/'],
  ['rescheduleCampaign', addCampaign, 'campaignId: $id', '/v1/sms/campaigns/ID/reschedule/'],
  ['retryCampaign', addFailed, 'campaignId: $id', '/v1/sms/campaigns/ID/retry/'],
];

/** All that a control changes: rows of messages and campaigns, the agenda and the audit log. */
async function everything(): Promise<unknown[]> {
  const tables = ['sms_messages', 'campaigns', 'campaign_progress', 'sms_due', 'sms_retries', 'audit_entries'];
  const { organisationId } = customer;
  const read = (table: string) =>
    api.sql(`SELECT t::text FROM ${table} t WHERE organisation_id = $1 ORDER BY 1`, [organisationId]);
  return Promise.all(tables.map(read));
}

describe('a key that is restricted to one sender ID', () => {
  let call: Call;
  beforeAll(async () => {
    call = await keyFor({ senderIds: ['SHOP'] });
  });

  it.each(CONTROLS)('may call %s for its own sender alone, over GraphQL and REST', async (name, add, input, path) => {
    const query = `mutation ($id: UUID!) { ${name}(input: { ${input} }) { userErrors { code message } } }`;
    const ask = async (id: string, by = call) => by('POST', '/graphql', { query, variables: { id } });
    for (const sender of ['BANK', 'shop', null]) {
      const id = await add(sender);
      const before = await everything();
      const error = { message: NOT_OF_SENDER, extensions: { code: 'NOT_ALLOWED_FOR_KEY' } };
      expect(await ask(id)).toMatchObject({ status: 403, body: { errors: [error] } });
      expect(await call('POST', path.replace('ID', id), {})).toMatchObject(REFUSED);
      expect(await everything()).toEqual(before);
      // The state was right: it is the key that may not.
      expect((await ask(id, customer.call)).body).toMatchObject({ data: { [name]: { userErrors: [] } } });
    }
    expect((await ask(await add('SHOP'))).body).toMatchObject({ data: { [name]: { userErrors: [] } } });
    expect((await call('POST', path.replace('ID', await add('SHOP')), {})).status).toBeLessThan(300);
  });

  it.each(CONTROLS)('finds nothing for %s that is not there, as any key', async (_name, _add, _input, path) => {
    const answer = await call('POST', path.replace('ID', customer.organisationId), {});
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it('gets no campaign that another key has retried under the same key of idempotency', async () => {
    const path = `/v1/sms/campaigns/${await addFailed('BANK')}/retry/`;
    const headers = { 'idempotency-key': 'of the bank' };
    expect((await customer.call('POST', path, {}, headers)).status).toBe(202);
    expect((await customer.call('POST', path, {}, headers)).headers.get('idempotency-replayed')).toBe('true');
    expect(await call('POST', path, {}, headers)).toMatchObject(REFUSED);
  });

  it('releases no held messages, which are of all senders', async () => {
    const detail = 'A key that is restricted to sender IDs cannot release messages of all senders.';
    for (const body of [{}, { gateway: 'sandbox' }]) {
      const answer = await call('POST', '/v1/sms/holds/resume/', body);
      expect(answer).toMatchObject({ status: 403, body: { code: 'not_allowed_for_key', detail } });
    }
    expect((await customer.call('POST', '/v1/sms/holds/resume/')).status).toBe(200);
  });

  it('previews campaigns and checks numbers as its own sender alone', async () => {
    const bulk = { message: 'Hi', recipients: ['254711000001'] };
    const numbers = { numbers: ['254711000001'] };
    for (const more of [{}, { sender_id: 'BANK' }]) {
      for (const [path, body] of [
        ['/v1/sms/send-bulk/preview/', bulk],
        ['/v1/sms/check-numbers/', numbers],
      ] as const) {
        const { status, body: said } = await call('POST', path, { ...body, ...more });
        expect([status, Object.keys(said.errors)]).toEqual([400, ['sender_id']]);
        expect((await call('POST', path, { ...body, sender_id: 'SHOP' })).status).toBe(200);
      }
    }
  });

  it('reads what its scopes allow, of every sender: lists, statistics and exports', async () => {
    const [campaign, message] = [await addCampaign('BANK'), await addMessage('BANK')];
    expect((await call('GET', `/v1/sms/campaigns/${campaign}/`)).status).toBe(200);
    expect((await call('GET', `/v1/sms/messages/${message}/`)).status).toBe(200);
    const list = await call('GET', '/v1/sms/messages/?sender_id=BANK');
    expect(list.body.results.map((one: { message_id: string }) => one.message_id)).toContain(message);
    const { body } = await call('POST', '/v1/exports/', { what: 'messages', sender_id: 'BANK', format: 'csv' });
    expect((await api.fetch(pathOf(body.url))).text).toContain(message);
  });
});

describe('a test key', () => {
  it.each(CONTROLS)('may not call %s for what was sent live', async (_name, add, _input, path) => {
    const callAsTester = await keyFor({ mode: 'test' });
    const id = await add('SHOP');
    const before = await everything();
    const answer = await callAsTester('POST', path.replace('ID', id), {});
    expect(answer).toMatchObject({ status: 403, body: { code: 'live_for_test_key' } });
    expect(await everything()).toEqual(before);
  });
});
