import { createHmac } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { GatewayReport, SmsGateway } from '../../src/domain/sms/gateway.js';
import { createMetrics } from '../../src/http/metrics/metrics.js';
import { CircuitBreaker } from '../../src/lib/async/circuit-breaker.js';
import type { HttpResult } from '../../src/lib/net/http-client.js';
import { COMMIT, VERSION } from '../../src/lib/version.js';
import { createFakeMailer } from '../support/gateways/fake-mailer.js';
import { useApi, useCustomer } from './start-api.js';

const api = useApi();
const SECRET = 'a secret that both sides know';

const ANSWERED = {
  kind: 'answered',
  retryAfterSeconds: null,
  body: Buffer.alloc(0),
  isWhole: true,
  durationMs: 20,
} as const;
const REPORT: GatewayReport = { providerId: 'nobody', outcome: { kind: 'delivered' } };

/** A gateway that signs what it reports. */
const signing: SmsGateway = {
  name: 'signing',
  capabilities: { idempotentReference: true, lookup: null, reportsCarryReference: true },
  submit: async (messages) => messages.map(({ reference }) => ({ reference, outcome: { kind: 'accepted' } })),
  parseReport({ method, path, query, headers, rawBody }) {
    const signature = createHmac('sha256', SECRET).update(rawBody).digest('hex');
    if (method === 'GET') return query.token === SECRET ? { reports: [REPORT] } : null;
    if (headers['x-signature'] !== signature) return null;
    return { reports: [REPORT], answer: { status: 202, body: `<ok>${path}</ok>`, contentType: 'application/xml' } };
  },
};

const customer = useCustomer(api);
beforeAll(async () => {
  const pace = { ratePerSecond: null, rateUnit: 'messages', batchSize: 1, concurrency: 1, timeoutMs: 1 } as const;
  const gateways = api.services.gateways as Map<string, unknown>;
  gateways.set('signing', { gateway: signing, pace: { ...pace, retryDelaySeconds: null } });
});

const storedReports = async () => (await api.sql('SELECT 1 FROM sms_reports')).length;

describe('/callbacks/{gateway}/', () => {
  const TYPES = ['application/strange', 'application/json, text/plain', 'json', ';', 'application/json;"', ''];
  it.each(TYPES)(
    'takes a report on the exact bytes, whatever their type ("%s"), and answers as the gateway wishes',
    async (type) => {
      const before = await storedReports();
      const body = '{"a" : 1,\n "broken';
      const signature = createHmac('sha256', SECRET).update(body).digest('hex');
      const answer = await api.fetch('/callbacks/signing/some/token', {
        method: 'POST',
        body,
        headers: { 'x-signature': signature, 'content-type': type },
      });
      expect(answer).toMatchObject({ status: 202, text: '<ok>some/token</ok>' });
      expect(answer.headers.get('content-type')).toContain('application/xml');
      expect(await storedReports()).toBe(before + 1);
    },
  );

  it('takes one by GET', async () => {
    const answer = await api.fetch(`/callbacks/signing?token=${encodeURIComponent(SECRET)}`);
    expect(answer).toMatchObject({ status: 200, text: '' });
  });

  it('refuses what is not authentic without a word of why, and stores nothing', async () => {
    const before = await storedReports();
    const answer = await api.fetch('/callbacks/signing/', { method: 'POST', body: '{}' });
    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated', detail: 'Not accepted.' } });
    expect(await storedReports()).toBe(before);
  });

  it('knows no other gateway, and none that does not report by HTTP', async () => {
    for (const name of ['nobody', '__proto__']) {
      expect(await api.fetch(`/callbacks/${name}/x`, { method: 'POST', body: 'x' })).toMatchObject({ status: 404 });
    }
  });

  it('takes nothing from the chat sandbox but the scan of a code that it has issued', async () => {
    for (const [method, path] of [
      ['POST', 'x'],
      ['GET', 'scan/x'],
    ]) {
      const answer = await api.fetch(`/callbacks/sandbox/${path}`, { method: method as string });
      expect(answer).toMatchObject({ status: 401, body: { detail: 'Not accepted.' } });
    }
  });

  it('refuses more than 1 MiB', async () => {
    const body = 'x'.repeat(1_048_577);
    expect(await api.fetch('/callbacks/signing/x', { method: 'POST', body })).toMatchObject({ status: 413 });
  });
});

describe('health', () => {
  it('tells that the process lives and is ready', async () => {
    expect(await api.fetch('/livez')).toMatchObject({ status: 200, body: { status: 'alive' } });
    expect(await api.fetch('/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } });
  });

  it('counts requests by route and status, and shows the figures of the database', async () => {
    await customer.sendBulkSms({ recipients: ['12025550100', '12025550101'] });
    await customer.call('GET', `/v1/sms/campaigns/${customer.organisationId}/`);
    await new Promise((resolve) => setTimeout(resolve, 1_050));
    const { status, text, headers } = await api.fetch('/metrics');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('text/plain');
    expect(text).toMatch(/^postrider_due_messages 2$/m);
    expect(text).toMatch(/^postrider_queue_age_seconds [\d.]+$/m);
    expect(text).toMatch(/^postrider_in_doubt_messages 0$/m);
    expect(text).toMatch(/^postrider_report_lag_seconds [\d.]+$/m);
    expect(text).toMatch(/^postrider_paused_accounts 0$/m);
    expect(text).toMatch(/^postrider_waiting_mails 0$/m);
    expect(text).toMatch(/^postrider_mail_lag_seconds 0$/m);
    expect(text).toMatch(/^postrider_database_up 1$/m);
    const found =
      'postrider_http_request_seconds_count{method="GET",route="/v1/sms/campaigns/:campaign_id/",status="404"}';
    expect(text).toContain(found);
    for (const secret of [customer.organisationId, customer.key, '12025550100']) expect(text).not.toContain(secret);
  });

  it('counts hand-overs and reports by gateway', async () => {
    const metrics = createMetrics();
    const message = { reference: 'r', to: '1', text: 't', senderId: null, segments: 1, attempt: 1 };
    const results = await metrics.measured(signing).submit([message, message], AbortSignal.timeout(1_000));
    expect(results).toHaveLength(2);
    metrics.countReports('signing', [REPORT, { ...REPORT, outcome: { kind: 'failed', code: 500 } }, REPORT]);
    const text = await metrics.render(() => Promise.reject(new Error('away')));
    expect(text).toContain('postrider_submitted_messages_total{gateway="signing",outcome="accepted"} 2');
    expect(text).toContain('postrider_submit_seconds_count{gateway="signing"} 1');
    expect(text).toContain('postrider_delivery_reports_total{gateway="signing",outcome="delivered"} 2');
    expect(text).toContain('postrider_delivery_reports_total{gateway="signing",outcome="failed"} 1');
    expect(text).toMatch(/^postrider_database_up 0$/m);
  });

  it('shows a gateway before its first batch, so that the first batch is an increase', async () => {
    const metrics = createMetrics();
    metrics.measured(signing);
    const text = await metrics.render(() => Promise.reject(new Error('away')));
    for (const outcome of ['accepted', 'rejected']) {
      expect(text).toContain(`postrider_submitted_messages_total{gateway="signing",outcome="${outcome}"} 0`);
    }
    for (const outcome of ['delivered', 'failed']) {
      expect(text).toContain(`postrider_delivery_reports_total{gateway="signing",outcome="${outcome}"} 0`);
    }
  });

  it('answers a scrape within its ten seconds while the database hangs', async () => {
    const startedAt = performance.now();
    const text = await createMetrics().render(() => new Promise(() => undefined));
    expect(text).toMatch(/^postrider_database_up 0$/m);
    expect(text).toMatch(/^postrider_queue_age_seconds Nan$/m);
    expect(performance.now() - startedAt).toBeLessThan(8_000);
  }, 10_000);

  it('shows the gateways that it does not call, and the writes that a full disk refused', async () => {
    const metrics = createMetrics();
    const down = new CircuitBreaker();
    for (const _ of ['three failures', 'in a row', 'open it']) down.failed();
    metrics.watch({
      breakers: new Map([
        ['down', down],
        ['up', new CircuitBreaker()],
      ]),
      refusedForRoom: () => 7,
    });
    for (const _ of ['once', 'and again: nothing counts twice']) {
      const text = await metrics.render(() => Promise.reject(new Error('away')));
      expect(text).toContain('postrider_gateway_circuit_open{gateway="down"} 1');
      expect(text).toContain('postrider_gateway_circuit_open{gateway="up"} 0');
      expect(text).toMatch(/^postrider_disk_full_refusals_total 7$/m);
    }
  });

  it('names its version and commit', async () => {
    const text = await createMetrics().render(() => Promise.reject(new Error('away')));
    expect(text).toContain(`postrider_build_info{version="${VERSION}",commit="${COMMIT}"} 1`);
  });

  it('counts SMS that are accepted and that end, each once', async () => {
    const metrics = createMetrics();
    const move = { test: false, previous_status: null, status: 'queued', messages: 1 } as const;
    metrics.database.moved([
      { ...move, messages: 10 },
      { ...move, status: 'blocked' },
      { ...move, test: true },
    ]);
    metrics.database.moved([{ ...move, previous_status: 'queued', status: 'sent', messages: 9 }]);
    metrics.database.moved([{ ...move, previous_status: 'sent', status: 'failed', messages: 2 }]);
    metrics.database.moved([{ ...move, previous_status: 'failed', status: 'delivered' }]);
    const text = await metrics.render(() => Promise.reject(new Error('away')));
    expect(text).toContain('postrider_sms_accepted_total{mode="live"} 11');
    expect(text).toContain('postrider_sms_accepted_total{mode="test"} 1');
    expect(text).toContain('postrider_sms_ended_total{mode="live",outcome="failed"} 2');
    expect(text).toContain('postrider_sms_ended_total{mode="live",outcome="blocked"} 1');
    expect(text).toContain('postrider_sms_ended_total{mode="live",outcome="delivered"} 0');
  });

  it('counts mails by what came of them', async () => {
    const metrics = createMetrics();
    const fake = createFakeMailer();
    const mailer = metrics.measuredMailer(fake);
    const mail = { id: 'x', to: 'ada@example.org', subject: 'Hi', text: 'Hi' };
    await mailer.send(mail, AbortSignal.timeout(1_000));
    fake.react = () => ({ kind: 'later', reason: 'the answer to the recipient was 451' });
    await mailer.send(mail, AbortSignal.timeout(1_000));
    const text = await metrics.render(() => Promise.reject(new Error('away')));
    expect(text).toContain('postrider_mail_seconds_count{outcome="sent"} 1');
    expect(text).toContain('postrider_mail_seconds_count{outcome="later"} 1');
    expect(text).not.toContain('ada');
  });

  it('counts each call of a webhook by what came of it, however many there are when somebody looks', async () => {
    const metrics = createMetrics();
    const results: HttpResult[] = [
      ...Array.from({ length: 250 }, () => ({ ...ANSWERED, status: 204 })),
      { ...ANSWERED, status: 503 },
      { kind: 'lost', reason: 'timeout', code: 'TimeoutError', durationMs: 15_000 },
    ];
    const send = async () => results.pop() as HttpResult;
    const client = metrics.measuredClient({ send, close: async () => undefined });
    const call = { method: 'POST', to: { origin: 'https://example.com', path: '/' }, headers: {}, body: '{}' } as const;
    for (const _ of [...results]) await client.send({ ...call, timeoutMs: 15_000, maxAnswerBytes: 1 });
    for (const _ of ['once', 'and again: nothing counts twice']) {
      const text = await metrics.render(() => Promise.reject(new Error('away')));
      expect(text).toContain('postrider_webhook_seconds_count{outcome="2xx"} 250');
      expect(text).toContain('postrider_webhook_seconds_count{outcome="5xx"} 1');
      expect(text).toContain('postrider_webhook_seconds_sum{outcome="timeout"} 15');
    }
  });
});
