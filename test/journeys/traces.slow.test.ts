import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../support/database/database.js';
import { answer, type Receiver, startReceiver } from '../support/gateways/receiver.js';
import { type RunningProgram, runPostrider, spawnPostrider } from '../support/programs/program.js';
import { eventually } from '../support/wait.js';

jest.setTimeout(120_000);

const SECRET = 'a secret of the gateway';
const CALLER = { traceId: 'c0ffee00c0ffee00c0ffee00c0ffee00', spanId: 'c0ffee00c0ffee00' };

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly links?: readonly { readonly traceId: string }[];
  /** The process that sent it. */
  readonly role: string;
}

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string };
}

const folder = mkdtempSync(join(tmpdir(), 'postrider-traces-'));
const spans: Span[] = [];
let database: TestDatabase;
let gateway: Receiver;
let hook: Receiver;
let collector: Server;
let api: RunningProgram;
let worker: RunningProgram;
let headers: Record<string, string>;
let messageId: string;

/** Reads OTLP in its JSON form. */
async function startCollector(): Promise<string> {
  collector = createServer(async (request, response) => {
    const { resourceSpans } = JSON.parse(await text(request));
    for (const { resource, scopeSpans } of resourceSpans) {
      const role = resource.attributes.find(({ key }: Attribute) => key === 'postrider.role').value.stringValue;
      for (const { spans: sent } of scopeSpans) spans.push(...sent.map((span: Span) => ({ ...span, role })));
    }
    response.setHeader('content-type', 'application/json').end('{}');
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
}

async function call(path: string, body: unknown, more: Record<string, string> = {}) {
  const response = await fetch(api.url + path, {
    method: 'POST',
    headers: { ...headers, ...more },
    body: JSON.stringify(body),
  });
  return JSON.parse(await response.text());
}

async function report(reference: string): Promise<void> {
  const body = JSON.stringify({ reports: [{ reference, status: 'delivered' }] });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = `v1=${createHmac('sha256', SECRET).update(`${timestamp}.${body}`).digest('hex')}`;
  await fetch(`${api.url}/callbacks/carrier/reports`, {
    method: 'POST',
    headers: { 'x-postrider-timestamp': timestamp, 'x-postrider-signature': signature },
    body,
  });
}

beforeAll(async () => {
  const endpoint = await startCollector();
  database = await createTestDatabase();
  hook = await startReceiver();
  gateway = await startReceiver((received, response) => {
    const results = received.body.messages.map(({ reference }: { reference: string }) => ({
      reference,
      result: 'accepted',
      provider_id: reference,
    }));
    answer(200, { 'content-type': 'application/json' }, JSON.stringify({ results }))(received, response, {} as never);
  });
  const file = join(folder, 'gateways.json');
  const url = gateway.url.replace('/hook', '');
  const capabilities = { reports_carry_reference: true };
  const carrier = { name: 'carrier', kind: 'http', options: { url, secret: SECRET, capabilities } };
  writeFileSync(file, JSON.stringify({ gateways: [carrier], routes: [{ gateways: ['carrier'] }] }));
  const env = {
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    SECRET_KEY: 'a secret key of the installation, for traces',
    GATEWAYS_FILE: file,
    ALLOW_PRIVATE_NETWORK_URLS: 'true',
    SWEEP_INTERVAL_MS: '200',
    LOG_LEVEL: 'debug',
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  };
  const made = async (...args: string[]) => JSON.parse((await runPostrider([...args, '--json'], env)).stdout);
  const { id } = await made('organisation', 'create', 'Acme');
  const { key } = await made('key', 'create', '--name', 'live', '--mode', 'live');
  headers = { authorization: `Bearer ${key}`, 'x-organisation-id': id, 'content-type': 'application/json' };
  [api, worker] = await Promise.all([
    spawnPostrider(['serve', '--role', 'api'], env),
    spawnPostrider(['serve', '--role', 'worker'], env),
  ]);
  await call('/v1/webhooks/', { url: hook.url, types: ['sms.delivered'] });
  const traceparent = `00-${CALLER.traceId}-${CALLER.spanId}-01`;
  const sent = await call(
    '/v1/sms/send/',
    { to: '12025550100', message: 'Hello' },
    { traceparent, 'x-request-id': 'r-1' },
  );
  messageId = sent.message_id;
  const reference = await eventually('the gateway has it', async () => gateway.received[0]?.body.messages[0].reference);
  await report(reference);
  await eventually('the webhook has it', async () => hook.received[0]);
  await Promise.all([api.term(), worker.term()]);
});

afterAll(async () => {
  await Promise.all([api?.kill(), worker?.kill(), gateway?.stop(), hook?.stop()]);
  collector?.close();
  await database?.drop();
  rmSync(folder, { recursive: true });
});

const ofMessage = () => spans.filter(({ traceId }) => traceId === messageId.replaceAll('-', ''));
const ofCaller = () => spans.filter(({ traceId }) => traceId === CALLER.traceId);

describe('the trace of a message', () => {
  it('has its id, and goes from the call through both processes to the webhook', () => {
    const found = ofMessage().map(({ role, name }) => `${role}: ${name}`);
    const steps = ['api: SMS accepted', 'worker: claim', 'worker: submit', 'worker: settle', 'worker: report'];
    expect(found).toEqual(expect.arrayContaining([...steps, 'worker: webhook post', 'worker: POST']));
    expect(found.filter((name) => /^worker: UPDATE sms_messages$/.test(name))).not.toEqual([]);
  });

  it('is linked to the trace of the caller, in which the request and its field are', () => {
    const accepted = ofMessage().find(({ name }) => name === 'SMS accepted');
    expect(accepted?.links?.map(({ traceId }) => traceId)).toEqual([CALLER.traceId]);
    const request = ofCaller().find(({ name }) => name === 'POST /v1/sms/send/');
    expect(request).toMatchObject({ parentSpanId: CALLER.spanId, role: 'api' });
    const field = ofCaller().find(({ name }) => name === 'sendSms');
    expect(field?.parentSpanId).toBe(request?.spanId);
    expect(ofCaller().find(({ name }) => name.startsWith('INSERT'))).toBeDefined();
  });

  it('is continued by the gateway and by the receiver of the webhook', () => {
    const outgoing = ofMessage().filter(({ name }) => name === 'POST');
    const expected = outgoing.map(({ traceId, spanId }) => `00-${traceId}-${spanId}-01`).sort();
    const got = [gateway, hook].map(({ received }) => received[0]?.headers.traceparent).sort();
    expect(got).toEqual(expected);
  });

  it('is named by lines of the log, beside the id of the request', () => {
    const lines = api
      .output()
      .split('\n')
      .filter((line) => line.includes('an SMS was accepted'));
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ requestId: 'r-1', trace_id: CALLER.traceId, messageId }),
    ]);
  });

  it('shows neither numbers nor texts', () => {
    const all = JSON.stringify(spans);
    for (const secret of ['12025550100', 'Hello', SECRET, hook.url]) expect(all).not.toContain(secret);
  });
});
