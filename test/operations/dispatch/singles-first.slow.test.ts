import { describe, expect, it } from '@jest/globals';
import { dispatchNext } from '../../../src/operations/sms/dispatch/turn.js';
import { sendBulkSms } from '../../../src/operations/sms/send/send-bulk-sms.js';
import { sendSms } from '../../../src/operations/sms/send/send-sms.js';
import {
  accept,
  createProgrammableGateway,
  type ProgrammableGateway,
} from '../../support/gateways/programmable-gateway.js';
import { mobile, mobiles, newOrganisation, withGateways } from '../../support/services.js';
import { withOwnGateway } from '../../support/stage.js';
import { until } from '../../support/until.js';
import { useServices } from '../../support/use-services.js';
import { openWorkers } from '../../support/workers.js';

const CODE = 'Your code is 123456';

describe('a single message', () => {
  const process = useServices({ poolSize: 12 });

  /** Several campaigns are under way at a gateway of their organisation. */
  const busyGateway = async (pace: Partial<ProgrammableGateway['pace']>, campaigns: number, size: number) => {
    const { gateway, services, context } = await withOwnGateway(process, { delayMs: 50, pace });
    for (let campaign = 0; campaign < campaigns; campaign += 1) {
      await sendBulkSms(context, { message: `campaign ${campaign}`, recipients: mobiles(size) });
    }
    const workers = openWorkers(services);
    workers.wakeAll();
    await until(() => gateway.calls.length >= 4);
    return { gateway, context, workers };
  };

  /** How many messages of campaigns the gateway gets between the send and the code, and in how many calls. */
  const sendCode = async ({ gateway, context, workers }: Awaited<ReturnType<typeof busyGateway>>) => {
    const [messages, calls] = [gateway.journal.length, gateway.calls.length];
    await sendSms(context, { message: CODE, to: mobile(1) });
    workers.wake({ job: 'sms-dispatch', gateway: gateway.name });
    await until(() => gateway.journal.some(({ text }) => text === CODE));
    await workers.stop();
    const code = gateway.journal.findIndex(({ text }) => text === CODE);
    return { messages: code - messages, calls: (gateway.journal[code]?.call ?? 0) - calls };
  };

  it('does not wait behind campaigns of its organisation at a gateway with a pace', async () => {
    const { messages } = await sendCode(await busyGateway({ ratePerSecond: 10, concurrency: 2 }, 20, 2_000));
    // Three seconds of the pace.
    expect(messages).toBeLessThan(30);
  });

  it('does not wait behind campaigns of its organisation at a gateway without a pace', async () => {
    const { calls } = await sendCode(await busyGateway({ batchSize: 100, concurrency: 2 }, 10, 5_000));
    // Those under way when it came, and at most one more of each turn.
    expect(calls).toBeLessThanOrEqual(5);
  });

  it('goes before retries of campaigns, which a flood of singles leaves one lease in ten', async () => {
    const { gateway, services, context, turn } = await withOwnGateway(process, {
      pace: { batchSize: 10, retryDelaySeconds: 0 },
      policy: { batchSize: 10 },
    });
    await sendBulkSms(context, { message: 'retry', recipients: mobiles(60) });
    gateway.react = () => ({ outcome: { kind: 'not_sent' } });
    while (await dispatchNext(services, { ...turn, isJob: true }));
    gateway.react = accept;
    await services.travel(5);
    const refused = gateway.calls.length;
    for (let send = 0; send < 20; send += 1) {
      await sendSms(context, { message: 'single', to: mobile(send) });
      await dispatchNext(services, turn);
    }
    const texts = [...new Map(gateway.journal.map(({ call, text }) => [call, text]))]
      .filter(([call]) => call > refused)
      .map(([, text]) => text);
    expect(texts.slice(0, 9)).toEqual(Array.from({ length: 9 }, () => 'single'));
    expect(texts.filter((text) => text === 'retry').length).toBeGreaterThanOrEqual(1);
    expect(texts.filter((text) => text === 'single').length).toBeGreaterThanOrEqual(15);
  });

  it('has a small campaign before large ones behind it', async () => {
    const gateway = createProgrammableGateway({ name: 'ordered', pace: { batchSize: 10 } });
    const services = withGateways(process, { gateways: [gateway], policy: { batchSize: 10 } });
    const context = await newOrganisation(services);
    await sendBulkSms(context, { message: 'large', recipients: mobiles(1_001) });
    await sendBulkSms(context, { message: 'small', recipients: mobiles(60) });
    const turn = { gateway: gateway.name, organisationId: context.caller.organisationId, isJob: true };
    for (let turns = 0; turns < 7; turns += 1) await dispatchNext(services, turn);
    const texts = [...new Map(gateway.journal.map(({ call, text }) => [call, text])).values()];
    expect(texts).toEqual([...Array.from({ length: 6 }, () => 'small'), 'large']);
  });

  it('ends the turn of a campaign after its batch', async () => {
    const { gateway, services, context, turn } = await withOwnGateway(process, { pace: { batchSize: 10 } });
    await sendBulkSms(context, { message: 'large', recipients: mobiles(400) });
    let sent = 0;
    gateway.react = async () => {
      sent += 1;
      if (sent === 1) await sendSms(context, { message: CODE, to: mobile(1) });
      return accept();
    };
    await dispatchNext(services, { ...turn, isJob: true });
    await dispatchNext(services, turn);
    expect(gateway.calls).toEqual([10, 1]);
  });

  it('finds a unit of the pace that campaigns have left', async () => {
    const { gateway, services, context, turn } = await withOwnGateway(process, {
      name: 'left',
      pace: { ratePerSecond: 2 },
    });
    await sendBulkSms(context, { message: 'large', recipients: mobiles(100) });
    await dispatchNext(services, { ...turn, isJob: true });
    const rows = await services.sql(`SELECT tokens FROM gateway_pacing WHERE gateway = 'left'`);
    expect(rows[0].tokens).toBeGreaterThanOrEqual(1);
    await sendSms(context, { message: CODE, to: mobile(1) });
    const before = gateway.calls.length;
    await dispatchNext(services, turn);
    expect(gateway.calls.slice(before)).toEqual([1]);
    expect(gateway.journal.at(-1)?.text).toBe(CODE);
  });
});
