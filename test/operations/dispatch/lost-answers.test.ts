import { describe, expect, it } from '@jest/globals';
import { cancelMessage } from '../../../src/operations/sms/messages/cancel-message.js';
import { receiveReports } from '../../../src/operations/sms/reports/receive-reports.js';
import { sendBulkSms } from '../../../src/operations/sms/send/send-bulk-sms.js';
import { sendSms } from '../../../src/operations/sms/send/send-sms.js';
import {
  accept,
  createProgrammableGateway,
  LOST_ON_THE_WAY,
  NOT_SENT,
  TAKEN_SILENTLY,
} from '../../support/gateways/programmable-gateway.js';
import { seeAgenda, waitsOf } from '../../support/see.js';
import { drain, drainAfter, mobile, mobiles, newOrganisation, withGateways } from '../../support/services.js';
import { dieInCall, setTheStage, withOwnGateway } from '../../support/stage.js';
import { useServices } from '../../support/use-services.js';

const LEASE_SECONDS = 60;
const SETTLE_SECONDS = 120;
const IDEMPOTENT = { idempotentReference: true };
const LOOKUP = { lookup: { settleSeconds: SETTLE_SECONDS } };
const BY_REFERENCE = { reportsCarryReference: true };
const NOTHING = {};

describe('an answer that got lost', () => {
  const process = useServices();

  it.each([
    ['recognises references', IDEMPOTENT],
    ['can be asked', LOOKUP],
    ['reports by reference', BY_REFERENCE],
    ['can do nothing of the kind', NOTHING],
  ])('after the death of a worker nothing is accepted twice: a gateway that %s', async (_name, capabilities) => {
    const stage = await setTheStage(process, { capabilities, recipients: 30 });
    await dieInCall(stage, { takes: true });
    await stage.later(LEASE_SECONDS - 2);
    expect((await stage.messages()).map(({ phase }) => phase)).toEqual(Array(30).fill('submitting'));

    for (const wait of [3, SETTLE_SECONDS + 1, SETTLE_SECONDS + 1, 900, 3600]) await stage.later(wait);
    expect(stage.gateway.takenNumbers().sort()).toEqual(mobiles(30).map(({ to }) => to));
    const phases = new Set((await stage.messages()).map(({ phase }) => phase));
    expect(phases.has('submitting') || phases.has('in_doubt')).toBe(false);
  });

  it('what the dead worker had not claimed yet goes on at once', async () => {
    const stage = await setTheStage(process, { recipients: 25, capabilities: NOTHING, pace: { batchSize: 10 } });
    await dieInCall(stage, { takes: true });
    await stage.later(LEASE_SECONDS + 1);
    const messages = await stage.messages();
    expect(messages.slice(0, 10).map(({ status, delivery_code: code }) => `${status} ${code}`)).toEqual(
      Array(10).fill('failed 500'),
    );
    expect(messages.slice(10).map(({ status }) => status)).toEqual(Array(15).fill('sent'));
    expect(stage.gateway.takenNumbers().sort()).toEqual(mobiles(25).map(({ to }) => to));
  });

  describe('a gateway that recognises references', () => {
    it('is given the same attempt again until it answers', async () => {
      const stage = await setTheStage(process, { capabilities: IDEMPOTENT, reactions: [TAKEN_SILENTLY] });
      await stage.work();
      expect(await stage.see()).toMatchObject({ phase: 'in_doubt', attempt: 1 });
      stage.gateway.react = () => LOST_ON_THE_WAY;
      await stage.later(2);
      expect(await stage.see()).toMatchObject({ status: 'sent', attempt: 1 });
      expect(stage.gateway.calls).toHaveLength(2);
      expect(stage.gateway.takenNumbers()).toHaveLength(1);
      expect(await stage.attempts()).toEqual(['1 accepted 101']);
    });

    it('gets it under the same reference when it never had it', async () => {
      const stage = await setTheStage(process, { capabilities: IDEMPOTENT, reactions: [LOST_ON_THE_WAY] });
      await stage.work();
      stage.gateway.react = accept;
      await stage.later(2);
      const [first, second] = stage.gateway.journal;
      expect(second?.reference).toBe(first?.reference);
      expect(await stage.see()).toMatchObject({ status: 'sent', attempt: 1 });
    });

    it('is asked less and less often while it says nothing', async () => {
      const stage = await setTheStage(process, { capabilities: IDEMPOTENT, reactions: [LOST_ON_THE_WAY] });
      await stage.work();
      const waits: number[] = [];
      for (let round = 0; round < 8; round += 1) {
        const [next] = await seeAgenda(process, await stage.messageId());
        waits.push(next?.in_seconds ?? 0);
        await stage.later((next?.in_seconds ?? 0) + 1);
      }
      const plan = [1, 2, 4, 8, 16, 32, 60, 60];
      expect(waitsOf(waits, plan)).toEqual(plan);
      expect(stage.gateway.takenNumbers()).toEqual([]);
    });

    it('is never given more at once than its batch, also when many are in doubt', async () => {
      const { gateway, services, context, work, later } = await withOwnGateway(process, {
        capabilities: IDEMPOTENT,
        pace: { batchSize: 5 },
        react: () => LOST_ON_THE_WAY,
      });
      for (let place = 0; place < 20; place += 1) {
        await sendSms(context, { to: mobile(place), message: 'Hello' });
        services.breakers.get(gateway.name)?.succeeded();
        await work();
      }
      gateway.react = accept;
      await later(120);
      expect(Math.max(...gateway.calls)).toBeLessThanOrEqual(5);
      expect(gateway.takenNumbers()).toHaveLength(20);
    });
  });

  describe('a gateway that can be asked', () => {
    it('is asked after its settle time; a message that it has is sent, and its reports are understood', async () => {
      const stage = await setTheStage(process, { capabilities: LOOKUP, reactions: [TAKEN_SILENTLY] });
      await stage.work();
      await stage.later(SETTLE_SECONDS - 2);
      expect(stage.gateway.lookups).toEqual([]);
      await stage.later(3);
      expect(stage.gateway.lookups).toHaveLength(1);
      expect(await stage.see()).toMatchObject({ status: 'sent', phase: 'waiting_report', attempt: 1 });

      await stage.report({ kind: 'delivered' });
      expect(await stage.see()).toMatchObject({ status: 'delivered' });
    });

    it('not found once is not enough; not found twice is sent again as a new attempt', async () => {
      const stage = await setTheStage(process, { capabilities: LOOKUP, reactions: [LOST_ON_THE_WAY, accept()] });
      await stage.work();
      await stage.later(SETTLE_SECONDS + 1);
      expect(await stage.see()).toMatchObject({ phase: 'in_doubt', attempt: 1 });
      await stage.later(SETTLE_SECONDS + 1);
      expect(stage.gateway.lookups).toHaveLength(2);
      expect(stage.gateway.journal.map(({ attempt }) => attempt)).toEqual([1, 2]);
      expect(await stage.see()).toMatchObject({ status: 'sent', attempt: 2 });
      expect(await stage.attempts()).toEqual(['1 unknown -', '2 accepted 101']);
    });

    it('is asked twice for each message, however many wait for their first or second look', async () => {
      const { gateway, context, work, later } = await withOwnGateway(process, {
        capabilities: LOOKUP,
        react: () => TAKEN_SILENTLY,
      });
      const { lookup } = gateway.gateway;
      await sendSms(context, { to: mobile(0), message: 'Hello' });
      await work();
      gateway.gateway.lookup = async (references) => references.map((reference) => ({ reference, outcome: null }));
      await later(SETTLE_SECONDS + 1);
      await sendSms(context, { to: mobile(1), message: 'Hello' });
      await work();
      // The first is due for its second look, and the other, a little later, for its first.
      gateway.gateway.lookup = async (references) =>
        references.map((reference) => {
          const isFirst = gateway.journal[0]?.reference === reference;
          return { reference, outcome: isFirst ? { kind: 'accepted' } : null };
        });
      await later(SETTLE_SECONDS + 1);
      gateway.gateway.lookup = lookup as NonNullable<typeof lookup>;
      await later(SETTLE_SECONDS + 1);
      expect(gateway.journal.map(({ attempt }) => attempt)).toEqual([1, 1]);
    });

    it('that fails to answer the question is asked again, and nothing is sent meanwhile', async () => {
      const stage = await setTheStage(process, { capabilities: LOOKUP, reactions: [TAKEN_SILENTLY] });
      await stage.work();
      const { lookup } = stage.gateway.gateway;
      stage.gateway.gateway.lookup = () => Promise.reject(new Error('no connection'));
      for (let round = 0; round < 5; round += 1) await stage.later(SETTLE_SECONDS + 1);
      expect(await stage.see()).toMatchObject({ phase: 'in_doubt' });
      stage.gateway.gateway.lookup = lookup as NonNullable<typeof lookup>;
      await stage.later(SETTLE_SECONDS + 1);
      expect(await stage.see()).toMatchObject({ status: 'sent' });
      expect(stage.gateway.takenNumbers()).toHaveLength(1);
    });

    it('that has refused the number for good blocks it', async () => {
      const stage = await setTheStage(process, { capabilities: LOOKUP, reactions: [TAKEN_SILENTLY] });
      await stage.work();
      stage.gateway.gateway.lookup = async (references) =>
        references.map((reference) => ({ reference, outcome: { kind: 'rejected', code: 409 } }));
      await stage.later(SETTLE_SECONDS + 1);
      expect(await stage.see()).toMatchObject({ status: 'blocked', delivery_code: 409 });
      const rows = await process.sql('SELECT delivery_code, sender_id FROM suppressions WHERE organisation_id = $1', [
        stage.organisationId,
      ]);
      expect(rows).toEqual([{ delivery_code: 409, sender_id: '' }]);
    });
  });

  describe('a gateway whose reports carry our reference', () => {
    it('is waited for, and its report resolves the doubt', async () => {
      const stage = await setTheStage(process, { capabilities: BY_REFERENCE, reactions: [TAKEN_SILENTLY] });
      await stage.work();
      await stage.later(898);
      expect(await stage.see()).toMatchObject({ phase: 'in_doubt' });
      await stage.report({ kind: 'delivered' });
      expect(await stage.see()).toMatchObject({ status: 'delivered' });
      expect(await stage.events()).toEqual(['sms.delivered']);
      await stage.later(3600);
      expect(stage.gateway.journal).toHaveLength(1);
    });

    it('that stays silent: the message has failed with 500, and a late report of delivery corrects it', async () => {
      const stage = await setTheStage(process, { capabilities: BY_REFERENCE, reactions: [TAKEN_SILENTLY] });
      await stage.work();
      await stage.later(901);
      expect(await stage.see()).toMatchObject({ status: 'failed', phase: 'done', delivery_code: 500 });
      await stage.report({ kind: 'delivered' });
      expect(await stage.see()).toMatchObject({ status: 'delivered', delivery_code: 100, handed_over: true });
      expect(await stage.events()).toEqual(['sms.failed', 'sms.delivered corrected']);
      expect(stage.gateway.journal).toHaveLength(1);
    });

    it('is given the message again if the sender would rather have it twice than not at all', async () => {
      const stage = await setTheStage(process, {
        capabilities: BY_REFERENCE,
        reactions: [TAKEN_SILENTLY, accept()],
        input: { atLeastOnce: true },
      });
      await stage.work();
      await stage.later(898);
      expect(stage.gateway.journal).toHaveLength(1);
      await stage.later(4);
      expect(stage.gateway.journal.map(({ attempt }) => attempt)).toEqual([1, 2]);
      expect(await stage.see()).toMatchObject({ status: 'sent', attempt: 2 });
    });

    it('that may have it cannot be made to forget it: while it waits to be sent again it cannot be cancelled', async () => {
      const stage = await setTheStage(process, {
        capabilities: BY_REFERENCE,
        reactions: [TAKEN_SILENTLY, NOT_SENT],
        input: { atLeastOnce: true },
      });
      await stage.work();
      await stage.later(902);
      const message = await stage.see();
      expect(message).toMatchObject({ status: 'queued', phase: 'ready', attempt: 1 });
      await expect(cancelMessage(stage.context, { messageId: message.id })).rejects.toMatchObject({
        code: 'already_dispatched',
      });
    });
  });

  describe('a gateway of which nothing more can be learned', () => {
    it('does not get the message twice', async () => {
      const stage = await setTheStage(process, { capabilities: NOTHING, reactions: [TAKEN_SILENTLY] });
      await stage.work();
      await stage.later(3600);
      expect(await stage.see()).toMatchObject({ status: 'failed', delivery_code: 500, handed_over: false });
      expect(stage.gateway.journal).toHaveLength(1);
    });

    it('gets a message that may be sent twice a few times, not for ever', async () => {
      const stage = await setTheStage(process, {
        capabilities: NOTHING,
        reactions: [TAKEN_SILENTLY],
        input: { atLeastOnce: true },
      });
      for (let round = 0; round < 20; round += 1) {
        stage.services.breakers.get(stage.gateway.name)?.succeeded();
        await stage.later(120);
      }
      expect(stage.gateway.journal.length).toBeGreaterThan(1);
      expect(stage.gateway.journal.length).toBeLessThan(6);
      expect(await stage.see()).toMatchObject({ status: 'failed', delivery_code: 500 });
    });
  });

  it('an adapter that throws leaves its batch in doubt', async () => {
    const stage = await setTheStage(process, { capabilities: BY_REFERENCE });
    stage.gateway.gateway.submit = () => Promise.reject(new Error('a fault in the adapter'));
    await stage.work();
    expect(await stage.see()).toMatchObject({ phase: 'in_doubt', attempt: 1 });
  });

  it('a message that an adapter leaves out of its answer is in doubt, and only that one', async () => {
    const stage = await setTheStage(process, { capabilities: BY_REFERENCE, recipients: 3 });
    const { submit } = stage.gateway.gateway;
    stage.gateway.gateway.submit = async (messages, signal) => (await submit(messages, signal)).slice(1);
    await stage.work();
    const phases = (await stage.messages()).map(({ phase }) => phase);
    expect(phases.sort()).toEqual(['in_doubt', 'waiting_report', 'waiting_report']);
  });

  it('a message in doubt never changes the gateway', async () => {
    const first = createProgrammableGateway({ name: 'doubtful', react: () => TAKEN_SILENTLY, capabilities: LOOKUP });
    const second = createProgrammableGateway({ name: 'tempting' });
    const services = withGateways(process, { gateways: [first, second] });
    const context = await newOrganisation(services);
    await sendBulkSms(context, { message: 'Hello', recipients: mobiles(3) });
    await drain(services);
    for (let round = 0; round < 5; round += 1) {
      for (let failure = 0; failure < 3; failure += 1) services.breakers.get('doubtful')?.failed();
      await drainAfter(services, SETTLE_SECONDS + 1);
      services.breakers.get('doubtful')?.succeeded();
      await drain(services);
    }
    expect(first.journal).toHaveLength(3);
    expect(second.journal).toEqual([]);
  });

  it('a report by its own id that arrives before the answer is kept until the answer names that id', async () => {
    const stage = await setTheStage(process, { capabilities: NOTHING });
    const { services, gateway } = stage;
    gateway.react = async ({ reference }) => {
      await receiveReports(services, gateway.name, [gateway.reportOn({ reference }, { kind: 'delivered' })]);
      await drain(services);
      return accept();
    };
    await stage.work();
    await stage.later(61);
    expect(await stage.see()).toMatchObject({ status: 'delivered' });
    expect(await stage.events()).toEqual(['sms.sent', 'sms.delivered']);
  });
});
