import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { medianSeconds, SHORTEST_SECONDS, STEPS_PER_DECADE } from '../../../src/domain/sms/delivery-times.js';
import type { Context } from '../../../src/operations/context.js';
import { updateOrganisation } from '../../../src/operations/people/organisations.js';
import { sendBulkSms } from '../../../src/operations/sms/send/send-bulk-sms.js';
import { sendSms } from '../../../src/operations/sms/send/send-sms.js';
import { readStatistics } from '../../../src/operations/sms/statistics/read-statistics.js';
import { accept, createProgrammableGateway, reject } from '../../support/gateways/programmable-gateway.js';
import { newMember } from '../../support/people/members.js';
import { drain, mobile, mobiles, newOrganisation, withGateways } from '../../support/services.js';
import { useServices } from '../../support/use-services.js';

const NONE = { queued: 0, sent: 0, delivered: 0, failed: 0, undelivered: 0, blocked: 0, held: 0, cancelled: 0 };
const HOUR_MS = 3_600_000;

const process = useServices();

/** Now, but not across the edge of an hour. */
const thisHour = () => {
  const from = new Date(Date.now() - HOUR_MS);
  return { from, to: new Date(Date.now() + HOUR_MS), unit: 'hour' as const, test: false };
};

const insertCells = (
  { caller }: Context,
  cells: readonly [quarter: string, status: string, code: number, messages: number][],
) =>
  process.sql(
    `INSERT INTO sms_statistics SELECT $1, c.quarter, false, '', c.status, c.code, c.messages
     FROM jsonb_to_recordset($2) AS c (quarter timestamptz, status sms_status, code smallint, messages integer)`,
    [
      caller.organisationId,
      JSON.stringify(cells.map(([quarter, status, code, messages]) => ({ quarter, status, code, messages }))),
    ],
  );

describe('statistics', () => {
  it('tell what became of single messages and of campaigns, by sender, without those to the sandbox', async () => {
    const gateway = createProgrammableGateway({
      name: 'plain',
      react: ({ to }) => (to === mobile(1) ? reject(404) : accept()),
    });
    const services = withGateways(process, { gateways: [gateway] });
    const context = await newOrganisation(services);
    const recipients = [...mobiles(3), { to: 'bad' }, { to: mobile(2) }];
    await sendBulkSms(context, { message: 'Hello', senderId: 'ACME', recipients });
    await sendSms(context, { to: mobile(9), message: 'Hello' });
    await sendSms(context, { to: mobile(9), message: 'Hello', test: true });
    const later = new Date(Date.now() + 60_000);
    await sendSms(context, { to: mobile(8), message: 'Hello', scheduledAt: later });
    await drain(services);

    const all = await readStatistics(context, thisHour());
    expect(all.counts).toEqual({ ...NONE, queued: 1, sent: 3, failed: 2 });
    expect(all.outcomes).toEqual([
      { status: 'sent', deliveryCode: 101, count: 3 },
      { status: 'failed', deliveryCode: 403, count: 1 },
      { status: 'failed', deliveryCode: 404, count: 1 },
    ]);
    expect(all.points.map(({ counts }) => counts)).toEqual([all.counts]);
    expect(all.medianSecondsToDeliver).toBeNull();
    const ofSender = await readStatistics(context, { ...thisHour(), senderId: 'ACME' });
    expect(ofSender.counts).toEqual({ ...NONE, sent: 2, failed: 2 });
    const ofSandbox = await readStatistics(context, { ...thisHour(), test: true });
    expect(ofSandbox.counts.queued + ofSandbox.counts.sent + ofSandbox.counts.delivered).toBe(1);
    const other = await readStatistics(await newOrganisation(services), thisHour());
    expect(other).toEqual({ counts: NONE, outcomes: [], points: [], medianSecondsToDeliver: null });
  });

  it('have days that begin in the time zone of the organisation', async () => {
    const context = await newOrganisation(process);
    await insertCells(context, [
      ['2026-01-01T18:00Z', 'sent', 101, 1],
      ['2026-01-01T18:15Z', 'delivered', 100, 2],
      ['2026-01-02T18:00Z', 'delivered', 100, 4],
      ['2026-01-02T18:15Z', 'cancelled', 0, 8],
    ]);
    const range = { from: new Date('2026-01-01'), to: new Date('2026-01-04'), unit: 'day', test: false } as const;
    const days = async () =>
      (await readStatistics(context, range)).points.map(({ at, counts }) => [new Date(at), counts]);
    expect(await days()).toEqual([
      [new Date('2026-01-01T00:00Z'), { ...NONE, sent: 1, delivered: 2 }],
      [new Date('2026-01-02T00:00Z'), { ...NONE, delivered: 4, cancelled: 8 }],
    ]);
    const { context: owner } = await newMember(process, context.caller.organisationId, 'owner');
    await updateOrganisation(owner, { timeZone: 'Asia/Kathmandu' });
    expect(await days()).toEqual([
      [new Date('2025-12-31T18:15Z'), { ...NONE, sent: 1 }],
      [new Date('2026-01-01T18:15Z'), { ...NONE, delivered: 6 }],
      [new Date('2026-01-02T18:15Z'), { ...NONE, cancelled: 8 }],
    ]);
  });

  it.each([
    ...['CAT', 'BET', 'US/Pacific-New', 'Canada/East-Saskatchewan'],
    // PostgreSQL and the console would mean different zones.
    ...['BST', 'AST', 'CET'],
  ])('are not asked for in a zone that PostgreSQL does not know, or takes for another one: %s', async (timeZone) => {
    const { caller } = await newOrganisation(process);
    const { context: owner } = await newMember(process, caller.organisationId, 'owner');
    const fields = [expect.objectContaining({ path: ['timeZone'], code: 'invalid' })];
    await expect(updateOrganisation(owner, { timeZone })).rejects.toMatchObject({ fields });
  });

  it.each<[zone: string, hours: Record<string, number>]>([
    ['UTC', { '2026-10-25T00:00:00.000Z': 2, '2026-10-25T01:00:00.000Z': 2 }],
    ['Asia/Kolkata', { '2026-10-24T23:30:00.000Z': 1, '2026-10-25T00:30:00.000Z': 2, '2026-10-25T01:30:00.000Z': 1 }],
    // Here the clock is set back: 02:00 comes twice, and is two hours.
    ['Europe/Berlin', { '2026-10-25T00:00:00.000Z': 2, '2026-10-25T01:00:00.000Z': 2 }],
  ])('are cut into hours of the zone of the organisation: %s', async (zone, hours) => {
    const context = await newOrganisation(process);
    const { context: owner } = await newMember(process, context.caller.organisationId, 'owner');
    await updateOrganisation(owner, { timeZone: zone });
    await insertCells(
      context,
      ['00:15', '00:45', '01:15', '01:45'].map((time): [string, string, number, number] => [
        `2026-10-25T${time}Z`,
        'delivered',
        100,
        1,
      ]),
    );
    const range = { from: new Date('2026-10-24'), to: new Date('2026-10-26'), test: false } as const;
    const { points } = await readStatistics(context, { ...range, unit: 'hour' });
    const seen = points.map(({ at, counts }) => [new Date(at).toISOString(), counts.delivered]);
    expect(Object.fromEntries(seen)).toEqual(hours);
  });

  it.each([
    'UTC',
    'Asia/Kathmandu',
    'America/St_Johns',
    'Europe/Berlin',
    // Days without a midnight.
    'America/Sao_Paulo',
    // A day that never was: 2011-12-30.
    'Pacific/Apia',
  ])('have the hours and days that PostgreSQL truncates each quarter to: %s', async (zone) => {
    const context = await newOrganisation(process);
    const { context: owner } = await newMember(process, context.caller.organisationId, 'owner');
    await updateOrganisation(owner, { timeZone: zone });
    for (const [from, to] of [
      ['2026-03-20T07:07:30Z', '2026-04-10T05:01:00Z'],
      ['2026-09-30T23:59:00Z', '2026-10-28T00:00:00Z'],
      ['2011-12-20T10:00:00Z', '2012-01-05T10:00:00.001Z'],
      ['2017-10-10T02:46:00Z', '2017-10-20T03:05:00Z'],
    ] as const) {
      await process.sql('DELETE FROM sms_statistics WHERE organisation_id = $1', [context.caller.organisationId]);
      await process.sql(
        `INSERT INTO sms_statistics SELECT $1, quarter, false, '', 'sent', 101, 1
         FROM generate_series(date_bin('15 minutes', $2, 'epoch'), $3, '15 minutes') AS quarter`,
        [context.caller.organisationId, from, to],
      );
      for (const unit of ['hour', 'day'] as const) {
        const range = { from: new Date(from), to: new Date(to), unit, test: false };
        const { points } = await readStatistics(context, range);
        const rows = await process.sql<{ at: Date; sent: number }>(
          `SELECT date_trunc($4, quarter, $5) AS at, count(*)::int AS sent FROM sms_statistics
           WHERE organisation_id = $1 AND quarter >= $2 AND quarter < $3 GROUP BY 1 ORDER BY 1`,
          [context.caller.organisationId, from, to, unit, zone],
        );
        expect(points.map(({ at, counts }) => [new Date(at), counts.sent])).toEqual(
          rows.map(({ at, sent }) => [at, sent]),
        );
      }
    }
  });

  it('tell how long half of the delivered messages took', async () => {
    const context = await newOrganisation(process);
    await process.sql(
      `INSERT INTO sms_delivery_times VALUES ($1, '2026-01-01T00:00Z', false, '', 12, 10), ($1, '2026-01-01T00:15Z', false, 'ACME', 24, 1)`,
      [context.caller.organisationId],
    );
    const range = { from: new Date('2026-01-01'), to: new Date('2026-01-02'), unit: 'hour', test: false } as const;
    expect((await readStatistics(context, range)).medianSecondsToDeliver).toBeCloseTo(1.11, 1);
    const ofSender = await readStatistics(context, { ...range, senderId: 'ACME' });
    expect(ofSender.medianSecondsToDeliver).toBeCloseTo(11, 0);
  });

  it.each([
    ['to', '2026-01-02', '2026-01-02'],
    ['to', '2026-01-03', '2026-01-02'],
    ['from', '2026-01-01', '2026-03-01'],
  ])('refuse a range that is none, or too long: %s', async (field, from, to) => {
    const context = await newOrganisation(process);
    const asked = readStatistics(context, { from: new Date(from), to: new Date(to), unit: 'hour', test: false });
    await expect(asked).rejects.toMatchObject({ fields: [{ path: [field] }] });
  });
});

describe('the median time until delivery', () => {
  const stepOf = (seconds: number) =>
    Math.floor(STEPS_PER_DECADE * Math.log10(Math.max(seconds / SHORTEST_SECONDS, 1)));

  it('is within a step of the median of the times', () => {
    const seconds = fc.double({ min: SHORTEST_SECONDS, max: 259_200, noNaN: true });
    fc.assert(
      fc.property(fc.array(seconds, { minLength: 1, maxLength: 200 }), (times) => {
        const steps = [...Map.groupBy(times, stepOf)].map(([step, some]) => ({ step, messages: some.length }));
        const median = medianSeconds(steps.toSorted((a, b) => a.step - b.step)) ?? Number.NaN;
        const exact = times.toSorted((a, b) => a - b)[Math.ceil(times.length / 2) - 1] as number;
        const factor = 10 ** (1 / STEPS_PER_DECADE);
        expect(median).toBeLessThanOrEqual(exact * factor * 1.0001);
        expect(median).toBeGreaterThanOrEqual(exact / factor / 1.0001);
      }),
    );
  });
});
