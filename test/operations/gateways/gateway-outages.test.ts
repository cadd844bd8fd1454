import { describe, expect, it } from '@jest/globals';
import { CODE_OF } from '../../../src/domain/sms/delivery-codes.js';
import type { Context } from '../../../src/operations/context.js';
import { readEvents } from '../../../src/operations/events/event-log.js';
import { updateOrganisation } from '../../../src/operations/people/organisations.js';
import { getCampaigns } from '../../../src/operations/sms/campaigns/campaigns.js';
import { resumeCampaign } from '../../../src/operations/sms/campaigns/pause-campaign.js';
import { announceOutages } from '../../../src/operations/sms/gateways/announce-outages.js';
import { listGateways } from '../../../src/operations/sms/gateways/gateway-states.js';
import { sendBulkSms } from '../../../src/operations/sms/send/send-bulk-sms.js';
import { sendSms } from '../../../src/operations/sms/send/send-sms.js';
import {
  accept,
  createProgrammableGateway,
  NOT_SENT,
  type ProgrammableGateway,
  refuseCall,
  reject,
} from '../../support/gateways/programmable-gateway.js';
import { newMember } from '../../support/people/members.js';
import { seeEvents } from '../../support/see.js';
import { drain, mobile, mobiles, newOrganisation, withGateways } from '../../support/services.js';
import { setTheStage, withOwnGateway } from '../../support/stage.js';
import { useServices } from '../../support/use-services.js';

const process = useServices();

const refused = { ...NOT_SENT, says: { rawCode: 'ECONNREFUSED' } };

describe('a gateway that a worker cannot reach', () => {
  /** What another process, which never calls the gateway, says of it to an organisation. */
  const told = async (name: string, organisation = newOrganisation(process)) => {
    const other = withGateways(process, { gateways: [createProgrammableGateway({ name })] });
    const [state] = await listGateways({ ...other, caller: (await organisation).caller });
    return state;
  };

  it('is down for all processes and organisations, each with its own messages that wait, until it answers', async () => {
    const stage = await setTheStage(process, { recipients: 20, policy: { batchSize: 5 } });
    const { gateway, services, context } = stage;
    expect(await told(gateway.name)).toMatchObject({ state: 'up', since: null, waiting: 0 });

    gateway.react = () => refused;
    await stage.work();
    await services.outages.settled();
    const own = await told(gateway.name, Promise.resolve(context));
    expect(own).toMatchObject({ state: 'down', code: 'ECONNREFUSED', waiting: 20, sentPerSecond: 0 });
    expect(own?.since).toEqual(expect.any(String));
    expect(Date.parse(own?.nextTryAt ?? '')).toBeGreaterThan(Date.parse(own?.since ?? ''));
    expect(await told(gateway.name)).toEqual({ ...own, waiting: 0 });

    gateway.react = accept;
    services.breakers.get(gateway.name)?.succeeded();
    await stage.later(61);
    await services.outages.settled();
    const recovered = await told(gateway.name, Promise.resolve(context));
    expect(recovered).toMatchObject({ state: 'up', since: null, waiting: 0 });
    expect(recovered?.sentPerSecond).toBeCloseTo(20 / 60);
    expect(await told(gateway.name)).toMatchObject({ sentPerSecond: 0 });
    await process.travel(61);
    expect(await told(gateway.name, Promise.resolve(context))).toMatchObject({ sentPerSecond: 0 });
  });

  it('is up again for others when its worker has not tried it for six minutes', async () => {
    const stage = await setTheStage(process, { recipients: 20, policy: { batchSize: 5 } });
    stage.gateway.react = () => refused;
    await stage.work();
    await stage.services.outages.settled();
    const { name } = stage.gateway;
    expect(await told(name)).toMatchObject({ state: 'down' });
    await process.sql(`UPDATE gateway_outages SET next_try_at = next_try_at - interval '7 minutes'`);
    expect(await told(name)).toMatchObject({ state: 'up', since: null, code: null });
  });

  it('is down while it refuses access, with the messages that wait minutes for their next attempt', async () => {
    const stage = await setTheStage(process, { recipients: 3, policy: { batchSize: 1 } });
    stage.gateway.react = () => ({ ...refuseCall(CODE_OF.GatewayError), says: { rawCode: '401' } });
    await stage.work();
    await stage.services.outages.settled();
    await stage.services.travel(120);
    expect(await told(stage.gateway.name, Promise.resolve(stage.context))).toMatchObject({
      state: 'down',
      code: '401',
      waiting: 3,
    });
  });

  it('shows no words of its own', async () => {
    const stage = await setTheStage(process, { recipients: 20, policy: { batchSize: 5 } });
    stage.gateway.react = () => ({ ...NOT_SENT, says: { rawCode: 'user "acme", password "secret"' } });
    await stage.work();
    await stage.services.outages.settled();
    expect(await told(stage.gateway.name)).toMatchObject({ state: 'down', code: null });
  });
});

describe('events about a gateway that is down', () => {
  let gateways = 0;

  /** A gateway that has been down for so long, and an organisation that has sent an SMS through it. */
  const downFor = async (seconds: number) => {
    const name = `gone-${++gateways}`;
    const services = withGateways(process, { gateways: [createProgrammableGateway({ name })] });
    const fails = async (lasting: number) => {
      services.outages.began(name, 'ECONNREFUSED', 1_000);
      await services.outages.settled();
      await process.sql('UPDATE gateway_outages SET since = since - make_interval(secs => $1) WHERE gateway = $2', [
        lasting,
        name,
      ]);
    };
    const comesBack = () => {
      services.outages.ended(name);
      return services.outages.settled();
    };
    await fails(seconds);
    const context = await newOrganisation(services);
    await sendSms(context, { to: mobile(1), message: 'Hello' });
    return { name, services, context, fails, comesBack };
  };

  const toldTo = async (context: Context) => {
    const { events } = await readEvents(context, { types: ['gateway.down', 'gateway.up'] });
    return events.map(({ type, gateway, revision, test }) => ({ type, gateway, revision, test }));
  };

  it('tell an organisation whose messages wait there after 30 seconds, once, and when it is up again', async () => {
    const { name, services, context, fails, comesBack } = await downFor(25);
    await announceOutages(services);
    expect(await toldTo(context)).toEqual([]);

    await fails(6);
    await Promise.all([1, 2, 3].map(() => announceOutages(services)));
    const down = { type: 'gateway.down', gateway: name, revision: 1, test: null };
    expect(await toldTo(context)).toEqual([down]);

    await comesBack();
    await Promise.all([1, 2, 3].map(() => announceOutages(services)));
    expect(await toldTo(context)).toEqual([down, { ...down, type: 'gateway.up', revision: 2 }]);
  });

  it('come at most once in five minutes from a gateway that fails again and again', async () => {
    const { services, context, fails, comesBack } = await downFor(31);
    const failAgain = async () => {
      await comesBack();
      await announceOutages(services);
      await fails(31);
      await announceOutages(services);
    };
    await announceOutages(services);
    await failAgain();
    expect((await toldTo(context)).map(({ type }) => type)).toEqual(['gateway.down', 'gateway.up']);
    await process.sql(`UPDATE gateway_alerts SET changed_at = now() - interval '5 minutes'`);
    await announceOutages(services);
    expect((await toldTo(context)).map(({ type }) => type)).toEqual(['gateway.down', 'gateway.up', 'gateway.down']);
  });

  it('do not tell organisations of which nothing waits there', async () => {
    const { services, context } = await downFor(31);
    const stranger = await newOrganisation(services);
    const planner = await newOrganisation(services);
    const scheduledAt = new Date(Date.now() + 86_400_000);
    await sendSms(planner, { to: mobile(1), message: 'Tomorrow', scheduledAt });
    await announceOutages(services);
    expect(await toldTo(context)).toHaveLength(1);
    expect(await toldTo(stranger)).toEqual([]);
    expect(await toldTo(planner)).toEqual([]);
  });

  it('do not say that it is up while messages wait that were put off, although PostgreSQL has forgotten the outage', async () => {
    const stage = await setTheStage(process, { recipients: 20, policy: { batchSize: 5 } });
    stage.gateway.react = () => refused;
    await stage.work();
    await stage.services.outages.settled();
    await process.sql(`UPDATE gateway_outages SET since = since - interval '1 minute'`);
    await announceOutages(stage.services);
    await process.sql('DELETE FROM gateway_outages WHERE gateway = $1', [stage.gateway.name]);
    await announceOutages(stage.services);
    expect(await toldTo(stage.context)).toMatchObject([{ type: 'gateway.down' }]);
  });
});

describe('a campaign of which too many messages fail', () => {
  const failing =
    (share: number, code: number): ProgrammableGateway['react'] =>
    ({ to }) =>
      Number(to.slice(-1)) < share ? reject(code) : accept();
  const stage = (react: ProgrammableGateway['react']) =>
    withOwnGateway(process, { pace: { batchSize: 50, concurrency: 1 }, policy: { batchSize: 50 }, react });
  const MESSAGE = { message: 'Hello', recipients: mobiles(600) };

  it('is paused by itself after two hundred outcomes, if that was asked for', async () => {
    const { services, context, gateway } = await stage(failing(2, 402));
    const { result } = await sendBulkSms(context, { ...MESSAGE, pauseOnFailures: true });
    await drain(services);
    const [paused] = await getCampaigns(context, [result.id]);
    expect(paused?.pause_reason).toBe('failures');
    expect(paused?.failed).toBeGreaterThanOrEqual(40);
    expect(paused?.queued).toBeGreaterThanOrEqual(300);
    expect(await seeEvents(services, result.id)).toContain('campaign.paused');

    gateway.react = accept;
    await resumeCampaign(context, { campaignId: result.id });
    await drain(services);
    const [ended] = await getCampaigns(context, [result.id]);
    expect(ended).toMatchObject({ pause_reason: null, paused_at: null, failed: paused?.failed, queued: 0 });
  });

  it('is not paused if fewer fail, if they fail for the sake of their numbers, or if nobody asked for it', async () => {
    const fewer = await stage(failing(1, 402));
    const numbers = await stage(failing(9, 404));
    const unasked = await stage(failing(9, 402));
    for (const [{ services, context }, pauseOnFailures] of [
      [fewer, true],
      [numbers, true],
      [unasked, null],
    ] as const) {
      const { result } = await sendBulkSms(context, { ...MESSAGE, pauseOnFailures });
      await drain(services);
      const [campaign] = await getCampaigns(context, [result.id]);
      expect(campaign).toMatchObject({ paused_at: null, queued: 0 });
    }
  });

  it('follows the setting of the organisation unless the call says otherwise', async () => {
    const { services, context } = await stage(failing(9, 402));
    const { context: owner } = await newMember(services, context.caller.organisationId, 'owner');
    await updateOrganisation(owner, { pauseOnFailures: true });
    const asSet = await sendBulkSms(context, MESSAGE);
    const otherwise = await sendBulkSms(context, { ...MESSAGE, pauseOnFailures: false });
    await drain(services);
    const campaigns = await getCampaigns(context, [asSet.result.id, otherwise.result.id]);
    const reasons = new Map(campaigns.map(({ id, pause_reason: reason }) => [id, reason]));
    expect([reasons.get(asSet.result.id), reasons.get(otherwise.result.id)]).toEqual(['failures', null]);
  });
});
