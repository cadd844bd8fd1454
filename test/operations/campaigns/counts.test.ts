import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { applyVerdict } from '../../../src/db/sql/sms/dispatch/apply-verdicts.js';
import { DELIVERED, OUTCOME_UNKNOWN } from '../../../src/domain/sms/verdict.js';
import { SMS_PHASES, type SmsStatus } from '../../../src/domain/vocabulary.js';
import { getCampaigns } from '../../../src/operations/sms/campaigns/campaigns.js';
import { expireNext } from '../../../src/operations/sms/dispatch/expire.js';
import type { DispatchTurn } from '../../../src/operations/sms/dispatch/lease.js';
import { resolveNext } from '../../../src/operations/sms/dispatch/resolve.js';
import { resumeHeldMessages } from '../../../src/operations/sms/dispatch/resume.js';
import { dispatchNext } from '../../../src/operations/sms/dispatch/turn.js';
import { foldReports } from '../../../src/operations/sms/reports/fold-reports.js';
import { receiveReports } from '../../../src/operations/sms/reports/receive-reports.js';
import { sendSms } from '../../../src/operations/sms/send/send-sms.js';
import { runHousekeeping } from '../../../src/operations/upkeep/housekeeping.js';
import { WRONGLY_DERIVED, wronglyDerivedOf } from '../../support/database/derived-from-messages.js';
import { EVENTS } from '../../support/events.js';
import {
  accept,
  type GatewayScript,
  LOST_ON_THE_WAY,
  NO_CREDIT,
  type ProgrammableGateway,
  reject,
} from '../../support/gateways/programmable-gateway.js';
import { countStatuses, seeEvents } from '../../support/see.js';
import { mobile, newOrganisation, onBehalfOf, probeBalances, type TestServices } from '../../support/services.js';
import { setTheStage } from '../../support/stage.js';
import { untilSomeoneWaits } from '../../support/until.js';
import { useServices } from '../../support/use-services.js';

const TOTAL = 3_000;
const CODES = [402, 404, 406, 407, 409, 500];

/** First attempts of the campaign, and then what follows on the agenda. */
async function dispatchAny(services: TestServices, turn: DispatchTurn): Promise<boolean> {
  return (await dispatchNext(services, { ...turn, isJob: true })) || dispatchNext(services, turn);
}

describe('counts and work done twice', () => {
  const process = useServices({ poolSize: 12 });

  /** Numbers decide what happens, so that the end is the same however the work is shared. */
  const manifold = (): GatewayScript => {
    const lost = new Set<string>();
    return {
      capabilities: { reportsCarryReference: true, idempotentReference: true },
      pace: { batchSize: 50 },
      react: ({ to }) => {
        const place = Number(to.slice(-4));
        if (place % 10 === 3) return reject(CODES[((place / 10) % CODES.length) | 0] ?? 500);
        if (place % 50 === 7 && !lost.has(to)) {
          lost.add(to);
          return { outcome: { kind: 'unknown' }, takes: place % 100 === 7 };
        }
        if (place % 50 === 9) return { outcome: { kind: 'held' } };
        return accept();
      },
    };
  };

  const reportAll = async (services: TestServices, gateway: ProgrammableGateway, from: number) => {
    // The gateway may take more while these are under way; the next call reports on them.
    const until = gateway.journal.length;
    const entries = gateway.journal.slice(from, until).filter(({ taken }) => taken);
    for (let start = 0; start < entries.length; start += 80) {
      const reports = entries.slice(start, start + 80).map((entry) => {
        const failed = Number(entry.to.slice(-4)) % 7 === 0;
        return gateway.reportOn(entry, failed ? { kind: 'failed', code: 404 } : { kind: 'delivered' });
      });
      await receiveReports(services, gateway.name, reports);
    }
    return until;
  };

  it('end a trouble that another transaction began while this one waited for the message', async () => {
    const { db, superuser } = process;
    const context = await newOrganisation(process);
    const { organisationId } = context.caller;
    const { result } = await sendSms(context, { to: mobile(1), message: 'Hello' });
    const group = { messageIds: [result.id], attempt: null, nextInSeconds: null };
    const when = { phases: SMS_PHASES, onlyForward: true };

    const changed = Promise.withResolvers<void>();
    const waits = Promise.withResolvers<void>();
    const failing = db.inOrganisation(organisationId, async (tx) => {
      await applyVerdict(tx, { ...group, verdict: OUTCOME_UNKNOWN }, when);
      changed.resolve();
      await waits.promise;
    });
    await changed.promise;
    const delivering = db.inOrganisation(organisationId, (tx) =>
      applyVerdict(tx, { ...group, verdict: DELIVERED }, when),
    );
    await untilSomeoneWaits(superuser);
    waits.resolve();
    await failing;
    expect(await delivering).toEqual({ changed: [result.id], corrected: [result.id] });
    expect(await process.sql(WRONGLY_DERIVED)).toEqual([]);
  });

  it('always add up while three dispatchers and two folders work, and completion is told once', async () => {
    const stage = await setTheStage(process, { ...manifold(), recipients: TOTAL, policy: { batchSize: 100 } });
    const { gateway, services, context, turn, campaignId } = stage;

    let working = true;
    let looks = 0;
    const seen = new Set<string>();
    const reader = async () => {
      while (working) {
        const [campaign] = await getCampaigns(context, [campaignId]);
        const counts = [
          'queued',
          'sent',
          'delivered',
          'failed',
          'undelivered',
          'blocked',
          'held',
          'cancelled',
        ] as const;
        const sum = counts.reduce((total, status: SmsStatus) => total + (campaign?.[status] ?? 0), 0);
        expect(sum).toBe(TOTAL);
        expect(await services.sql(wronglyDerivedOf(turn.organisationId))).toEqual([]);
        seen.add(`${campaign?.sent} ${campaign?.delivered}`);
        looks += 1;
        await sleep(2);
      }
    };
    const untilNothing = async (one: () => Promise<boolean>) => {
      while (await one());
    };
    const reading = reader();
    const dispatchers = [1, 2, 3].map(() => untilNothing(() => dispatchAny(services, turn)));
    let reported = 0;
    const folders = [1, 2].map(async () => {
      while (working) {
        await foldReports(services);
        await sleep(1);
      }
    });
    const gatewayReports = (async () => {
      while (working) {
        reported = await reportAll(services, gateway, reported);
        await sleep(10);
      }
    })();
    await Promise.all(dispatchers);
    for (let round = 0; round < 4; round += 1) {
      await services.travel(120);
      await untilNothing(() => resolveNext(services, turn));
      await untilNothing(() => dispatchAny(services, turn));
      await sleep(20);
    }
    working = false;
    await Promise.all([...folders, gatewayReports, reading]);
    await reportAll(services, gateway, reported);
    await stage.work();
    await stage.later(61);

    expect(looks).toBeGreaterThan(20);
    expect(seen.size).toBeGreaterThan(5);
    const counts = await stage.counts();
    expect(counts).toEqual(await countStatuses(services, campaignId));
    expect(await services.sql(WRONGLY_DERIVED)).toEqual([]);
    expect(counts.queued).toBeUndefined();
    expect(counts.sent).toBeUndefined();
    const events = await seeEvents(services, campaignId);
    expect(events.filter((type) => type === 'campaign.completed')).toHaveLength(1);
    expect(events.filter((type) => type === 'campaign.started')).toHaveLength(1);
    expect(new Set(gateway.takenNumbers()).size).toBe(gateway.takenNumbers().length);

    const rows = await services.sql<{ status: string; changes: number }>(
      `SELECT status, sum(changes)::int AS changes FROM campaign_timeline WHERE campaign_id = $1 GROUP BY status`,
      [campaignId],
    );
    const logged = await services.sql<{ status: string; changes: number }>(
      `SELECT substr(type, 5) AS status, count(*)::int AS changes FROM ${EVENTS} AS e
       WHERE campaign_id = $1 AND type LIKE 'sms.%' GROUP BY 1`,
      [campaignId],
    );
    const byStatus = (list: { status: string; changes: number }[]) =>
      Object.fromEntries(list.map(({ status, changes }) => [status, changes]));
    expect(byStatus(rows)).toEqual(byStatus(logged));
  }, 40_000);

  it('every piece of work, done by one or by two at once, ends in the same state', async () => {
    const ends: unknown[] = [];
    for (const copies of [1, 2]) {
      const stage = await setTheStage(process, { ...manifold(), recipients: 300, policy: { batchSize: 50 } });
      const { gateway, services, turn, campaignId } = stage;
      let credit = 100;
      const usual = gateway.react;
      gateway.react = (message, call) => {
        if (credit === 0) return NO_CREDIT;
        credit -= 1;
        return usual(message, call);
      };
      const twice = async (one: () => Promise<unknown>) => {
        for (let rounds = 0; rounds < 100; rounds += 1) {
          const worked = await Promise.all(Array.from({ length: copies }, one));
          if (!worked.includes(true)) return;
        }
        throw new Error('There is always something to do.');
      };
      await twice(() => dispatchAny(services, turn));
      expect((await stage.counts()).held).toBeGreaterThan(0);
      credit = Number.POSITIVE_INFINITY;
      gateway.balance = 1_000;
      await services.travel(31);
      await twice(() => probeBalances(services));
      await twice(() => resumeHeldMessages(onBehalfOf(services, turn.organisationId), {}));
      let reported = 0;
      for (const wait of [0, 61, 3_600]) {
        await services.travel(wait);
        await twice(() => dispatchAny(services, turn));
        await twice(() => resolveNext(services, turn));
        reported = await reportAll(services, gateway, reported);
        await twice(() => foldReports(services));
      }
      await services.travel(72 * 3_600 + 1);
      for (const purpose of ['report', 'hold'] as const) await twice(() => expireNext(services, turn, purpose));
      await Promise.all(Array.from({ length: copies }, () => runHousekeeping(services)));

      const messages = await stage.messages();
      ends.push(
        messages.map(({ status, phase, delivery_code: code, revision }) => [status, phase, code, revision > 0]),
      );
      expect(await stage.counts()).toEqual(await countStatuses(services, campaignId));
      const events = await seeEvents(services, campaignId);
      expect(events.filter((type) => type === 'campaign.completed')).toHaveLength(1);
      expect(gateway.takenNumbers().length).toBe(new Set(gateway.takenNumbers()).size);
    }
    expect(ends[1]).toEqual(ends[0]);
  }, 30_000);

  it('a correction after the end keeps the counts right and does not complete the campaign again', async () => {
    const { gateway, services, campaignId, counts, work } = await setTheStage(process, {
      recipients: 20,
      react: () => LOST_ON_THE_WAY,
      capabilities: {},
    });
    gateway.react = () => reject(500);
    await work();
    expect(await counts()).toEqual({ failed: 20 });
    const late = gateway.journal.slice(0, 5).map((entry) => gateway.reportOn(entry, { kind: 'delivered' }));
    await receiveReports(services, gateway.name, late);
    await work();
    expect(await counts()).toEqual({ failed: 15, delivered: 5 });
    const events = await seeEvents(services, campaignId);
    expect(events.filter((type) => type === 'campaign.completed')).toHaveLength(1);
  });
});
