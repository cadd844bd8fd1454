import { beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/lib/ids.js';
import { receiveInbound } from '../../src/operations/sms/inbound/receive-inbound.js';
import { decideSenderId } from '../../src/operations/sms/senders/decide-sender-id.js';
import { receiveOptOuts } from '../../src/operations/sms/suppressions/receive-opt-outs.js';
import { type Customer, useApi, useNewCustomer } from '../http/start-api.js';
import { accept, NO_CREDIT, reject } from '../support/gateways/programmable-gateway.js';
import { drain, mobile, mobiles } from '../support/services.js';
import { workerOf } from './api-worker.js';

const api = useApi();
const LANDLINE = '442071838750';
const SHORT_CODE = '20880';
const customer = useNewCustomer(api);
let tester: Customer;
/** A number that no other test has. */
let to: string;
let used = 0;
beforeEach(async () => {
  tester = await api.customer({ mode: 'test', organisationId: customer.organisationId });
  to = mobile(500_000 + ++used);
});

/** A worker whose gateway takes everything, or does this. */
const startWorker = (reaction = accept()) => workerOf(api, () => reaction);

const work = () => drain(startWorker());
const ask = async (number: string, by = customer, query = '') =>
  (await by.call('GET', `/v1/numbers/${encodeURIComponent(number)}/${query}`)).body;
const send = async (number: string, by = customer, body: object = {}) =>
  (await by.sendSms({ to: number, ...body })).body.message_id;
const read = async (id: string, by = customer) =>
  (await by.call('GET', `/v1/sms/messages/${id}/?expand=explanation`)).body;
/** A person writes to the sandbox, as `postrider receive` lets them. */
async function says(text: string) {
  const { organisationId } = customer;
  const message = { key: newId(), from: to, to: SHORT_CODE, text, organisationId };
  await receiveInbound(api.services, 'sandbox', [message]);
  await work();
}
const today = () => new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date());

describe('the explanation of a number', () => {
  it('says that nothing is known against it, and which gateway it leads to', async () => {
    expect(await ask(to)).toEqual({
      mobile: to,
      country: 'KE',
      now: { status: 'sent', gateway: 'sandbox', explanation: expect.objectContaining({ code: 'nothing_against_it' }) },
      suppressions: [],
      consent: [],
      last_sent: [],
      last_received: [],
    });
  });

  it('understands the number as a send does', async () => {
    await send(to);
    for (const written of [`+${to}`, ` ${to.slice(0, 3)} ${to.slice(3, 6)}-${to.slice(6)}`]) {
      expect(await ask(written)).toMatchObject({ mobile: to, last_sent: [{ to }] });
    }
    const national = await ask(`0${to.slice(3)}`);
    expect(national).toMatchObject({ country: null, last_sent: [], now: { status: 'failed', gateway: null } });
    expect(national.now.explanation).toMatchObject({ delivery_code: 403, next: 'Validate and correct the number.' });
    expect((await ask(LANDLINE)).now).toMatchObject({ status: 'failed', explanation: { delivery_code: 404 } });
  });

  it('forecasts what then becomes of a message', async () => {
    const suppress = (...numbers: object[]) => customer.call('POST', '/v1/suppressions/', { numbers });
    await suppress({ mobile: mobile(1) }, { mobile: mobile(2), sender_id: 'Shop' });
    for (const sender of ['Shop', 'Other']) {
      for (const number of [mobile(3), mobile(4)]) await send(number, customer, { sender_id: sender });
    }
    await work();
    await receiveOptOuts(api.services, 'sandbox', [
      { mobile: mobile(3), senderId: null },
      { mobile: mobile(4), senderId: 'Shop' },
    ]);
    await suppress({ mobile: mobile(5) });
    await customer.call('POST', '/v1/erasures/', { mobile: mobile(5) });
    const recipients = [0, 1, 2, 3, 4, 5].map(mobile);
    for (const [sender, ends] of [
      ['Shop', ['sent', 'blocked', 'blocked', 'blocked', 'blocked', 'blocked']],
      ['Other', ['sent', 'blocked', 'sent', 'blocked', 'sent', 'blocked']],
    ] as const) {
      const foreseen = await Promise.all(recipients.map((number) => ask(number, customer, `?sender_id=${sender}`)));
      expect(foreseen.map(({ now }) => now.status)).toEqual(ends);
      const ids = await Promise.all(recipients.map((number) => send(number, customer, { sender_id: sender })));
      await work();
      const got = await Promise.all(ids.map((id) => read(id)));
      expect(got.map(({ status }) => status)).toEqual(ends);
      const codeOf = (code: number) => (code === 101 ? null : code);
      expect(foreseen.map(({ now }) => now.explanation.delivery_code)).toEqual(
        got.map(({ delivery_code: code }) => codeOf(code)),
      );
    }
  });

  it('names the gateway that is out of credit, or down', async () => {
    await send(to);
    await drain(startWorker(NO_CREDIT));
    const paused = await ask(to);
    expect(paused.now).toMatchObject({
      status: 'held',
      gateway: 'sandbox',
      explanation: { code: 'waiting_for_credit' },
    });
    const others = await api.customer();
    await api.sql(
      `INSERT INTO gateway_outages (gateway, process_id, code, next_try_at)
       VALUES ('sandbox', gen_random_uuid(), 'ECONNREFUSED', now() + interval '30 seconds')`,
    );
    const down = await ask(to, others);
    expect(down.now).toMatchObject({
      status: 'queued',
      explanation: { code: 'gateway_down', gateway: 'sandbox', next_at: expect.any(String) },
    });
    await api.sql('DELETE FROM gateway_outages');
  });

  it('says that messages of a rejected sender ID are held', async () => {
    const registered = await api.member('owner', customer.organisationId);
    const query = `mutation ($input: CreateSenderIdInput!) { createSenderId(input: $input) { senderId { id } } }`;
    const made = await registered.graphql(query, { input: { name: 'Shop' } });
    const { id } = made.body.data.createSenderId.senderId;
    await decideSenderId(api.services, { organisationId: customer.organisationId, id, rejectedFor: 'No' });
    expect((await ask(to, customer, '?sender_id=Shop')).now).toMatchObject({
      status: 'held',
      explanation: { code: 'waiting_for_approval' },
    });
    expect((await ask(to)).now.status).toBe('sent');
  });

  it('has the last ten messages, newest first, also of large campaigns', async () => {
    await customer.sendBulkSms({ message: 'All', recipients: [...mobiles(120), { to }] });
    const ids: string[] = [];
    for (let count = 0; count < 9; count += 1) ids.push(await send(to));
    const { last_sent: sent } = await ask(to);
    expect(sent.map(({ message_id: id }: { message_id: string }) => id).slice(0, 9)).toEqual(ids.toReversed());
    expect(sent[9]).toMatchObject({ message: 'All', to });
    await send(to);
    expect((await ask(to)).last_sent).toHaveLength(10);
    const [newest] = (await ask(to, customer, '?expand=attempts,explanation')).last_sent;
    expect(newest).toMatchObject({ attempts: [], explanation: { code: 'waiting_for_turn' } });
  });

  it('is null in each list that the caller may not read, and refused without sms:read', async () => {
    await says('STOP');
    expect(await ask(to, tester)).toMatchObject({
      suppressions: [{ mobile: to, source: 'keyword' }],
      consent: [{ change: 'opted_out', word: 'STOP', own_number: SHORT_CODE, test: true }],
      last_received: [{ text: 'STOP' }],
      last_sent: [{ answers_inbound_id: expect.any(String) }],
    });
    const { organisationId } = customer;
    const lists = { 'suppressions:manage': ['suppressions', 'consent'], 'inbox:read': ['last_received'] } as const;
    for (const [scope, opened] of Object.entries(lists)) {
      const scopes = ['sms:read', scope as keyof typeof lists] as const;
      const some = await api.customer({ organisationId, scopes, mode: 'test' });
      const seen = await ask(to, some);
      for (const list of Object.values(lists).flat()) {
        if ((opened as readonly string[]).includes(list)) expect(seen[list]).toHaveLength(1);
        else expect(seen[list]).toBeNull();
      }
      expect(seen.now.status).toBe('blocked');
    }
    const without = await api.customer({ organisationId, scopes: ['suppressions:manage', 'inbox:read'] });
    expect(await without.call('GET', `/v1/numbers/${to}/`)).toMatchObject({ status: 403 });
  });

  it('has nothing of another organisation', async () => {
    await customer.call('POST', '/v1/suppressions/', { numbers: [to] });
    await send(to);
    await says('STOP');
    const stranger = await api.customer();
    expect(await ask(to, stranger)).toMatchObject({
      now: { status: 'sent' },
      suppressions: [],
      consent: [],
      last_sent: [],
      last_received: [],
    });
    const strange = await api.customer({ mode: 'test', organisationId: stranger.organisationId });
    expect((await ask(to, strange)).now.status).toBe('sent');
  });

  it('tells of an opt-out at a shared gateway only those who have written so, and never when', async () => {
    const wrote = await api.customer();
    const stranger = await api.customer();
    const { organisationId } = stranger;
    const strange = await api.customer({ mode: 'test', organisationId });
    for (const by of [wrote, strange]) await send(to, by, { sender_id: 'CLINIC' });
    await work();
    await receiveOptOuts(api.services, 'sandbox', [{ mobile: to, senderId: 'CLINIC' }]);
    const told = await ask(to, wrote, '?sender_id=CLINIC');
    expect(told.now).toMatchObject({ status: 'blocked', gateway: null });
    expect(told.now.explanation).toMatchObject({
      code: 'opted_out_at_gateway',
      delivery_code: 406,
      suppressed_at: null,
      cause: 'The person has opted out of such messages at the gateway sandbox.',
    });

    const UNKNOWN = { status: 'sent', explanation: { code: 'nothing_against_it' } };
    const NAMED = '?sender_id=CLINIC';
    for (const query of ['', NAMED]) expect((await ask(to, stranger, query)).now).toMatchObject(UNKNOWN);
    const sends = { message: 'Hello', sender_id: 'CLINIC', recipients: [{ to }] };
    const { body: previewed } = await stranger.call('POST', '/v1/sms/send-bulk/preview/', sends);
    expect(previewed).toMatchObject({ accepted: 1, suppressed: 0 });
    const asked = { numbers: [to], sender_id: 'CLINIC' };
    const { body: checked } = await stranger.call('POST', '/v1/sms/check-numbers/', asked);
    expect(checked.results).toMatchObject([{ delivery_code: null, suppression: null }]);
    for (const path of ['/v1/suppressions/', '/v1/consent/', '/v1/events/?types=consent.changed'])
      expect((await stranger.call('GET', path)).body.results).toEqual([]);
    // It costs nothing to have a message that was never submitted, or one to the sandbox, or from another sender ID.
    const later = await send(to, stranger, { sender_id: 'CLINIC', scheduled_at: new Date(Date.now() + 60_000) });
    await stranger.call('POST', `/v1/sms/messages/${later}/cancel/`);
    await stranger.call('POST', '/v1/suppressions/', { numbers: [{ mobile: to, sender_id: 'CLINIC' }] });
    expect(await read(await send(to, stranger, { sender_id: 'CLINIC' }), stranger)).toMatchObject({
      status: 'blocked',
    });
    await stranger.call('DELETE', '/v1/suppressions/', { mobile: to, sender_id: 'CLINIC' });
    await send(to, stranger, { sender_id: 'Other' });
    await work();
    expect((await ask(to, stranger, NAMED)).now).toMatchObject(UNKNOWN);

    // A send tells, and then the suppression is the organisation's own.
    expect(await read(await send(to, stranger, { sender_id: 'CLINIC' }), stranger)).toMatchObject({ status: 'queued' });
    await work();
    const { now, suppressions } = await ask(to, stranger, NAMED);
    expect(now).toMatchObject({ status: 'blocked', explanation: { code: 'suppressed_by_gateway' } });
    expect(suppressions).toMatchObject([{ mobile: to, sender_id: 'CLINIC', source: 'gateway' }]);
  });

  it('refuses a sender ID that a send refuses', async () => {
    expect(await customer.call('GET', `/v1/numbers/${to}/?sender_id=!`)).toMatchObject({ status: 400 });
    const { organisationId } = customer;
    const restricted = await api.customer({ organisationId, senderIds: ['Shop'] });
    expect(await restricted.call('GET', `/v1/numbers/${to}/?sender_id=Other`)).toMatchObject({ status: 400 });
    expect((await ask(to, restricted)).now.status).toBe('sent');
  });
});

describe('a message that a suppression has blocked', () => {
  it('names the word, the number and the day of a STOP, and leaves after a START', async () => {
    const before = await send(to, tester);
    await work();
    await says('Stop, please!');
    const blocked = await send(to, tester);
    const explanation = {
      code: 'suppressed_by_keyword',
      cause: `The person wrote STOP PLEASE to ${SHORT_CODE} on ${today()}.`,
      rule: 'A suppressed number is never given to a gateway. When the person writes START, messages are sent again.',
      next: 'Until then, messages to it end as blocked.',
      delivery_code: 406,
      word: 'STOP PLEASE',
      own_number: SHORT_CODE,
    };
    expect(await read(before, tester)).toMatchObject({ status: 'sent' });
    expect(await read(blocked, tester)).toMatchObject({ status: 'blocked', delivery_code: 406, explanation });
    expect((await ask(to, tester)).now).toMatchObject({ status: 'blocked', gateway: null, explanation });
    // The sandbox stops no message that costs money.
    expect((await ask(to)).now.status).toBe('sent');
    expect((await ask(to, customer, '?test=true')).now.status).toBe('blocked');

    await startWorker().travel(11);
    await says('Start');
    expect((await ask(to, tester)).now.status).toBe('sent');
    const after = await send(to, tester);
    await work();
    expect(await read(after, tester)).toMatchObject({ status: 'sent' });
    expect((await read(blocked, tester)).explanation).toMatchObject(explanation);
  });

  it('names the STOP also if it was claimed later, and the suppression is replaced since', async () => {
    const scheduled = await send(to, tester, { scheduled_at: new Date(Date.now() + 60_000).toISOString() });
    await says('STOP');
    await startWorker().travel(61);
    await work();
    const told = { code: 'suppressed_by_keyword', word: 'STOP' };
    expect(await read(scheduled, tester)).toMatchObject({ status: 'blocked', explanation: told });
    await startWorker().travel(2);
    await tester.call('POST', '/v1/suppressions/', { numbers: [to] });
    expect((await read(scheduled, tester)).explanation).toMatchObject(told);
    const later = await send(to, tester);
    expect((await read(later, tester)).explanation).toMatchObject({ code: 'suppressed_by_organisation', word: null });
  });

  it('says since when the organisation or a gateway has suppressed it', async () => {
    await customer.call('POST', '/v1/suppressions/', { numbers: [to] });
    const byHand = await read(await send(to));
    expect(byHand.explanation).toMatchObject({
      code: 'suppressed_by_organisation',
      cause: `The organisation suppressed the number on ${today()}.`,
      suppressed_at: expect.any(String),
      word: null,
    });
    const other = mobile(700_000 + used);
    await send(other);
    await drain(startWorker(reject(409)));
    const byGateway = await read(await send(other));
    expect(byGateway.explanation.code).toBe('suppressed_by_gateway');
    expect(byGateway.explanation.cause).toMatch(new RegExp(`^A gateway reported on ${today()}: .+ \\(409 \\w+\\)\\.$`));
  });

  it('names what blocks messages of its category, not an older STOP that ends news alone', async () => {
    await api.sql(
      `UPDATE organisations SET stop_scope = 'promotional' WHERE organisation_id = '${customer.organisationId}'`,
    );
    await says('STOP');
    await tester.call('POST', '/v1/suppressions/', { numbers: [{ mobile: to, sender_id: 'Shop' }] });
    const reminder = await send(to, tester, { sender_id: 'Shop' });
    const offer = await send(to, tester, { sender_id: 'Shop', category: 'promotional' });
    expect((await read(reminder, tester)).explanation).toMatchObject({
      code: 'suppressed_by_organisation',
      word: null,
    });
    expect((await read(offer, tester)).explanation).toMatchObject({ code: 'suppressed_by_keyword', word: 'STOP' });
    const { consent } = await ask(to, tester);
    expect(consent.map(({ category }: { category: string | null }) => category)).toEqual([null, 'promotional']);
  });

  it('names nothing of a number that was erased', async () => {
    await customer.call('POST', '/v1/suppressions/', { numbers: [to] });
    const before = await send(to);
    await customer.call('POST', '/v1/erasures/', { mobile: to });
    const after = await send(to);
    await work();
    for (const { explanation } of [await read(before), await read(after), (await ask(to)).now])
      expect(explanation).toMatchObject({ code: 'suppressed', delivery_code: 409, suppressed_at: null });
  });

  it('is explained in a list too, by one statement for all', async () => {
    await says('STOP');
    await Promise.all([send(to, tester), send(to, tester), send(to, tester)]);
    const { results } = (await tester.call('GET', `/v1/sms/messages/?to=${to}&expand=explanation`)).body;
    const words = results.map((one: { explanation: { word: string | null } }) => one.explanation.word);
    // The fourth is the confirmation of the STOP.
    expect(words.toSorted()).toEqual(['STOP', 'STOP', 'STOP', null]);
  });
});
