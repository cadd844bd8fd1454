import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { dispatchNext } from '../../../src/operations/sms/dispatch/turn.js';
import { CLAIM, interferedDatabase } from '../../support/database/interfered-database.js';
import { accept, LOST_ON_THE_WAY, type Reaction, TAKEN_SILENTLY } from '../../support/gateways/programmable-gateway.js';
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
  const dispatchLate = async ({ services, gateway, context }: Stage, seconds: number, others: () => Promise<void>) => {
    const { now } = performance;
    const db = interferedDatabase(services.db, CLAIM, async () => {
      await services.travel(seconds);
      await others();
      jest.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + seconds * 1000);
    });
    const turn = { gateway: gateway.name, organisationId: context.caller.organisationId };
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
    const { services, gateway, context } = stage;
    const turn = { gateway: gateway.name, organisationId: context.caller.organisationId };
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

  it('is no reason to wait when the gateway knows the reference', async () => {
    const stage = await setTheStage(process, { capabilities: LOOKUP, reactions: [TAKEN_SILENTLY] });
    await stage.work();
    await stage.later(SETTLE_SECONDS + 1);
    expect(await stage.see()).toMatchObject({ status: 'sent', attempt: 1 });
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
