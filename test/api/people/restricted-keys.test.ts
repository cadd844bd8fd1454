import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Customer, type KeyWish, useApi } from '../../http/start-api.js';
import { createProgrammableEngine } from '../../support/gateways/programmable-engine.js';
import { addPhone } from '../../support/phones.js';

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

let customer: Customer;
let own: string;
let other: string;
let foreign: string;
beforeAll(async () => {
  customer = await api.customer();
  const stranger = await api.customer();
  [own, other] = [await newPhone(customer), await newPhone(customer)];
  foreign = await newPhone(stranger);
});
beforeEach(async () => {
  await api.sql('DELETE FROM rate_limits');
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
