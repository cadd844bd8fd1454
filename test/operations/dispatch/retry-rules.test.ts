import { describe, expect, it } from '@jest/globals';
import { DELIVERY_CODES } from '../../../src/domain/sms/delivery-codes.js';
import { resumeHeldMessages } from '../../../src/operations/sms/dispatch/resume.js';
import { receiveReports } from '../../../src/operations/sms/reports/receive-reports.js';
import { sendBulkSms } from '../../../src/operations/sms/send/send-bulk-sms.js';
import {
  accept,
  createProgrammableGateway,
  LOST_ON_THE_WAY,
  NO_CREDIT,
  reject,
} from '../../support/gateways/programmable-gateway.js';
import { seeAgenda, seeMessage } from '../../support/see.js';
import { drain, drainAfter, mobiles, newOrganisation, withGateways } from '../../support/services.js';
import { setTheStage, withOwnGateway } from '../../support/stage.js';
import { useServices } from '../../support/use-services.js';

const TWO_DAYS = 2 * 24 * 3600;
const BATCHES = 20;
const RECIPIENTS = 5;
const RETRIED = [407, 501, 502];
const REJECTIONS = DELIVERY_CODES.map(({ code }) => code).filter((code) => code >= 402 && code !== 405);

/** LEASE_SECONDS, the time-out of the programmable gateway and MAX_FREEZE_SECONDS. */
const ABSENCE_COUNTS_AFTER_SECONDS = 60 + 10 + 30;

describe('retry rules', () => {
  const process = useServices();

  it.each([
    [407, 60],
    [501, 300],
  ])('%d: one more attempt, after %d seconds and not before', async (code, seconds) => {
    const stage = await setTheStage(process, { reactions: [reject(code)] });
    await stage.work();
    expect(stage.gateway.journal).toHaveLength(1);

    await stage.later(seconds - 2);
    expect(stage.gateway.journal).toHaveLength(1);
    await stage.later(3);
    expect(stage.gateway.journal.map(({ attempt }) => attempt)).toEqual([1, 2]);
    await stage.later(TWO_DAYS);
    expect(stage.gateway.journal).toHaveLength(2);
    expect(new Set(stage.gateway.journal.map(({ reference }) => reference)).size).toBe(2);
  });

  it.each([
    ['at submission', false],
    ['by report', true],
  ])('502 %s: one more attempt, 15 to 30 minutes later, not all at once', async (_way, byReport) => {
    const { gateway, services, context, organisationId, work, later } = await withOwnGateway(process, {
      ...(!byReport && { react: () => reject(502) }),
    });
    const recipients = mobiles(RECIPIENTS);
    const campaigns = Array.from({ length: BATCHES }, () => sendBulkSms(context, { message: 'Hello', recipients }));
    await Promise.all(campaigns);
    const fail = async (attempt: number) => {
      const entries = gateway.journal.filter((entry) => entry.attempt === attempt);
      for (let start = 0; byReport && start < entries.length; start += RECIPIENTS) {
        const batch = entries.slice(start, start + RECIPIENTS);
        const reports = batch.map((entry) => gateway.reportOn(entry, { kind: 'failed', code: 502 }));
        await receiveReports(services, gateway.name, reports);
      }
      await work();
    };
    await work();
    await fail(1);

    const rows = await services.sql<{ gap: number }>(
      `SELECT extract(epoch FROM next_action_at - updated_at)::float8 AS gap FROM sms_messages
       WHERE organisation_id = $1 AND phase = 'waiting_retry'`,
      [organisationId],
    );
    const gaps = rows.map(({ gap }) => gap);
    expect(gaps).toHaveLength(BATCHES * RECIPIENTS);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(15 * 60);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(30 * 60);
    // Twenty draws from 900 seconds that fall into one tenth of them are not random.
    expect(Math.max(...gaps) - Math.min(...gaps)).toBeGreaterThan(90);

    await later(15 * 60 - 2);
    expect(gateway.journal).toHaveLength(BATCHES * RECIPIENTS);
    await later(15 * 60 + 3);
    await fail(2);
    await later(3600);
    expect(gateway.journal).toHaveLength(2 * BATCHES * RECIPIENTS);
    const ends = await services.sql('SELECT DISTINCT status FROM sms_messages WHERE organisation_id = $1', [
      organisationId,
    ]);
    expect(ends).toEqual([{ status: byReport ? 'undelivered' : 'failed' }]);
  });

  it.each([...REJECTIONS.filter((code) => !RETRIED.includes(code)), 408, 12345])(
    '%d: one attempt, however long one waits',
    async (code) => {
      const stage = await setTheStage(process, { reactions: [reject(code)] });
      await stage.work();
      await stage.later(TWO_DAYS);
      expect(stage.gateway.journal).toHaveLength(1);
    },
  );

  it.each([407, 501, 502])('%d by report for the second attempt is final', async (code) => {
    const stage = await setTheStage(process);
    await stage.work();
    await stage.report({ kind: 'failed', code });
    await stage.later(1800);
    await stage.report({ kind: 'failed', code }, 2);
    await stage.later(1800);

    expect(stage.gateway.journal).toHaveLength(2);
    expect(await stage.see()).toMatchObject({ status: 'undelivered', delivery_code: code });
  });

  it('407: the next gateway of the route makes the second attempt', async () => {
    const first = createProgrammableGateway({ name: 'route-first', react: () => reject(407) });
    const second = createProgrammableGateway({ name: 'route-second' });
    const services = withGateways(process, { gateways: [first, second] });
    const context = await newOrganisation(services);
    const { result } = await sendBulkSms(context, { message: 'Hello', recipients: mobiles(1) });
    await drain(services);
    await drainAfter(services, 61);

    expect(first.journal.map(({ attempt }) => attempt)).toEqual([1]);
    expect(second.journal.map(({ attempt }) => attempt)).toEqual([2]);
    expect(await seeMessage(services, { campaignId: result.id })).toMatchObject({
      status: 'sent',
      gateway: 'route-second',
    });
  });

  it('501 and 502: the same gateway makes the second attempt, even if there is another', async () => {
    const first = createProgrammableGateway({
      name: 'loyal-first',
      react: ({ to }) => reject(to.endsWith('0') ? 501 : 502),
    });
    const second = createProgrammableGateway({ name: 'loyal-second' });
    const services = withGateways(process, { gateways: [first, second] });
    const context = await newOrganisation(services);
    await sendBulkSms(context, { message: 'Hello', recipients: mobiles(2) });
    await drain(services);
    await drainAfter(services, 1800);
    expect(first.journal).toHaveLength(4);
    expect(second.journal).toHaveLength(0);
  });

  it('failure reported for an older attempt changes nothing; delivery does', async () => {
    const stage = await setTheStage(process);
    await stage.work();
    await stage.report({ kind: 'failed', code: 502 });
    await stage.later(1800);
    await stage.report({ kind: 'failed', code: 404 }, 1);
    expect(await stage.see()).toMatchObject({
      status: 'sent',
      phase: 'waiting_report',
      attempt: 2,
    });
    await stage.report({ kind: 'delivered' }, 1);
    expect(await stage.see()).toMatchObject({ status: 'delivered' });
  });

  it('a gateway for trying out may shorten the wait', async () => {
    const { services, see, work } = await setTheStage(process, {
      name: 'hasty',
      pace: { retryDelaySeconds: 5 },
      react: ({ attempt }) => (attempt === 1 ? reject(502) : { outcome: { kind: 'accepted' } }),
    });
    await work();
    const message = await see();
    const agenda = await seeAgenda(services, message.id);
    expect(agenda).toMatchObject([{ purpose: 'dispatch', gateway: 'hasty' }]);
    expect(agenda[0]?.in_seconds).toBeLessThanOrEqual(5);
  });

  it.each([
    ['for want of credit', NO_CREDIT],
    ['and its answer was lost, and it was never found', LOST_ON_THE_WAY],
  ])('an attempt that was refused %s takes no retry away', async (_, first) => {
    for (const byReport of [false, true]) {
      const reactions = byReport ? [first, accept()] : [first, reject(407)];
      const stage = await setTheStage(process, { capabilities: { lookup: { settleSeconds: 10 } }, reactions });
      await stage.work();
      for (const seconds of [ABSENCE_COUNTS_AFTER_SECONDS, 11]) await stage.later(seconds);
      await resumeHeldMessages(stage.context, {});
      await stage.work();
      if (byReport) await stage.report({ kind: 'failed', code: 407 }, 2);
      expect(await stage.see()).toMatchObject({ phase: 'waiting_retry', attempt: 2 });
      stage.gateway.react = () => reject(407);
      await stage.later(61);
      expect(await stage.see()).toMatchObject({
        status: 'failed',
        attempt: 3,
        delivery_code: 407,
      });
    }
  });

  it('a retry that comes due while credit is gone is held, and made when credit is back', async () => {
    const stage = await setTheStage(process, { reactions: [reject(407)] });
    await stage.work();
    stage.gateway.react = () => ({ outcome: { kind: 'no_credit', scope: 'account' } });
    await sendBulkSms(stage.context, { message: 'Hello', recipients: mobiles(1, 50) });
    await stage.work();
    await stage.later(61);
    expect(await stage.see()).toMatchObject({ status: 'held', phase: 'paused', attempt: 1 });

    stage.gateway.react = accept;
    await resumeHeldMessages(stage.context, {});
    await stage.work();
    expect(await stage.see()).toMatchObject({ status: 'sent', attempt: 2 });
  });
});
