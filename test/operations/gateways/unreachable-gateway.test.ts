import { describe, expect, it } from '@jest/globals';
import type { SubmitOutcome } from '../../../src/domain/sms/gateway.js';
import { failOver } from '../../../src/operations/sms/dispatch/fail-over.js';
import { sendBulkSms } from '../../../src/operations/sms/send/send-bulk-sms.js';
import {
  accept,
  createProgrammableGateway,
  NOT_SENT,
  reject,
  TAKEN_SILENTLY,
} from '../../support/gateways/programmable-gateway.js';
import { seeAgenda, seeAttempts, seeMessage, seeMessages, waitsOf } from '../../support/see.js';
import { drain, drainAfter, mobile, mobiles, newOrganisation, overhear, withGateways } from '../../support/services.js';
import { setTheStage, withOwnGateway } from '../../support/stage.js';
import { useServices } from '../../support/use-services.js';

const THROTTLED: SubmitOutcome = { kind: 'throttled', retryAfterMs: 7_000 };

describe('a gateway that cannot be reached', () => {
  const process = useServices();

  it('is named in the log with its own codes, a few of them and each once', async () => {
    const stage = await setTheStage(process, { recipients: 20 });
    stage.gateway.react = ({ to }) => ({ ...NOT_SENT, says: { rawCode: `ESME_${Number(to) % 8}` } });
    const { services, warnings } = overhear(stage.services);
    await drain(services);
    const codes = expect.arrayContaining([expect.stringMatching(/^ESME_\d$/)]);
    const line = { gateway: stage.gateway.name, messages: 20, codes };
    expect(warnings).toEqual([[line, 'the gateway gave no usable answer']]);
    const [[told] = []] = warnings as [{ codes: string[] }][];
    expect([told?.codes.length, new Set(told?.codes).size]).toEqual([5, 5]);
  });

  it('costs no attempt, and is tried less and less often', async () => {
    const stage = await setTheStage(process, { reactions: [NOT_SENT] });
    const id = await stage.messageId();
    const waits: number[] = [];
    await stage.work();
    for (let round = 0; round < 8; round += 1) {
      stage.services.breakers.get(stage.gateway.name)?.succeeded();
      const [next] = await seeAgenda(process, id);
      waits.push(next?.in_seconds ?? 0);
      expect(await stage.see()).toMatchObject({
        status: 'queued',
        phase: 'ready',
        attempt: 0,
      });
      await stage.later((next?.in_seconds ?? 0) + 1);
    }
    const plan = [1, 2, 4, 8, 16, 32, 60, 60];
    expect(waitsOf(waits, plan)).toEqual(plan);

    stage.gateway.react = accept;
    await stage.later(61);
    expect(await stage.see()).toMatchObject({ status: 'sent', attempt: 1 });
    expect(await seeAttempts(process, id)).toEqual([]);
    expect(new Set(stage.gateway.journal.map(({ reference }) => reference)).size).toBe(1);
  });

  it('that says "not so fast" costs no attempt either, and is left alone for as long as it asks', async () => {
    const stage = await setTheStage(process, { reactions: [{ outcome: THROTTLED }] });
    await stage.work();
    expect(await stage.see()).toMatchObject({ phase: 'ready', attempt: 0 });
    await stage.later(6);
    expect(stage.gateway.calls).toHaveLength(1);
    stage.gateway.react = accept;
    await stage.later(2);
    expect(await stage.see()).toMatchObject({ status: 'sent', attempt: 1 });
  });

  it('after three failures in a row is not called any more until a pause is over', async () => {
    const { gateway, services, context, work, later } = await withOwnGateway(process, {
      name: 'dead',
      pace: { batchSize: 10 },
      react: () => NOT_SENT,
    });
    await sendBulkSms(context, { message: 'Hello', recipients: mobiles(200) });
    await work();
    expect(gateway.calls).toHaveLength(3);
    expect(services.breakers.get('dead')?.isOpen).toBe(true);
    await work();
    expect(gateway.calls).toHaveLength(3);

    gateway.react = accept;
    services.breakers.get('dead')?.succeeded();
    await later(61);
    expect(gateway.takenNumbers().sort()).toEqual(mobiles(200).map(({ to }) => to));
  });

  it('a refusal of ours, an error of the account and silence open the circuit; refused numbers do not', async () => {
    const expectations = [
      [reject(501), true],
      [NOT_SENT, true],
      [TAKEN_SILENTLY, true],
      [reject(404), false],
      [reject(502), false],
      [{ outcome: { kind: 'held' } as const }, false],
    ] as const;
    for (const [index, [reaction, opens]] of expectations.entries()) {
      const gateway = createProgrammableGateway({
        name: `health-${index}`,
        pace: { batchSize: 1 },
        react: () => reaction,
      });
      const services = withGateways(process, { gateways: [gateway] });
      await sendBulkSms(await newOrganisation(services), { message: 'Hello', recipients: mobiles(5) });
      await drain(services);
      expect([index, services.breakers.get(gateway.name)?.isOpen]).toEqual([index, opens]);
    }
  });

  it('hands what it certainly has not got to the next gateway of the route, and nothing else', async () => {
    const dead = createProgrammableGateway({
      name: 'first-choice',
      pace: { batchSize: 10 },
      capabilities: { reportsCarryReference: true },
    });
    const alive = createProgrammableGateway({ name: 'second-choice' });
    const services = withGateways(process, { gateways: [dead, alive] });
    const context = await newOrganisation(services);
    // The first batch is taken in silence, the next ones cannot be handed over at all.
    dead.react = (_message, call) => (call === 1 ? TAKEN_SILENTLY : NOT_SENT);
    const { result } = await sendBulkSms(context, { message: 'Hello', recipients: mobiles(100) });
    await drain(services);
    expect(services.breakers.get('first-choice')?.isOpen).toBe(true);
    for (let round = 0; round < 3; round += 1) {
      services.breakDown('first-choice');
      await drainAfter(services, 5);
    }

    expect(alive.takenNumbers().sort()).toEqual(mobiles(90, 10).map(({ to }) => to));
    const messages = await seeMessages(services, { campaignId: result.id });
    expect(messages.slice(0, 10).map(({ phase, gateway }) => `${phase} ${gateway}`)).toEqual(
      Array(10).fill('in_doubt first-choice'),
    );
    expect(messages.slice(10).map(({ status, attempt, gateway }) => `${status} ${attempt} ${gateway}`)).toEqual(
      Array(90).fill('sent 1 second-choice'),
    );
    expect([...dead.takenNumbers(), ...alive.takenNumbers()].sort()).toEqual(mobiles(100).map(({ to }) => to));
  });

  it('hands over so much at a time that no transaction grows with what waits, and all of it in the end', async () => {
    const dead = createProgrammableGateway({ name: 'long-queue' });
    const alive = createProgrammableGateway({ name: 'long-next' });
    const services = withGateways(process, { gateways: [dead, alive], policy: { batchSize: 1_000 } });
    const context = await newOrganisation(services);
    await sendBulkSms(context, { message: 'Hello', recipients: mobiles(8_000) });
    services.breakDown(dead.name);
    const moved = async () => {
      await failOver(services, { gateway: dead.name, organisationId: context.caller.organisationId, isJob: true });
      const rows = await services.sql('SELECT sum(size)::int AS messages FROM sms_due WHERE gateway = $1', [
        alive.name,
      ]);
      return rows[0].messages;
    };
    expect([await moved(), await moved()]).toEqual([5_000, 8_000]);
    await drain(services);
    expect(alive.takenNumbers()).toHaveLength(8_000);
  });

  it('at the end of the route keeps its messages until it is back', async () => {
    const first = createProgrammableGateway({ name: 'end-first', react: () => NOT_SENT });
    const last = createProgrammableGateway({ name: 'end-last', react: () => NOT_SENT });
    const services = withGateways(process, { gateways: [first, last] });
    const context = await newOrganisation(services);
    const { result } = await sendBulkSms(context, { message: 'Hello', recipients: [{ to: mobile(1) }] });
    for (let round = 0; round < 12; round += 1) {
      await drain(services);
      await services.travel(61);
    }
    const message = await seeMessage(services, { campaignId: result.id });
    expect(message).toMatchObject({ status: 'queued', phase: 'ready', attempt: 0 });
    expect(await seeAgenda(services, message.id)).toHaveLength(1);
    last.react = accept;
    services.breakers.get('end-last')?.succeeded();
    await drainAfter(services, 61);
    expect(last.takenNumbers()).toEqual([mobile(1)]);
  });

  it('does not get the scheduled messages of the future moved away from it', async () => {
    const first = createProgrammableGateway({ name: 'later-first', react: () => NOT_SENT });
    const second = createProgrammableGateway({ name: 'later-second' });
    const services = withGateways(process, { gateways: [first, second] });
    const context = await newOrganisation(services);
    const scheduledAt = new Date(Date.now() + 3600_000);
    await sendBulkSms(context, { message: 'Hello', recipients: mobiles(5, 50), scheduledAt });
    await sendBulkSms(context, { message: 'Hello', recipients: mobiles(5) });
    services.breakDown('later-first');
    await drain(services);
    expect(second.takenNumbers().sort()).toEqual(mobiles(5).map(({ to }) => to));
    first.react = accept;
    services.breakers.get('later-first')?.succeeded();
    await drainAfter(services, 3601);
    expect(first.takenNumbers().sort()).toEqual(mobiles(5, 50).map(({ to }) => to));
  });
});
