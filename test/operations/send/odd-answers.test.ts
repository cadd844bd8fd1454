import { describe, expect, it } from '@jest/globals';
import { cancelCampaign } from '../../../src/operations/sms/campaigns/cancel-campaign.js';
import { cancelMessage } from '../../../src/operations/sms/messages/cancel-message.js';
import { sendBulkSms } from '../../../src/operations/sms/send/send-bulk-sms.js';
import {
  accept,
  createProgrammableGateway,
  LOST_ON_THE_WAY,
  type Reaction,
  refuseRest,
  TAKEN_SILENTLY,
} from '../../support/gateways/programmable-gateway.js';
import { countStatuses, seeAttempts, seeCampaignEvents, seeCounts, seeEvents } from '../../support/see.js';
import { drain, mobile, mobiles, newOrganisation, withGateways } from '../../support/services.js';
import { setTheStage } from '../../support/stage.js';
import { useServices } from '../../support/use-services.js';

const process = useServices();

const HOUR = 3600;

describe('a text of which the gateway took the first part and refused a later one', () => {
  it.each([
    [true, 501],
    [false, 501],
    [false, 407],
    [false, 502],
    [false, 405],
    [false, 402],
    [false, 4711],
  ])(
    'is sent and then undelivered, and never sent again (reference in reports: %p, code %p)',
    async (byReference, code) => {
      const capabilities = { reportsCarryReference: byReference };
      const stage = await setTheStage(process, { capabilities, reactions: [refuseRest(code)] });
      await stage.work();
      const known = code === 4711 ? 500 : code;
      const undelivered = { status: 'undelivered', phase: 'done', delivery_code: known, attempt: 1, handed_over: true };
      const message = await stage.see();
      expect(message).toMatchObject(undelivered);
      expect(await seeEvents(process, message.id)).toEqual(['sms.sent', 'sms.undelivered']);
      expect(await seeEvents(process, stage.campaignId)).toEqual([
        'campaign.accepted',
        'campaign.started',
        'campaign.completed',
      ]);

      const dispatched = { code: 'already_dispatched' };
      await expect(cancelMessage(stage.context, { messageId: message.id })).rejects.toMatchObject(dispatched);
      expect(await cancelCampaign(stage.context, { campaignId: stage.campaignId })).toMatchObject({ cancelled: 0 });
      for (let hours = 0; hours < 80; hours += 20) await stage.later(20 * HOUR);
      expect(stage.gateway.journal).toHaveLength(1);
      expect(await stage.see()).toEqual(message);
      expect(await stage.counts()).toEqual({ undelivered: 1 });
    },
  );

  it.each([true, false])(
    'has an attempt with the words of the refusal (reference in reports: %p)',
    async (byReference) => {
      const capabilities = { reportsCarryReference: byReference };
      const stage = await setTheStage(process, { capabilities, reactions: [refuseRest(501)] });
      await stage.work();
      const rows = await process.sql(
        'SELECT number, outcome, delivery_code, raw_code, raw_reason FROM sms_attempts WHERE message_id = $1',
        [await stage.messageId()],
      );
      const words = { raw_code: '0x08', raw_reason: 'ESME_RSYSERR' };
      expect(rows).toEqual([{ number: 1, outcome: 'accepted', delivery_code: 501, ...words }]);
    },
  );

  it.each([406, 409])('is blocked for the code %p, and the number is suppressed', async (code) => {
    const stage = await setTheStage(process, { reactions: [refuseRest(code)], input: { senderId: 'SHOP' } });
    await stage.work();
    const message = await stage.see();
    expect(message).toMatchObject({ status: 'blocked', phase: 'done', delivery_code: code, handed_over: true });
    expect(await seeEvents(process, message.id)).toEqual(['sms.sent', 'sms.blocked']);
    const rows = await process.sql(
      'SELECT mobile, sender_id, delivery_code, source FROM suppressions WHERE organisation_id = $1',
      [stage.organisationId],
    );
    const sender_id = code === 406 ? 'SHOP' : '';
    expect(rows).toEqual([{ mobile: mobile(1), sender_id, delivery_code: code, source: 'gateway' }]);
  });

  it('leaves the other messages of its batch alone', async () => {
    const gateway = createProgrammableGateway({ name: 'mixed' });
    const reactions = [
      accept(),
      refuseRest(501),
      refuseRest(409),
      { outcome: { kind: 'rejected', code: 403 } } as const,
    ];
    const people = mobiles(8);
    const placeOf = new Map(people.map(({ to }, place) => [to, place]));
    gateway.react = ({ to }) => reactions[(placeOf.get(to) ?? 0) % reactions.length] as Reaction;
    const services = withGateways(process, { gateways: [gateway] });
    const context = await newOrganisation(services);
    const { result } = await sendBulkSms(context, { message: 'Hello', recipients: people });
    await drain(services);
    expect(gateway.calls).toEqual([8]);
    const counts = { sent: 2, undelivered: 2, blocked: 2, failed: 2 };
    expect(await seeCounts(services, result.id)).toEqual(counts);
    expect(await countStatuses(services, result.id)).toEqual(counts);
    const ways = [...(await seeCampaignEvents(services, result.id)).values()].map((way) => way.join());
    const way = ['sent', 'sent,undelivered', 'sent,blocked', 'failed'];
    expect(ways.toSorted()).toEqual([...way, ...way].toSorted());
  });

  it('ends the same way if the gateway answers so to the second submission of a doubtful attempt', async () => {
    const capabilities = { idempotentReference: true };
    const stage = await setTheStage(process, { capabilities });
    let calls = 0;
    stage.gateway.react = () => (++calls === 1 ? LOST_ON_THE_WAY : refuseRest(501));
    await stage.work();
    expect(await stage.see()).toMatchObject({ phase: 'in_doubt' });
    await stage.later(HOUR);
    const message = await stage.see();
    expect(message).toMatchObject({ status: 'undelivered', phase: 'done', delivery_code: 501 });
    expect(await seeAttempts(process, message.id)).toEqual(['1 accepted 501']);
    expect(await seeEvents(process, message.id)).toEqual(['sms.sent', 'sms.undelivered']);
  });
});

const IMPOSSIBLE_IDS = ['with NUL \0', 'x'.repeat(201), 'half a letter \ud800'];

describe('an id of a gateway that cannot be kept', () => {
  it.each(IMPOSSIBLE_IDS)('spoils nothing of the batch: %j', async (providerId) => {
    const stage = await setTheStage(process, { capabilities: {}, recipients: 3 });
    const { submit } = stage.gateway.gateway;
    stage.gateway.gateway.submit = async (messages, signal) => {
      const [first, ...others] = await submit(messages, signal);
      return first ? [{ ...first, providerId, partIds: [providerId] }, ...others] : [];
    };
    await stage.work();
    const statuses = (await stage.messages()).map(({ status }) => status);
    expect(statuses).toEqual(['sent', 'sent', 'sent']);
  });

  it.each(IMPOSSIBLE_IDS)('does not keep a lost answer from being found: %j', async (providerId) => {
    const lookup = { settleSeconds: 10 };
    const stage = await setTheStage(process, { capabilities: { lookup }, reactions: [TAKEN_SILENTLY] });
    await stage.work();
    stage.gateway.gateway.lookup = async (references) =>
      references.map((reference) => ({ reference, outcome: { kind: 'accepted' }, providerId }));
    await stage.later(11);
    expect(await stage.see()).toMatchObject({ status: 'sent', attempt: 1 });
  });
});
