import { describe, expect, it } from '@jest/globals';
import { newId } from '../../../src/lib/ids.js';
import { pauseCampaign } from '../../../src/operations/sms/campaigns/pause-campaign.js';
import { endUnfinished } from '../../../src/operations/sms/dispatch/end-unfinished.js';
import { dispatchNext } from '../../../src/operations/sms/dispatch/turn.js';
import { accept, LOST_ON_THE_WAY, NO_CREDIT, NOT_SENT, reject } from '../../support/gateways/programmable-gateway.js';
import { seeAttempts, seeCounts } from '../../support/see.js';
import { mobiles } from '../../support/services.js';
import { type Stage, type StageOptions, setTheStage } from '../../support/stage.js';
import { until } from '../../support/until.js';
import { useServices } from '../../support/use-services.js';

const process = useServices();

describe('after a restore, a message', () => {
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

describe('messages that a worker was submitting when its lease ended', () => {
  it('are in doubt, each with a record of the very attempt that is unknown', async () => {
    const stage = await setTheStage(process, { input: { recipients: mobiles(2) } });
    const { gateway, services, context } = stage;
    const { organisationId } = context.caller;
    const turn = { gateway: gateway.name, organisationId };
    // One of them has been handed over twice before.
    await process.superuser.query(
      `UPDATE sms_messages SET attempt = 2 WHERE organisation_id = $1 AND id = (SELECT max(id::text)::uuid FROM sms_messages
       WHERE organisation_id = $1)`,
      [organisationId],
    );
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    gateway.react = async () => {
      await held;
      return accept();
    };
    const stuck = dispatchNext(services, turn);
    await until(() => gateway.calls.length === 1);
    await services.travel(3_600);
    await dispatchNext(services, turn);

    const { rows } = await process.superuser.query(
      `SELECT m.phase, m.attempt, a.number, a.outcome FROM sms_messages m
       LEFT JOIN sms_attempts a ON a.organisation_id = m.organisation_id AND a.message_id = m.id
       WHERE m.organisation_id = $1 ORDER BY m.attempt`,
      [organisationId],
    );
    expect(rows).toEqual([
      { phase: 'in_doubt', attempt: 1, number: 1, outcome: 'unknown' },
      { phase: 'in_doubt', attempt: 3, number: 3, outcome: 'unknown' },
    ]);
    release();
    await stuck;
  });

  it('are left alone if another worker submits them through another gateway', async () => {
    const stage = await setTheStage(process);
    const { gateway, services, context } = stage;
    const { organisationId } = context.caller;
    // A row of a lost lease still names the message, which was moved to another gateway and claimed there.
    await process.superuser.query(
      `UPDATE sms_messages SET phase = 'submitting', gateway = 'south', attempt = 1, claim = 2, submitted_at = now()
       WHERE organisation_id = $1`,
      [organisationId],
    );
    await process.superuser.query(
      `UPDATE sms_due SET lease_id = $2, due_at = now() - interval '1 second' WHERE organisation_id = $1`,
      [organisationId, newId()],
    );
    await dispatchNext(services, { gateway: gateway.name, organisationId });
    const { rows } = await process.superuser.query('SELECT phase, claim FROM sms_messages WHERE organisation_id = $1', [
      organisationId,
    ]);
    expect(rows).toEqual([{ phase: 'submitting', claim: 2 }]);
    expect(gateway.calls).toEqual([]);
  });
});
