import { afterAll, describe, expect, it } from '@jest/globals';
import type { GatewayCapabilities } from '../../../src/domain/sms/gateway.js';
import { receiveReports } from '../../../src/operations/sms/reports/receive-reports.js';
import { sendBulkSms } from '../../../src/operations/sms/send/send-bulk-sms.js';
import { sized } from '../../support/fleet/run.js';
import {
  accept,
  createProgrammableGateway,
  LOST_ON_THE_WAY,
  type Reaction,
  reject,
  TAKEN_SILENTLY,
} from '../../support/gateways/programmable-gateway.js';
import { startReceiver } from '../../support/gateways/receiver.js';
import { seeCampaignEvents, seeCounts, seeMessages } from '../../support/see.js';
import { drain, mobiles, newOrganisation, withGateways } from '../../support/services.js';
import { useServices } from '../../support/use-services.js';
import { deliverAll, newEndpoint } from '../../support/webhooks.js';

const RECIPIENTS = sized(240, 2_400);
const TIMES = 3;

/** By the number; second attempts are taken. */
const FIRST_REACTIONS: readonly Reaction[] = [
  accept(),
  accept(),
  TAKEN_SILENTLY,
  LOST_ON_THE_WAY,
  reject(404),
  reject(409),
  reject(407),
  reject(502),
  { outcome: { kind: 'queued' } },
  { outcome: { kind: 'held' } },
  { outcome: { kind: 'no_credit', scope: 'message' } },
];
const placeOf = (to: string) => Number(to) % FIRST_REACTIONS.length;
/** Nobody hears of these again. */
const UNREPORTED = 0;
/**
 * Longer than every wait of the rules, the in-doubt one and the leases; at last longer than anything is held or waited
 * for.
 */
const STEPS_S = [61, 301, 901, 1_801, 61, 72 * 3_600];

/**
 * R7. What one worker does at a time, and what several do with everything that each is told to do, must be the same.
 */
describe('A job that is run several times at once', () => {
  const process = useServices({ poolSize: 12 });
  const stops: (() => Promise<void>)[] = [];
  afterAll(() => Promise.all(stops.map((stop) => stop())));

  const play = async (name: string, capabilities: Partial<GatewayCapabilities>, times: number) => {
    const gateway = createProgrammableGateway({
      name: `${name} ${times}`,
      pace: { batchSize: 10 },
      capabilities,
      react: ({ to, attempt }) => (attempt > 1 ? accept() : (FIRST_REACTIONS[placeOf(to)] ?? accept())),
    });
    const services = withGateways(process, { gateways: [gateway], policy: { batchSize: 20 } });
    const context = await newOrganisation(services);
    const receiver = await startReceiver();
    stops.push(receiver.stop);
    await newEndpoint({ ...context, ...services }, receiver.url);
    const { result } = await sendBulkSms(
      { ...context, ...services },
      { message: 'Hello', recipients: mobiles(RECIPIENTS) },
    );
    await drain(services, times);

    let reported = 0;
    for (const seconds of STEPS_S) {
      await services.travel(seconds);
      // Nothing of this may open the circuit: it would be another story each time.
      services.breakers.get(gateway.name)?.succeeded();
      await drain(services, times);
      const taken = gateway.journal.filter((entry) => entry.taken && placeOf(entry.to) !== UNREPORTED);
      const reports = taken.slice(reported).map((entry) => gateway.reportOn(entry, { kind: 'delivered' }));
      reported = taken.length;
      await Promise.all(Array.from({ length: times }, () => receiveReports(services, gateway.name, reports)));
      await drain(services, times);
    }
    await deliverAll(services, times);
    const messages = await seeMessages(services, { campaignId: result.id });
    const events = await seeCampaignEvents(services, result.id);
    return {
      messages: messages.map(({ mobile, status, phase, delivery_code: code, attempt, revision, id }) =>
        [mobile, status, phase, code, attempt, revision, events.get(id)?.join()].join(' '),
      ),
      counts: await seeCounts(services, result.id),
      taken: gateway.takenNumbers().sort(),
      posted: receiver.received.map(({ body }) => body.type as string).sort(),
    };
  };

  it.each<[string, Partial<GatewayCapabilities>]>([
    ['names references in its reports', { reportsCarryReference: true }],
    ['can be asked', { lookup: { settleSeconds: 60 } }],
  ])(
    'ends as if each had been run once, at a gateway that %s',
    async (name, capabilities) => {
      const once = await play(name, capabilities, 1);
      expect(Object.keys(once.counts).sort()).toEqual(['blocked', 'delivered', 'failed', 'undelivered']);
      expect(new Set(once.taken).size).toBe(once.taken.length);
      const several = await play(name, capabilities, TIMES);
      expect(several).toEqual(once);
    },
    sized(60_000, 300_000),
  );
});
