import { describe, expect, it, jest } from '@jest/globals';
import { announceEvents } from '../../src/db/sql/events/announce-events.js';
import { appendEvents } from '../../src/db/sql/events/append-events.js';
import { findAttemptsByProviderId } from '../../src/db/sql/sms/dispatch/attempts.js';
import type { GatewayReport } from '../../src/domain/sms/gateway.js';
import { isDatabaseAway } from '../../src/lib/database-away.js';
import { newId } from '../../src/lib/ids.js';
import { announceUnannounced } from '../../src/operations/events/announce-events.js';
import { findDueWork } from '../../src/operations/kernel/due-work.js';
import { resolveNext } from '../../src/operations/sms/dispatch/resolve.js';
import { probeBalance } from '../../src/operations/sms/dispatch/resume.js';
import { foldReports } from '../../src/operations/sms/reports/fold-reports.js';
import { receiveReports } from '../../src/operations/sms/reports/receive-reports.js';
import { sendBulkSms } from '../../src/operations/sms/send/send-bulk-sms.js';
import { eraseFromReports } from '../../src/operations/upkeep/erase-from-reports.js';
import { isOnCitus } from '../support/database/database.js';
import {
  accept,
  createProgrammableGateway,
  type GatewayScript,
  NO_CREDIT,
  type ProgrammableGateway,
  TAKEN_SILENTLY,
} from '../support/gateways/programmable-gateway.js';
import { seeEvents, seeMessage } from '../support/see.js';
import { drain, mobile, onBehalfOf, withGateways } from '../support/services.js';
import { newEndpoint } from '../support/webhooks.js';
import { type Both, REPLAY_SECONDS, useLostNode } from './lost-node.js';

jest.setTimeout(120_000);

const DELIVERED = { kind: 'delivered' } as const;
const HOUR = 3600;

/** How a gateway reports, the gateway, and its reports that all messages were delivered. */
type WayToReport = readonly [string, GatewayScript, (gateway: ProgrammableGateway) => GatewayReport[]];

const onWholeTexts = ({ journal, reportOn }: ProgrammableGateway) => journal.map((one) => reportOn(one, DELIVERED));
const onParts = ({ journal }: ProgrammableGateway) =>
  [1, 2].flatMap((part) =>
    journal.map(({ reference }) => ({ providerId: `${reference} ${part}`, outcome: DELIVERED })),
  );

const WAYS_TO_REPORT: readonly WayToReport[] = [
  ['by our reference', { capabilities: { reportsCarryReference: true } }, onWholeTexts],
  ['by the id of the gateway', {}, onWholeTexts],
  [
    'by the ids of parts',
    { react: ({ reference }) => ({ ...accept(), says: { partIds: [`${reference} 1`, `${reference} 2`] } }) },
    onParts,
  ],
];

// `npm run test:citus` runs these.
(isOnCitus() ? describe : describe.skip)('while a node of Citus is away', () => {
  const node = useLostNode();
  const { process, ids } = node;
  let names = 0;

  const createGateway = (script: GatewayScript) => createProgrammableGateway({ name: `gateway-${++names}`, ...script });

  /** A message of each organisation, which the gateway has had, in any order. */
  async function sendBoth(gateway: ProgrammableGateway) {
    const services = withGateways(process, { gateways: [gateway] });
    const campaigns = await node.forBoth(async (context) => {
      const recipients = [{ to: mobile(++names) }];
      return (await sendBulkSms(context, { message: 'Hello', recipients })).result.id;
    }, services);
    await drain(services);
    const see = async (): Promise<Both<Awaited<ReturnType<typeof seeMessage>>>> => ({
      away: await seeMessage(process, { campaignId: campaigns.away }),
      there: await seeMessage(process, { campaignId: campaigns.there }),
    });
    return {
      services,
      see,
      async statuses() {
        const { away, there } = await see();
        return { away: away.status, there: there.status };
      },
    };
  }

  const stored = async () => await process.sql('SELECT size, tries FROM sms_reports');

  it.each(WAYS_TO_REPORT)('reports %s are folded elsewhere, and wait for the node', async (_way, script, reportsOf) => {
    const gateway = createGateway(script);
    const { services, statuses, see } = await sendBoth(gateway);
    const reports = reportsOf(gateway);
    await node.without(async () => {
      await receiveReports(services, gateway.name, reports);
      expect(await foldReports(services)).toBe(reports.length);
      expect(await statuses()).toEqual({ away: 'sent', there: 'delivered' });
      // Longer than reports without a message are kept.
      await services.travel(100 * HOUR);
      await foldReports(services);
      await services.travel(REPLAY_SECONDS);
      await foldReports(services);
      expect(await stored()).toEqual([{ size: reports.length / 2, tries: 0 }]);
    });
    await services.travel(REPLAY_SECONDS);
    await foldReports(services);
    expect(await statuses()).toEqual({ away: 'delivered', there: 'delivered' });
    expect(await stored()).toEqual([]);
    for (const { id } of Object.values(await see())) {
      expect(await seeEvents(process, id)).toEqual(['sms.sent', 'sms.delivered']);
    }
  });

  it('reports without a message wait too, and are dropped after tries with all nodes', async () => {
    const gateway = createGateway({});
    const services = withGateways(process, { gateways: [gateway] });
    await node.without(async () => {
      await receiveReports(services, gateway.name, [{ providerId: 'of nobody', outcome: DELIVERED }]);
      await foldReports(services);
      await services.travel(100 * HOUR);
      await foldReports(services);
      expect(await stored()).toEqual([{ size: 1, tries: 0 }]);
    });
    await services.travel(REPLAY_SECONDS);
    await foldReports(services);
    expect(await stored()).toEqual([{ size: 1, tries: 1 }]);
    await services.travel(HOUR);
    await foldReports(services);
    expect(await stored()).toEqual([]);
  });

  it('a message in doubt waits for the reports that have waited for its node', async () => {
    const gateway = createGateway({ capabilities: { reportsCarryReference: true }, react: () => TAKEN_SILENTLY });
    const { services, statuses } = await sendBoth(gateway);
    await node.without(async () => {
      await receiveReports(services, gateway.name, onWholeTexts(gateway));
      await foldReports(services);
      await services.travel(HOUR);
      await foldReports(services);
    });
    await resolveNext(services, { gateway: gateway.name, organisationId: ids.away });
    expect(await statuses()).toEqual({ away: 'queued', there: 'delivered' });
    await services.travel(REPLAY_SECONDS);
    await drain(services);
    expect(await statuses()).toEqual({ away: 'delivered', there: 'delivered' });
  });

  it('held messages elsewhere are released when credit is back', async () => {
    let reaction = NO_CREDIT;
    const gateway = createGateway({ react: () => reaction });
    const { services, statuses } = await sendBoth(gateway);
    expect(await statuses()).toEqual({ away: 'held', there: 'held' });
    reaction = accept();
    gateway.balance = 100;
    const probe = async () => {
      await services.travel(services.policy.balanceProbeSeconds);
      expect(await findDueWork(services, 0)).toContainEqual({ work: 'probe', gateway: gateway.name, due_in_ms: 0 });
      await probeBalance(services, gateway.name);
      await drain(services);
    };
    await node.without(probe);
    expect(await statuses()).toEqual({ away: 'held', there: 'sent' });
    await probe();
    expect(await statuses()).toEqual({ away: 'sent', there: 'sent' });
  });

  it('a number is erased elsewhere from reports that wait', async () => {
    const gateway = createGateway({});
    const { services, see } = await sendBoth(gateway);
    const { away, there } = await see();
    await node.without(async () => {
      const reports = gateway.journal.map((one) => ({ ...gateway.reportOn(one, DELIVERED), rawCode: one.to }));
      await receiveReports(services, gateway.name, reports);
      await eraseFromReports(onBehalfOf(services, ids.there), String(there.mobile));
    });
    const rows = await process.sql('DELETE FROM sms_reports RETURNING reports::text');
    expect(rows).toEqual([{ reports: expect.stringContaining(String(away.mobile)) }]);
    expect(rows).toEqual([{ reports: expect.not.stringContaining(String(there.mobile)) }]);
  });

  describe('events', () => {
    const DUE = 'SELECT 1 FROM webhook_endpoints WHERE id = $1 AND due_at <= now()';
    const isDue = async ({ id }: { id: string }) => (await process.sql(DUE, [id])).length > 0;
    const areDue = async ({ away, there }: Both<{ id: string }>) => ({
      away: await isDue(away),
      there: await isDue(there),
    });

    /** Idle, as after a turn that has posted everything. */
    async function endpointsOfBoth() {
      const endpoints = await node.forBoth((context) => newEndpoint(context, 'https://hooks.example.com'));
      await process.sql(`UPDATE webhook_endpoints SET due_at = 'infinity'`);
      return endpoints;
    }

    it('of several organisations are announced to those elsewhere', async () => {
      const endpoints = await endpointsOfBoth();
      await node.without(async () => {
        expect(await announceEvents(process.db, [ids.away, ids.there])).toBe(true);
        expect(await announceEvents(process.db, [ids.away])).toBe(false);
      });
      expect(await areDue(endpoints)).toEqual({ away: false, there: true });
    });

    it('that no process has announced are found elsewhere, and the others when the node is back', async () => {
      const endpoints = await endpointsOfBoth();
      await node.forBoth(({ caller }) =>
        process.db.inOrganisation(caller.organisationId, async (tx) =>
          appendEvents(tx, [{ type: 'session.connected', subjectIds: [newId()], revision: 1 }]),
        ),
      );
      await node.without(() => announceUnannounced(process, { restMs: 0 }));
      expect(await areDue(endpoints)).toEqual({ away: false, there: true });
      await announceUnannounced(process, { restMs: 0 });
      expect(await areDue(endpoints)).toEqual({ away: true, there: true });
    });
  });

  it('the process tries its organisations again only after a while', async () => {
    const tried: boolean[][] = [];
    const findMessages = () =>
      process.db.acrossOrganisations(async (tx) => {
        tried.push([tx.reachesAll, tx.reaches(ids.there), tx.reaches(ids.away)]);
        await findAttemptsByProviderId(tx, 'north', ['x']);
      });
    await node.without(async () => {
      await findMessages();
      await findMessages();
    });
    await findMessages();
    const all = [true, true, true];
    const others = [false, true, false];
    expect(tried).toEqual([all, others, others, all]);
  });

  it('work about an organisation there fails, as the database being away', async () => {
    await node.without(async () => {
      const failure = process.db.inOrganisation(ids.away, (tx) =>
        tx.sql('SELECT 1 FROM sms_messages WHERE organisation_id = :organisationId'),
      );
      expect(isDatabaseAway(await failure.catch((error: unknown) => error))).toBe(true);
    });
  });
});
