import { describe, expect, it } from '@jest/globals';
import type { SuppressionRow } from '../../../src/db/sql/sms/recipients/suppressions.js';
import type { Context } from '../../../src/operations/context.js';
import { sendBulkSms } from '../../../src/operations/sms/send/send-bulk-sms.js';
import { sendSms } from '../../../src/operations/sms/send/send-sms.js';
import { addSuppressions } from '../../../src/operations/sms/suppressions/add-suppressions.js';
import { listConsentChanges } from '../../../src/operations/sms/suppressions/consent-changes.js';
import { liftSuppression } from '../../../src/operations/sms/suppressions/lift-suppression.js';
import { eraseNumber } from '../../../src/operations/upkeep/erase-number.js';
import {
  accept,
  createProgrammableGateway,
  type ProgrammableGateway,
  reject,
} from '../../support/gateways/programmable-gateway.js';
import { seeAttempts, seeCounts, seeMessage } from '../../support/see.js';
import {
  byOperator,
  drain,
  drainAfter,
  mobile,
  mobiles,
  newOrganisation,
  withGateways,
  withTestKey,
} from '../../support/services.js';
import { setTheStage, withOwnGateway } from '../../support/stage.js';
import { useServices } from '../../support/use-services.js';

describe('numbers that must not be written to', () => {
  const process = useServices();

  const start = (react: ProgrammableGateway['react'] = accept) => withOwnGateway(process, { react });

  const rowsOf = async ({ caller }: Context) => {
    const rows = await process.sql(
      'SELECT mobile, sender_id, delivery_code, source FROM suppressions WHERE organisation_id = $1 ORDER BY mobile, sender_id',
      [caller.organisationId],
    );
    return rows;
  };

  it('409: 500 numbers are blocked for the organisation and in no journal of three further campaigns', async () => {
    const { gateway, services, context } = await start(() => reject(409));
    await sendBulkSms(context, { message: 'Hello', recipients: mobiles(500), senderId: 'SHOP' });
    await drain(services);
    expect(gateway.journal).toHaveLength(500);
    gateway.react = accept;

    for (const senderId of ['SHOP', 'OTHER', null]) {
      const { result } = await sendBulkSms(context, { message: 'Hello', recipients: mobiles(510), senderId });
      expect(result).toMatchObject({ total: 510, accepted: 10, suppressed: 500, blocked: 500 });
      await drain(services);
      expect(await seeCounts(services, result.id)).toEqual({ blocked: 500, sent: 10 });
    }
    expect(gateway.takenNumbers().sort()).toEqual(
      [...mobiles(10, 500), ...mobiles(10, 500), ...mobiles(10, 500)].map(({ to }) => to).sort(),
    );
    const { result: single } = await sendSms(context, { message: 'Hello', to: mobile(7) });
    expect(single).toMatchObject({ status: 'blocked', phase: 'done', delivery_code: 409 });
  });

  it('406: the number is blocked for this sender alone', async () => {
    const { gateway, services, context } = await start(() => reject(406));
    await sendSms(context, { message: 'Hello', to: mobile(1), senderId: 'SHOP' });
    await drain(services);
    gateway.react = accept;
    expect(await rowsOf(context)).toEqual([
      { mobile: mobile(1), sender_id: 'SHOP', delivery_code: 406, source: 'gateway' },
    ]);
    const send = async (senderId: string | null) =>
      (await sendSms(context, { message: 'Hello', to: mobile(1), senderId })).result.status;
    expect([await send('SHOP'), await send('OTHER'), await send(null)]).toEqual(['blocked', 'queued', 'queued']);
    await drain(services);
    expect(gateway.journal.map(({ senderId }) => senderId).sort()).toEqual(['OTHER', 'SHOP', null].sort());
  });

  it.each([406, 409])('%d by report suppresses as well', async (code) => {
    const stage = await setTheStage(process, { input: { senderId: 'SHOP' } });
    await stage.work();
    await stage.report({ kind: 'failed', code });
    expect(await rowsOf(stage.context)).toEqual([
      { mobile: mobile(1), sender_id: code === 406 ? 'SHOP' : '', delivery_code: code, source: 'gateway' },
    ]);
  });

  it('other organisations may go on writing to the number', async () => {
    const { gateway, services, context } = await start(() => reject(409));
    await sendSms(context, { message: 'Hello', to: mobile(1) });
    await drain(services);
    gateway.react = accept;
    const { result } = await sendSms(await newOrganisation(services), { message: 'Hello', to: mobile(1) });
    await drain(services);
    expect(await seeMessage(services, result)).toMatchObject({ status: 'sent' });
  });

  it('a number that is suppressed after intake is not sent to, and that spends no attempt', async () => {
    const { gateway, services, context } = await start();
    const { result } = await sendBulkSms(context, { message: 'Hello', recipients: mobiles(5), senderId: 'SHOP' });
    await addSuppressions(context, {
      numbers: [
        { mobile: mobile(1) },
        { mobile: mobile(2), senderId: 'SHOP' },
        { mobile: mobile(3), senderId: 'OTHER' },
      ],
    });
    const before = await rowsOf(context);
    await drain(services);
    expect(gateway.takenNumbers().sort()).toEqual([0, 3, 4].map(mobile));
    expect(await seeCounts(services, result.id)).toEqual({ sent: 3, blocked: 2 });
    const rows = await services.sql<{ id: string; delivery_code: number; attempt: number }>(
      `SELECT id, delivery_code, attempt, handed_over FROM sms_messages
       WHERE campaign_id = $1 AND status = 'blocked' ORDER BY position`,
      [result.id],
    );
    expect(rows).toEqual([
      expect.objectContaining({ delivery_code: 409, attempt: 0, handed_over: false }),
      expect.objectContaining({ delivery_code: 406, attempt: 0, handed_over: false }),
    ]);
    expect(await seeAttempts(services, rows[0]?.id ?? '')).toEqual([]);
    expect(await rowsOf(context)).toEqual(before);
  });

  it('what was only not sent adds no suppression of its own, so that one lift is enough', async () => {
    const { gateway, services, context } = await start(() => reject(406));
    const recipients = [{ to: mobile(1) }];
    const scheduledAt = new Date(Date.now() + 60_000);
    const { result } = await sendBulkSms(context, { message: 'Hello', recipients, senderId: 'SHOP', scheduledAt });
    await sendSms(context, { message: 'Hello', to: mobile(1) });
    await drain(services);
    const before = await rowsOf(context);
    expect(before).toEqual([{ mobile: mobile(1), sender_id: '', delivery_code: 406, source: 'gateway' }]);
    await drainAfter(services, 61);
    expect(await seeMessage(services, { campaignId: result.id })).toMatchObject({
      status: 'blocked',
      attempt: 0,
    });
    expect(await rowsOf(context)).toEqual(before);
    expect(gateway.journal).toHaveLength(1);
  });

  it('a lifted number is written to again, also by campaigns that wait already', async () => {
    const { gateway, services, context } = await start();
    await addSuppressions(context, { numbers: [{ mobile: mobile(1) }] });
    const scheduledAt = new Date(Date.now() + 60_000);
    await liftSuppression(context, { mobile: mobile(1) });
    await sendSms(context, { message: 'Hello', to: mobile(1), scheduledAt });
    await drainAfter(services, 61);
    expect(gateway.takenNumbers()).toEqual([mobile(1)]);
    await expect(liftSuppression(context, { mobile: mobile(1) })).rejects.toMatchObject({ kind: 'not_found' });
  });

  describe('that were erased and suppressed again', () => {
    const PERSON = mobile(1);
    const operatorOf = (context: Context) =>
      byOperator({ ...context, caller: { ...context.caller, mode: 'live' as const } });
    /** The number has a suppression that outlived its erasure, and this plain one. */
    const suppressTwice = async (context: Context, erased: object, plain: object, by = context) => {
      await addSuppressions(context, { numbers: [{ mobile: PERSON, ...erased }] });
      await eraseNumber(operatorOf(context), { mobile: PERSON });
      const { result } = await addSuppressions(by, { numbers: [{ mobile: PERSON, ...plain }] });
      return result[0] as SuppressionRow;
    };
    const statusFor = async (context: Context) =>
      (await sendBulkSms(context, { message: 'Hello', recipients: [{ to: PERSON }] })).result.suppressed;

    it.each(['id', 'number'])('are written to again after one lift, by %s', async (by) => {
      const { context } = await start();
      const { id } = await suppressTwice(context, {}, { category: 'promotional', reason: 'Asked' });
      const lifted = await liftSuppression(context, by === 'id' ? { id } : { mobile: PERSON });
      expect(lifted).toMatchObject({ id, mobile: PERSON, reason: 'Asked' });
      expect(await statusFor(context)).toBe(0);
      await expect(liftSuppression(context, { mobile: PERSON })).rejects.toMatchObject({ kind: 'not_found' });
      const { nodes } = await listConsentChanges(context, { first: 1, conditions: {} });
      expect(nodes).toMatchObject([{ change: 'opted_in', mobile: PERSON, promotional_only: false }]);
      const rows = await process.sql(
        "SELECT count(*)::int FROM audit_entries WHERE organisation_id = $1 AND action = 'suppression.lifted'",
        [context.caller.organisationId],
      );
      expect(rows).toEqual([{ count: 2 }]);
    });

    it('keep the suppression of another sender ID', async () => {
      const { context } = await start();
      await suppressTwice(context, { senderId: 'SHOP' }, {});
      await liftSuppression(context, { mobile: PERSON });
      expect(await statusFor(context)).toBe(0);
      const lifted = await liftSuppression(context, { mobile: PERSON, senderId: 'SHOP' });
      expect(lifted).toMatchObject({ sender_id: 'SHOP' });
    });

    it.each(['id', 'number'])('lose that of the sandbox to a test key, by %s, and keep the live one', async (by) => {
      const { context } = await start();
      const trial = withTestKey(context);
      const { id } = await suppressTwice(context, {}, {}, trial);
      const lifted = await liftSuppression(trial, by === 'id' ? { id } : { mobile: PERSON });
      expect(lifted).toMatchObject({ id, test: true });
      expect(await rowsOf(context)).toEqual([]);
      expect([await statusFor(trial), await statusFor(context)]).toEqual([1, 1]);
      const refused = { code: 'live_for_test_key' };
      await expect(liftSuppression(trial, { mobile: PERSON })).rejects.toMatchObject(refused);
      const { nodes } = await listConsentChanges(context, { first: 1, conditions: {} });
      expect(nodes).toMatchObject([{ change: 'opted_in', mobile: PERSON, test: true }]);
      await liftSuppression(context, { mobile: PERSON });
      expect([await statusFor(trial), await statusFor(context)]).toEqual([0, 0]);
    });

    it('are written to again after one lift by a test key, if both are of the sandbox', async () => {
      const { context } = await start();
      const trial = withTestKey(context);
      await suppressTwice(trial, {}, {});
      await liftSuppression(trial, { mobile: PERSON });
      expect(await statusFor(trial)).toBe(0);
    });

    it('are refused to test keys if the one that they see is live', async () => {
      const { context } = await start();
      const trial = withTestKey(context);
      await addSuppressions(trial, { numbers: [{ mobile: PERSON }] });
      await eraseNumber(operatorOf(context), { mobile: PERSON });
      await addSuppressions(context, { numbers: [{ mobile: PERSON }] });
      const refused = { code: 'live_for_test_key' };
      await expect(liftSuppression(trial, { mobile: PERSON })).rejects.toMatchObject(refused);
      expect(await rowsOf(context)).toHaveLength(1);
    });
  });

  describe('of test keys', () => {
    const blockedFor = async (context: Context) => {
      const { result } = await sendBulkSms(context, { message: 'Hello', recipients: [{ to: mobile(1) }] });
      const single = await sendSms(context, { to: mobile(1), message: 'Hello' });
      expect(single.result.status).toBe(result.blocked === 1 ? 'blocked' : 'queued');
      return result.blocked;
    };
    const startBoth = async () => {
      const { services, context: live } = await start();
      return { services, live, trial: withTestKey(live) };
    };
    const numbers = [{ mobile: mobile(1) }];

    it('keep test messages away, and live ones only once a live key says the same', async () => {
      const { live, trial } = await startBoth();
      await addSuppressions(trial, { numbers });
      expect([await blockedFor(trial), await blockedFor(live)]).toEqual([1, 0]);
      const [{ id, test }] = (await addSuppressions(live, { numbers })).result as [SuppressionRow];
      expect(test).toBe(false);
      expect([await blockedFor(trial), await blockedFor(live)]).toEqual([1, 1]);
      await addSuppressions(trial, { numbers: [...numbers, ...numbers] });
      await expect(liftSuppression(trial, { id })).rejects.toMatchObject({ code: 'live_for_test_key' });
      expect(await blockedFor(live)).toBe(1);
    });

    it('are lifted by test keys', async () => {
      const { trial } = await startBoth();
      await addSuppressions(trial, { numbers });
      await liftSuppression(trial, { mobile: mobile(1) });
      expect(await blockedFor(trial)).toBe(0);
    });

    it('come of what the sandbox blocks, too; and a live message on its way heeds live ones alone', async () => {
      const gateway = createProgrammableGateway({ name: 'sandbox', react: () => reject(409) });
      const services = withGateways(process, { gateways: [gateway] });
      const live = await newOrganisation(services);
      const trial = withTestKey(live);
      // Accepted before the number was blocked, and given to the gateway afterwards.
      const { result } = await sendSms(live, {
        to: mobile(1),
        message: 'Hello',
        scheduledAt: new Date(Date.now() + 60_000),
      });
      await sendBulkSms(trial, { message: 'Hello', recipients: [...numbers.map(({ mobile: to }) => ({ to }))] });
      await drain(services);
      expect(await rowsOf(live)).toMatchObject([{ mobile: mobile(1), delivery_code: 409, source: 'gateway' }]);
      gateway.react = accept;
      await drainAfter(services, 61);
      expect(gateway.takenNumbers()).toEqual([mobile(1)]);
      expect(result.test).toBe(false);
    });
  });

  it('a suppressed number that is also malformed is malformed', async () => {
    const { context } = await start();
    await addSuppressions(context, { numbers: [{ mobile: mobile(1) }] });
    const { result } = await sendBulkSms(context, {
      message: 'Hello',
      recipients: [{ to: mobile(1) }, { to: `+${mobile(1)}` }, { to: '123' }],
    });
    expect(result).toMatchObject({ total: 2, accepted: 0, invalid: 1, suppressed: 1, duplicates: 1 });
  });
});
