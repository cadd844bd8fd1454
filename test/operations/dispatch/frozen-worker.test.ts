import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { resolveNext } from '../../../src/operations/sms/dispatch/resolve.js';
import { dispatchNext } from '../../../src/operations/sms/dispatch/turn.js';
import { CLAIM, interferedDatabase } from '../../support/database/interfered-database.js';
import {
  accept,
  LOST_ON_THE_WAY,
  type Reaction,
  reject,
  TAKEN_SILENTLY,
} from '../../support/gateways/programmable-gateway.js';
import { drain } from '../../support/services.js';
import { type Stage, setTheStage } from '../../support/stage.js';
import { until } from '../../support/until.js';
import { useServices } from '../../support/use-services.js';

const process = useServices();

const LEASE_SECONDS = 60;
const SETTLE_SECONDS = 5;
/** LEASE_SECONDS, the time-out of the programmable gateway and MAX_FREEZE_SECONDS. */
const ABSENCE_COUNTS_AFTER_SECONDS = 60 + 10 + 30;
const IN_DOUBT_WAIT_SECONDS = 900;
const LOOKUP = { lookup: { settleSeconds: SETTLE_SECONDS } };

describe('a worker that stands still between its claim and the call of the gateway', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  /** One turn of a worker for which so much time passes before it hears of its claim; `others` work meanwhile. */
  const dispatchLate = async ({ services, turn }: Stage, seconds: number, others: () => Promise<void>) => {
    const { now } = performance;
    const db = interferedDatabase(services.db, CLAIM, async () => {
      await services.travel(seconds);
      await others();
      jest.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + seconds * 1000);
    });
    await dispatchNext({ ...services, db }, turn);
    jest.restoreAllMocks();
  };

  it('does not call when its lease does not cover the call any more, and the message goes out once', async () => {
    const stage = await setTheStage(process, { capabilities: LOOKUP });
    await dispatchLate(stage, LEASE_SECONDS - 11, async () => undefined);
    expect(stage.gateway.journal).toEqual([]);
    expect(await stage.see()).toMatchObject({ status: 'queued', phase: 'ready', attempt: 0 });
    await stage.later(2);
    expect(await stage.see()).toMatchObject({ status: 'sent', attempt: 1 });
    expect(stage.gateway.takenNumbers()).toHaveLength(1);
  });

  it('does not call when another worker has looked into its messages meanwhile', async () => {
    const stage = await setTheStage(process, { capabilities: LOOKUP });
    await dispatchLate(stage, LEASE_SECONDS + 1, async () => {
      await drain(stage.services);
      expect(await stage.see()).toMatchObject({ phase: 'in_doubt', attempt: 1 });
    });
    expect(stage.gateway.journal).toEqual([]);
    for (const seconds of [2, SETTLE_SECONDS, ABSENCE_COUNTS_AFTER_SECONDS, SETTLE_SECONDS]) await stage.later(seconds);
    expect(await stage.see()).toMatchObject({ status: 'sent', attempt: 1 });
    expect(stage.gateway.takenNumbers()).toHaveLength(1);
  });

  it('calls when the lease still covers the call', async () => {
    const stage = await setTheStage(process, { capabilities: LOOKUP });
    await dispatchLate(stage, LEASE_SECONDS - 15, async () => undefined);
    expect(await stage.see()).toMatchObject({ status: 'sent', attempt: 1 });
  });
});

describe('"not found" at a gateway that can be asked', () => {
  it('does not count while a frozen worker may still wake up and send', async () => {
    const stage = await setTheStage(process, { capabilities: LOOKUP, reactions: [LOST_ON_THE_WAY, accept()] });
    await stage.work();
    for (let seconds = SETTLE_SECONDS + 1; seconds < ABSENCE_COUNTS_AFTER_SECONDS; seconds += SETTLE_SECONDS + 1) {
      await stage.later(SETTLE_SECONDS + 1);
    }
    expect(stage.gateway.lookups.length).toBeGreaterThan(10);
    expect(await stage.see()).toMatchObject({ phase: 'in_doubt', attempt: 1 });
    for (let look = 0; look < 3; look += 1) await stage.later(SETTLE_SECONDS + 1);
    expect(await stage.see()).toMatchObject({ status: 'sent', attempt: 2 });
  });

  it('does not count when the clock of the database was set forward during the call', async () => {
    const stage = await setTheStage(process, { capabilities: LOOKUP });
    const { services, gateway, turn } = stage;
    const answer = Promise.withResolvers<Reaction>();
    // The process has run for long, so what is younger than the process tells it nothing.
    await services.travel(3600);
    gateway.react = ({ attempt }) => (attempt === 1 ? answer.promise : accept());
    const slow = dispatchNext(services, turn);
    await until(() => gateway.calls.length === 1);
    await services.stepClock(3600);
    for (let look = 0; look < 4; look += 1) await stage.later(SETTLE_SECONDS + 1);
    expect(gateway.lookups.length).toBeGreaterThan(2);
    expect(await stage.see()).toMatchObject({ status: 'queued', phase: 'in_doubt', attempt: 1 });
    answer.resolve(accept());
    await slow;
    expect(await stage.see()).toMatchObject({ status: 'sent', attempt: 1 });
    expect(gateway.takenNumbers()).toHaveLength(1);
  });

  it('counts after such a step when the longest call has ended', async () => {
    const stage = await setTheStage(process, { capabilities: LOOKUP, reactions: [LOST_ON_THE_WAY, accept()] });
    await stage.work();
    await stage.services.stepClock(3600);
    for (let look = 0; look < 20; look += 1) await stage.later(SETTLE_SECONDS + 1);
    expect(await stage.see()).toMatchObject({ status: 'sent', attempt: 2 });
  });

  it('is not waited for without end: the doubt ends when the gateway never tells', async () => {
    const stage = await setTheStage(process, { capabilities: LOOKUP, reactions: [TAKEN_SILENTLY] });
    await stage.work();
    stage.gateway.gateway.lookup = async () => [];
    await stage.later(ABSENCE_COUNTS_AFTER_SECONDS + IN_DOUBT_WAIT_SECONDS - 20);
    expect(await stage.see()).toMatchObject({ phase: 'in_doubt' });
    await stage.later(SETTLE_SECONDS + 20);
    expect(await stage.see()).toMatchObject({ status: 'failed', delivery_code: 500, attempt: 1 });
    expect(stage.gateway.takenNumbers()).toHaveLength(1);
  });
});

describe('a worker that is slow, not dead', () => {
  const SETTLE_SECONDS = 120;
  const IDEMPOTENT = { idempotentReference: true };
  const BY_REFERENCE = { reportsCarryReference: true };
  const LOOKUP = { lookup: { settleSeconds: SETTLE_SECONDS } };

  /** Begins a turn of a worker whose first attempt the gateway answers when it is released. */
  const dispatchSlowly = async ({ services, gateway, turn }: Stage) => {
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
    return () => {
      released.resolve();
      return slow;
    };
  };

  it.each([
    ['recognises references', IDEMPOTENT, 'sent'],
    ['can be asked', LOOKUP, 'sent'],
    ['reports by reference', BY_REFERENCE, 'sent'],
  ])(
    'settles after its lease was taken over, once and for all: a gateway that %s',
    async (_name, capabilities, end) => {
      const stage = await setTheStage(process, { capabilities });
      const { services, gateway, turn } = stage;
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
      expect(await stage.events()).toEqual(['sms.sent']);
    },
  );

  it('its refusal counts as well, and the retry follows', async () => {
    const stage = await setTheStage(process, { capabilities: LOOKUP, reactions: [reject(407), accept()] });
    const { services, gateway, turn } = stage;
    const release = await dispatchSlowly(stage);
    await services.travel(LEASE_SECONDS + 1);
    await dispatchNext(services, turn);
    await release();
    await stage.later(61);
    expect(await stage.see()).toMatchObject({ status: 'sent', attempt: 2 });
    await stage.later(3600);
    expect(gateway.journal).toHaveLength(2);
  });

  it('changes nothing when the doubt has been resolved without it', async () => {
    const stage = await setTheStage(process, { capabilities: LOOKUP, reactions: [reject(500), accept()] });
    const release = await dispatchSlowly(stage);
    for (const wait of [LEASE_SECONDS + 1, SETTLE_SECONDS + 1, SETTLE_SECONDS + 1]) await stage.later(wait);
    expect(await stage.see()).toMatchObject({ status: 'sent', attempt: 2 });
    await release();
    await stage.work();
    expect(await stage.see()).toMatchObject({ status: 'sent', attempt: 2, delivery_code: 101 });
  });

  it('says nothing about the attempt that is under way after its own', async () => {
    const stage = await setTheStage(process, { capabilities: LOOKUP });
    const { services, gateway, turn } = stage;
    const answers = [Promise.withResolvers<Reaction>(), Promise.withResolvers<Reaction>()];
    gateway.react = ({ attempt }) => answers[attempt - 1]?.promise ?? accept();
    const first = dispatchNext(services, turn);
    await until(() => gateway.calls.length === 1);
    for (const wait of [LEASE_SECONDS + 1, SETTLE_SECONDS + 1]) await stage.later(wait);
    await services.travel(SETTLE_SECONDS + 1);
    await resolveNext(services, turn);
    const second = dispatchNext(services, turn);
    await until(() => gateway.calls.length === 2);

    answers[0]?.resolve(reject(500));
    await first;
    expect(await stage.see()).toMatchObject({ status: 'queued', phase: 'submitting', attempt: 2 });
    answers[1]?.resolve(accept());
    await second;
    expect(await stage.see()).toMatchObject({ status: 'sent', attempt: 2 });
    expect(await stage.events()).toEqual(['sms.sent']);
  });

  it('two that resolve the same doubt at once submit it once more, not twice', async () => {
    const stage = await setTheStage(process, { capabilities: IDEMPOTENT, reactions: [LOST_ON_THE_WAY] });
    await stage.work();
    stage.gateway.react = accept;
    await stage.services.travel(5);
    const worked = await Promise.all([1, 2, 3].map(() => resolveNext(stage.services, stage.turn)));
    expect(worked.filter(Boolean)).toHaveLength(1);
    expect(stage.gateway.calls).toEqual([1, 1]);
  });
});
