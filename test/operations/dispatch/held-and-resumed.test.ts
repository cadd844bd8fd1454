import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { Database } from '../../../src/db/database.js';
import type { Context } from '../../../src/operations/context.js';
import { resumeHeldMessages } from '../../../src/operations/sms/dispatch/resume.js';
import { dispatchNext } from '../../../src/operations/sms/dispatch/turn.js';
import { cancelMessage } from '../../../src/operations/sms/messages/cancel-message.js';
import { sendBulkSms } from '../../../src/operations/sms/send/send-bulk-sms.js';
import { sendSms } from '../../../src/operations/sms/send/send-sms.js';
import {
  accept,
  createProgrammableGateway,
  NO_CREDIT,
  type ProgrammableGateway,
} from '../../support/gateways/programmable-gateway.js';
import { countStatuses, seeCounts, seeEvents, seeMessage, seeMessages } from '../../support/see.js';
import {
  drain,
  drainAfter,
  mobile,
  mobiles,
  newOrganisation,
  probeBalances,
  type TestServices,
  withGateways,
} from '../../support/services.js';
import { withOwnGateway } from '../../support/stage.js';
import { useServices } from '../../support/use-services.js';
import { openWorkers } from '../../support/workers.js';

const HOUR = 3600;

/** The same database, with something that happens before each transaction. */
function withPrelude(db: Database, prelude: () => Promise<void>): Database {
  const connect = async () => {
    await prelude();
    return db.pool.connect();
  };
  const preluded = new Database(db.orm, { connect } as unknown as Pool);
  return preluded;
}

describe('messages without credit', () => {
  const process = useServices();
  let services: TestServices;
  let gateway: ProgrammableGateway;
  let context: Context;
  let credit: number;

  beforeEach(async () => {
    credit = 0;
    const react = () => {
      if (credit === 0) return NO_CREDIT;
      credit -= 1;
      return accept();
    };
    ({ gateway, services, context } = await withOwnGateway(process, { pace: { batchSize: 100 }, react }));
  });

  const topUp = (amount: number) => {
    credit = amount;
    gateway.balance = amount;
  };
  const untilHeld = async (campaignId: string, messages: number) => {
    for (let looks = 0; (await seeCounts(services, campaignId)).held !== messages; looks += 1) {
      if (looks > 500) throw new Error('They are not all held.');
      await sleep(20);
    }
  };
  const see = (campaignId: string) => seeMessages(services, { campaignId });

  it('wait together, can be cancelled, and go on once and in order when credit is back', async () => {
    credit = 500;
    const { result } = await sendBulkSms(context, { message: 'Hello', recipients: mobiles(2_000) });
    await drain(services);
    expect(await seeCounts(services, result.id)).toEqual({ sent: 500, held: 1_500 });
    // One batch was refused; nothing more was even tried.
    expect(gateway.journal).toHaveLength(600);

    const held = (await see(result.id)).filter(({ status }) => status === 'held');
    const cancelled = held.filter((_, index) => index % 5 === 0);
    expect(cancelled).toHaveLength(300);
    for (const { id } of cancelled) await cancelMessage(context, { messageId: id });

    for (let seconds = 0; seconds < 120; seconds += 5) {
      await services.travel(5);
      await Promise.all([probeBalances(services), probeBalances(services)]);
      await drain(services);
    }
    expect(gateway.probes).toBeGreaterThan(1);
    expect(gateway.probes).toBeLessThanOrEqual(4);
    expect(gateway.journal).toHaveLength(600);

    topUp(100_000);
    const before = gateway.journal.length;
    await services.travel(30);
    await probeBalances(services);
    await drain(services);
    const inOrder = gateway.journal.slice(before).map(({ to }) => to);
    expect(inOrder).toEqual([...inOrder].sort());
    expect(await seeCounts(services, result.id)).toEqual({ sent: 1_700, cancelled: 300 });
    expect(await countStatuses(services, result.id)).toEqual({ sent: 1_700, cancelled: 300 });

    const left = new Set(cancelled.map((message) => message.mobile));
    const expected = mobiles(2_000).map(({ to }) => to);
    expect(gateway.takenNumbers().sort()).toEqual(expected.filter((to) => !left.has(to)));
  });

  it('include everything that is accepted, or comes due, while credit is gone', async () => {
    const scheduledAt = new Date(Date.now() + HOUR * 1000);
    const { result: scheduled } = await sendBulkSms(context, {
      message: 'Hello',
      recipients: mobiles(3, 20),
      scheduledAt,
    });
    const { result: first } = await sendBulkSms(context, { message: 'Hello', recipients: mobiles(3) });
    await drain(services);
    const { result: second } = await sendBulkSms(context, { message: 'Hello', recipients: mobiles(3, 10) });
    const { result: single } = await sendSms(context, { message: 'Hello', to: mobile(30) });
    await drain(services);
    expect(await seeCounts(services, scheduled.id)).toEqual({ queued: 3 });
    await drainAfter(services, HOUR + 1);

    const tried = gateway.journal.length;
    for (const { id } of [scheduled, first, second]) expect(await seeCounts(services, id)).toEqual({ held: 3 });
    expect(await seeMessage(services, single)).toMatchObject({
      status: 'held',
      hold_reason: 'insufficient_credit',
    });
    expect(tried).toBe(3);

    topUp(100);
    expect(await resumeHeldMessages(context, {})).toEqual({ resumed: 10 });
    await drain(services);
    for (const { id } of [scheduled, first, second]) expect(await seeCounts(services, id)).toEqual({ sent: 3 });
    expect(await seeMessage(services, single)).toMatchObject({ status: 'sent', hold_reason: null });
    expect(new Set(gateway.takenNumbers()).size).toBe(gateway.takenNumbers().length);
  });

  it('do not keep those of another organisation waiting', async () => {
    const other = await newOrganisation(services);
    gateway.react = ({ text }) => (text === 'poor' ? NO_CREDIT : accept());
    const { result: poor } = await sendBulkSms(context, { message: 'poor', recipients: mobiles(5) });
    await drain(services);
    const { result: rich } = await sendBulkSms(other, { message: 'rich', recipients: mobiles(5) });
    await drain(services);
    expect(await seeCounts(services, poor.id)).toEqual({ held: 5 });
    expect(await seeCounts(services, rich.id)).toEqual({ sent: 5 });
  });

  it('of several organisations at one gateway cost one question an interval, and all go on after it', async () => {
    const others = [await newOrganisation(services), await newOrganisation(services)];
    const campaigns: string[] = [];
    for (const each of [context, ...others]) {
      const { result } = await sendBulkSms(each, { message: 'Hello', recipients: mobiles(3) });
      campaigns.push(result.id);
      await drain(services);
      // So that their pauses do not end together.
      await services.travel(5);
    }
    for (let seconds = 0; seconds < 60; seconds += 5) {
      await services.travel(5);
      await Promise.all([probeBalances(services), probeBalances(services)]);
    }
    expect(gateway.probes).toBe(2);

    topUp(100);
    await services.travel(30);
    await probeBalances(services);
    await drain(services);
    expect(gateway.probes).toBe(3);
    for (const id of campaigns) expect(await seeCounts(services, id)).toEqual({ sent: 3 });
  });

  it('are held one lease at a time, so that no transaction grows with what waits', async () => {
    const few = withGateways(services, { gateways: [gateway], policy: { batchSize: 10 } });
    const { result } = await sendBulkSms({ ...context, ...few }, { message: 'Hello', recipients: mobiles(600) });
    const turn = { gateway: gateway.name, organisationId: context.caller.organisationId, isJob: true };
    await dispatchNext(few, turn);
    expect(await seeCounts(few, result.id)).toEqual({ held: 10, queued: 590 });
    await dispatchNext(few, turn);
    expect(await seeCounts(few, result.id)).toEqual({ held: 20, queued: 580 });
    await drain(few);
    expect(await seeCounts(few, result.id)).toEqual({ held: 600 });
    expect(gateway.journal).toHaveLength(10);
  });

  it('are all held by the workers, without another hint', async () => {
    const few = withGateways(services, { gateways: [gateway], policy: { batchSize: 10 } });
    const { result } = await sendBulkSms({ ...context, ...few }, { message: 'Hello', recipients: mobiles(600) });
    const workers = openWorkers(few);
    workers.wakeFor({ work: 'campaigns', gateway: gateway.name, due_in_ms: 0 });
    await untilHeld(result.id, 600);
    await workers.stop();
    // What was under way when the first answer came was refused as well.
    expect(gateway.calls.length).toBeLessThanOrEqual(gateway.pace.concurrency);
  });

  it('of several campaigns are held by many workers at once, and none of these locks out another', async () => {
    credit = 300;
    const { react } = gateway;
    const busy = createProgrammableGateway({
      name: 'busy-account',
      delayMs: 20,
      pace: { batchSize: 50, concurrency: 10 },
      react,
    });
    const errors: unknown[] = [];
    const error = { value: (...line: unknown[]) => errors.push(line) };
    const many = {
      ...withGateways(process, { gateways: [busy], policy: { batchSize: 100 } }),
      logger: Object.create(process.logger, { error }),
    };
    const campaigns: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      const input = { message: 'Hello', recipients: mobiles(2_500) };
      campaigns.push((await sendBulkSms({ ...context, ...many }, input)).result.id);
    }
    const workers = openWorkers(many);
    workers.wakeFor({ work: 'campaigns', gateway: busy.name, due_in_ms: 0 });
    for (const id of campaigns.slice(1)) await untilHeld(id, 2_500);
    await workers.stop();
    expect(errors).toEqual([]);
    expect(await seeCounts(many, campaigns[0] ?? '')).toEqual({ sent: 300, held: 2_200 });
  });

  it('fail with 405 when credit does not come back in time, and are not sent any more', async () => {
    const { result } = await sendBulkSms(context, { message: 'Hello', recipients: mobiles(250) });
    await drain(services);
    await drainAfter(services, 72 * HOUR - 10);
    expect(await seeCounts(services, result.id)).toEqual({ held: 250 });
    await drainAfter(services, 11);
    expect(await seeCounts(services, result.id)).toEqual({ failed: 250 });
    expect((await see(result.id)).map((message) => message.delivery_code)).toEqual(Array(250).fill(405));
    expect((await seeEvents(services, result.id)).filter((type) => type === 'campaign.completed')).toHaveLength(1);
    topUp(1_000);
    await services.travel(60);
    await probeBalances(services);
    await drain(services);
    expect(gateway.takenNumbers()).toEqual([]);
  });

  it('are held again when a top-up was too small, and none is sent twice', async () => {
    const { result } = await sendBulkSms(context, { message: 'Hello', recipients: mobiles(1_000) });
    await drain(services);
    for (const sum of [150, 250, 350, 450]) {
      topUp(sum);
      await services.travel(31);
      await probeBalances(services);
      gateway.balance = 0;
      await drain(services);
    }
    expect(await seeCounts(services, result.id)).toEqual({ sent: 1_000 });
    expect(gateway.takenNumbers().sort()).toEqual(mobiles(1_000).map(({ to }) => to));
  });

  it('a pause that begins while messages are being resumed stands', async () => {
    // More portions than are resumed in one step.
    const few = withGateways(services, { gateways: [gateway], policy: { batchSize: 10 } });
    const { result } = await sendBulkSms({ ...context, ...few }, { message: 'Hello', recipients: mobiles(600) });
    await drain(few);
    expect(await seeCounts(few, result.id)).toEqual({ held: 600 });
    const before = gateway.journal.length;
    let transactions = 0;
    const betweenSteps = async () => {
      transactions += 1;
      if (transactions > 50) throw new Error('Resuming does not come to an end.');
      // What the step before has let go is refused again.
      await drain(few);
    };
    await resumeHeldMessages({ ...context, ...few, db: withPrelude(few.db, betweenSteps) }, {});
    await drain(few);
    expect(await seeCounts(few, result.id)).toEqual({ held: 600 });
    expect(gateway.journal.length - before).toBeLessThan(600);
  });

  it('go on where a process has died that was letting them go', async () => {
    const few = withGateways(services, { gateways: [gateway], policy: { batchSize: 10 } });
    const { result } = await sendBulkSms({ ...context, ...few }, { message: 'Hello', recipients: mobiles(600) });
    await drain(few);
    topUp(1_000);
    let transactions = 0;
    const deathInBetween = async () => {
      transactions += 1;
      if (transactions > 2) throw new Error('The process has died.');
    };
    const dying = { ...context, ...few, db: withPrelude(few.db, deathInBetween) };
    await expect(resumeHeldMessages(dying, {})).rejects.toThrow('died');
    await drain(few);
    expect(await seeCounts(few, result.id)).toEqual({ sent: 200, held: 400 });
    await few.travel(31);
    await probeBalances(few);
    await drain(few);
    expect(await seeCounts(few, result.id)).toEqual({ sent: 600 });
    expect(await few.sql('SELECT 1 FROM gateway_accounts WHERE gateway = $1', [gateway.name])).toEqual([]);
  });

  it('a refusal that is about one message holds that message alone', async () => {
    gateway.react = ({ to }) =>
      to === mobile(2) && gateway.calls.length === 1 ? { outcome: { kind: 'no_credit', scope: 'message' } } : accept();
    const { result } = await sendBulkSms(context, { message: 'Hello', recipients: mobiles(5) });
    await drain(services);
    expect(await seeCounts(services, result.id)).toEqual({ sent: 4, held: 1 });
    const { result: later } = await sendBulkSms(context, { message: 'Hello', recipients: mobiles(5, 10) });
    await drain(services);
    expect(await seeCounts(services, later.id)).toEqual({ sent: 5 });
    await resumeHeldMessages(context, { gateway: gateway.name });
    await drain(services);
    expect(await seeCounts(services, result.id)).toEqual({ sent: 5 });
  });

  it('a balance that cannot be asked for leaves them held and breaks nothing', async () => {
    const { result } = await sendBulkSms(context, { message: 'Hello', recipients: mobiles(3) });
    await drain(services);
    gateway.gateway.balance = () => Promise.reject(new Error('no connection'));
    await services.travel(31);
    await probeBalances(services);
    gateway.gateway.balance = async () => null;
    await services.travel(31);
    await probeBalances(services);
    expect(await seeCounts(services, result.id)).toEqual({ held: 3 });
  });
});
