import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { OptOut } from '../../../src/domain/sms/gateway.js';
import type { Context } from '../../../src/operations/context.js';
import { sendBulkSms } from '../../../src/operations/sms/send/send-bulk-sms.js';
import { sendSms } from '../../../src/operations/sms/send/send-sms.js';
import { addSuppressions } from '../../../src/operations/sms/suppressions/add-suppressions.js';
import { liftSuppression } from '../../../src/operations/sms/suppressions/lift-suppression.js';
import { receiveOptOuts } from '../../../src/operations/sms/suppressions/receive-opt-outs.js';
import { createAfricasTalking, callback as formOf } from '../../gateways/africastalking/under-test.js';
import { type TestApi, useApi } from '../../http/start-api.js';
import {
  createProgrammableGateway,
  type GatewayScript,
  LOST_ON_THE_WAY,
  type ProgrammableGateway,
  reject,
} from '../../support/gateways/programmable-gateway.js';
import { seeAttempts, seeCounts, seeMessage, seeMessages } from '../../support/see.js';
import {
  drain,
  drainAfter,
  mobile,
  mobiles,
  newOrganisation,
  type TestServices,
  withGateways,
  withTestKey,
} from '../../support/services.js';
import { useServices } from '../../support/use-services.js';

const TO = mobile(1);

describe('people who have told a gateway that they want no more messages', () => {
  const process = useServices();
  let gateways = 0;

  const newGateway = (script: GatewayScript = {}) =>
    createProgrammableGateway({ name: `gateway-${++gateways}`, ...script });
  const processWith = (...used: readonly ProgrammableGateway[]) => withGateways(process, { gateways: used });

  async function send(context: Context, senderId: string | null, to = TO) {
    const { result } = await sendSms(context, { message: 'Hello', to, senderId });
    await drain(context);
    return seeMessage(process, result);
  }

  async function customer(services: TestServices, ...senderIds: readonly (string | null)[]): Promise<Context> {
    const context = await newOrganisation(services);
    for (const senderId of senderIds) await send(context, senderId);
    return context;
  }

  const optOut = ({ name }: ProgrammableGateway, ...optOuts: readonly OptOut[]) =>
    receiveOptOuts(process, name, optOuts);
  const SHOP: OptOut = { mobile: TO, senderId: 'SHOP' };
  const BLOCKED = { status: 'blocked', phase: 'done', delivery_code: 406, attempt: 0, handed_over: false };
  const SUPPRESSED = { mobile: TO, sender_id: 'SHOP', delivery_code: 406, source: 'gateway' };

  const rowsOf = async ({ caller }: Context) => {
    const rows = await process.sql(
      'SELECT mobile, sender_id, delivery_code, source, reason FROM suppressions WHERE organisation_id = $1 ORDER BY 1, 2',
      [caller.organisationId],
    );
    return rows;
  };

  const kept = async ({ name }: ProgrammableGateway) => {
    const rows = await process.sql(
      'SELECT mobile_hash, sender_id, gateway_opt_outs::text AS text FROM gateway_opt_outs WHERE gateway = $1',
      [name],
    );
    return rows;
  };

  it('are suppressed for every organisation that writes to them so, at its first message too, and for no other', async () => {
    const [shared, other] = [newGateway(), newGateway()];
    const services = processWith(shared);
    const [first, second] = [await customer(services, 'SHOP'), await customer(services, 'SHOP', 'SHOP')];
    const [newcomer, otherSender] = [await customer(services), await customer(services)];
    const elsewhere = await customer(processWith(other));
    const neverWrites = await customer(services, 'SHOP');
    await optOut(shared, SHOP);
    shared.journal.length = 0;
    for (const context of [first, second, newcomer]) {
      expect(await rowsOf(context)).toEqual([]);
      expect(await send(context, 'SHOP')).toMatchObject(BLOCKED);
      expect(await rowsOf(context)).toMatchObject([SUPPRESSED]);
    }
    expect(shared.journal).toEqual([]);

    expect(await send(neverWrites, 'SHOP', mobile(2))).toMatchObject({ status: 'sent' });
    expect(await send(otherSender, 'BANK')).toMatchObject({ status: 'sent' });
    expect(await send(elsewhere, 'SHOP')).toMatchObject({ status: 'sent' });
    for (const untouched of [neverWrites, otherSender, elsewhere]) expect(await rowsOf(untouched)).toEqual([]);
  });

  it('are not written to again: 0 later sends leave, be they new or waiting already', async () => {
    const gateway = newGateway();
    const services = processWith(gateway);
    const context = await customer(services, 'SHOP');
    const scheduledAt = new Date(Date.now() + 60_000);
    const common = { message: 'Hello', recipients: mobiles(3), senderId: 'SHOP' };
    const { result: waiting } = await sendBulkSms(context, { ...common, scheduledAt });
    const { result: single } = await sendSms(context, { message: 'Hello', to: TO, senderId: 'SHOP', scheduledAt });
    await optOut(gateway, SHOP);
    gateway.journal.length = 0;

    expect(await send(context, 'SHOP')).toMatchObject({ status: 'blocked', delivery_code: 406 });
    const { result: bulk } = await sendBulkSms(context, common);
    await drainAfter(services, 61);

    for (const { id } of [waiting, bulk]) expect(await seeCounts(process, id)).toEqual({ blocked: 1, sent: 2 });
    expect(await seeMessage(process, single)).toMatchObject(BLOCKED);
    expect(await seeAttempts(process, single.id)).toEqual([]);
    expect(gateway.journal.filter(({ to }) => to === TO)).toEqual([]);
    expect(gateway.journal).toHaveLength(4);
    expect(await send(context, 'BANK')).toMatchObject({ status: 'sent' });
  });

  it('are left out of a batch, of which all others are sent', async () => {
    const gateway = newGateway();
    const context = await newOrganisation(processWith(gateway));
    const refusing = [3, 4, 501].map((place) => mobile(place));
    await optOut(gateway, ...refusing.map((number) => ({ mobile: number, senderId: 'SHOP' })));
    const { result } = await sendBulkSms(context, { message: 'Hello', recipients: mobiles(510), senderId: 'SHOP' });
    await drain(context);
    expect(gateway.takenNumbers().sort()).toEqual(
      mobiles(510).flatMap(({ to }) => (refusing.includes(to) ? [] : [to])),
    );
    expect(gateway.calls).toEqual([498, 9]);
    const messages = await seeMessages(process, { campaignId: result.id });
    expect(messages.flatMap(({ status, mobile: number }) => (status === 'blocked' ? [number] : []))).toEqual(refusing);
    expect((await rowsOf(context)).map((row) => row.mobile)).toEqual(refusing);
  });

  it('are suppressed for every sender where the message had none of its own, as by a 406', async () => {
    const gateway = newGateway();
    const services = processWith(gateway);
    const [without, both, refused] = [
      await customer(services),
      await customer(services),
      await customer(processWith(newGateway({ react: () => reject(406) })), null),
    ];
    await optOut(gateway, SHOP);
    expect(await send(both, 'SHOP')).toMatchObject(BLOCKED);
    for (const context of [without, both]) expect(await send(context, null)).toMatchObject(BLOCKED);
    expect(gateway.calls).toEqual([]);

    expect(await rowsOf(without)).toEqual(await rowsOf(refused));
    expect((await rowsOf(both)).map(({ sender_id }) => sender_id)).toEqual(['', 'SHOP']);
    expect(await send(without, 'ANY')).toMatchObject({ status: 'blocked' });
  });

  it('are suppressed for the sender of every message when the gateway names none', async () => {
    const gateway = newGateway();
    const context = await customer(processWith(gateway), 'SHOP', 'BANK');
    await optOut(gateway, { mobile: TO, senderId: null });
    for (const senderId of ['SHOP', 'BANK']) expect(await send(context, senderId)).toMatchObject(BLOCKED);
    expect((await rowsOf(context)).map(({ sender_id }) => sender_id)).toEqual(['BANK', 'SHOP']);
    expect(gateway.calls).toHaveLength(2);
  });

  it('may say so again, also at the same time, and that changes nothing', async () => {
    const gateway = newGateway();
    const services = processWith(gateway);
    const [byHand, other] = [await customer(services), await customer(services)];
    await addSuppressions(byHand, { numbers: [{ ...SHOP, reason: 'asked us' }] });
    const others = mobiles(20, 5).map(({ to }) => ({ mobile: to, senderId: null }));
    const inAnyOrder = (times: number) => (times % 2 ? [SHOP, ...others, SHOP] : [...others.toReversed(), SHOP]);
    await Promise.all(Array.from({ length: 8 }, (_, times) => optOut(gateway, ...inAnyOrder(times))));
    expect(await kept(gateway)).toHaveLength(21);
    for (const context of [byHand, other]) await send(context, 'SHOP');
    const before = await Promise.all([byHand, other].map(rowsOf));
    await optOut(gateway, SHOP);
    for (const context of [byHand, other]) await send(context, 'SHOP');
    expect(await Promise.all([byHand, other].map(rowsOf))).toEqual(before);
    expect(before).toMatchObject([[{ source: 'manual', reason: 'asked us' }], [{ source: 'gateway' }]]);
    expect(gateway.calls).toEqual([]);
  });

  it('mean what they said also after an organisation has lifted its suppression', async () => {
    const gateway = newGateway();
    const context = await customer(processWith(gateway), 'SHOP');
    await optOut(gateway, SHOP);
    await send(context, 'SHOP');
    await liftSuppression(context, SHOP);
    expect(await send(context, 'SHOP')).toMatchObject(BLOCKED);
    expect(await rowsOf(context)).toMatchObject([SUPPRESSED]);
    expect(gateway.calls).toHaveLength(1);
  });

  it('do not mean tests, which reach nobody', async () => {
    const [gateway, sandbox] = [newGateway(), newGateway({ name: 'sandbox' })];
    const services = processWith(gateway, sandbox);
    const live = await newOrganisation(services);
    await optOut(gateway, SHOP);
    const test: Context = withTestKey(live);
    expect(await send(test, 'SHOP')).toMatchObject({ status: 'sent', gateway: 'sandbox' });
    expect(await rowsOf(live)).toEqual([]);
    expect(await send(live, 'SHOP')).toMatchObject(BLOCKED);
    expect([gateway.calls, sandbox.calls]).toEqual([[], [1]]);
  });

  it('have told one gateway, and another goes on: after a refusal, and when the first is down', async () => {
    const [first, second] = [newGateway({ react: () => reject(407) }), newGateway()];
    const services = processWith(first, second);
    const context = await newOrganisation(services);
    const { id: refused } = await send(context, 'SHOP');
    await optOut(first, SHOP);
    await optOut(second, { mobile: mobile(2), senderId: 'SHOP' });
    await drainAfter(services, 61);
    expect(await seeMessage(process, { id: refused })).toMatchObject({
      status: 'sent',
      gateway: second.name,
    });
    services.breakDown(first.name);
    expect(await send(context, 'SHOP')).toMatchObject({ status: 'sent', gateway: second.name });
    expect([first.calls, second.calls]).toEqual([[1], [1, 1]]);
    expect(await rowsOf(context)).toEqual([]);
  });

  it('are not tried again; the attempts before count', async () => {
    const [first, second] = [newGateway({ react: () => reject(407) }), newGateway()];
    const services = processWith(first, second);
    const context = await newOrganisation(services);
    const { id } = await send(context, 'SHOP');
    await optOut(second, SHOP);
    await drainAfter(services, 61);
    expect(await seeMessage(process, { id })).toMatchObject({ ...BLOCKED, attempt: 1 });
    expect(await seeAttempts(process, id)).toEqual(['1 rejected 407']);
    expect(second.calls).toEqual([]);
    expect(await rowsOf(context)).toMatchObject([SUPPRESSED]);
  });

  it.each([
    // Nobody will know whether it had left; who was asked, and never had it, will not get it.
    ['recognises references', { idempotentReference: true }, { status: 'failed', delivery_code: 500 }],
    ['can be asked', { lookup: { settleSeconds: 1 } }, { status: 'blocked', delivery_code: 406 }],
  ])('are not given what is in doubt once more, by a gateway that %s', async (_name, capabilities, end) => {
    const gateway = newGateway({ capabilities, react: () => LOST_ON_THE_WAY });
    const services = processWith(gateway);
    const context = await newOrganisation(services);
    const { id, phase } = await send(context, 'SHOP');
    expect(phase).toBe('in_doubt');
    await optOut(gateway, SHOP);
    for (let looks = 0; looks < 5; looks += 1) {
      await drainAfter(services, 120);
    }
    expect(await seeMessage(process, { id })).toMatchObject(end);
    expect(await seeAttempts(process, id)).toEqual(['1 unknown -']);
    expect(gateway.calls).toEqual([1]);
    expect(await rowsOf(context)).toMatchObject([SUPPRESSED]);
  });

  it('cannot be told from what is kept of them, except with the key of the installation', async () => {
    const [gateway, elsewhere] = [newGateway(), newGateway()];
    await optOut(gateway, SHOP);
    await receiveOptOuts({ ...process, secretKey: 'the key of another installation' }, elsewhere.name, [SHOP]);
    const [[ours], [theirs]] = [await kept(gateway), await kept(elsewhere)];
    expect(ours.mobile_hash).toHaveLength(32);
    expect(ours.text).not.toContain(TO.slice(-6));
    expect(ours.mobile_hash).not.toEqual(createHash('sha256').update(TO).digest());
    expect(ours.mobile_hash).not.toEqual(theirs.mobile_hash);
  });
});

const url = '/callbacks/at/a-token_for-callbacks-1/opt-outs';
const optOut = formOf({ senderId: 'SHOP', phoneNumber: `+${TO}` }, '').rawBody;

function useAfricasTalking(api: TestApi, options: Record<string, unknown>): void {
  const { pace } = createProgrammableGateway();
  const gateways = api.services.gateways as Map<string, unknown>;
  gateways.set('at', { gateway: createAfricasTalking({ url: 'http://127.0.0.1:9', ...options }), pace });
}

describe('a callback that tells of an opt-out', () => {
  const api = useApi();
  const post = () => api.fetch(url, { method: 'POST', body: optOut });
  const kept = () => api.sql('SELECT gateway, sender_id FROM gateway_opt_outs');
  const use = (options: Record<string, unknown>) => useAfricasTalking(api, options);

  it('is refused like a wrong token when it comes from elsewhere than it may', async () => {
    use({ callback_addresses: ['192.0.2.0/24'] });
    const [elsewhere, wrongToken] = [await post(), await api.fetch(url.replace('1', '2'), { method: 'POST' })];
    expect(elsewhere).toMatchObject({ status: 401, body: { detail: 'Not accepted.' } });
    expect({ ...elsewhere.body, request_id: '' }).toEqual({ ...wrongToken.body, request_id: '' });
    expect(await kept()).toEqual([]);
  });

  it('is not answered with 200 while it cannot be kept', async () => {
    use({});
    await api.sql('ALTER TABLE gateway_opt_outs RENAME TO opt_outs_away');
    const answer = await post();
    await api.sql('ALTER TABLE opt_outs_away RENAME TO gateway_opt_outs');
    expect(answer.status).toBe(500);
    expect(await kept()).toEqual([]);
  });

  it('is answered when it is kept, and again when it comes again', async () => {
    use({ callback_addresses: ['192.0.2.0/24', '127.0.0.1'] });
    expect(await post()).toMatchObject({ status: 200, text: '' });
    expect(await kept()).toEqual([{ gateway: 'at', sender_id: 'SHOP' }]);
    expect(await post()).toMatchObject({ status: 200 });
    expect(await kept()).toHaveLength(1);
  });

  it('is taken from a caller of IPv4 on a server that listens on IPv6', async () => {
    use({ callback_addresses: ['192.0.2.0/24'] });
    const statuses: number[] = [];
    for (const remoteAddress of ['::ffff:192.0.2.7', '192.0.2.7', '::ffff:192.0.3.7', '2001:db8::7']) {
      const answer = await api.http.app.inject({ method: 'POST', url, payload: optOut, remoteAddress });
      statuses.push(answer.statusCode);
    }
    expect(statuses).toEqual([200, 200, 401, 401]);
  });
});

describe.each<[trustProxy: string, ofTwo: number, ofOne: number]>([
  ['true', 200, 200],
  ['1', 401, 200],
  ['2', 200, 200],
  ['0', 401, 401],
])('a callback through a proxy, with TRUST_PROXY=%s', (trustProxy, ofTwo, ofOne) => {
  const api = useApi({ TRUST_PROXY: trustProxy });
  const statusOf = async (forwarded: string) => {
    const headers = { 'x-forwarded-for': forwarded };
    return (await api.http.app.inject({ method: 'POST', url, payload: optOut, headers })).statusCode;
  };

  it('comes from the address that the outermost proxy has seen; what callers put before it counts with true alone', async () => {
    useAfricasTalking(api, { callback_addresses: ['192.0.2.7'] });
    expect([await statusOf('192.0.2.7, 203.0.113.9'), await statusOf('192.0.2.7')]).toEqual([ofTwo, ofOne]);
  });
});
