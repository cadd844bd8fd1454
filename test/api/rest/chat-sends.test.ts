import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { SendOutcome } from '../../../src/domain/chat/engine.js';
import { SESSION_STATES } from '../../../src/domain/vocabulary.js';
import { receiveEngineReports } from '../../../src/operations/chat/engine-reports.js';
import { type Answer, type Customer, useApi, useCustomer } from '../../http/start-api.js';
import { createProgrammableEngine } from '../../support/gateways/programmable-engine.js';
import { addPhone } from '../../support/phones.js';
import { drain } from '../../support/services.js';

let outcome: SendOutcome | Promise<SendOutcome> | null = null;
/** Happens at the engine before it answers. */
let meanwhile: ((proposedId: string) => Promise<void>) | null = null;
const engine = createProgrammableEngine({
  name: 'north',
  async react({ proposedId }) {
    await meanwhile?.(proposedId);
    return (await outcome) ?? { kind: 'accepted', messageId: proposedId };
  },
});
const api = useApi({}, [engine]);

const customer = useCustomer(api);
let phone: string;
beforeAll(async () => {
  phone = await newPhone(customer);
});
beforeEach(async () => {
  outcome = null;
  meanwhile = null;
});

const PERSON = '12025550100';
const GROUP = '120363025550100@g.us';
const PICTURE = { type: 'image', url: 'https://example.org/menu.jpg' };

const newPhone = ({ organisationId }: Customer) => addPhone(api.services, organisationId, { engine: 'north' });
const toPerson = (session: string) => `/v1/chatapp/${session}/send/`;
const toGroup = (session: string) => `/v1/chatapp/${session}/groups/send/`;
/** What the engine was given while `work` ran. */
async function handedOver(work: () => Promise<unknown>): Promise<number> {
  const before = engine.sent.length;
  await work();
  return engine.sent.length - before;
}

/** An error of a send: exactly these fields, `success` first. */
function expectRefusal(answer: Answer, status: number, code: string, more: Record<string, unknown> = {}): void {
  expect({ status: answer.status, body: answer.body }).toEqual({
    status,
    body: {
      success: false,
      detail: expect.any(String),
      code,
      request_id: answer.headers.get('x-request-id'),
      ...more,
    },
  });
  expect(Object.keys(answer.body)[0]).toBe('success');
}

describe.each([
  ['a person', toPerson, PERSON, GROUP],
  ['a group', toGroup, GROUP, PERSON],
])('a send to %s', (_, pathOf, to, wrongKind) => {
  const text = { to, type: 'text', message: 'Hello' };
  const send = (body: unknown, headers = {}) => customer.call('POST', pathOf(phone), body, headers);

  it('answers 201 with exactly the fields of the specification', async () => {
    const answer = await send(text);
    expect(answer.status).toBe(201);
    const { message } = engine.sent.at(-1)!;
    expect(answer.body).toEqual({ success: true, message_id: message.proposedId, status: 'sent', to, type: 'text' });
    expect(Object.keys(answer.body)).toEqual(['success', 'message_id', 'status', 'to', 'type']);
    expect(message).toMatchObject({ to, type: 'text', text: 'Hello', media: null });
  });

  it.each(['image', 'video', 'voice'])('passes %s on with its address and what belongs to it', async (type) => {
    const url = 'https://example.org/it';
    const answer = await send({ to, type, url, message: 'A caption', mime_type: 'application/x-odd', colour: 1 });
    expect(answer).toMatchObject({ status: 201, body: { type } });
    expect(engine.sent.at(-1)?.message).toMatchObject({
      isGroup: to === GROUP,
      text: 'A caption',
      media: { url, mimeType: 'application/x-odd', filename: null },
    });
  });

  it.each(['', 'picture', 'image/', '\0', `image/${'x'.repeat(100)}`])(
    'guesses when the MIME type is %j',
    async (odd) => {
      expect(await send({ to, ...PICTURE, mime_type: odd })).toMatchObject({ status: 201 });
      expect(engine.sent.at(-1)?.message.media?.mimeType).toBe('image/jpeg');
      expect(await send({ ...text, mime_type: odd })).toMatchObject({ status: 201 });
      expect(engine.sent.at(-1)?.message.media).toBeNull();
    },
  );

  it('says `sent` also when an acknowledgement is quicker than the answer', async () => {
    meanwhile = async (messageId) => {
      const ack = { kind: 'ack', sessionId: phone, messageId, to, ack: 'delivered' } as const;
      await receiveEngineReports(api.services, 'north', [ack]);
      await drain(api.services);
    };
    const key = { 'idempotency-key': randomUUID() };
    const taken = await send(text, key);
    expect(taken).toMatchObject({ status: 201, body: { status: 'sent' } });
    expect(await send(text, key)).toMatchObject({ status: 201, text: taken.text });
    const { body } = await customer.call('GET', `/v1/chatapp/messages/${taken.body.message_id}/`);
    expect(body.status).toBe('delivered');
  });

  it.each([
    ['nothing at all', {}, ['to', 'type']],
    ['no recipient', { ...text, to: undefined }, ['to']],
    ['no recipient but null', { ...text, to: null }, ['to']],
    ['no type', { ...text, type: undefined }, ['type']],
    ['no text', { ...text, message: undefined }, ['message']],
    ['a blank text', { ...text, message: ' \n' }, ['message']],
    ['no address of the medium', { to, type: 'image' }, ['url']],
    ['an unsupported type', { ...text, type: 'sticker' }, ['type']],
    ['a type in capitals', { ...text, type: 'TEXT' }, ['type']],
    ['the wrong kind of recipient', { ...text, to: wrongKind }, ['to']],
    ['no recipient to speak of', { ...text, to: 'nobody' }, ['to']],
    ['a recipient that is no text', { ...text, to: 12025550100 }, ['to']],
    ['an address that is none', { to, type: 'image', url: 'menu.jpg' }, ['url']],
    ['an address in the network of the server', { to, type: 'image', url: 'http://127.0.0.1/menu.jpg' }, ['url']],
    ['a MIME type that is no text', { to, ...PICTURE, mime_type: 7 }, ['mime_type']],
    ['several mistakes', { to: 'nobody', type: 'image', mime_type: 'picture' }, ['to', 'url']],
  ])('answers 400 to %s, and hands nothing over', async (_case, body, fields) => {
    const rows = async () => (await api.sql<{ count: string }>('SELECT count(*) FROM chat_messages'))[0]?.count;
    const before = await rows();
    let answer!: Answer;
    const given = await handedOver(async () => {
      answer = await send(body);
    });
    const errors = Object.fromEntries(fields.map((field) => [field, [expect.any(String)]]));
    expectRefusal(answer, 400, 'invalid', { errors });
    expect([given, await rows()]).toEqual([0, before]);
  });

  it.each(SESSION_STATES.filter((state) => state !== 'connected'))(
    'answers 409 through a phone that is %s, and hands nothing over',
    async (state) => {
      const session = await addPhone(api.services, customer.organisationId, { engine: 'north', state });
      const given = await handedOver(async () => {
        expectRefusal(await customer.call('POST', pathOf(session), text), 409, 'session_not_connected');
      });
      expect(given).toBe(0);
    },
  );

  it('answers 409 when the engine says that the phone is gone, from then on without asking it', async () => {
    const session = await newPhone(customer);
    outcome = { kind: 'not_connected' };
    const given = await handedOver(async () => {
      for (let calls = 0; calls < 2; calls += 1) {
        expectRefusal(await customer.call('POST', pathOf(session), text), 409, 'session_not_connected');
      }
    });
    expect(given).toBe(1);
  });

  it('answers 502 when the provider rejects the message, without its words', async () => {
    outcome = { kind: 'rejected', reason: 'words of the provider' };
    const answer = await send(text);
    expectRefusal(answer, 502, 'provider_rejected');
    expect(answer.text).not.toContain('words of');
  });

  it('answers 502 when the provider cannot be reached, and tries again with the same key', async () => {
    const key = { 'idempotency-key': randomUUID() };
    outcome = { kind: 'not_sent' };
    const given = await handedOver(async () => {
      expectRefusal(await send(text, key), 502, 'provider_unavailable');
      outcome = null;
      expect(await send(text, key)).toMatchObject({ status: 201, body: { success: true } });
    });
    expect(given).toBe(2);
  });

  it('answers a repeated call with the same key byte for byte, and sends once', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const answers: Answer[] = [];
    const given = await handedOver(async () => {
      for (let calls = 0; calls < 3; calls += 1) answers.push(await send(text, key));
    });
    expect(given).toBe(1);
    expect(answers.map(({ status, text: body }) => [status, body])).toEqual(
      Array.from({ length: 3 }, () => [201, answers[0]?.text]),
    );
    expect(answers.map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true', 'true']);
  });

  it('answers 409 while the first call with the same key is under way', async () => {
    const key = { 'idempotency-key': randomUUID() };
    let answerNow: (outcome: SendOutcome) => void = () => undefined;
    outcome = new Promise((resolve) => {
      answerNow = resolve;
    });
    const before = engine.sent.length;
    const first = send(text, key);
    while (engine.sent.length === before) await new Promise((resolve) => setTimeout(resolve, 5));
    const second = await send(text, key);
    answerNow({ kind: 'accepted', messageId: `late-${randomUUID()}` });
    expectRefusal(second, 409, 'idempotency_in_progress');
    expect(second.headers.get('retry-after')).toBe('1');
    expect(await first).toMatchObject({ status: 201 });
  });
});

describe('an answer of the provider that is lost', () => {
  const text = { to: PERSON, type: 'text', message: 'Once and never again' };

  it('is a 502 with the id of the message, which is sent no second time and found by that id', async () => {
    const session = await newPhone(customer);
    const send = () => customer.call('POST', toPerson(session), text, { 'idempotency-key': 'lost' });
    const read = async (id: string) => (await customer.call('GET', `/v1/chatapp/messages/${id}/`)).body;
    outcome = { kind: 'unknown' };
    let lost!: Answer;
    const given = await handedOver(async () => {
      lost = await send();
      outcome = null;
      for (const repeated of [await send(), await send()]) {
        expectRefusal(repeated, 502, 'provider_timeout', { message_id: lost.body.message_id });
      }
    });
    const id = lost.body.message_id;
    expectRefusal(lost, 502, 'provider_timeout', { message_id: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    expect(given).toBe(1);
    expect(await read(id)).toMatchObject({ message_id: id, status: 'pending', error: expect.any(String) });

    const { proposedId } = engine.sent.at(-1)!.message;
    expect((await customer.call('GET', `/v1/chatapp/messages/${proposedId}/`)).status).toBe(404);
    const ack = { kind: 'ack', sessionId: session, messageId: proposedId, ack: 'delivered' } as const;
    await receiveEngineReports(api.services, 'north', [ack]);
    await drain(api.services);
    expect(await read(id)).toMatchObject({ message_id: proposedId, status: 'delivered', error: null });
    expect(await read(proposedId)).toEqual(await read(id));
    const known = await send();
    expect(known).toMatchObject({ status: 201, body: { message_id: proposedId, status: 'sent' } });
    expect(known.headers.get('idempotency-replayed')).toBe('true');
  });
});

describe('a file', () => {
  const file = { type: 'file', url: 'https://example.org/bill', filename: 'The bill.pdf', message: 'Your bill' };

  it('goes to a person under the name that was suggested', async () => {
    const answer = await customer.call('POST', toPerson(phone), { ...file, to: PERSON });
    expect(answer).toMatchObject({ status: 201, body: { type: 'file', to: PERSON } });
    const media = { url: file.url, filename: 'The bill.pdf', mimeType: 'application/pdf' };
    expect(engine.sent.at(-1)?.message).toMatchObject({ text: 'Your bill', media });
  });

  it('does not go to a group', async () => {
    const answer = await customer.call('POST', toGroup(phone), { ...file, to: GROUP });
    expectRefusal(answer, 400, 'invalid', { errors: { type: ['Must be one of text, image, video, voice.'] } });
  });
});

describe('a number', () => {
  it.each(['+1 202-555-0100', '1-202-555-0100'])('is taken as %s, and given back in digits', async (to) => {
    const answer = await customer.call('POST', toPerson(phone), { to, type: 'text', message: 'Hello' });
    expect(answer).toMatchObject({ status: 201, body: { to: PERSON } });
  });
});

describe('a test key', () => {
  it('sends through the sandbox, whatever engine the phone has', async () => {
    const tester = await api.customer({ mode: 'test' });
    const given = await handedOver(async () => {
      const answer = await tester.call('POST', toPerson(await newPhone(tester)), {
        to: PERSON,
        type: 'text',
        message: 'Hello',
      });
      expect(answer.status).toBe(201);
    });
    expect(given).toBe(0);
  });
});
