import { describe, expect, it } from '@jest/globals';
import { findMessage } from '../../../src/db/sql/sms/messages/messages.js';
import { cancelCampaign } from '../../../src/operations/sms/campaigns/cancel-campaign.js';
import { pauseCampaign } from '../../../src/operations/sms/campaigns/pause-campaign.js';
import { rescheduleCampaign } from '../../../src/operations/sms/campaigns/reschedule-campaign.js';
import { retryCampaign } from '../../../src/operations/sms/campaigns/retry-campaign.js';
import { resumeHeldMessages } from '../../../src/operations/sms/dispatch/resume.js';
import { dispatchNext } from '../../../src/operations/sms/dispatch/turn.js';
import { cancelMessage } from '../../../src/operations/sms/messages/cancel-message.js';
import { sendBulkSms } from '../../../src/operations/sms/send/send-bulk-sms.js';
import { sendSms } from '../../../src/operations/sms/send/send-sms.js';
import {
  accept,
  createProgrammableGateway,
  LOST_ON_THE_WAY,
  NO_CREDIT,
  NOT_SENT,
  type ProgrammableGateway,
  reject,
  TAKEN_SILENTLY,
} from '../../support/gateways/programmable-gateway.js';
import { countStatuses, seeAgenda, seeCounts, seeEvents, seeMessage } from '../../support/see.js';
import { drain, mobile, mobiles, newOrganisation, type TestServices, withGateways } from '../../support/services.js';
import { type Stage, type StageOptions, setTheStage } from '../../support/stage.js';
import { until } from '../../support/until.js';
import { useServices } from '../../support/use-services.js';

const HOUR = 3600;
const BY_REFERENCE = { reportsCarryReference: true };
const IN_DOUBT_WAIT_SECONDS = 900;
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000);
const CANCELLED = { status: 'cancelled', phase: 'done', delivery_code: null, hold_reason: null, handed_over: false };
const EXPIRED = { ...CANCELLED, expired: true };

describe('a message with valid_until', () => {
  const process = useServices();
  let gateways = 0;

  /** A campaign of one message that is valid for an hour. */
  const setTheHour = ({ input, ...options }: StageOptions = {}) =>
    setTheStage(process, { ...options, input: { validUntil: inSeconds(HOUR), ...input } });

  const see = async (stage: Stage) => {
    const id = await stage.messageId();
    return process.db.inOrganisation(stage.organisationId, (tx) => findMessage(tx, id));
  };

  /** A single send at a gateway of its own. */
  const sendOne = async (gateway: ProgrammableGateway) => {
    const services: TestServices = withGateways(process, { gateways: [gateway] });
    const context = await newOrganisation(services);
    const input = { to: mobile(1), message: 'Hello', validUntil: inSeconds(HOUR) };
    const { result } = await sendSms(context, input);
    const seeOne = () => process.db.inOrganisation(context.caller.organisationId, (tx) => findMessage(tx, result.id));
    return { services, context, id: result.id, see: seeOne };
  };
  const nextGateway = (react = accept) => createProgrammableGateway({ name: `valid-${++gateways}`, react });

  describe('that is late', () => {
    it('is not claimed, and ends as cancelled because it has expired', async () => {
      const gateway = nextGateway();
      const { services, context, id, see } = await sendOne(gateway);
      await services.travel(HOUR);
      // The claim alone, as if the worker that ends expired messages were late.
      const { organisationId } = context.caller;
      expect(await dispatchNext(services, { gateway: gateway.name, organisationId })).toBe(true);
      expect(gateway.calls).toEqual([]);
      expect(await see()).toMatchObject({ status: 'queued', phase: 'ready', attempt: 0 });
      await drain(services);
      expect(await see()).toMatchObject({ ...EXPIRED, attempt: 0 });
      expect(gateway.calls).toEqual([]);
      expect(await seeEvents(process, id)).toEqual(['sms.queued', 'sms.cancelled']);
      expect(await seeAgenda(process, id)).toEqual([]);
    });

    it('does not keep others of its batch', async () => {
      const stage = await setTheHour();
      const other = await sendBulkSms(stage.context, { message: 'Hello', recipients: mobiles(2, 10) });
      await stage.later(HOUR);
      expect(await see(stage)).toMatchObject(EXPIRED);
      expect(await seeCounts(process, other.result.id)).toEqual({ sent: 2 });
      expect(stage.gateway.takenNumbers().toSorted()).toEqual([mobile(10), mobile(11)]);
    });

    it('ends although its time to be submitted has come as well', async () => {
      const input = { scheduledAt: inSeconds(HOUR), validUntil: inSeconds(2 * HOUR) };
      const onTime = await setTheHour({ input });
      await onTime.later(HOUR);
      expect(await see(onTime)).toMatchObject({ status: 'sent', expired: false });
      const late = await setTheHour({ input });
      await late.later(2 * HOUR);
      expect(await see(late)).toMatchObject(EXPIRED);
      expect(late.gateway.calls).toEqual([]);
    });
  });

  describe('that is in time', () => {
    it('leaves, and is delivered however late the report comes', async () => {
      const stage = await setTheHour();
      await stage.work();
      await stage.later(2 * HOUR);
      expect(await see(stage)).toMatchObject({ status: 'sent', phase: 'waiting_report' });
      await stage.report({ kind: 'delivered' });
      expect(await see(stage)).toMatchObject({ status: 'delivered', expired: false });
      expect(stage.gateway.journal).toHaveLength(1);
    });

    it('is cancelled by a caller without an error', async () => {
      const stage = await setTheHour({ reactions: [NOT_SENT] });
      await cancelMessage(stage.context, { messageId: await stage.messageId() });
      await stage.later(HOUR);
      expect(await see(stage)).toMatchObject({ ...CANCELLED, expired: false });
      expect(await stage.events()).toEqual(['sms.cancelled']);
    });
  });

  describe('that waits for credit', () => {
    it('ends when it expires, and not after three days', async () => {
      const stage = await setTheHour({ reactions: [NO_CREDIT] });
      await stage.work();
      expect(await see(stage)).toMatchObject({ status: 'held', phase: 'paused' });
      await stage.later(HOUR);
      expect(await see(stage)).toMatchObject(EXPIRED);
      expect(await stage.events()).toEqual(['sms.held', 'sms.cancelled']);
      expect(stage.gateway.journal).toHaveLength(1);
    });

    it('does not leave when the credit comes back too late', async () => {
      const stage = await setTheHour({ reactions: [NO_CREDIT, accept()] });
      await stage.work();
      await stage.services.travel(HOUR);
      expect(await resumeHeldMessages(stage.context, {})).toEqual({ resumed: 1 });
      await dispatchNext(stage.services, stage.turn);
      await drain(stage.services);
      expect(await see(stage)).toMatchObject(EXPIRED);
      expect(stage.gateway.journal).toHaveLength(1);
    });

    it('ends also if the gateway has refused it after its time', async () => {
      const answer = Promise.withResolvers<typeof NO_CREDIT>();
      const stage = await setTheHour();
      stage.gateway.react = () => answer.promise;
      const turn = dispatchNext(stage.services, stage.turn);
      await until(() => stage.gateway.calls.length > 0);
      await process.sql("UPDATE sms_messages SET valid_until = now() - interval '1 second' WHERE id = $1", [
        await stage.messageId(),
      ]);
      await process.sql("UPDATE sms_due SET due_at = now() WHERE purpose = 'report' AND gateway = $1", [
        stage.gateway.name,
      ]);
      await drain(stage.services);
      expect(await see(stage)).toMatchObject({ status: 'queued', phase: 'submitting' });
      answer.resolve(NO_CREDIT);
      await turn;
      expect(await see(stage)).toMatchObject({ status: 'held', phase: 'paused' });
      await stage.later(61);
      expect(await see(stage)).toMatchObject(EXPIRED);
    });
  });

  describe('that waits to be tried again', () => {
    it('is cancelled if no gateway has had it', async () => {
      const stage = await setTheHour({ reactions: [reject(502), accept()], input: { validUntil: inSeconds(600) } });
      await stage.work();
      expect(await see(stage)).toMatchObject({ status: 'queued', phase: 'waiting_retry' });
      await stage.later(600);
      expect(await see(stage)).toMatchObject({ ...EXPIRED, attempt: 1 });
      await stage.later(HOUR);
      expect(stage.gateway.journal).toHaveLength(1);
    });

    it('ends with the code of its failure if a gateway has had it', async () => {
      const stage = await setTheHour({ input: { validUntil: inSeconds(600) } });
      await stage.work();
      await stage.report({ kind: 'failed', code: 502 });
      expect(await see(stage)).toMatchObject({ status: 'sent', phase: 'waiting_retry' });
      await stage.later(600);
      const end = { status: 'undelivered', phase: 'done', delivery_code: 502, handed_over: true, expired: false };
      expect(await see(stage)).toMatchObject(end);
      expect(stage.gateway.journal).toHaveLength(1);
    });

    it('ends so as well if the failure is reported after its time', async () => {
      const stage = await setTheHour();
      await stage.work();
      await stage.later(HOUR);
      await stage.report({ kind: 'failed', code: 502 });
      await stage.later(HOUR);
      expect(await see(stage)).toMatchObject({ status: 'undelivered', delivery_code: 502, attempt: 1 });
      expect(stage.gateway.journal).toHaveLength(1);
    });

    it('ends although the gateway is down', async () => {
      const stage = await setTheHour({ reactions: [NOT_SENT] });
      stage.services.breakDown(stage.gateway.name);
      await stage.later(HOUR);
      expect(await see(stage)).toMatchObject(EXPIRED);
      expect(stage.gateway.calls).toEqual([]);
    });
  });

  describe('whose answer was lost', () => {
    it.each([false, true])(
      'is not sent again, and its outcome stays unknown (at_least_once: %s)',
      async (atLeastOnce) => {
        const input = { atLeastOnce, validUntil: inSeconds(600) };
        const stage = await setTheHour({ reactions: [TAKEN_SILENTLY, accept()], capabilities: BY_REFERENCE, input });
        await stage.work();
        await stage.later(600);
        expect(await see(stage)).toMatchObject({ status: 'queued', phase: 'in_doubt' });
        await stage.later(IN_DOUBT_WAIT_SECONDS);
        expect(await see(stage)).toMatchObject({ status: 'failed', delivery_code: 500, outcome_unknown: true });
        await stage.later(HOUR);
        expect(stage.gateway.journal).toHaveLength(1);
        await stage.report({ kind: 'delivered' });
        expect(await see(stage)).toMatchObject({ status: 'delivered' });
      },
    );

    it('is not submitted again under its reference', async () => {
      const capabilities = { idempotentReference: true, reportsCarryReference: true };
      const stage = await setTheHour({
        reactions: [LOST_ON_THE_WAY],
        capabilities,
        input: { validUntil: inSeconds(5) },
      });
      await stage.work();
      const { length } = stage.gateway.calls;
      await stage.later(5);
      for (let round = 0; round < 20; round += 1) await stage.later(60);
      expect(stage.gateway.calls).toHaveLength(length);
      expect(await see(stage)).toMatchObject({ status: 'failed', outcome_unknown: true });
    });

    it('is cancelled if the gateway proves that it has none', async () => {
      const capabilities = { lookup: { settleSeconds: 5 } };
      const stage = await setTheHour({ reactions: [LOST_ON_THE_WAY, accept()], capabilities });
      await stage.work();
      await stage.services.travel(HOUR);
      for (let round = 0; round < 10; round += 1) await stage.later(60);
      expect(await see(stage)).toMatchObject({ ...EXPIRED, attempt: 1 });
      expect(stage.gateway.journal).toHaveLength(1);
    });
  });

  describe('of a campaign', () => {
    /** Six messages, of which the gateway takes the first three in time. */
    const sendHalf = async () => {
      const stage = await setTheHour({ recipients: 6 });
      stage.gateway.react = ({ to }) => (Number(to) < Number(mobile(3)) ? accept() : NOT_SENT);
      await stage.work();
      expect(await stage.counts()).toEqual({ sent: 3, queued: 3 });
      return stage;
    };

    it('ends alone, is counted, and lets the campaign complete', async () => {
      const stage = await sendHalf();
      await stage.later(HOUR);
      const counts = { sent: 3, cancelled: 3 };
      expect(await stage.counts()).toEqual(counts);
      expect(await countStatuses(process, stage.campaignId)).toEqual(counts);
      stage.gateway.react = accept;
      await stage.later(73 * HOUR);
      const events = await seeEvents(process, stage.campaignId);
      expect(events).toEqual(['campaign.accepted', 'campaign.started', 'campaign.completed']);
      expect(stage.gateway.takenNumbers()).toHaveLength(3);
    });

    it('ends while the campaign is paused', async () => {
      const stage = await sendHalf();
      await pauseCampaign(stage.context, { campaignId: stage.campaignId });
      await stage.later(HOUR);
      expect(await stage.counts()).toEqual({ sent: 3, cancelled: 3 });
    });

    it('has no error if the campaign was cancelled before', async () => {
      const stage = await setTheHour();
      await cancelCampaign(stage.context, { campaignId: stage.campaignId });
      await stage.later(HOUR);
      expect(await see(stage)).toMatchObject({ ...CANCELLED, expired: false });
    });

    it('is sent again without it, unless the caller gives another', async () => {
      const stage = await setTheHour({ reactions: [reject(402)] });
      await stage.work();
      const { result } = await retryCampaign(stage.context, { campaignId: stage.campaignId });
      expect(result.valid_until).toBeNull();
      stage.gateway.react = () => reject(402);
      await stage.later(2 * HOUR);
      expect(await seeMessage(process, { campaignId: result.id })).toMatchObject({ status: 'failed' });
      const validUntil = inSeconds(HOUR);
      const again = await retryCampaign(stage.context, { campaignId: result.id, validUntil });
      expect(new Date(again.result.valid_until ?? 0)).toEqual(validUntil);
    });

    it('is not given a time to start that lies behind it', async () => {
      const input = { scheduledAt: inSeconds(600), validUntil: inSeconds(HOUR) };
      const { context, campaignId } = await setTheHour({ input });
      const give = (seconds: number) => rescheduleCampaign(context, { campaignId, scheduledAt: inSeconds(seconds) });
      await expect(give(HOUR + 1)).rejects.toMatchObject({ fields: [{ path: ['scheduledAt'] }] });
      await expect(give(HOUR - 60)).resolves.toMatchObject({ id: campaignId });
    });
  });
});
