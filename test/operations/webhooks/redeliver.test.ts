import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { LIMITS } from '../../../src/domain/limits.js';
import { deleteWebhook, updateWebhook } from '../../../src/operations/webhooks/manage/configure.js';
import { redeliverDelivery, redeliverSince } from '../../../src/operations/webhooks/manage/redeliver.js';
import { rotateWebhookSecret } from '../../../src/operations/webhooks/manage/secrets.js';
import { testWebhook } from '../../../src/operations/webhooks/manage/test-webhook.js';
import { getWebhooks } from '../../../src/operations/webhooks/manage/webhooks.js';
import { addDelivery } from '../../support/event-log.js';
import { NOWHERE } from '../../support/generate-rest-calls.js';
import { type Received, type Receiver, startReceiver } from '../../support/receiver.js';
import { newOrganisation } from '../../support/services.js';
import { useWebhookDesk } from '../../support/webhook-desk.js';
import { deliverAll, logEvents } from '../../support/webhooks.js';

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
    const { rows } = await desk.services.superuser.query('SELECT 1 FROM webhook_deliveries WHERE endpoint_id = $1', [
      webhookId,
    ]);
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
    await logEvents(desk.context, 3);
    await deliverAll(desk.services);
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

  it('what is paused is posted when the webhook is active again, unless the backlog is skipped', async () => {
    const webhookId = await desk.newId({ url: receiver.url });
    await updateWebhook(desk.context, { webhookId, status: 'paused' });
    await logEvents(desk.context, 2);
    await addDelivery(desk.services, desk.context.caller.organisationId, webhookId, { status: 'waiting' });
    await deliverAll(desk.services);
    expect(receiver.received).toEqual([]);
    const skipped = await updateWebhook(desk.context, { webhookId, status: 'active', skipBacklog: true });
    expect(skipped.last_sequence).toBe(2);
    await logEvents(desk.context, 1);
    await deliverAll(desk.services);
    expect(receiver.received.map(({ body }) => body.data.sequence)).toEqual([3]);
    const { rows } = await desk.services.superuser.query(
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
    await desk.services.superuser.query(`UPDATE events SET created_at = created_at - interval '1 hour'
      WHERE organisation_id = '${desk.context.caller.organisationId}'`);
    await logEvents(desk.context, 3);
    await deliverAll(desk.services);
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
    await desk.services.superuser.query(`UPDATE webhook_deliveries SET attempted_at = now() - interval '1 day'
      WHERE endpoint_id = '${webhookId}' AND sequence = 1`);
    const { last_sequence: lastSequence } = await desk.see(webhookId);
    expect(
      await redeliverSince(desk.context, { webhookId, since: new Date(Date.now() - 3_600_000), onlyDead: true }),
    ).toBe(1);
    const { rows } = await desk.services.superuser.query(
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

  it('never goes forward, nor back beyond what is kept', async () => {
    const webhookId = await desk.newId();
    await logEvents(desk.context, 5);
    await desk.set(webhookId, 'last_sequence = 2');
    expect(await redeliverSince(desk.context, { webhookId, since: new Date(Date.now() + 3_600_000) })).toBe(0);
    expect((await desk.see(webhookId)).last_sequence).toBe(2);
    await desk.set(webhookId, 'last_sequence = 5');
    await desk.services.superuser.query('UPDATE event_logs SET oldest_sequence = 4 WHERE organisation_id = $1', [
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

  it('knows no webhook and no delivery of another organisation', async () => {
    const stranger = await newOrganisation(desk.services);
    const webhookId = await desk.newId();
    await add(webhookId, 1, 'dead');
    for (const attempt of [
      () => redeliverDelivery(stranger, { webhookId, sequence: 1 }),
      () => redeliverSince(stranger, { webhookId, since: new Date(0) }),
      () => updateWebhook(stranger, { webhookId, status: 'paused' }),
      () => rotateWebhookSecret(stranger, { webhookId }),
      () => testWebhook(stranger, { webhookId }),
      () => deleteWebhook(stranger, { webhookId }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'not_found', message: 'Webhook not found.' });
    }
    await expect(redeliverDelivery(desk.context, { webhookId, sequence: 2 })).rejects.toThrow('Delivery not found.');
    expect(await getWebhooks(stranger, [webhookId])).toEqual([]);
  });
});
