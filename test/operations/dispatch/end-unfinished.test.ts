import { describe, expect, it } from '@jest/globals';
import { pauseCampaign } from '../../../src/operations/sms/campaigns/pause-campaign.js';
import { endUnfinished } from '../../../src/operations/sms/dispatch/end-unfinished.js';
import { dispatchNext } from '../../../src/operations/sms/dispatch/turn.js';
import { accept, LOST_ON_THE_WAY, NO_CREDIT, NOT_SENT, reject } from '../../support/gateways/programmable-gateway.js';
import { seeAttempts, seeCounts } from '../../support/see.js';
import { type Stage, type StageOptions, setTheStage } from '../../support/stage.js';
import { useServices } from '../../support/use-services.js';

describe('after a restore, a message', () => {
  const process = useServices();

  it.each<[string, StageOptions, (stage: Stage) => Promise<unknown>]>([
    ['that waited for its turn', {}, async () => undefined],
    ['whose gateway was away', { reactions: [NOT_SENT] }, ({ work }) => work()],
    [
      'whose retry had come',
      { reactions: [reject(502)] },
      async (stage) => {
        await stage.work();
        await stage.services.travel(3_600);
      },
    ],
    ['that waited for credit', { reactions: [NO_CREDIT] }, ({ work }) => work()],
    ['in doubt', { reactions: [LOST_ON_THE_WAY] }, ({ work }) => work()],
    [
      'that a worker was submitting',
      {},
      async (stage) => {
        const { submit } = stage.gateway.gateway;
        const reached = Promise.withResolvers<void>();
        stage.gateway.gateway.submit = async () => {
          reached.resolve();
          return new Promise(() => undefined);
        };
        void dispatchNext(stage.services, stage.turn);
        await reached.promise;
        stage.gateway.gateway.submit = submit;
      },
    ],
  ])('%s ends, is not sent, and can still be reported as delivered', async (_, options, begin) => {
    const stage = await setTheStage(process, options);
    await begin(stage);
    const calls = stage.gateway.calls.length;
    expect(await endUnfinished(process)).toBe(1);
    expect(await stage.see()).toMatchObject({ status: 'failed', phase: 'done', delivery_code: 500 });
    expect((await seeAttempts(process.superuser, await stage.messageId())).at(-1)).toMatch(/unknown/);
    await stage.later(100 * 3_600);
    expect(stage.gateway.calls).toHaveLength(calls);
    await stage.report({ kind: 'delivered' });
    expect(await seeCounts(process.superuser, stage.campaignId)).toEqual({ delivered: 1 });
    expect(await endUnfinished(process)).toBe(0);
  });

  it.each<[string, StageOptions, (stage: Stage) => Promise<unknown>]>([
    ['whose time has not come', { input: { scheduledAt: new Date(Date.now() + 86_400_000) } }, async () => undefined],
    ['whose retry has not come', { reactions: [reject(502), accept()] }, ({ work }) => work()],
    ['that may be sent twice', { input: { atLeastOnce: true } }, async () => undefined],
  ])('%s is sent as if nothing had happened', async (_, options, begin) => {
    const stage = await setTheStage(process, options);
    await begin(stage);
    expect(await endUnfinished(process)).toBe(0);
    await stage.later(2 * 86_400);
    expect((await stage.see()).status).toBe('sent');
  });

  it('of a paused campaign waits for the resume', async () => {
    const stage = await setTheStage(process);
    await pauseCampaign(stage.context, { campaignId: stage.campaignId });
    expect(await endUnfinished(process)).toBe(0);
    expect(await stage.see()).toMatchObject({ status: 'queued', phase: 'ready' });
  });
});
