import { describe, expect, it } from '@jest/globals';
import type { Route } from '../../../src/domain/sms/routing.js';
import type { Context } from '../../../src/operations/context.js';
import { receiveReports } from '../../../src/operations/sms/reports/receive-reports.js';
import { sendBulkSms } from '../../../src/operations/sms/send/send-bulk-sms.js';
import { sendSms } from '../../../src/operations/sms/send/send-sms.js';
import {
  accept,
  createProgrammableGateway,
  NOT_SENT,
  type ProgrammableGateway,
  reject,
  TAKEN_SILENTLY,
} from '../../support/gateways/programmable-gateway.js';
import { seeAgenda, seeMessage, seeMessages } from '../../support/see.js';
import { drain, drainAfter, mobiles, newOrganisation, withGateways, withTestKey } from '../../support/services.js';
import { useServices } from '../../support/use-services.js';

const KENYA = mobiles(1_200).map(({ to }) => to);
const TANZANIA = KENYA.slice(0, 700).map((mobile) => mobile.replace(/^254/, '255'));
const FRANCE = ['33612345678', '33612345679'];
const to = (numbers: readonly string[]) => numbers.map((number) => ({ to: number }));
const anyOf = (weights: Record<string, number>) => ({ anyOf: new Map(Object.entries(weights)) });

describe('messages on several routes', () => {
  const process = useServices();

  const stage = async (names: readonly string[], routes: readonly Route[]) => {
    const gateways = names.map((name) => createProgrammableGateway({ name }));
    const services = withGateways(process, { gateways, routes });
    const context = await newOrganisation(services);
    return { services, context, gateways, at: (name: string) => gatewayNamed(gateways, name) };
  };

  const gatewayNamed = (gateways: readonly ProgrammableGateway[], name: string) => {
    const gateway = gateways.find((candidate) => candidate.name === name);
    if (!gateway) throw new Error(`There is no gateway ${name}.`);
    return gateway;
  };

  const mix = (...lists: readonly (readonly string[])[]) =>
    lists
      .flatMap((list) => list.map((number, index) => ({ number, index })))
      .sort((a, b) => a.index - b.index)
      .map(({ number }) => number);

  it('a campaign goes to several gateways by number, in portions for each, and stays one campaign', async () => {
    const { services, context, gateways } = await stage(
      ['bulk-common', 'bulk-kenya', 'bulk-tanzania'],
      [
        { organisationId: null, gateways: ['bulk-common'] },
        { organisationId: null, prefixes: ['254'], gateways: ['bulk-kenya'] },
        { organisationId: null, prefixes: ['255'], gateways: ['bulk-tanzania'] },
      ],
    );
    const recipients = to([...mix(KENYA, TANZANIA, FRANCE), 'nonsense']);
    const { result } = await sendBulkSms(context, { message: 'Hello', recipients });
    const rows = await services.sql<{ gateway: string; size: number }>(
      'SELECT gateway, size FROM sms_due WHERE organisation_id = $1 ORDER BY gateway, size DESC',
      [context.caller.organisationId],
    );
    expect(rows.map(({ gateway, size }) => `${gateway} ${size}`)).toEqual([
      'bulk-common 2',
      'bulk-kenya 500',
      'bulk-kenya 500',
      'bulk-kenya 200',
      'bulk-tanzania 500',
      'bulk-tanzania 200',
    ]);
    expect(services.wakeUps).toEqual(
      ['bulk-kenya', 'bulk-tanzania', 'bulk-common'].map((gateway) => ({
        job: 'sms-campaigns',
        gateway,
        organisationId: context.caller.organisationId,
      })),
    );
    await drain(services);
    expect(gateways.map((gateway) => gateway.takenNumbers().sort())).toEqual([FRANCE, KENYA, TANZANIA]);
    const messages = await seeMessages(services, { campaignId: result.id });
    expect(messages.map(({ mobile }) => mobile)).toEqual(recipients.map((recipient) => recipient.to));
  });

  it('a single message goes by organisation, sender and number', async () => {
    const { services, context, at } = await stage(['single-common', 'single-own', 'single-acme'], []);
    const stranger = await newOrganisation(services);
    const routed = withGateways(process, {
      gateways: [at('single-common'), at('single-own'), at('single-acme')],
      routes: [
        { organisationId: null, gateways: ['single-common'] },
        { organisationId: context.caller.organisationId, gateways: ['single-own'] },
        { organisationId: context.caller.organisationId, senderIds: ['ACME'], gateways: ['single-acme'] },
      ],
    });
    const sendAs = async ({ caller }: Context, number: string, senderId?: string) =>
      sendSms({ ...routed, caller }, { to: number, message: 'Hello', senderId });
    await sendAs(context, KENYA[0] as string);
    await sendAs(context, KENYA[1] as string, 'ACME');
    await sendAs(context, KENYA[2] as string, 'Other');
    await sendAs(stranger, KENYA[3] as string, 'ACME');
    await sendBulkSms(
      { ...routed, caller: context.caller },
      { message: 'Hi', senderId: 'ACME', recipients: to(FRANCE) },
    );
    await drain(routed);
    expect(at('single-own').takenNumbers().sort()).toEqual([KENYA[0], KENYA[2]]);
    expect(at('single-acme').takenNumbers().sort()).toEqual([KENYA[1], ...FRANCE]);
    expect(at('single-common').takenNumbers()).toEqual([KENYA[3]]);
  });

  it('test keys reach the sandbox alone, whatever the routes say', async () => {
    const { services, context, at } = await stage(
      ['sandbox', 'real-one'],
      [
        { organisationId: null, gateways: ['real-one'] },
        { organisationId: null, prefixes: ['254'], gateways: [anyOf({ 'real-one': 1 })] },
      ],
    );
    const testing = withTestKey(context);
    await sendBulkSms(testing, { message: 'Hello', recipients: to(mix(KENYA.slice(0, 5), FRANCE)) });
    await sendSms(testing, { to: KENYA[9] as string, message: 'Hello' });
    services.breakDown('sandbox');
    await drain(services);
    expect(at('real-one').calls).toEqual([]);
    services.breakers.get('sandbox')?.succeeded();
    await drain(services);
    expect(at('sandbox').takenNumbers()).toHaveLength(8);
    expect(at('real-one').calls).toEqual([]);
  });

  it('gateways share a campaign by weight, and each message keeps its own when it is tried again', async () => {
    const { services, context, at } = await stage(
      ['share-a', 'share-b'],
      [{ organisationId: null, gateways: [anyOf({ 'share-a': 3, 'share-b': 1 })] }],
    );
    for (const name of ['share-a', 'share-b']) {
      at(name).react = ({ attempt }) => (attempt === 1 ? reject(502) : accept());
    }
    await sendBulkSms(context, { message: 'Hello', recipients: to(KENYA) });
    await drain(services);
    const first = [...at('share-a').journal.map((entry) => entry.to)].sort();
    // Six times the standard deviation.
    expect(Math.abs(first.length - 900)).toBeLessThan(90);
    await drainAfter(services, 1801);
    expect(at('share-a').takenNumbers().sort()).toEqual(first);
    expect([...at('share-a').takenNumbers(), ...at('share-b').takenNumbers()].sort()).toEqual(KENYA);
  });

  it('when a gateway is down, each of its messages goes to the next of its own route', async () => {
    const { services, context, at } = await stage(
      ['down', 'down-kenya', 'down-shared', 'down-acme'],
      [
        { organisationId: null, gateways: ['down', 'down-shared'] },
        { organisationId: null, prefixes: ['254'], gateways: ['down', 'down-kenya'] },
        { organisationId: null, prefixes: ['255'], gateways: ['down'] },
        { organisationId: null, prefixes: ['254'], senderIds: ['ACME'], gateways: ['down', 'down-acme'] },
      ],
    );
    at('down').react = () => NOT_SENT;
    const numbers = mix(KENYA.slice(0, 600), TANZANIA.slice(0, 600), FRANCE);
    const { result } = await sendBulkSms(context, { message: 'Hello', recipients: to(numbers) });
    const acme = await sendSms(context, { to: KENYA[700] as string, message: 'Hello', senderId: 'ACME' });
    services.breakDown('down');
    await drain(services);
    expect(at('down-kenya').takenNumbers().sort()).toEqual(KENYA.slice(0, 600));
    expect(at('down-shared').takenNumbers().sort()).toEqual(FRANCE);
    expect(at('down-acme').takenNumbers()).toEqual([KENYA[700]]);
    expect(await seeMessage(services, { id: acme.result.id })).toMatchObject({ gateway: 'down-acme' });

    // Those without another gateway wait, and are not even looked at before the pause is over.
    expect(at('down').calls).toEqual([]);
    const waiting = await services.sql(
      `SELECT size FROM sms_due WHERE gateway = 'down' AND purpose = 'dispatch' AND due_at > now() ORDER BY due_at`,
    );
    expect(waiting).toEqual([{ size: 500 }, { size: 100 }]);
    at('down').react = accept;
    services.breakers.get('down')?.succeeded();
    await drainAfter(services, 31);
    expect(at('down').takenNumbers().sort()).toEqual(TANZANIA.slice(0, 600));
    const messages = await seeMessages(services, { campaignId: result.id });
    expect(new Set(messages.map(({ status, attempt }) => `${status} ${attempt}`))).toEqual(new Set(['sent 1']));
  });

  it('a batch that was put off is moved message by message too, and nothing in doubt is', async () => {
    const { services, context, at } = await stage(
      ['doubt', 'doubt-kenya', 'doubt-shared'],
      [
        { organisationId: null, gateways: ['doubt', 'doubt-shared'] },
        { organisationId: null, prefixes: ['254'], gateways: ['doubt', 'doubt-kenya'] },
      ],
    );
    at('doubt').react = (message) => (message.to.startsWith('2547110000') ? TAKEN_SILENTLY : NOT_SENT);
    const numbers = mix(KENYA.slice(95, 105), FRANCE);
    const { result } = await sendBulkSms(context, { message: 'Hello', recipients: to(numbers) });
    await drain(services);
    services.breakDown('doubt');
    await drainAfter(services, 1);
    expect(at('doubt-kenya').takenNumbers().sort()).toEqual(KENYA.slice(100, 105));
    expect(at('doubt-shared').takenNumbers().sort()).toEqual(FRANCE);
    const messages = await seeMessages(services, { campaignId: result.id });
    const silent = messages.filter(({ gateway }) => gateway === 'doubt');
    expect(silent.map(({ mobile }) => mobile).sort()).toEqual(KENYA.slice(95, 100));
    await drainAfter(services, 3600);
    expect(at('doubt').takenNumbers().sort()).toEqual(KENYA.slice(95, 100));
    expect(at('doubt-kenya').takenNumbers()).toHaveLength(5);
  });

  it('messages that share by weight go to the other of the sharers first, then to the next choice', async () => {
    const { services, context, at } = await stage(
      ['turn-a', 'turn-b', 'turn-c'],
      [{ organisationId: null, gateways: [anyOf({ 'turn-a': 1, 'turn-b': 1 }), 'turn-c'] }],
    );
    await sendBulkSms(context, { message: 'Hello', recipients: to(KENYA.slice(0, 100)) });
    services.breakDown('turn-a');
    services.breakDown('turn-b');
    await drain(services);
    await drain(services);
    // Whoever began at the other had only the one that is down behind it, then the last.
    expect(at('turn-c').takenNumbers().sort()).toEqual(KENYA.slice(0, 100));
  });

  it.each(['answer', 'report'] as const)(
    'a 407 by %s takes each message to the next gateway of its route',
    async (by) => {
      const [common, kenya, other] = [`${by}-common`, `${by}-kenya`, `${by}-other`];
      const { services, context, at } = await stage(
        [common, kenya, other],
        [
          { organisationId: null, gateways: [common, other] },
          { organisationId: null, prefixes: ['254'], gateways: [common, kenya] },
          { organisationId: null, prefixes: ['255'], gateways: [common] },
        ],
      );
      at(common).react = ({ attempt }) => (by === 'answer' && attempt === 1 ? reject(407) : accept());
      const numbers = [...KENYA.slice(0, 2), ...TANZANIA.slice(0, 2), ...FRANCE];
      await sendBulkSms(context, { message: 'Hello', recipients: to(numbers) });
      await drain(services);
      if (by === 'report') {
        const failed = { kind: 'failed', code: 407 } as const;
        const reports = at(common).journal.map(({ reference }) => at(common).reportOn({ reference }, failed));
        await receiveReports(services, common, reports);
        await drain(services);
      }
      await drainAfter(services, 61);
      const again = at(common).journal.filter(({ attempt }) => attempt === 2);
      expect(again.map((entry) => entry.to).sort()).toEqual(TANZANIA.slice(0, 2));
      expect(at(kenya).takenNumbers().sort()).toEqual(KENYA.slice(0, 2));
      expect(at(other).takenNumbers().sort()).toEqual(FRANCE);
    },
  );

  it('fails over many small rows at once, and keeps what is scheduled for later', async () => {
    const { services, context, at } = await stage(
      ['small', 'small-next', 'small-other'],
      [
        { organisationId: null, gateways: ['small', 'small-other'] },
        { organisationId: null, prefixes: ['254'], gateways: ['small', 'small-next'] },
      ],
    );
    const scheduledAt = new Date(Date.now() + 3_600_000);
    const later = await sendSms(context, { to: KENYA[500] as string, message: 'Later', scheduledAt });
    for (const number of KENYA.slice(0, 30)) await sendSms(context, { to: number, message: 'Hello' });
    services.breakDown('small');
    await drain(services);
    expect(
      at('small-next')
        .journal.map((entry) => entry.to)
        .sort(),
    ).toEqual(KENYA.slice(0, 30));
    expect(await seeAgenda(services, later.result.id)).toMatchObject([{ gateway: 'small' }]);
  });
});
