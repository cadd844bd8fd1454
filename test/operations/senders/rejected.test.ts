import { beforeEach, describe, expect, it } from '@jest/globals';
import { claimInDoubt, claimMessages } from '../../../src/db/sql/sms/dispatch/claim-messages.js';
import type { Context } from '../../../src/operations/context.js';
import { cancelCampaign } from '../../../src/operations/sms/campaigns/cancel-campaign.js';
import { resumeHeldMessages } from '../../../src/operations/sms/dispatch/resume.js';
import { listHolds } from '../../../src/operations/sms/gateways/holds.js';
import { sendBulkSms } from '../../../src/operations/sms/send/send-bulk-sms.js';
import { sendSms } from '../../../src/operations/sms/send/send-sms.js';
import { decideSenderId } from '../../../src/operations/sms/senders/decide-sender-id.js';
import { createSenderId, deleteSenderId } from '../../../src/operations/sms/senders/sender-ids.js';
import {
  createProgrammableGateway,
  LOST_ON_THE_WAY,
  type ProgrammableGateway,
} from '../../support/gateways/programmable-gateway.js';
import { seeAgenda, seeCounts, seeEvents, seeMessage, seeMessages } from '../../support/see.js';
import { drain, drainAfter, mobile, mobiles, type TestServices, withGateways } from '../../support/services.js';
import { withOwnGateway } from '../../support/stage.js';
import { untilSomeoneWaits } from '../../support/until.js';
import { useServices } from '../../support/use-services.js';

const HOUR = 3_600;

describe('messages of a sender ID that is rejected after they were accepted', () => {
  const process = useServices({ poolSize: 16 });
  let services: TestServices;
  let gateway: ProgrammableGateway;
  let context: Context;
  let senderIdId: string;

  const register = async (name: string) => {
    const { result } = await createSenderId(context, { name });
    await decide(result.id, 'approved');
    return result.id;
  };
  const decide = (id: string, decision: 'approved' | 'rejected', letsWaitingGo = false) =>
    decideSenderId(services, {
      organisationId: context.caller.organisationId,
      id,
      rejectedFor: decision === 'rejected' ? 'There is a bank of that name.' : null,
      letsWaitingGo,
    });
  const send = async (senderId: string, to = mobile(1), validUntil?: Date) =>
    (await sendSms(context, { message: 'Hello', to, senderId, validUntil })).result;
  const sendCampaign = async (count = 3, senderId = 'SHOP') =>
    (await sendBulkSms(context, { message: 'Hello', recipients: mobiles(count, 10), senderId })).result.id;

  beforeEach(async () => {
    ({ gateway, services, context } = await withOwnGateway(process, { pace: { batchSize: 100 } }));
    senderIdId = await register('SHOP');
  });

  it('are held for that reason, singles and campaigns, and spend no attempt; others leave', async () => {
    const single = await send('SHOP');
    const other = await send('OTHER', mobile(2));
    const campaignId = await sendCampaign();
    await decide(senderIdId, 'rejected');
    await drain(services);
    expect(gateway.takenNumbers()).toEqual([mobile(2)]);
    const held = { status: 'held', hold_reason: 'sender_id_rejected', attempt: 0, delivery_code: null };
    expect(await seeMessage(services, single)).toMatchObject(held);
    expect(await seeMessage(services, other)).toMatchObject({ status: 'sent' });
    expect(await seeCounts(services, campaignId)).toEqual({ held: 3 });
    expect((await seeEvents(services, campaignId)).filter((type) => type === 'campaign.held')).toHaveLength(1);
    expect(await listHolds(context)).toMatchObject([
      {
        gateway: gateway.name,
        reason: 'sender_id_rejected',
        messages: 4,
        nextProbeAt: null,
        campaignIds: [campaignId],
      },
    ]);
  });

  it('are sent once and in order when the sender ID is approved again', async () => {
    const few = withGateways(services, { gateways: [gateway], policy: { batchSize: 10 } });
    const campaignId = (
      await sendBulkSms({ ...context, ...few }, { message: 'Hello', recipients: mobiles(35), senderId: 'SHOP' })
    ).result.id;
    await decide(senderIdId, 'rejected');
    await drain(few);
    expect(await seeCounts(services, campaignId)).toEqual({ held: 35 });
    await services.travel(HOUR);
    await drain(few);
    expect(gateway.takenNumbers()).toEqual([]);
    await decide(senderIdId, 'approved');
    await drain(few);
    expect(await seeCounts(services, campaignId)).toEqual({ sent: 35 });
    expect(gateway.takenNumbers()).toEqual(mobiles(35).map(({ to }) => to));
    expect(await listHolds(context)).toEqual([]);
  });

  it('leave when the operator rejects the sender ID for new messages only, also after a hold', async () => {
    const single = await send('SHOP');
    await decide(senderIdId, 'rejected');
    await drain(services);
    expect(await seeMessage(services, single)).toMatchObject({ status: 'held' });
    expect(await decide(senderIdId, 'rejected', true)).toMatchObject({ status: 'rejected', holds_messages: false });
    await drain(services);
    expect(await seeMessage(services, single)).toMatchObject({ status: 'sent', hold_reason: null });
  });

  it('stay held while those of another sender ID go on', async () => {
    const otherId = await register('+254711222333');
    const [shop, number] = [await send('SHOP'), await send('+254711222333', mobile(2))];
    await decide(senderIdId, 'rejected');
    await decide(otherId, 'rejected');
    await drain(services);
    await services.travel(HOUR);
    await decide(otherId, 'approved');
    await drain(services);
    expect(await seeMessage(services, number)).toMatchObject({ status: 'sent' });
    expect(await seeMessage(services, shop)).toMatchObject({ status: 'held' });
    const [look, ...more] = await seeAgenda(services, shop.id);
    expect([look?.purpose, more]).toEqual(['approval', []]);
    // The hold ends when it would have ended.
    expect(look?.in_seconds).toBeLessThanOrEqual(71 * HOUR);
    expect(look?.in_seconds).toBeGreaterThan(71 * HOUR - 60);
  });

  it('are not released by a caller, nor by credit', async () => {
    const single = await send('SHOP');
    await decide(senderIdId, 'rejected');
    await drain(services);
    expect(await resumeHeldMessages(context, {})).toEqual({ resumed: 0 });
    await drain(services);
    expect(await seeMessage(services, single)).toMatchObject({ status: 'held' });
  });

  it('fail with 402 when nobody approves it in time, which blames no gateway', async () => {
    const campaignId = await sendCampaign();
    await decide(senderIdId, 'rejected');
    await drain(services);
    await drainAfter(services, 72 * HOUR - 10);
    expect(await seeCounts(services, campaignId)).toEqual({ held: 3 });
    await drainAfter(services, 11);
    const messages = await seeMessages(services, { campaignId });
    expect(messages.map(({ status, delivery_code: code }) => [status, code])).toEqual(Array(3).fill(['failed', 402]));
    const { refused_at: refusedAt } = await decide(senderIdId, 'approved');
    expect(refusedAt).toBeNull();
    await drain(services);
    expect(gateway.takenNumbers()).toEqual([]);
  });

  it('end when they expire or are cancelled', async () => {
    const single = await send('SHOP', mobile(1), new Date(Date.now() + HOUR * 1000));
    const campaignId = await sendCampaign();
    await decide(senderIdId, 'rejected');
    await drain(services);
    await cancelCampaign(context, { campaignId });
    await drainAfter(services, HOUR + 1);
    expect(await seeMessage(services, single)).toMatchObject({ status: 'cancelled' });
    expect(await seeCounts(services, campaignId)).toEqual({ cancelled: 3 });
    await decide(senderIdId, 'approved');
    await drain(services);
    expect(gateway.takenNumbers()).toEqual([]);
  });

  it('are held when a retry or a schedule comes due, not before', async () => {
    const scheduledAt = new Date(Date.now() + HOUR * 1000);
    const { result } = await sendSms(context, { message: 'Hello', to: mobile(1), senderId: 'SHOP', scheduledAt });
    await decide(senderIdId, 'rejected');
    await drain(services);
    expect(await seeMessage(services, result)).toMatchObject({ status: 'queued', phase: 'scheduled' });
    await drainAfter(services, HOUR + 1);
    expect(await seeMessage(services, result)).toMatchObject({ status: 'held' });
  });

  it('are not submitted again while in doubt', async () => {
    gateway = createProgrammableGateway({
      name: 'idempotent',
      capabilities: { idempotentReference: true },
      react: () => LOST_ON_THE_WAY,
    });
    services = withGateways(process, { gateways: [gateway] });
    const { result } = await sendSms(
      { ...context, ...services },
      { message: 'Hello', to: mobile(1), senderId: 'SHOP' },
    );
    await drain(services);
    expect(await seeMessage(services, result)).toMatchObject({ phase: 'in_doubt' });
    const { length: calls } = gateway.calls;
    await decide(senderIdId, 'rejected');
    await drainAfter(services, 60);
    expect(gateway.calls).toHaveLength(calls);
    expect(await seeMessage(services, result)).toMatchObject({ phase: 'in_doubt' });
    await decide(senderIdId, 'approved');
    await drainAfter(services, 60);
    expect(gateway.calls.length).toBeGreaterThan(calls);
  });

  it('keep their sender ID registered while they may be held', async () => {
    await decide(senderIdId, 'rejected');
    await expect(deleteSenderId(context, { senderIdId })).rejects.toMatchObject({ code: 'invalid' });
    await decide(senderIdId, 'rejected', true);
    expect(await deleteSenderId(context, { senderIdId })).toMatchObject({ name: 'SHOP' });
  });

  it('are held when a claim that began before the rejection comes to the sender ID after it', async () => {
    const { id } = await send('SHOP');
    let draining: Promise<unknown> = Promise.resolve();
    await services.db.inOrganisation(context.caller.organisationId, async (tx) => {
      await tx.sql('SELECT FROM sms_messages WHERE organisation_id = :organisationId AND id = :id FOR UPDATE', { id });
      draining = drain(services);
      await untilSomeoneWaits(services.superuser);
      await decide(senderIdId, 'rejected');
    });
    await draining;
    await drain(services);
    expect(gateway.takenNumbers()).toEqual([]);
    expect(await seeMessage(services, { id })).toMatchObject({ status: 'held' });
  });

  it('that a claim has taken let the rejection wait, and it returns when none can be taken any more', async () => {
    const { id } = await send('SHOP');
    const { organisationId } = context.caller;
    let deciding: Promise<unknown> = Promise.resolve();
    let isDecided = false;
    await services.db.inOrganisation(organisationId, async (tx) => {
      expect(await claimMessages(tx, gateway.name, [id])).toHaveLength(1);
      deciding = decide(senderIdId, 'rejected').then(() => (isDecided = true));
      await untilSomeoneWaits(services.superuser);
      expect(isDecided).toBe(false);
    });
    await deciding;
    const claimAgain = () => services.db.inOrganisation(organisationId, (tx) => claimInDoubt(tx, gateway.name, [id]));
    await services.sql(`UPDATE sms_messages SET phase = 'in_doubt' WHERE id = $1`, [id]);
    expect(await claimAgain()).toEqual([]);
  });

  it('are released by an approval that meets the worker that holds them', async () => {
    const { id } = await send('SHOP');
    await decide(senderIdId, 'rejected');
    let draining: Promise<unknown> = Promise.resolve();
    await services.db.inOrganisation(context.caller.organisationId, async (tx) => {
      await tx.sql('SELECT FROM sms_messages WHERE organisation_id = :organisationId AND id = :id FOR UPDATE', { id });
      draining = drain(services);
      await untilSomeoneWaits(services.superuser);
      await decide(senderIdId, 'approved');
    });
    await draining;
    await drain(services);
    expect(await seeMessage(services, { id })).toMatchObject({ status: 'sent' });
  });
});
