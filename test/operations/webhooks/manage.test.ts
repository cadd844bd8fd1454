import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { lockOrganisation } from '../../../src/db/sql/people/organisations.js';
import { type EventType } from '../../../src/domain/events/event.js';
import { LIMITS } from '../../../src/domain/limits.js';
import { createWebhook, deleteWebhook, updateWebhook } from '../../../src/operations/webhooks/manage/configure.js';
import { redeliverDelivery, redeliverSince } from '../../../src/operations/webhooks/manage/redeliver.js';
import { rotateWebhookSecret } from '../../../src/operations/webhooks/manage/secrets.js';
import { testWebhook } from '../../../src/operations/webhooks/manage/test-webhook.js';
import { getWebhooks, listWebhooks } from '../../../src/operations/webhooks/manage/webhooks.js';
import { NOWHERE } from '../../support/calls/generate-rest-calls.js';
import { addDelivery } from '../../support/event-log.js';
import { newOrganisation } from '../../support/services.js';
import { until } from '../../support/until.js';
import { useWebhookDesk } from '../../support/webhook-desk.js';

const PARALLEL = 30;
const desk = useWebhookDesk();

describe('the number of webhooks', () => {
  it('is not exceeded by calls at the same time', async () => {
    const made = await Promise.allSettled(Array.from({ length: PARALLEL }, () => desk.create()));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(LIMITS.webhooksPerOrganisation);
    for (const failed of made.filter((one) => one.status === 'rejected')) {
      expect(failed.reason).toMatchObject({ kind: 'conflict', code: 'too_many' });
    }
    const page = await listWebhooks(desk.context, { first: 100 });
    expect(page.nodes).toHaveLength(LIMITS.webhooksPerOrganisation);
    await deleteWebhook(desk.context, { webhookId: page.nodes[0]?.id ?? '' });
    await desk.create();
  });

  it('is counted for each organisation', async () => {
    for (let made = 0; made < LIMITS.webhooksPerOrganisation; made += 1) await desk.create();
    await expect(desk.create()).rejects.toMatchObject({ code: 'too_many' });
    await desk.create({}, await newOrganisation(desk.services));
  });
});

describe('a call that is repeated with its key', () => {
  const input = { url: `${NOWHERE}/secret-path`, types: ['sms.failed'] as EventType[], idempotencyKey: 'once' };

  it('gets the same webhook and the same secret', async () => {
    const first = await createWebhook(desk.context, input);
    const second = await createWebhook(desk.context, input);
    expect(first.result.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(second).toEqual({ ...first, replayed: true });
    expect((await listWebhooks(desk.context, { first: 5 })).nodes).toHaveLength(1);
  });

  it('gets that secret also when it has been rotated since, and not the one that is in force', async () => {
    const first = await createWebhook(desk.context, input);
    const rotation = { webhookId: first.result.webhook.id, idempotencyKey: 'rotate' };
    const rotated = await rotateWebhookSecret(desk.context, rotation);
    const latest = await rotateWebhookSecret(desk.context, { ...rotation, idempotencyKey: 'again' });
    const { result: created } = await createWebhook(desk.context, input);
    const { result: repeated } = await rotateWebhookSecret(desk.context, rotation);
    expect([created.secret, repeated.secret]).toEqual([first.result.secret, rotated.result.secret]);
    expect([created.previousSecretUntil, repeated.previousSecretUntil]).toEqual([null, null]);
    expect(new Set([first, rotated, latest].map(({ result }) => result.secret)).size).toBe(3);
  });

  it('leaves nothing to read in the table of stored answers, nor in that of webhooks', async () => {
    const { webhook, secret } = await desk.create(input);
    const answers = await desk.services.sql('SELECT result FROM idempotency_keys WHERE organisation_id = $1', [
      desk.context.caller.organisationId,
    ]);
    expect(answers).toEqual([{ result: { id: webhook.id, sealed: expect.any(String) } }]);
    const sealed = Buffer.from(answers[0].result.sealed, 'base64').toString('latin1');
    expect(sealed).not.toContain(Buffer.from(secret.slice('whsec_'.length), 'base64').toString('latin1'));
    expect(sealed).not.toContain(secret.slice('whsec_'.length));
    const rows = await desk.services.sql<{ secret: Buffer }>('SELECT secret FROM webhook_endpoints WHERE id = $1', [
      webhook.id,
    ]);
    const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64');
    expect(rows[0]?.secret.includes(bytes)).toBe(false);
    expect(rows[0]?.secret.includes(secret.slice('whsec_'.length))).toBe(false);
  });

  it('is refused while the first call is running', async () => {
    const { organisationId } = desk.context.caller;
    const refusals: unknown[] = [];
    const calls = await desk.services.db.inOrganisation(organisationId, async (tx) => {
      // Whichever is first waits for it, and has the key.
      await lockOrganisation(tx);
      const calls = Array.from({ length: 5 }, () => createWebhook(desk.context, input));
      for (const call of calls) call.catch(({ code }) => refusals.push(code));
      await until(() => refusals.length === 4);
      return calls;
    });
    await Promise.allSettled(calls);
    expect(refusals).toEqual(new Array(4).fill('idempotency_in_progress'));
    expect((await listWebhooks(desk.context, { first: 5 })).nodes).toHaveLength(1);
  });

  it('is refused with another body', async () => {
    await createWebhook(desk.context, input);
    await expect(createWebhook(desk.context, { ...input, types: ['sms.sent'] })).rejects.toMatchObject({
      code: 'idempotency_mismatch',
    });
  });

  it('gets nothing when the webhook is gone', async () => {
    const { webhook } = await desk.create(input);
    await deleteWebhook(desk.context, { webhookId: webhook.id });
    await expect(desk.create(input)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('does not stand for one of a test key', async () => {
    const live = await desk.create(input);
    const test = await desk.create(input, desk.testing());
    expect(test.webhook).toMatchObject({ test: true });
    expect(test.webhook.id).not.toBe(live.webhook.id);
  });
});

describe('what can be said of a webhook', () => {
  it('is kept: types once each, a description without blanks around it', async () => {
    const types: EventType[] = ['sms.sent', 'sms.failed', 'sms.sent'];
    const { webhook } = await desk.create({ description: ' Orders ', types });
    expect(webhook).toMatchObject({
      description: 'Orders',
      types: ['sms.sent', 'sms.failed'],
      status: 'active',
      test: false,
    });
    expect((await desk.create({ description: ' ' })).webhook).toMatchObject({
      description: null,
      types: null,
    });
  });

  it('has bounds', async () => {
    const description = 'x'.repeat(LIMITS.nameLength + 1);
    await expect(desk.create({ description, types: [] })).rejects.toMatchObject({
      fields: [
        { path: ['description'], code: 'too_long' },
        { path: ['types'], code: 'invalid' },
      ],
    });
  });

  it('changes as far as it is given', async () => {
    const webhookId = await desk.newId({ description: 'Orders', types: ['sms.sent'] });
    const change = (more: object) => updateWebhook(desk.context, { webhookId, ...more });
    expect(await change({})).toMatchObject({ url: NOWHERE, description: 'Orders', types: ['sms.sent'] });
    expect(await change({ url: `${NOWHERE}/2` })).toMatchObject({ url: `${NOWHERE}/2`, description: 'Orders' });
    expect(await change({ description: '' })).toMatchObject({ description: null, types: ['sms.sent'] });
    await expect(change({ types: [] })).rejects.toMatchObject({ fields: [{ path: ['types'], code: 'invalid' }] });
    expect(await change({ url: null, status: null, types: null })).toMatchObject({
      url: `${NOWHERE}/2`,
      status: 'active',
    });
    await expect(change({ status: 'disabled' })).rejects.toMatchObject({ fields: [{ path: ['status'] }] });
  });
});

describe('a webhook that a worker is calling', () => {
  const LEASED = `lease_id = '${randomUUID()}', not_before = now() + interval '1 minute', due_at = now() - interval '1 hour'`;

  it('stays with the worker, whatever is changed of it', async () => {
    const webhookId = await desk.newId();
    await desk.set(webhookId, LEASED);
    const { lease_id: leaseId } = await desk.see(webhookId);
    const changes = [
      { description: 'New' },
      { status: 'paused' },
      { status: 'active' },
      { skipBacklog: true },
      { url: `${NOWHERE}/2` },
    ];
    for (const change of changes as object[]) {
      await updateWebhook(desk.context, { webhookId, ...change });
      const { lease_id: now, free_in: freeIn } = await desk.see(webhookId);
      expect([now, freeIn > 50]).toEqual([leaseId, true]);
    }
    await rotateWebhookSecret(desk.context, { webhookId });
    await addDelivery(desk.services, desk.context.caller.organisationId, webhookId);
    await redeliverDelivery(desk.context, { webhookId, sequence: 1 });
    await redeliverSince(desk.context, { webhookId, since: new Date(0) });
    const { lease_id: now, free_in: freeIn } = await desk.see(webhookId);
    expect([now, freeIn > 50]).toEqual([leaseId, true]);
  });

  it('is given work by what asks for some, and by nothing else', async () => {
    const webhookId = await desk.newId();
    await desk.set(webhookId, LEASED);
    await updateWebhook(desk.context, { webhookId, description: 'New', types: ['sms.sent'] });
    await rotateWebhookSecret(desk.context, { webhookId });
    expect((await desk.see(webhookId)).due_in).toBeLessThan(-3000);
    await updateWebhook(desk.context, { webhookId, status: 'active' });
    expect((await desk.see(webhookId)).due_in).toBeGreaterThan(-3000);
    expect(desk.services.wakeUps.at(-1)).toEqual({ job: 'webhooks' });
  });
});

describe('a webhook that has failed', () => {
  const FAILING = `failures = 9, failing_since = now() - interval '6 days', not_before = now() + interval '5 minutes',
    due_at = 'infinity'`;
  const expectAnew = async (webhookId: string) => {
    const { due_in: dueIn, ...seen } = await desk.see(webhookId);
    const anew = { status: 'active', disabled_reason: null, failures: 0, failing_since: null };
    expect(seen).toMatchObject({ ...anew, free_in: Number.NEGATIVE_INFINITY });
    expect(dueIn).toBeLessThanOrEqual(0);
  };

  it('begins anew when it is made active, and is called at once', async () => {
    const webhookId = await desk.newId();
    await desk.set(webhookId, `${FAILING}, status = 'disabled', disabled_reason = 'failing'`);
    await updateWebhook(desk.context, { webhookId, status: 'active' });
    await expectAnew(webhookId);
  });

  it('begins anew at another address, but not for another reason', async () => {
    const webhookId = await desk.newId();
    await desk.set(webhookId, FAILING);
    await updateWebhook(desk.context, { webhookId, url: NOWHERE, description: 'New', types: ['sms.sent'] });
    expect(await desk.see(webhookId)).toMatchObject({ failures: 9, due_in: Number.POSITIVE_INFINITY });
    await updateWebhook(desk.context, { webhookId, url: `${NOWHERE}/2` });
    await expectAnew(webhookId);
  });

  it('stays disabled when it is only changed, and no longer when it is paused', async () => {
    const webhookId = await desk.newId();
    await desk.set(webhookId, `${FAILING}, status = 'disabled', disabled_reason = 'gone'`);
    expect(await updateWebhook(desk.context, { webhookId, url: `${NOWHERE}/2` })).toMatchObject({
      status: 'disabled',
      disabled_reason: 'gone',
    });
    expect(await updateWebhook(desk.context, { webhookId, status: 'paused' })).toMatchObject({
      status: 'paused',
      disabled_reason: null,
    });
  });
});

describe('test keys', () => {
  it('have webhooks of their own, and leave the others alone', async () => {
    const tester = desk.testing();
    const webhookId = await desk.newId();
    const own = await desk.newId({}, tester);
    await addDelivery(desk.services, desk.context.caller.organisationId, webhookId);
    expect(await getWebhooks(tester, [webhookId, own])).toHaveLength(2);
    for (const attempt of [
      () => updateWebhook(tester, { webhookId, status: 'paused' }),
      () => updateWebhook(tester, { webhookId, skipBacklog: true }),
      () => rotateWebhookSecret(tester, { webhookId }),
      () => testWebhook(tester, { webhookId }),
      () => redeliverDelivery(tester, { webhookId, sequence: 1 }),
      () => redeliverSince(tester, { webhookId, since: new Date(0) }),
      () => deleteWebhook(tester, { webhookId }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ kind: 'forbidden', code: 'live_for_test_key' });
    }
    expect(await updateWebhook(tester, { webhookId: own, status: 'paused' })).toMatchObject({ status: 'paused' });
    expect(await deleteWebhook(desk.context, { webhookId: own })).toMatchObject({ id: own, test: true });
  });
});

describe('a key that may not read messages', () => {
  it('has no webhook told of them, neither by making one nor by changing one', async () => {
    const narrow = { ...desk.context, caller: { ...desk.context.caller, scopes: ['webhooks:manage'] as const } };
    const forbidden = { kind: 'forbidden', message: expect.stringContaining('sms:read') };
    const asked = { url: NOWHERE, types: ['sms.sent'] as const };
    await expect(createWebhook(narrow, asked)).rejects.toMatchObject(forbidden);
    const { result } = await createWebhook(narrow, { url: NOWHERE });
    expect(result.webhook.types).toEqual(['webhook.disabled']);
    const types: EventType[] = ['sms.sent'];
    await expect(updateWebhook(narrow, { webhookId: result.webhook.id, types })).rejects.toMatchObject(forbidden);
    const { webhook } = await desk.create();
    const webhookId = webhook.id;
    await expect(updateWebhook(narrow, { webhookId, url: NOWHERE })).rejects.toMatchObject(forbidden);
    await expect(redeliverSince(narrow, { webhookId, since: new Date(0) })).rejects.toMatchObject(forbidden);
  });
});

const HOSTILE = [
  'javascript:alert(1)',
  'file:///etc/passwd',
  'ftp://example.com/hook',
  'data:text/plain,hook',
  'gopher://example.com/',
  'ws://example.com/',
  'http://93.184.216.34/hook',
  'https:93.184.216.34/hook',
  'https:///93.184.216.34/hook',
  'https:\\\\93.184.216.34\\hook',
  'https://user:password@93.184.216.34/hook',
  'https://user@93.184.216.34/hook',
  'https://93.184.216.34@10.0.0.1/hook',
  'https://93.184.216.34:22/hook',
  'https://93.184.216.34:80/hook',
  'https://93.184.216.34:25/hook',
  'https://93.184.216.34:65536/hook',
  ' https://93.184.216.34/hook',
  'https://93.184.216.34/a b',
  'https://93.184.216.34/\r\nHost: a',
  'https://93.184.216.34\t/hook',
  'https://93.184.216.34/\u0000',
  'https://93.184.216.34/\ud800',
  'https://127.0.0.1/hook',
  'https://127.1/hook',
  'https://0x7f.1/hook',
  'https://0x7f000001/hook',
  'https://2130706433/hook',
  'https://017700000001/hook',
  'https://0177.0.0.1/hook',
  'https://0/hook',
  'https://127.0.0.1./hook',
  'https://①②⑦.⓪.⓪.①/hook',
  'https://10.0.0.1/hook',
  'https://172.16.0.1/hook',
  'https://192.168.1.1/hook',
  'https://169.254.169.254/latest/meta-data/',
  'https://100.64.0.1/hook',
  'https://[::1]/hook',
  'https://[::]/hook',
  'https://[::ffff:127.0.0.1]/hook',
  'https://[::ffff:7f00:1]/hook',
  'https://[64:ff9b::7f00:1]/hook',
  'https://[2002:7f00:1::]/hook',
  'https://[fe80::1]/hook',
  'https://[fd12:3456::1]/hook',
  'https://[0:0:0:0:0:ffff:10.0.0.1]/hook',
  'https://localhost/hook',
  'https://LOCALHOST./hook',
  'https://a.localhost/hook',
  'https://intranet/hook',
  'https://printer.local/hook',
  'https://metadata.google.internal/hook',
  'https://',
  'https://?',
  'https://:443/',
  '//example.com/hook',
  'hook',
  '',
  `https://93.184.216.34/${'x'.repeat(LIMITS.urlLength)}`,
];

describe('the address of a webhook', () => {
  it.each(HOSTILE.map((url) => [url]))('is refused at registration and afterwards: %j', async (url) => {
    const inPublic = desk.within('public');
    const refusal = { kind: 'invalid', fields: [{ path: ['url'] }] };
    await expect(createWebhook(inPublic, { url })).rejects.toMatchObject(refusal);
    const webhookId = await desk.newId();
    await expect(updateWebhook(inPublic, { webhookId, url })).rejects.toMatchObject(refusal);
    expect(await desk.see(webhookId)).toMatchObject({ url: NOWHERE });
  });

  it.each([
    'https://93.184.216.34/hook',
    'https://93.184.216.34:8443/hook?key=value',
    'https://[2606:4700::1111]/hook',
    'HTTPS://0x5DB8D822/hook',
  ])('is taken: %s', async (url) => {
    expect((await desk.create({ url }, desk.within('public'))).webhook.url).toBe(new URL(url).href);
  });

  it('may be on this machine, or in a private network, where the installation says so', async () => {
    await desk.create({ url: 'http://localhost:3000/hook' }, desk.within('loopback'));
    await desk.create({ url: 'http://[::1]:3000/hook' }, desk.within('loopback'));
    await expect(desk.create({ url: 'http://10.0.0.1/hook' }, desk.within('loopback'))).rejects.toThrow(
      'private network',
    );
    await desk.create({ url: 'http://10.0.0.1:81/hook' }, desk.within('any'));
    await expect(desk.create({ url: 'file:///etc/passwd' }, desk.within('any'))).rejects.toThrow('http://');
  });
});
