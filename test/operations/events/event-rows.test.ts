import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { appendEvents } from '../../../src/db/sql/events/append-events.js';
import { countEvents, findEvents, findLastBefore, readLog } from '../../../src/db/sql/events/log.js';
import { listChangeRows } from '../../../src/db/sql/sms/messages/messages.js';
import { eraseMessages } from '../../../src/db/sql/upkeep/erasure.js';
import { listWaitingDeliveries } from '../../../src/db/sql/webhooks/deliveries.js';
import type { EventType } from '../../../src/domain/events/event.js';
import { deleteSession } from '../../../src/operations/chat/control-session.js';
import { createSession } from '../../../src/operations/chat/create-session.js';
import type { Context } from '../../../src/operations/context.js';
import { deleteExpiredEvents, readEvents } from '../../../src/operations/events/event-log.js';
import { addDelivery } from '../../support/event-log.js';
import { createProgrammableEngine } from '../../support/gateways/programmable-engine.js';
import { createProgrammableGateway } from '../../support/gateways/programmable-gateway.js';
import { type Receiver, startReceiver } from '../../support/gateways/receiver.js';
import { newOrganisation } from '../../support/services.js';
import { useServices } from '../../support/use-services.js';
import { deliverAll, newEndpoint } from '../../support/webhooks.js';

const services = useServices({ gateways: [createProgrammableGateway()], policy: { eventRetentionDays: 30 } });
const DAY = 24 * 3600;

const subjects = (count: number) => Array.from({ length: count }, () => randomUUID());

/** Appends events of messages, in one transaction. */
async function append(
  { caller }: Context,
  subjectIds: readonly string[],
  { campaignId = randomUUID() as string | null, type = 'sms.sent' as EventType, revision = 2 } = {},
): Promise<void> {
  await services.db.inOrganisation(caller.organisationId, async (tx) =>
    appendEvents(tx, [{ type, subjectIds, campaignId, revision }]),
  );
}

async function sizesOf({ caller }: Context): Promise<number[]> {
  const rows = await services.sql<{ size: number }>(
    'SELECT size FROM events WHERE organisation_id = $1 ORDER BY sequence',
    [caller.organisationId],
  );
  return rows.map(({ size }) => size);
}

const reading = <T>({ caller }: Context, read: Parameters<typeof services.db.inOrganisation<T>>[1]) =>
  services.db.inOrganisation(caller.organisationId, read);

describe('rows of several events', () => {
  it('hold up to 500 events of the messages of a campaign; all other events have a row each', async () => {
    const context = await newOrganisation(services);
    await append(context, subjects(1_001));
    await append(context, subjects(2), { campaignId: null });
    await append(context, subjects(1));
    expect(await sizesOf(context)).toEqual([500, 500, 1, 1, 1, 1]);
  });

  it('read as one event after the other, from every place, for every number of events', async () => {
    const context = await newOrganisation(services);
    const [before, batch, after] = [subjects(2), subjects(1_100), subjects(3)];
    await append(context, before, { campaignId: null });
    await append(context, batch);
    await append(context, after, { type: 'sms.delivered' });
    const wanted = [...before, ...batch, ...after].map((subjectId, place) => ({ sequence: place + 1, subjectId }));
    for (const start of [0, 1, 2, 3, 501, 502, 503, 1_001, 1_002, 1_003, 1_101, 1_102, 1_104, 1_105]) {
      for (const first of [1, 2, 499, 500, 501, 1_000]) {
        const { events, last, hasMore } = await readEvents(context, { after: start, first });
        const page = wanted.slice(start, start + first);
        expect(events.map(({ sequence, subjectId }) => ({ sequence, subjectId }))).toEqual(page);
        expect({ last, hasMore }).toEqual({ last: start + page.length, hasMore: start + page.length < 1_105 });
      }
    }
    const range = { after: 600, scanMax: 505, types: ['sms.delivered'] as const };
    const { events } = await reading(context, (tx) => readLog(tx, { ...range, first: 10 }));
    expect(events.map(({ sequence }) => sequence)).toEqual([1_103, 1_104, 1_105]);
    expect(await reading(context, (tx) => countEvents(tx, { ...range, scanMax: 503 }))).toBe(1);
    expect(await reading(context, (tx) => countEvents(tx, { after: 600, scanMax: 300, types: ['sms.sent'] }))).toBe(
      300,
    );
    const found = await reading(context, (tx) => findEvents(tx, [1, 2, 3, 502, 503, 1_102, 1_103, 1_105, 1_106]));
    expect(found.map(({ sequence, subjectId }) => ({ sequence, subjectId }))).toEqual(
      [1, 2, 3, 502, 503, 1_102, 1_103, 1_105].map((sequence) => wanted[sequence - 1]),
    );
  });

  it('share a time, by which a place in the log is found', async () => {
    const context = await newOrganisation(services);
    await append(context, subjects(3));
    await services.travel(60);
    const between = Date.now() / 1_000 - 30;
    await append(context, subjects(700));
    expect(await reading(context, (tx) => findLastBefore(tx, between))).toBe(3);
    expect(await reading(context, (tx) => findLastBefore(tx, between - 60))).toBe(0);
    expect(await reading(context, (tx) => findLastBefore(tx, between + 60))).toBe(703);
  });

  it('are deleted whole when they are old, and the newest row stays', async () => {
    const context = await newOrganisation(services);
    const { organisationId } = context.caller;
    const { id: webhookId } = await newEndpoint(context, 'https://example.com');
    await append(context, subjects(6_000));
    for (const sequence of [1, 5_500, 5_501]) await addDelivery(services, organisationId, webhookId, { sequence });
    await services.travel(31 * DAY);
    expect(await deleteExpiredEvents(services, organisationId, 10)).toBe(true);
    expect(await sizesOf(context)).toEqual([500]);
    expect(await readEvents(context, { first: 1 })).toMatchObject({ oldest: 5_501, newest: 6_000, last: 5_501 });
    await expect(readEvents(context, { after: 5_499 })).rejects.toMatchObject({ oldestSequence: 5_501 });
    const rows = await services.sql('SELECT sequence::int FROM webhook_deliveries WHERE endpoint_id = $1', [webhookId]);
    expect(rows).toEqual([{ sequence: 5_501 }]);
    await append(context, subjects(1));
    await deleteExpiredEvents(services, organisationId, 10);
    expect(await readEvents(context, {})).toMatchObject({ oldest: 6_001, newest: 6_001 });
  });

  it('tell the history of a message, and are found by erasure and by deliveries that are tried again', async () => {
    const context = await newOrganisation(services);
    const { organisationId } = context.caller;
    const { id: webhookId } = await newEndpoint(context, 'https://example.com');
    const [campaignId, single] = [randomUUID(), randomUUID()];
    const messages = subjects(600);
    const [first, other] = messages as [string, string];
    await services.sql(
      `INSERT INTO sms_messages (organisation_id, id, campaign_id, mobile, segments, encoding, test, at_least_once, status, phase)
       SELECT $1, id, CASE WHEN id <> $4 THEN $3::uuid END, '254711000000', 1, 'gsm7', false, false, 'delivered', 'done'
       FROM unnest($2::uuid[]) AS id`,
      [organisationId, [...messages, single], campaignId, single],
    );
    await append(context, messages, { campaignId });
    await append(context, [single], { campaignId: null });
    await append(context, messages.toReversed(), { campaignId, type: 'sms.delivered', revision: 3 });
    await append(context, [first], { campaignId, type: 'sms.failed', revision: 4 });
    await append(context, subjects(600));

    const changes = await reading(context, (tx) => listChangeRows(tx, [first, single]));
    expect(changes.map(({ subject_id: id, status, revision }) => [id, status, revision])).toEqual(
      [
        [first, 'sent', 2],
        [first, 'delivered', 3],
        [first, 'failed', 4],
        [single, 'sent', 2],
      ].toSorted(([one], [two]) => (String(one) < String(two) ? -1 : Number(one !== two))),
    );

    const own = [1, 601, 1_201, 1_202];
    const others = [2, 1_200, 1_203];
    for (const sequence of [...own, ...others]) await addDelivery(services, organisationId, webhookId, { sequence });
    await services.sql(
      `UPDATE webhook_deliveries SET status = 'waiting', next_attempt_at = to_timestamp(1700000000 - sequence), response_body = 'out of order'
       WHERE endpoint_id = $1`,
      [webhookId],
    );
    const waiting = await reading(context, (tx) => listWaitingDeliveries(tx, webhookId, 10));
    expect(waiting.map(({ event }) => event.sequence)).toEqual([1_203, 1_202, 1_201, 1_200, 601, 2, 1]);
    const subjectsBy = new Map(waiting.map(({ event }) => [event.sequence, event.subjectId]));
    expect(own.map((sequence) => subjectsBy.get(sequence))).toEqual([first, single, first, first]);
    expect([2, 1_200].map((sequence) => subjectsBy.get(sequence))).toEqual([other, other]);

    await reading(context, (tx) => eraseMessages(tx, [first, single]));
    const rows = await services.sql<{ sequence: number }>(
      'SELECT sequence::int FROM webhook_deliveries WHERE endpoint_id = $1 AND response_body IS NOT NULL ORDER BY 1',
      [webhookId],
    );
    expect(rows.map(({ sequence }) => sequence)).toEqual(others);
  });
});

describe.each(['test', 'live'] as const)('when a phone of a %s key is deleted', (mode) => {
  const services = useServices({ engines: [createProgrammableEngine({ name: 'sandbox' })] });

  /** A key of this kind connects a phone. */
  async function connect(mode: Context['caller']['mode']) {
    const organisation = await newOrganisation(services);
    const context: Context = { ...organisation, caller: { ...organisation.caller, mode } };
    const { result } = await createSession(context, { name: 'A phone' });
    return { context, sessionId: result.id, test: mode === 'test' };
  }

  let receivers: Record<'test' | 'live', Receiver>;
  beforeEach(async () => {
    receivers = { test: await startReceiver(), live: await startReceiver() };
  });
  afterEach(async () => {
    await receivers.test.stop();
    await receivers.live.stop();
  });

  it('its last event goes to the endpoints that got those before, and to no others', async () => {
    const { context, sessionId, test } = await connect(mode);
    await newEndpoint(context, receivers.test.url, { test: true });
    await newEndpoint(context, receivers.live.url);
    await deleteSession(context, { sessionId });
    await deliverAll(services);
    expect(receivers[mode].received.map(({ body }) => [body.type, body.data])).toEqual([
      ['session.disconnected', { session_id: sessionId, status: 'disconnected', test, sequence: 2, revision: 3 }],
    ]);
    expect(receivers[mode === 'test' ? 'live' : 'test'].received).toEqual([]);
  });

  it('its earlier events read as before', async () => {
    const { context, sessionId, test } = await connect(mode);
    const { events: before } = await readEvents(context, {});
    expect(before).toMatchObject([{ type: 'session.connected', sessionId, test }]);
    await deleteSession(context, { sessionId });
    const { events } = await readEvents(context, {});
    expect(events).toMatchObject([before[0], { type: 'session.disconnected', sessionId, test }]);
  });
});
