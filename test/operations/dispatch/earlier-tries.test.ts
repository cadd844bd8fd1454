import { describe, expect, it } from '@jest/globals';
import { retryCampaign } from '../../../src/operations/sms/campaigns/retry-campaign.js';
import { dispatchNext } from '../../../src/operations/sms/dispatch/turn.js';
import { cancelMessage } from '../../../src/operations/sms/messages/cancel-message.js';
import { foldReports } from '../../../src/operations/sms/reports/fold-reports.js';
import { receiveReports } from '../../../src/operations/sms/reports/receive-reports.js';
import { sendBulkSms } from '../../../src/operations/sms/send/send-bulk-sms.js';
import { addSuppressions } from '../../../src/operations/sms/suppressions/add-suppressions.js';
import {
  accept,
  createProgrammableGateway,
  LOST_ON_THE_WAY,
  NO_CREDIT,
  NOT_SENT,
  type Reaction,
  refuseCall,
  reject,
  TAKEN_SILENTLY,
} from '../../support/gateways/programmable-gateway.js';
import { seeCounts, seeEvents, seeMessage } from '../../support/see.js';
import {
  drain,
  drainAfter,
  mobile,
  mobiles,
  newOrganisation,
  probeBalances,
  withGateways,
} from '../../support/services.js';
import { type StageOptions, setTheStage } from '../../support/stage.js';
import { until } from '../../support/until.js';
import { useServices } from '../../support/use-services.js';

const process = useServices();

const HOUR = 3600;
const DELIVERED = { kind: 'delivered' } as const;
const THROTTLED: Reaction = { outcome: { kind: 'throttled', retryAfterMs: 3_700 } };

describe('a retry of a message', () => {
  /** The first message was accepted and reported as failed. Its retry waits. */
  const failAndRetry = async (options: StageOptions = {}) => {
    const stage = await setTheStage(process, options);
    await stage.work();
    await stage.report({ kind: 'failed', code: 402 });
    const { result } = await retryCampaign(stage.context, { campaignId: stage.campaignId });
    const see = () => seeMessage(process, { campaignId: result.id });
    const receive = () => stage.receive(DELIVERED);
    return { stage, see, receive, retryId: result.id };
  };

  /** The first message is reported as delivered while the gateway has its retry, and has not answered yet. */
  const deliverDuringCall = async (answer: Reaction, options: StageOptions = {}) => {
    const scene = await failAndRetry(options);
    const { stage, receive } = scene;
    const late = Promise.withResolvers<Reaction>();
    const { length } = stage.gateway.calls;
    stage.gateway.react = () => late.promise;
    const turn = dispatchNext(stage.services, stage.turn);
    await until(() => stage.gateway.calls.length > length);
    await receive();
    await foldReports(stage.services);
    stage.gateway.react = accept;
    late.resolve(answer);
    await turn;
    return scene;
  };

  it.each([
    ['throttles', THROTTLED],
    ['could not be reached', NOT_SENT],
    ['finds no route for', reject(407)],
  ])('is cancelled if the first was delivered while the gateway %s it', async (_, answer) => {
    const { stage, see, retryId } = await deliverDuringCall(answer);
    await stage.later(61);
    expect(await see()).toMatchObject({ status: 'cancelled', phase: 'done', handed_over: false });
    expect(stage.gateway.takenNumbers()).toHaveLength(1);
    expect(await seeCounts(process, retryId)).toEqual({ cancelled: 1 });
    expect(await seeEvents(process, (await see()).id)).toEqual(['sms.cancelled']);
  });

  it('is cancelled when its credit comes back, if the first was delivered while it was held', async () => {
    const { stage, see } = await deliverDuringCall(NO_CREDIT);
    stage.gateway.balance = 5;
    await stage.later(31);
    await probeBalances(stage.services);
    await stage.work();
    expect(await see()).toMatchObject({ status: 'cancelled', phase: 'done' });
    expect(stage.gateway.takenNumbers()).toHaveLength(1);
  });

  it.each([
    ['recognises references', { idempotentReference: true }],
    ['can be asked', { lookup: { settleSeconds: 5 } }],
  ])('is not sent after its answer was lost: a gateway that %s', async (_, capabilities) => {
    const { stage, see } = await deliverDuringCall(LOST_ON_THE_WAY, { capabilities });
    for (const seconds of [6, 120, 6, 120, 6, 1_000, 6]) await stage.later(seconds);
    expect((await see()).phase).toBe('done');
    expect(stage.gateway.takenNumbers()).toHaveLength(1);
  });

  it.each([
    ['that carry our reference', { reportsCarryReference: true }],
    ['that carry the id of the gateway', {}],
  ])('waits for stored reports %s, and for no others', async (_, capabilities) => {
    const { stage, see, receive } = await failAndRetry({ capabilities });
    await receive();
    await receiveReports(stage.services, stage.gateway.name, [{ reference: 'foreign', outcome: DELIVERED }]);
    await dispatchNext(stage.services, stage.turn);
    expect(await see()).toMatchObject({ status: 'queued', phase: 'ready', attempt: 0 });
    await stage.later(2);
    expect(await see()).toMatchObject({ status: 'cancelled', phase: 'done' });
    expect(stage.gateway.takenNumbers()).toHaveLength(1);
  });

  it('is sent if stored reports only say that the first has failed', async () => {
    const { stage, see } = await failAndRetry();
    await stage.receive({ kind: 'failed', code: 404 });
    await dispatchNext(stage.services, stage.turn);
    expect(await see()).toMatchObject({ status: 'sent' });
  });

  it('that a gateway has had before ends with its last code, and is not tried again', async () => {
    const { stage, see, receive } = await failAndRetry();
    await stage.work();
    await stage.reportOnAll({ kind: 'failed', code: 502 }, stage.gateway.journal.slice(1));
    expect(await see()).toMatchObject({ status: 'sent', phase: 'waiting_retry' });
    await receive();
    await drain(stage.services);
    expect(await see()).toMatchObject({ status: 'undelivered', phase: 'done', delivery_code: 502 });
    await stage.later(HOUR);
    expect(stage.gateway.takenNumbers()).toHaveLength(2);
  });
});

describe('the second attempt at a message', () => {
  it('waits for a stored report that the first was delivered', async () => {
    const stage = await setTheStage(process);
    await stage.work();
    await stage.report({ kind: 'failed', code: 407 });
    const [first] = stage.gateway.journal;
    await stage.services.travel(61);
    await receiveReports(stage.services, stage.gateway.name, [
      stage.gateway.reportOn({ reference: first?.reference ?? '' }, DELIVERED),
    ]);
    await dispatchNext(stage.services, stage.turn);
    expect(await stage.see()).toMatchObject({ status: 'sent', phase: 'ready', attempt: 1 });
    await stage.later(2);
    expect(await stage.see()).toMatchObject({ status: 'delivered' });
    expect(stage.gateway.takenNumbers()).toHaveLength(1);
  });

  it('is not held back by a first whose answer says nothing about a delivery', async () => {
    const stage = await setTheStage(process, { reactions: [reject(407), TAKEN_SILENTLY] });
    await stage.work();
    await stage.later(61);
    expect(stage.gateway.takenNumbers()).toHaveLength(1);
  });
});

const IDEMPOTENT = { idempotentReference: true };

describe('an attempt in doubt, at a gateway that recognises references,', () => {
  it.each([
    ['cannot be reached', NOT_SENT],
    ['is too fast for it', { outcome: { kind: 'throttled', retryAfterMs: 10 } }],
    ['has no credit', NO_CREDIT],
    ['refuses the call as a whole', refuseCall(501)],
    ['does not understand the call', refuseCall(500)],
    ['cannot find out whether it knows the reference', reject(501)],
  ] as const)('is still in doubt, and goes nowhere else, when the gateway has it and then %s', async (_, reaction) => {
    const first = createProgrammableGateway({ name: 'leaky', capabilities: IDEMPOTENT, react: () => TAKEN_SILENTLY });
    const second = createProgrammableGateway({ name: 'eager' });
    const services = withGateways(process, { gateways: [first, second] });
    const context = await newOrganisation(services);
    const { result } = await sendBulkSms(context, { message: 'Hello', recipients: mobiles(1) });
    const campaignId = result.id;
    await drain(services);
    const { submit } = first.gateway;
    first.gateway.submit = async (messages) =>
      messages.map(({ reference }) => ({ reference, outcome: reaction.outcome }));
    for (let round = 0; round < 5; round += 1) {
      await services.travel(70);
      for (let failure = 0; failure < 3; failure += 1) services.breakers.get('leaky')?.failed();
      await drain(services);
      services.breakers.get('leaky')?.succeeded();
      await drain(services);
    }
    const message = await seeMessage(services, { campaignId });
    expect(message).toMatchObject({ status: 'queued', phase: 'in_doubt', attempt: 1 });
    await expect(cancelMessage(context, { messageId: message.id })).rejects.toMatchObject({
      code: 'already_dispatched',
    });

    first.gateway.submit = submit;
    await drainAfter(services, 70);
    expect(await seeMessage(services, { campaignId })).toMatchObject({
      status: 'sent',
      gateway: 'leaky',
      attempt: 1,
    });
    expect([...first.takenNumbers(), ...second.takenNumbers()]).toHaveLength(1);
  });

  it('is not submitted again when the number was suppressed meanwhile: what became of it stays unknown', async () => {
    const stage = await setTheStage(process, { capabilities: IDEMPOTENT, reactions: [TAKEN_SILENTLY] });
    await stage.work();
    await addSuppressions(stage.context, { numbers: [{ mobile: mobile(1) }] });
    await stage.later(2);
    expect(stage.gateway.calls).toHaveLength(1);
    expect(await stage.see()).toMatchObject({
      status: 'failed',
      phase: 'done',
      delivery_code: 500,
      attempt: 1,
    });
  });
});
