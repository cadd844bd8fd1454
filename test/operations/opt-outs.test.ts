import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Context } from '../../src/domain/context.js';
import type { OptOut } from '../../src/domain/ports.js';
import { createLogger } from '../../src/lib/logger.js';
import { addSuppressions } from '../../src/operations/add-suppressions.js';
import { receiveOptOuts } from '../../src/operations/receive-opt-outs.js';
import { sendBulkSms } from '../../src/operations/send-bulk-sms.js';
import { sendSms } from '../../src/operations/send-sms.js';
import { createAfricasTalking, callback as formOf } from '../gateways/africastalking-under-test.js';
import { useApi } from '../http/start-api.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import {
  accept,
  createProgrammableGateway,
  NOT_SENT,
  type ProgrammableGateway,
  reject,
} from '../support/programmable-gateway.js';
import { seeCounts, seeMessage } from '../support/see.js';
import {
  drain,
  mobile,
  mobiles,
  newOrganisation,
  startServices,
  type TestServices,
  withGateways,
} from '../support/services.js';

const TO = mobile(1);

describe('people who have told a gateway that they want no more messages', () => {
  let database: TestDatabase;
  let process: TestServices;
  let gateways = 0;

  beforeAll(async () => {
    database = await createTestDatabase();
    process = await startServices(database, { gateways: [] });
  });

  afterAll(async () => {
    await process.stop();
    await database.drop();
  });

  const newGateway = (react = accept, name = `gateway-${++gateways}`) => createProgrammableGateway({ name, react });
  const processWith = (...used: readonly ProgrammableGateway[]) => withGateways(process, { gateways: used });

  async function send(context: Context, senderId: string | null, to = TO) {
    const { result } = await sendSms(context, { message: 'Hello', to, senderId });
    await drain(context);
    return seeMessage(process.superuser, result);
  }

  async function customer(services: TestServices, ...senderIds: readonly (string | null)[]): Promise<Context> {
    const context = await newOrganisation(services);
    for (const senderId of senderIds) await send(context, senderId);
    return context;
  }

  /** Answers what was logged about it. */
  async function optOut(services: TestServices, { name }: ProgrammableGateway, ...optOuts: readonly OptOut[]) {
    const lines: string[] = [];
    const logger = createLogger({ level: 'debug', pretty: false }, { write: (line: string) => void lines.push(line) });
    await receiveOptOuts({ ...services, logger }, name, optOuts);
    return lines;
  }

  const rowsOf = async ({ caller }: Context) => {
    const { rows } = await process.superuser.query(
      'SELECT mobile, sender_id, delivery_code, source, reason FROM suppressions WHERE organisation_id = $1 ORDER BY 1, 2',
      [caller.organisationId],
    );
    return rows;
  };

  it('are suppressed for every organisation that has written to them so, and for no other', async () => {
    const [shared, other] = [newGateway(), newGateway()];
    const services = processWith(shared);
    const [first, second] = [await customer(services, 'SHOP'), await customer(services, 'SHOP', 'SHOP')];
    const elsewhere = await customer(processWith(other), 'SHOP');
    const otherSender = await customer(services, 'BANK');
    const neverWrote = await customer(services);
    await send(neverWrote, 'SHOP', mobile(2));

    expect(await optOut(services, shared, { mobile: TO, senderId: 'SHOP' })).toEqual([]);

    const suppressed = { mobile: TO, sender_id: 'SHOP', delivery_code: 406, source: 'gateway' };
    expect(await rowsOf(first)).toMatchObject([suppressed]);
    expect(await rowsOf(second)).toMatchObject([suppressed]);
    for (const untouched of [elsewhere, otherSender, neverWrote]) expect(await rowsOf(untouched)).toEqual([]);
    expect(await send(neverWrote, 'SHOP')).toMatchObject({ status: 'sent' });
  });

  it('are not written to again: 0 later sends leave, be they new or waiting already', async () => {
    const gateway = newGateway();
    const services = processWith(gateway);
    const context = await customer(services, 'SHOP');
    const scheduledAt = new Date(Date.now() + 60_000);
    const common = { message: 'Hello', recipients: mobiles(3), senderId: 'SHOP' };
    const { result: waiting } = await sendBulkSms(context, { ...common, scheduledAt });
    const { result: single } = await sendSms(context, { message: 'Hello', to: TO, senderId: 'SHOP', scheduledAt });
    await optOut(services, gateway, { mobile: TO, senderId: 'SHOP' });
    gateway.journal.length = 0;

    expect(await send(context, 'SHOP')).toMatchObject({ status: 'blocked', delivery_code: 406 });
    const { result: bulk } = await sendBulkSms(context, common);
    await services.travel(61);
    await drain(services);

    for (const { id } of [waiting, bulk])
      expect(await seeCounts(process.superuser, id)).toEqual({ blocked: 1, sent: 2 });
    const blocked = { status: 'blocked', delivery_code: 406, attempt: 0 };
    expect(await seeMessage(process.superuser, single)).toMatchObject(blocked);
    expect(gateway.journal.filter(({ to }) => to === TO)).toEqual([]);
    expect(gateway.journal).toHaveLength(4);
    expect(await send(context, 'BANK')).toMatchObject({ status: 'sent' });
  });

  it('are suppressed for every sender where the messages had none of their own, as by a 406', async () => {
    const gateway = newGateway();
    const services = processWith(gateway);
    const [without, both] = [await customer(services, null), await customer(services, null, 'SHOP', 'BANK')];
    await optOut(services, gateway, { mobile: TO, senderId: 'SHOP' });
    gateway.react = () => reject(406);
    const refused = await customer(services, null);

    expect(await rowsOf(without)).toEqual(await rowsOf(refused));
    expect((await rowsOf(both)).map(({ sender_id }) => sender_id)).toEqual(['', 'SHOP']);
    expect(await send(without, 'ANY')).toMatchObject({ status: 'blocked' });
  });

  it('are suppressed for all the senders of their messages when the gateway names none', async () => {
    const gateway = newGateway();
    const services = processWith(gateway);
    const context = await customer(services, 'SHOP', 'BANK');
    await optOut(services, gateway, { mobile: TO, senderId: null });
    expect((await rowsOf(context)).map(({ sender_id }) => sender_id)).toEqual(['BANK', 'SHOP']);
  });

  it('may say so again, also at the same time, and that changes nothing', async () => {
    const gateway = newGateway();
    const services = processWith(gateway);
    const customers = [await customer(services, 'SHOP'), await customer(services, 'SHOP')];
    const [byHand] = customers as [Context];
    await addSuppressions(byHand, { numbers: [{ mobile: TO, senderId: 'SHOP', reason: 'asked us' }] });
    const wish = { mobile: TO, senderId: 'SHOP' };
    await Promise.all(Array.from({ length: 8 }, () => optOut(services, gateway, wish, wish)));
    const before = await Promise.all(customers.map(rowsOf));
    expect(await optOut(services, gateway, wish)).toEqual([]);
    expect(await Promise.all(customers.map(rowsOf))).toEqual(before);
    expect(before).toMatchObject([[{ source: 'manual', reason: 'asked us' }], [{ source: 'gateway' }]]);
  });

  it('do not mean tests, which reach nobody', async () => {
    const sandbox = newGateway(accept, 'sandbox');
    const services = processWith(sandbox);
    const testing = await newOrganisation(services);
    await send({ ...testing, caller: { ...testing.caller, mode: 'test' } }, 'SHOP');
    const live = await customer(services, 'SHOP');
    expect(sandbox.journal).toHaveLength(2);
    await optOut(services, sandbox, { mobile: TO, senderId: 'SHOP' });
    expect([await rowsOf(testing), await rowsOf(live)]).toMatchObject([[], [{ sender_id: 'SHOP' }]]);
  });

  it('are known by an earlier attempt too, when the message went on to another gateway', async () => {
    const [first, second] = [newGateway(() => reject(407)), newGateway()];
    const services = processWith(first, second);
    const context = await customer(services, 'SHOP');
    await services.travel(61);
    await drain(services);
    expect([first.journal.length, second.journal.length]).toEqual([1, 1]);
    await optOut(services, first, { mobile: TO, senderId: 'SHOP' });
    expect(await rowsOf(context)).toMatchObject([{ mobile: TO, sender_id: 'SHOP' }]);
  });

  it('are nobody where nothing has left for them, which is logged without their numbers', async () => {
    const gateway = newGateway(() => NOT_SENT);
    const services = processWith(gateway);
    const context = await customer(services, 'SHOP');
    expect(gateway.journal).toHaveLength(1);
    await sendSms(context, { message: 'Hello', to: mobile(2), scheduledAt: new Date(Date.now() + 60_000) });
    const wishes = [TO, mobile(2), mobile(3)].map((number) => ({ mobile: number, senderId: 'SHOP' }));
    const lines = await optOut(services, gateway, ...wishes);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 'warn', gateway: gateway.name, optOuts: 3 }]);
    expect(lines.join()).not.toMatch(/254711/);
    expect(await rowsOf(context)).toEqual([]);
  });
});

describe('a callback that tells of an opt-out', () => {
  const api = useApi();
  const optOut = formOf({ senderId: 'SHOP', phoneNumber: `+${TO}` }, '').rawBody;
  const url = '/callbacks/at/a-token_for-callbacks-1/opt-outs';
  const post = () => api.fetch(url, { method: 'POST', body: optOut });
  const suppressions = () => api.sql('SELECT mobile, sender_id, delivery_code, source FROM suppressions');

  beforeAll(async () => {
    const { organisationId, call } = await api.customer();
    await call('POST', '/v1/sms/send/', { to: TO, message: 'Hello', sender_id: 'SHOP' });
    await api.sql(`UPDATE sms_messages SET gateway = 'at', attempt = 1 WHERE organisation_id = $1`, [organisationId]);
  });

  function use(options: Record<string, unknown>): void {
    const { pace } = createProgrammableGateway();
    const gateways = api.services.gateways as Map<string, unknown>;
    gateways.set('at', { gateway: createAfricasTalking({ url: 'http://127.0.0.1:9', ...options }), pace });
  }

  it('is refused like a wrong token when it comes from elsewhere than it may', async () => {
    use({ callback_addresses: ['192.0.2.0/24'] });
    const [elsewhere, wrongToken] = [await post(), await api.fetch(url.replace('1', '2'), { method: 'POST' })];
    expect(elsewhere).toMatchObject({ status: 401, body: { detail: 'Not accepted.' } });
    expect({ ...elsewhere.body, request_id: '' }).toEqual({ ...wrongToken.body, request_id: '' });
    expect(await suppressions()).toEqual([]);
  });

  it('is not answered with 200 while it cannot be kept', async () => {
    use({});
    await api.sql('ALTER TABLE suppressions RENAME TO suppressions_away');
    const answer = await post();
    await api.sql('ALTER TABLE suppressions_away RENAME TO suppressions');
    expect(answer.status).toBe(500);
    expect(await suppressions()).toEqual([]);
  });

  it('is answered when the number is suppressed', async () => {
    use({ callback_addresses: ['192.0.2.0/24', '127.0.0.1'] });
    expect(await post()).toMatchObject({ status: 200, text: '' });
    expect(await suppressions()).toEqual([{ mobile: TO, sender_id: 'SHOP', delivery_code: 406, source: 'gateway' }]);
    expect(await post()).toMatchObject({ status: 200 });
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
