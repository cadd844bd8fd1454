import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { GatewayReport, ReportOutcome } from '../../../src/domain/sms/gateway.js';
import { foldReports } from '../../../src/operations/sms/reports/fold-reports.js';
import { receiveReports } from '../../../src/operations/sms/reports/receive-reports.js';
import { accept, type Reaction } from '../../support/gateways/programmable-gateway.js';
import { seeAttempts } from '../../support/see.js';
import { drain, mobiles, withGateways } from '../../support/services.js';
import { type Stage, setTheStage } from '../../support/stage.js';
import { until, untilSomeoneWaits } from '../../support/until.js';
import { useServices } from '../../support/use-services.js';

const DELIVERED: ReportOutcome = { kind: 'delivered' };
const SENT: ReportOutcome = { kind: 'sent' };
const failed = (code: number): ReportOutcome => ({ kind: 'failed', code });
/** By its number, from 1. */
type PartReport = readonly [part: number, outcome: ReportOutcome];

describe('a text in parts', () => {
  const process = useServices({ poolSize: 12 });

  /** At a gateway that gives every part an id of its own and reports under those. */
  const threeParts = async (
    react: (attempt: number) => Reaction | Promise<Reaction> = accept,
    recipients = mobiles(1),
  ): Promise<Stage> => {
    const stage = await setTheStage(process, {
      capabilities: { reportsCarryReference: false },
      input: { recipients },
    });
    stage.gateway.react = async ({ attempt, to }) => ({
      ...(await react(attempt)),
      says: { partIds: [1, 2, 3].map((part) => idOf(part, attempt, to)) },
    });
    return stage;
  };

  const [{ to: SOMEBODY = '' } = {}] = mobiles(1);
  const idOf = (part: number, attempt = 1, mobile = SOMEBODY) => `${mobile}-${attempt}-${part}`;
  const reportOf = ([part, outcome]: PartReport, attempt = 1): GatewayReport => ({
    providerId: idOf(part, attempt),
    outcome,
  });

  const receive = ({ services, gateway }: Stage, ...reports: GatewayReport[]) =>
    receiveReports(services, gateway.name, reports);

  const report = async (stage: Stage, ...reports: PartReport[]) => {
    await receive(stage, ...reports.map((one) => reportOf(one)));
    await drain(stage.services);
    return (await stage.see()).status;
  };

  const stored = async () => (await process.sql('SELECT 1 FROM sms_reports')).length;

  it('is delivered when all its parts are, in whatever order and however often they report', async () => {
    const stage = await threeParts();
    await stage.work();
    expect(await report(stage, [3, DELIVERED])).toBe('sent');
    expect(await report(stage, [1, SENT], [1, DELIVERED], [3, DELIVERED])).toBe('sent');
    expect(await report(stage, [3, DELIVERED], [1, DELIVERED])).toBe('sent');
    expect(await report(stage, [2, DELIVERED])).toBe('delivered');
    expect(await report(stage, [2, DELIVERED], [1, SENT])).toBe('delivered');
    expect(await stage.events()).toEqual(['sms.sent', 'sms.delivered']);
    expect(await stored()).toBe(0);
  });

  it('keeps the id of the whole with its attempt, and is not found by it', async () => {
    const stage = await threeParts();
    await stage.work();
    const rows = await process.sql('SELECT provider_id FROM sms_attempts WHERE gateway = $1', [stage.gateway.name]);
    expect(rows).toEqual([{ provider_id: expect.stringMatching(/^at-own/) }]);
    await receive(stage, { providerId: rows[0].provider_id, outcome: DELIVERED });
    await drain(stage.services);
    expect(await stage.see()).toMatchObject({ status: 'sent' });
    await process.sql('DELETE FROM sms_reports');
  });

  it('fails with the first part that fails, after others were delivered', async () => {
    const stage = await threeParts();
    await stage.work();
    expect(await report(stage, [1, DELIVERED], [3, DELIVERED])).toBe('sent');
    expect(await report(stage, [2, failed(404)])).toBe('undelivered');
    expect(await report(stage, [1, failed(403)], [3, SENT], [3, DELIVERED])).toBe('undelivered');
    expect(await stage.see()).toMatchObject({ delivery_code: 404, phase: 'done' });
  });

  it('fails at once, and stays failed when the other parts are delivered', async () => {
    const stage = await threeParts();
    await stage.work();
    expect(await report(stage, [1, failed(403)])).toBe('undelivered');
    expect(await report(stage, [2, DELIVERED], [3, DELIVERED])).toBe('undelivered');
    expect(await stage.see()).toMatchObject({ delivery_code: 403 });
  });

  it('is corrected to delivered when the part that had failed is delivered after all, and all others are', async () => {
    const stage = await threeParts();
    await stage.work();
    expect(await report(stage, [1, DELIVERED], [2, failed(404)])).toBe('undelivered');
    expect(await report(stage, [2, DELIVERED])).toBe('undelivered');
    expect(await report(stage, [2, failed(404)], [3, DELIVERED])).toBe('delivered');
    expect(await stage.events()).toEqual(['sms.sent', 'sms.undelivered', 'sms.delivered corrected']);
  });

  it('bars the person when a part says so', async () => {
    const stage = await threeParts();
    await stage.work();
    expect(await report(stage, [2, failed(409)])).toBe('blocked');
  });

  it('is sent again as a whole, and only the parts of the new attempt count then', async () => {
    const stage = await threeParts();
    await stage.work();
    expect(await report(stage, [1, DELIVERED], [2, failed(502)])).toBe('sent');
    expect(await stage.see()).toMatchObject({ phase: 'waiting_retry' });
    await stage.later(3600);
    const id = await stage.messageId();
    expect(await seeAttempts(process, id)).toEqual(['1 accepted 502', '2 accepted 101']);
    expect(await report(stage, [3, DELIVERED], [2, failed(502)])).toBe('sent');
    await receive(stage, ...[1, 2].map((part) => reportOf([part, DELIVERED], 2)));
    await drain(stage.services);
    expect(await stage.see()).toMatchObject({ status: 'sent', phase: 'waiting_report' });
    await receive(stage, reportOf([3, DELIVERED], 2));
    await drain(stage.services);
    expect(await stage.see()).toMatchObject({ status: 'delivered', attempt: 2 });
  });

  it('hears reports that come before its answer, on the new attempt and the old, when that is written', async () => {
    const answer = Promise.withResolvers<Reaction>();
    const stage = await threeParts((attempt) => (attempt === 1 ? accept() : answer.promise));
    await stage.work();
    await report(stage, [2, failed(502)]);
    await stage.services.travel(3600);
    const settled = drain(stage.services);
    await until(() => stage.gateway.calls.length === 2);
    // What belongs to the old attempt is known, and waits all the same for the answer that is under way.
    await receive(stage, reportOf([1, DELIVERED]), reportOf([1, DELIVERED], 2));
    await receive(stage, reportOf([2, DELIVERED], 2), reportOf([3, DELIVERED], 2));
    for (let looks = 0; looks < 3; looks += 1) {
      await foldReports(stage.services);
      await process.travel(20);
    }
    expect(await stage.see()).toMatchObject({ status: 'sent', phase: 'submitting' });
    expect(await stored()).toBeGreaterThan(0);
    answer.resolve(accept());
    await settled;
    await stage.later(61);
    expect(await stage.see()).toMatchObject({ status: 'delivered', attempt: 2 });
    expect(await stored()).toBe(0);
  });

  it('is complete in the end when every part is folded by another process, all at the same time', async () => {
    const people = mobiles(20);
    const stage = await threeParts(accept, people);
    await stage.work();
    await Promise.all(
      [1, 2, 3].map(async (part) => {
        const services = withGateways(process, { gateways: [stage.gateway] });
        for (const { to } of people) {
          await receive(stage, { providerId: idOf(part, 1, to), outcome: DELIVERED });
          await foldReports(services);
        }
      }),
    );
    await drain(stage.services);
    const messages = await stage.messages();
    expect(messages.map(({ status, revision }) => [status, revision])).toEqual(people.map(() => ['delivered', 3]));
    expect(await stored()).toBe(0);
  });

  it('is complete for the second of two processes, which has to wait for what the first writes', async () => {
    const stage = await threeParts();
    await stage.work();
    await report(stage, [1, DELIVERED]);
    const first = await process.superuser.connect();
    try {
      await first.query('BEGIN');
      // What folding the report on part 2 does, not committed yet.
      await first.query('SELECT 1 FROM sms_attempts WHERE organisation_id = $1 AND gateway = $2 FOR UPDATE', [
        stage.organisationId,
        stage.gateway.name,
      ]);
      await first.query('UPDATE sms_attempt_parts SET delivery_code = 100 WHERE gateway = $1 AND part = 2', [
        stage.gateway.name,
      ]);
      await receive(stage, reportOf([3, DELIVERED]));
      const folded = foldReports(stage.services);
      await Promise.race([folded, untilSomeoneWaits(process.superuser)]);
      await first.query('COMMIT');
      await folded;
    } finally {
      first.release();
    }
    expect(await stage.see()).toMatchObject({ status: 'delivered' });
  });

  it('ends in one state, whatever is reported and by however many it is folded', async () => {
    const outcome = fc.constantFrom(DELIVERED, DELIVERED, SENT, failed(403));
    const heard = fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), outcome), { minLength: 1, maxLength: 9 });
    await fc.assert(
      fc.asyncProperty(heard, async (reports) => {
        const stage = await threeParts();
        await stage.work();
        for (const one of reports) await receive(stage, reportOf(one));
        await Promise.all([1, 2, 3].map(() => foldReports(stage.services)));
        await drain(stage.services);
        const delivered = new Set(reports.filter(([, { kind }]) => kind === 'delivered').map(([part]) => part));
        const isFailed = reports.some(([, { kind }]) => kind === 'failed');
        const { status } = await stage.see();
        if (delivered.size === 3) expect(status).toBe('delivered');
        // Where a failure was taken back before anybody looked, nothing has failed.
        else expect(isFailed ? ['undelivered', 'sent'] : ['sent']).toContain(status);
        const standing = reports.some(([part, { kind }]) => kind === 'failed' && !delivered.has(part));
        if (standing) expect(status).toBe('undelivered');
      }),
      { numRuns: 25, endOnFailure: true },
    );
  }, 60_000);
});
