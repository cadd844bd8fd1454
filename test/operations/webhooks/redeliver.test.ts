import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { LIMITS } from '../../../src/domain/limits.js';
import { updateWebhook } from '../../../src/operations/webhooks/manage/configure.js';
import { redeliverDelivery, redeliverSince } from '../../../src/operations/webhooks/manage/redeliver.js';
import { rotateWebhookSecret } from '../../../src/operations/webhooks/manage/secrets.js';
import { testWebhook } from '../../../src/operations/webhooks/manage/test-webhook.js';
import { NOWHERE } from '../../support/calls/generate-rest-calls.js';
import { earlier } from '../../support/database/time-travel.js';
import { addDelivery } from '../../support/event-log.js';
import { type Received, type Receiver, startReceiver } from '../../support/gateways/receiver.js';
import { auditOf } from '../../support/people/keys.js';
import { useWebhookDesk } from '../../support/webhook-desk.js';
import { deliverAll, logAndDeliver, logEvents } from '../../support/webhooks.js';

const desk = useWebhookDesk();

describe('with a receiver', () => {
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(() => receiver.stop());

  const isSignedBy = (secret: string, { rawBody, headers }: Received) => {
    try {
      return new Webhook(secret).verify(rawBody, headers as Record<string, string>) !== undefined;
    } catch {
      return false;
    }
  };

  it('a new secret signs beside the one before it for a day, and an older one no longer', async () => {
    const { webhook, secret: first } = await desk.create({ url: receiver.url });
    const webhookId = webhook.id;
    const signers = async (...secrets: string[]) => {
      await testWebhook(desk.context, { webhookId });
      return secrets.map((secret) => isSignedBy(secret, receiver.received.at(-1) as Received));
    };
    expect(await signers(first)).toEqual([true]);
    const { result: rotated } = await rotateWebhookSecret(desk.context, { webhookId });
    const until = Date.parse(rotated.previousSecretUntil ?? '') - Date.now();
    expect(Math.abs(until - LIMITS.webhookSecretOverlapHours * 3_600_000)).toBeLessThan(60_000);
    expect(await signers(first, rotated.secret)).toEqual([true, true]);
    const { result: again } = await rotateWebhookSecret(desk.context, { webhookId });
    expect(await signers(first, rotated.secret, again.secret)).toEqual([false, true, true]);
    await desk.set(webhookId, `previous_secret_until = now() - interval '1 second'`);
    expect(await signers(rotated.secret, again.secret)).toEqual([false, true]);
  });

  it('a rotation that is repeated with its key rotates once', async () => {
    const { webhook, secret: first } = await desk.create({ url: receiver.url });
    const input = { webhookId: webhook.id, idempotencyKey: 'rotate' };
    const rotated = await rotateWebhookSecret(desk.context, input);
    expect(await rotateWebhookSecret(desk.context, input)).toEqual({ ...rotated, replayed: true });
    await testWebhook(desk.context, { webhookId: webhook.id });
    expect(isSignedBy(first, receiver.received.at(-1) as Received)).toBe(true);
  });

  it('a test posts one signed sample, also to a paused webhook, and logs nothing', async () => {
    const { webhook, secret } = await desk.create({ url: receiver.url });
    const webhookId = webhook.id;
    await updateWebhook(desk.context, { webhookId, status: 'paused' });
    const result = await testWebhook(desk.context, { webhookId, type: 'chat_message.read' });
    expect(result).toMatchObject({ delivered: true, responseStatus: 204, error: null });
    const [received] = receiver.received as [Received];
    expect(received.id).toBe(result.eventId);
    expect(received.body).toMatchObject({
      type: 'chat_message.read',
      data: { status: 'read', test: true, sequence: 0 },
    });
    expect(isSignedBy(secret, received)).toBe(true);
    await testWebhook(desk.context, { webhookId });
    expect(receiver.received[1]).toMatchObject({ body: { type: 'sms.delivered', data: { test: true } } });
    expect(receiver.received[1]?.id).not.toBe(received.id);
    const rows = await desk.services.sql('SELECT 1 FROM webhook_deliveries WHERE endpoint_id = $1', [webhookId]);
    expect(rows).toEqual([]);
  });

  it('a test tells what the receiver answered, or why it did not', async () => {
    const webhookId = await desk.newId({ url: receiver.url });
    receiver.react = (_, response) => response.writeHead(500).end(`no\u0000${'x'.repeat(10_000)}`);
    const refused = await testWebhook(desk.context, { webhookId });
    expect(refused).toMatchObject({
      delivered: false,
      responseStatus: 500,
      responseBody: expect.stringMatching(/^nox+$/),
    });
    expect(refused.responseBody?.length).toBeLessThanOrEqual(LIMITS.webhookResponseBytes);
    await updateWebhook(desk.context, { webhookId, url: NOWHERE });
    expect(await testWebhook(desk.context, { webhookId })).toMatchObject({
      delivered: false,
      error: 'connection_refused',
    });
  });

  it('one event is posted once more, with the same id, when somebody asks for it', async () => {
    const webhookId = await desk.newId({ url: receiver.url });
    await logAndDeliver(desk.context, 3);
    const before = receiver.received.map(({ id }) => id);
    expect(before).toHaveLength(3);
    expect(await redeliverDelivery(desk.context, { webhookId, sequence: 2 })).toMatchObject({
      sequence: 2,
      status: 'waiting',
      attempts: 0,
      next_attempt_at: expect.any(String),
    });
    await deliverAll(desk.services);
    expect(receiver.received.slice(3).map(({ body, id }) => [body.data.sequence, before.includes(id)])).toEqual([
      [2, true],
    ]);
  });

  it('what somebody asks for is posted at once, although the endpoint backs off, and not before a turn under way has ended', async () => {
    const webhookId = await desk.newId({ url: receiver.url });
    await logAndDeliver(desk.context, 1);
    const since = new Date(Date.now() - 60_000);
    const askForAll = [
      () => redeliverDelivery(desk.context, { webhookId, sequence: 1 }),
      () => redeliverSince(desk.context, { webhookId, since }),
    ];
    for (const ask of askForAll) {
      await desk.set(webhookId, `lease_id = NULL, not_before = '-infinity'`);
      await deliverAll(desk.services);
      const before = receiver.received.length;
      await desk.set(webhookId, `failures = 9, not_before = now() + interval '5 minutes'`);
      await ask();
      await deliverAll(desk.services);
      expect(receiver.received).toHaveLength(before + 1);

      await desk.set(webhookId, `not_before = now() + interval '1 minute', lease_id = '${randomUUID()}'`);
      await ask();
      await deliverAll(desk.services);
      expect(receiver.received).toHaveLength(before + 1);
    }
  });

  it('what is paused is posted when the webhook is active again, unless the backlog is skipped', async () => {
    const webhookId = await desk.newId({ url: receiver.url });
    await updateWebhook(desk.context, { webhookId, status: 'paused' });
    await logEvents(desk.context, 2);
    await addDelivery(desk.services, desk.context.caller.organisationId, webhookId, { status: 'waiting' });
    await deliverAll(desk.services);
    expect(receiver.received).toEqual([]);
    const skipped = await updateWebhook(desk.context, { webhookId, status: 'active', skipBacklog: true });
    expect(skipped.last_sequence).toBe(2);
    await logAndDeliver(desk.context, 1);
    expect(receiver.received.map(({ body }) => body.data.sequence)).toEqual([3]);
    const rows = await desk.services.sql(
      'SELECT status FROM webhook_deliveries WHERE endpoint_id = $1 ORDER BY sequence',
      [webhookId],
    );
    expect(rows).toEqual([{ status: 'dead' }, { status: 'delivered' }]);
    await updateWebhook(desk.context, { webhookId, status: 'paused' });
    await logEvents(desk.context, 1);
    await updateWebhook(desk.context, { webhookId, status: 'active' });
    await deliverAll(desk.services);
    expect(receiver.received.map(({ body }) => body.data.sequence)).toEqual([3, 4]);
  });

  it('everything since a moment is posted once more, with the same ids', async () => {
    const webhookId = await desk.newId({ url: receiver.url });
    await logEvents(desk.context, 2);
    await desk.services.sql(`UPDATE events SET created_at = now() - interval '1 hour'
      WHERE organisation_id = '${desk.context.caller.organisationId}'`);
    await logAndDeliver(desk.context, 3);
    const before = receiver.received.map(({ id }) => id);
    expect(await redeliverSince(desk.context, { webhookId, since: new Date(Date.now() - 600_000) })).toBe(3);
    await deliverAll(desk.services);
    expect(
      receiver.received
        .slice(5)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(before.slice(2).sort());
    expect(await redeliverSince(desk.context, { webhookId, since: new Date(0) })).toBe(5);
    await deliverAll(desk.services);
    expect(receiver.received).toHaveLength(13);
  });
});

describe('redelivery', () => {
  const add = (id: string, sequence: number, status: 'dead' | 'delivered' | 'waiting') =>
    addDelivery(desk.services, desk.context.caller.organisationId, id, { sequence, status });

  it('goes over what has died since a moment, and over nothing else', async () => {
    const webhookId = await desk.newId();
    await logEvents(desk.context, 4);
    for (const sequence of [1, 2]) await add(webhookId, sequence, 'dead');
    await add(webhookId, 3, 'delivered');
    await desk.services.sql(`UPDATE webhook_deliveries SET attempted_at = now() - interval '1 day'
      WHERE endpoint_id = '${webhookId}' AND sequence = 1`);
    const { last_sequence: lastSequence } = await desk.see(webhookId);
    expect(
      await redeliverSince(desk.context, { webhookId, since: new Date(Date.now() - 3_600_000), onlyDead: true }),
    ).toBe(1);
    const rows = await desk.services.sql(
      'SELECT sequence::int, status, attempts FROM webhook_deliveries WHERE endpoint_id = $1 ORDER BY 1',
      [webhookId],
    );
    expect(rows).toEqual([
      { sequence: 1, status: 'dead', attempts: 11 },
      { sequence: 2, status: 'waiting', attempts: 0 },
      { sequence: 3, status: 'delivered', attempts: 11 },
    ]);
    expect((await desk.see(webhookId)).last_sequence).toBe(lastSequence);
  });

  const statusesOf = async (webhookId: string) => {
    const rows = await desk.services.sql<{ sequence: number; status: string }>(
      'SELECT sequence::int, status FROM webhook_deliveries WHERE endpoint_id = $1 ORDER BY 1',
      [webhookId],
    );
    return Object.fromEntries(rows.map(({ sequence, status }) => [sequence, status]));
  };

  /** Six events, one an hour, the first six hours ago; all but the fourth posted. */
  async function postedByTheHour(): Promise<{ webhookId: string; hoursAgo: (hours: number) => Date }> {
    const webhookId = await desk.newId();
    await logEvents(desk.context, 3, 'session.connected');
    await logEvents(desk.context, 3, 'session.disconnected');
    const { organisationId } = desk.context.caller;
    await desk.services.sql(
      `UPDATE events SET created_at = ${earlier('now()', "(7 - sequence) * interval '1 hour'")} WHERE organisation_id = $1`,
      [organisationId],
    );
    for (const [sequence, type] of [
      [1, 'session.connected'],
      [2, 'session.connected'],
      [3, 'session.connected'],
      [5, 'session.disconnected'],
      [6, 'session.disconnected'],
    ] as const) {
      await addDelivery(desk.services, organisationId, webhookId, { sequence, type, status: 'delivered' });
    }
    await desk.set(webhookId, 'last_sequence = 6');
    return { webhookId, hoursAgo: (hours) => new Date(Date.now() - (hours - 0.5) * 3_600_000) };
  }

  it('of a range, or of some types, goes over what was posted, and stays where it is in the log', async () => {
    const { webhookId, hoursAgo } = await postedByTheHour();
    const range = { webhookId, since: hoursAgo(6), until: hoursAgo(2) };
    expect(await redeliverSince(desk.context, { ...range, types: ['session.connected'] })).toBe(2);
    expect(await statusesOf(webhookId)).toMatchObject({ 1: 'delivered', 2: 'waiting', 3: 'waiting', 5: 'delivered' });
    expect(await redeliverSince(desk.context, range)).toBe(3);
    const after = { 1: 'delivered', 2: 'waiting', 3: 'waiting', 5: 'waiting', 6: 'delivered' };
    expect(await statusesOf(webhookId)).toEqual(after);
    expect(await desk.see(webhookId)).toMatchObject({ last_sequence: 6, due_in: expect.any(Number) });
  });

  it('leaves alone what the endpoint gets in any case, because it comes after its place in the log', async () => {
    const { webhookId, hoursAgo } = await postedByTheHour();
    await desk.set(webhookId, 'last_sequence = 3');
    expect(await redeliverSince(desk.context, { webhookId, since: hoursAgo(7), until: new Date() })).toBe(3);
    expect(await statusesOf(webhookId)).toMatchObject({ 3: 'waiting', 5: 'delivered', 6: 'delivered' });
  });

  it('is only counted if the caller asks for that, in each of its forms', async () => {
    const { webhookId, hoursAgo } = await postedByTheHour();
    await add(webhookId, 4, 'dead');
    const [statuses, seen] = [await statusesOf(webhookId), await desk.see(webhookId)];
    const forms = [
      { since: hoursAgo(3) },
      { since: hoursAgo(6), until: hoursAgo(2) },
      { since: hoursAgo(7), types: ['session.connected'] as const },
      { since: hoursAgo(7), onlyDead: true },
      { since: hoursAgo(7), onlyDead: true, types: ['session.connected'] as const },
      { since: hoursAgo(7), onlyDead: true, until: hoursAgo(6) },
    ];
    const counts = [];
    for (const form of forms) counts.push(await redeliverSince(desk.context, { webhookId, ...form, countOnly: true }));
    expect(counts).toEqual([2, 4, 3, 1, 0, 0]);
    expect([await statusesOf(webhookId), await desk.see(webhookId)]).toEqual([
      statuses,
      { ...seen, due_in: expect.any(Number), free_in: seen.free_in },
    ]);
    expect(await auditOf(desk.services, webhookId)).toHaveLength(1);
    for (const form of forms.slice(0, 2)) {
      const counted = await redeliverSince(desk.context, { webhookId, ...form, countOnly: true });
      expect(await redeliverSince(desk.context, { webhookId, ...form })).toBe(counted);
      await desk.set(webhookId, 'last_sequence = 6');
    }
    expect(await auditOf(desk.services, webhookId)).toHaveLength(3);
  });

  /** One event and its delivery for each sequence from 1. */
  async function fillDeliveries(webhookId: string, count: number, status: 'dead' | 'delivered'): Promise<void> {
    const { organisationId } = desk.context.caller;
    await desk.services.sql(
      `INSERT INTO events (organisation_id, sequence, type, subject_id, revision, created_at)
       SELECT $1, n, 'sms.sent', gen_random_uuid(), 1, now() FROM generate_series(1, $2::int) AS n`,
      [organisationId, count],
    );
    await desk.services.sql(
      `INSERT INTO webhook_deliveries (organisation_id, endpoint_id, sequence, type, status, attempts, duration_ms)
       SELECT $1, $2, n, 'sms.sent', $4, 1, 1 FROM generate_series(1, $3::int) AS n`,
      [organisationId, webhookId, count, status],
    );
    await desk.set(webhookId, `last_sequence = ${count}`);
  }

  it(`goes over ${LIMITS.redeliveriesPerCall} deliveries of a range at most, and counts any number`, async () => {
    const webhookId = await desk.newId();
    const tooMany = LIMITS.redeliveriesPerCall + 1;
    await fillDeliveries(webhookId, tooMany, 'delivered');
    const all = { webhookId, since: new Date(0), types: ['sms.sent'] as const };
    expect(await redeliverSince(desk.context, { ...all, countOnly: true })).toBe(tooMany);
    await expect(redeliverSince(desk.context, all)).rejects.toMatchObject({ code: 'too_many' });
    await desk.set(webhookId, `last_sequence = ${tooMany - 1}`);
    expect(await redeliverSince(desk.context, all)).toBe(LIMITS.redeliveriesPerCall);
  });

  it('goes over any number of dead deliveries, in portions between which workers get the endpoint', async () => {
    const webhookId = await desk.newId();
    await fillDeliveries(webhookId, 20_001, 'dead');
    // Of the first portion one is too old, of the second all are.
    await desk.services.sql(
      `UPDATE webhook_deliveries SET attempted_at = now() - interval '1 day'
       WHERE endpoint_id = $1 AND (sequence = 1 OR sequence BETWEEN 10001 AND 20000)`,
      [webhookId],
    );
    const recent = { webhookId, since: new Date(Date.now() - 3_600_000), onlyDead: true };
    expect(await redeliverSince(desk.context, recent)).toBe(10_000);
    const counts = Map.groupBy(Object.values(await statusesOf(webhookId)), (status) => status);
    expect([counts.get('waiting')?.length, counts.get('dead')?.length]).toEqual([10_000, 10_001]);
    const entries = (await auditOf(desk.services, webhookId)).filter(({ action }) => action === 'webhook.redelivered');
    expect(entries.map(({ after }) => after)).toEqual([
      expect.objectContaining({ events: 9_999, only_dead: true }),
      expect.objectContaining({ events: 1, only_dead: true }),
    ]);
    expect(await redeliverSince(desk.context, recent)).toBe(0);
  });

  it.each([
    [{ until: new Date(0) }, 'until'],
    [{ types: [] }, 'types'],
    [{ types: Array(101).fill('sms.sent') }, 'types'],
  ])('refuses %j', async (more, path) => {
    const webhookId = await desk.newId();
    const refused = redeliverSince(desk.context, { webhookId, since: new Date(1), ...more });
    await expect(refused).rejects.toMatchObject({ code: 'invalid', fields: [{ path: [path] }] });
  });

  it('refuses types that the caller may not read', async () => {
    const webhookId = await desk.newId({ types: ['sms.sent'] });
    const { caller } = desk.context;
    const reader = { ...desk.context, caller: { ...caller, scopes: ['webhooks:manage', 'sms:read'] as const } };
    const refused = redeliverSince(reader, { webhookId, since: new Date(0), types: ['chat_message.read'] });
    await expect(refused).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('never goes forward, nor back beyond what is kept', async () => {
    const webhookId = await desk.newId();
    await logEvents(desk.context, 5);
    await desk.set(webhookId, 'last_sequence = 2');
    expect(await redeliverSince(desk.context, { webhookId, since: new Date(Date.now() + 3_600_000) })).toBe(0);
    expect((await desk.see(webhookId)).last_sequence).toBe(2);
    await desk.set(webhookId, 'last_sequence = 5');
    await desk.services.sql('UPDATE event_logs SET oldest_sequence = 4 WHERE organisation_id = $1', [
      desk.context.caller.organisationId,
    ]);
    expect(await redeliverSince(desk.context, { webhookId, since: new Date(0) })).toBe(2);
    expect((await desk.see(webhookId)).last_sequence).toBe(3);
    await add(webhookId, 1, 'dead');
    await expect(redeliverDelivery(desk.context, { webhookId, sequence: 1 })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await redeliverSince(desk.context, { webhookId, since: new Date(0), onlyDead: true })).toBe(0);
  });

  it.each(['0001-01-01T00:00:00+23:59', '9999-12-31T23:59:59-23:59'])('takes every time there is: %s', async (time) => {
    const webhookId = await desk.newId();
    expect(await redeliverSince(desk.context, { webhookId, since: new Date(time) })).toBe(0);
  });
});
