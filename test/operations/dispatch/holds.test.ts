import { beforeEach, describe, expect, it } from '@jest/globals';
import { compileRoutes } from '../../../src/domain/sms/routing.js';
import type { Context } from '../../../src/operations/context.js';
import { cancelCampaign } from '../../../src/operations/sms/campaigns/cancel-campaign.js';
import { pauseCampaign, resumeCampaign } from '../../../src/operations/sms/campaigns/pause-campaign.js';
import { rescheduleCampaign } from '../../../src/operations/sms/campaigns/reschedule-campaign.js';
import { resumeHeldMessages } from '../../../src/operations/sms/dispatch/resume.js';
import { listGateways } from '../../../src/operations/sms/gateways/gateway-states.js';
import { listHolds } from '../../../src/operations/sms/gateways/holds.js';
import { cancelMessage } from '../../../src/operations/sms/messages/cancel-message.js';
import { sendBulkSms } from '../../../src/operations/sms/send/send-bulk-sms.js';
import { sendSms } from '../../../src/operations/sms/send/send-sms.js';
import { readHealthFigures } from '../../../src/operations/upkeep/health.js';
import {
  accept,
  createProgrammableGateway,
  NO_CREDIT,
  NOT_SENT,
  type ProgrammableGateway,
} from '../../support/gateways/programmable-gateway.js';
import { seeMessages } from '../../support/see.js';
import {
  drain,
  drainAfter,
  mobile,
  mobiles,
  newOrganisation,
  onBehalfOf,
  probeBalances,
  type TestServices,
  withGateways,
} from '../../support/services.js';
import { withOwnGateway } from '../../support/stage.js';
import { useServices } from '../../support/use-services.js';

const process = useServices();
let services: TestServices;
let gateway: ProgrammableGateway;
let context: Context;

beforeEach(async () => {
  ({ gateway, services, context } = await withOwnGateway(process, { react: () => NO_CREDIT }));
});

const NAMES = () => ({ name: gateway.name, kind: 'programmable' });
/** By the clock of the database, which the tests move on. */
const secondsFromNow = async (time: string | null) => {
  const rows = await services.sql('SELECT extract(epoch FROM $1::timestamptz - now())::float8 AS s', [time]);
  return rows[0].s;
};
const send = async (count: number, first = 0) =>
  (await sendBulkSms(context, { message: 'Hello', recipients: mobiles(count, first) })).result.id;

describe('the holds of an organisation', () => {
  it('are none as long as gateways have credit', async () => {
    gateway.react = accept;
    await send(3);
    await drain(services);
    expect(await listHolds(context)).toEqual([]);
  });

  it('are counted for monitoring', async () => {
    const { heldMessages } = await readHealthFigures(services);
    await send(3);
    await drain(services);
    expect(await readHealthFigures(services)).toMatchObject({ heldMessages: heldMessages + 3 });
  });

  it('say how many messages wait at which gateway, since when, of which campaigns, and when credit is asked for', async () => {
    const campaigns = [await send(700), await send(3, 800)];
    await sendSms(context, { to: mobile(900), message: 'Single' });
    await drain(services);
    const [hold, ...others] = await listHolds(context);
    expect(others).toEqual([]);
    expect(hold).toMatchObject({
      gateway: gateway.name,
      reason: 'insufficient_credit',
      messages: 704,
      campaignIds: campaigns,
    });
    expect(await secondsFromNow(hold?.since ?? null)).toBeLessThanOrEqual(0);
    expect(await secondsFromNow(hold?.since ?? null)).toBeGreaterThan(-20);
    expect(await secondsFromNow(hold?.nextProbeAt ?? null)).toBeGreaterThan(0);
    expect(await secondsFromNow(hold?.nextProbeAt ?? null)).toBeLessThanOrEqual(services.policy.balanceProbeSeconds);
  });

  it('do not count what was cancelled while it was held', async () => {
    const cancelled = await send(40);
    const left = await send(5, 50);
    await drain(services);
    await cancelCampaign(context, { campaignId: cancelled });
    const [message] = await seeMessages(services, { campaignId: left });
    await cancelMessage(context, { messageId: message?.id ?? '' });
    expect(await listHolds(context)).toMatchObject([{ messages: 4, campaignIds: [left] }]);
    await cancelCampaign(context, { campaignId: left });
    expect(await listHolds(context)).toEqual([]);
  });

  it('end when credit is back, and when a caller resumes them', async () => {
    await send(10);
    await drain(services);
    gateway.react = accept;
    gateway.balance = 100;
    await services.travel(31);
    await probeBalances(services);
    expect(await listHolds(context)).toEqual([]);
    await drain(services);

    gateway.react = () => NO_CREDIT;
    await send(10, 20);
    await drain(services);
    expect(await listHolds(context)).toMatchObject([{ messages: 10 }]);
    expect(await resumeHeldMessages(context, { gateway: gateway.name })).toEqual({ resumed: 10 });
    expect(await listHolds(context)).toEqual([]);
  });

  it('have no next probe at a gateway that never tells its credit', async () => {
    const { balance: _, ...silent } = gateway.gateway;
    const mute = { ...services, gateways: new Map([[gateway.name, { ...gateway, gateway: silent }]]) };
    await send(1);
    await drain(services);
    expect(await listHolds({ ...context, ...mute })).toMatchObject([{ messages: 1, nextProbeAt: null }]);
  });

  it('of more than 10,000 messages count the rest by the rows of the agenda', async () => {
    const all = [await send(10_000), await send(2_500, 10_000)];
    await drain(services);
    expect(await listHolds(context)).toMatchObject([{ messages: 12_500, campaignIds: [all[0]] }]);
  });
});

describe('the gateways of an organisation', () => {
  const SANDBOX = createProgrammableGateway({ name: 'sandbox' });

  it('are those of its routes, and the sandbox', async () => {
    const own = await newOrganisation(services);
    const elsewhere = await newOrganisation(services);
    const many = ['a', 'b', 'c', 'd', 'e'].map((name) => createProgrammableGateway({ name }));
    const routed = withGateways(process, { gateways: [...many, SANDBOX] });
    const routing = compileRoutes([
      { organisationId: null, gateways: ['a'] },
      {
        organisationId: null,
        prefixes: ['33'],
        gateways: [
          {
            anyOf: new Map([
              ['b', 1],
              ['c', 2],
            ]),
          },
        ],
      },
      { organisationId: own.caller.organisationId, prefixes: ['33'], gateways: ['d'] },
      { organisationId: elsewhere.caller.organisationId, gateways: ['e'] },
    ]);
    const namesFor = async ({ caller: { organisationId } }: Context) =>
      (await listGateways({ ...onBehalfOf(routed, organisationId), routing })).map(({ name }) => name).sort();
    expect(await namesFor(own)).toEqual(['a', 'b', 'c', 'd', 'sandbox']);
    expect(await namesFor(elsewhere)).toEqual(['e', 'sandbox']);
    expect(await namesFor(context)).toEqual(['a', 'b', 'c', 'sandbox']);
  });

  it('are paused since their credit has run out, for this organisation alone', async () => {
    const neighbour = await newOrganisation(services);
    expect(await listGateways(context)).toMatchObject([{ ...NAMES(), state: 'up', since: null }]);
    await send(3);
    await drain(services);
    const [state] = await listGateways(context);
    expect(state).toMatchObject({ ...NAMES(), state: 'paused' });
    expect(await secondsFromNow(state?.since ?? null)).toBeGreaterThan(-20);
    expect(await listGateways(neighbour)).toMatchObject([{ ...NAMES(), state: 'up', since: null }]);
    await resumeHeldMessages(context, {});
    expect(await listGateways(context)).toMatchObject([{ ...NAMES(), state: 'up', since: null }]);
  });

  it('are down while messages wait because they cannot be reached, also for a process that has not called them', async () => {
    gateway.react = () => NOT_SENT;
    await send(3);
    await drain(services);
    const apiProcess = withGateways(process, { gateways: [gateway] });
    const asked = onBehalfOf(apiProcess, context.caller.organisationId);
    expect(await listGateways(asked)).toMatchObject([{ ...NAMES(), state: 'down', since: null }]);
    gateway.react = accept;
    await drainAfter(services, 60);
    expect(await listGateways(asked)).toMatchObject([{ ...NAMES(), state: 'up', since: null }]);
  });

  it('are down if they are not configured, while messages of the organisation wait there', async () => {
    const neighbour = await newOrganisation(services);
    const id = await send(3);
    const scheduledAt = new Date(Date.now() + 86_400_000);
    await sendSms(neighbour, { to: mobile(1), message: 'Tomorrow', scheduledAt });
    const without = withGateways(process, { gateways: [SANDBOX] });
    const listFor = ({ caller: { organisationId } }: Context) => listGateways(onBehalfOf(without, organisationId));
    const sandbox = expect.objectContaining({ name: 'sandbox', state: 'up' });
    expect(await listFor(context)).toEqual([
      sandbox,
      {
        ...{ name: gateway.name, kind: 'unknown', state: 'down', code: 'NOT_CONFIGURED' },
        ...{ since: null, nextTryAt: null, waiting: 3, sentPerSecond: 0 },
      },
    ]);
    expect(await listFor(neighbour)).toEqual([sandbox]);
    await cancelCampaign(context, { campaignId: id });
    expect(await listFor(context)).toEqual([sandbox]);
  });

  it('are not shown any more once a campaign that waited there is resumed or rescheduled, and goes another way', async () => {
    const { caller } = context;
    const without = onBehalfOf(withGateways(process, { gateways: [SANDBOX] }), caller.organisationId);
    const names = async () => (await listGateways(without)).map(({ name }) => name);
    const id = await send(3);
    expect(await names()).toEqual(['sandbox', gateway.name]);
    await pauseCampaign(without, { campaignId: id });
    await resumeCampaign(without, { campaignId: id });
    expect(await names()).toEqual(['sandbox']);
    const later = await send(3);
    expect(await names()).toEqual(['sandbox', gateway.name]);
    await rescheduleCampaign(without, { campaignId: later, scheduledAt: null });
    expect(await names()).toEqual(['sandbox']);
  });
});
