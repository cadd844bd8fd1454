import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { resolveNext } from '../../../src/operations/sms/dispatch/resolve.js';
import { dispatchNext } from '../../../src/operations/sms/dispatch/turn.js';
import { accept, LOST_ON_THE_WAY, type Reaction, reject } from '../../support/gateways/programmable-gateway.js';
import { seeEvents } from '../../support/see.js';
import { setTheStage } from '../../support/stage.js';
import { useServices } from '../../support/use-services.js';

const LEASE_SECONDS = 60;
const SETTLE_SECONDS = 120;
const IDEMPOTENT = { idempotentReference: true };
const LOOKUP = { lookup: { settleSeconds: SETTLE_SECONDS } };
const BY_REFERENCE = { reportsCarryReference: true };

describe('a worker that is slow, not dead', () => {
  const process = useServices();

  it.each([
    ['recognises references', IDEMPOTENT, 'sent'],
    ['can be asked', LOOKUP, 'sent'],
    ['reports by reference', BY_REFERENCE, 'sent'],
  ])(
    'settles after its lease was taken over, once and for all: a gateway that %s',
    async (_name, capabilities, end) => {
      const stage = await setTheStage(process, { capabilities });
      const { services, gateway, context } = stage;
      const turn = { gateway: gateway.name, organisationId: context.caller.organisationId };
      const reached = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      const { submit } = gateway.gateway;
      gateway.gateway.submit = async (messages, signal) => {
        const results = await submit(messages, signal);
        reached.resolve();
        await released.promise;
        return results;
      };
      const slow = dispatchNext(services, turn);
      await reached.promise;
      gateway.gateway.submit = submit;

      await services.travel(LEASE_SECONDS + 1);
      expect(await dispatchNext(services, turn)).toBe(true);
      expect(await stage.see()).toMatchObject({ phase: 'in_doubt', attempt: 1 });
      released.resolve();
      await slow;
      expect(await stage.see()).toMatchObject({ status: end, phase: 'waiting_report', attempt: 1 });
      await stage.later(3600);
      expect(gateway.takenNumbers()).toHaveLength(1);
      expect(await stage.see()).toMatchObject({ status: end, phase: 'waiting_report', attempt: 1 });
      expect(await seeEvents(process.superuser, await stage.messageId())).toEqual(['sms.sent']);
    },
  );

  it('its refusal counts as well, and the retry follows', async () => {
    const stage = await setTheStage(process, { capabilities: LOOKUP, reactions: [reject(407), accept()] });
    const { services, gateway, context } = stage;
    const turn = { gateway: gateway.name, organisationId: context.caller.organisationId };
    const reached = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const usual = gateway.react;
    gateway.react = async (message, call) => {
      reached.resolve();
      await released.promise;
      return usual(message, call);
    };
    const slow = dispatchNext(services, turn);
    await reached.promise;
    await services.travel(LEASE_SECONDS + 1);
    await dispatchNext(services, turn);
    released.resolve();
    await slow;
    gateway.react = usual;
    await stage.later(61);
    expect(await stage.see()).toMatchObject({ status: 'sent', attempt: 2 });
    await stage.later(3600);
    expect(gateway.journal).toHaveLength(2);
  });

  it('changes nothing when the doubt has been resolved without it', async () => {
    const stage = await setTheStage(process, { capabilities: LOOKUP, reactions: [reject(500), accept()] });
    const { services, gateway, context } = stage;
    const turn = { gateway: gateway.name, organisationId: context.caller.organisationId };
    const reached = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const usual = gateway.react;
    gateway.react = async (message, call) => {
      reached.resolve();
      if (message.attempt === 1) await released.promise;
      return usual(message, call);
    };
    const slow = dispatchNext(services, turn);
    await reached.promise;
    for (const wait of [LEASE_SECONDS + 1, SETTLE_SECONDS + 1, SETTLE_SECONDS + 1]) await stage.later(wait);
    expect(await stage.see()).toMatchObject({ status: 'sent', attempt: 2 });
    released.resolve();
    await slow;
    await stage.work();
    expect(await stage.see()).toMatchObject({ status: 'sent', attempt: 2, delivery_code: 101 });
  });

  it('says nothing about the attempt that is under way after its own', async () => {
    const stage = await setTheStage(process, { capabilities: LOOKUP });
    const { services, gateway, context } = stage;
    const turn = { gateway: gateway.name, organisationId: context.caller.organisationId };
    const answers = [Promise.withResolvers<Reaction>(), Promise.withResolvers<Reaction>()];
    gateway.react = ({ attempt }) => answers[attempt - 1]?.promise ?? accept();
    const first = dispatchNext(services, turn);
    while (gateway.calls.length < 1) await sleep(1);
    for (const wait of [LEASE_SECONDS + 1, SETTLE_SECONDS + 1]) await stage.later(wait);
    await services.travel(SETTLE_SECONDS + 1);
    await resolveNext(services, turn);
    const second = dispatchNext(services, turn);
    while (gateway.calls.length < 2) await sleep(1);

    answers[0]?.resolve(reject(500));
    await first;
    expect(await stage.see()).toMatchObject({ status: 'queued', phase: 'submitting', attempt: 2 });
    answers[1]?.resolve(accept());
    await second;
    expect(await stage.see()).toMatchObject({ status: 'sent', attempt: 2 });
    expect(await seeEvents(process.superuser, await stage.messageId())).toEqual(['sms.sent']);
  });

  it('two that resolve the same doubt at once submit it once more, not twice', async () => {
    const stage = await setTheStage(process, { capabilities: IDEMPOTENT, reactions: [LOST_ON_THE_WAY] });
    await stage.work();
    stage.gateway.react = accept;
    await stage.services.travel(5);
    const turn = { gateway: stage.gateway.name, organisationId: stage.context.caller.organisationId };
    const worked = await Promise.all([1, 2, 3].map(() => resolveNext(stage.services, turn)));
    expect(worked.filter(Boolean)).toHaveLength(1);
    expect(stage.gateway.calls).toEqual([1, 1]);
  });
});
