import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Pool } from 'pg';
import { addressOf, restCalls } from '../support/calls/generate-rest-calls.js';
import { ROUTES } from '../support/calls/rest-routes.js';
import { withValue } from '../support/calls/with-value.js';
import { createTestDatabase, type TestDatabase } from '../support/database/database.js';
import { type RunningProgram, runPostrider, spawnPostrider } from '../support/programs/program.js';
import { type HostileGateway, startHostileGateway } from './hostile-gateway.js';

jest.setTimeout(60_000);

const NUMBER = '254711987654';
const TEXT = 'quartz-jackdaw-vow';
const REFERENCE = 'sphinx-reference';
const METADATA = 'judge-metadata';
const VARIABLE = 'kvetching-variable';
const IDEMPOTENCY_KEY = 'waltz-idempotency';
const GATEWAY_SECRET = 'nymph-secret-of-the-gateway';
const SECRET_KEY = 'vexing-secret-key-of-the-installation';
/** No key of ours, but shaped like one; the live key itself joins the list when it is made. */
const WRONG_KEY = 'pr_live_0123456789abcdefghijABCDEFGHIJ012345';
const PASSWORD = 'fjord-password-of-somebody';
const CHALLENGE = 'brick-challenge-of-a-code';
const CODE = 'quick-code-of-six';
const SESSION = 'jumpy-session_token0123456789abcdefghijklmn';
/** Receivers often know their callers by the path. */
const HOOK_PATH = 'dwarf-path-of-a-hook';
const canaries = [
  PASSWORD,
  CHALLENGE,
  CODE,
  SESSION,
  HOOK_PATH,
  NUMBER,
  NUMBER.slice(3),
  TEXT,
  REFERENCE,
  METADATA,
  VARIABLE,
  IDEMPOTENCY_KEY,
  GATEWAY_SECRET,
  SECRET_KEY,
].concat(WRONG_KEY);

const folder = mkdtempSync(join(tmpdir(), 'postrider-leaks-'));
const answers: string[] = [];
let database: TestDatabase;
let gateway: HostileGateway;
let program: RunningProgram;
let superuser: Pool;
let live: Record<string, string>;
let test: Record<string, string>;

beforeAll(async () => {
  [database, gateway] = await Promise.all([createTestDatabase(), startHostileGateway()]);
  superuser = new Pool({ connectionString: database.superuserUrl, max: 1 });
  const gatewaysFile = join(folder, 'gateways.json');
  const north = { name: 'north', kind: 'http', batch_size: 1, options: { url: gateway.url, secret: GATEWAY_SECRET } };
  writeFileSync(gatewaysFile, JSON.stringify({ gateways: [north], routes: [{ gateways: ['north'] }] }));
  const env = {
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    SECRET_KEY,
    GATEWAYS_FILE: gatewaysFile,
    LOG_LEVEL: 'trace',
    SANDBOX_DELAY_MS: '0',
    SWEEP_INTERVAL_MS: '200',
  };
  const made = async (...args: string[]) => JSON.parse((await runPostrider([...args, '--json'], env)).stdout);
  const organisation = (await made('organisation', 'create', 'Acme')).id;
  const headersOf = async (mode: string) => {
    const { key } = await made('key', 'create', '--name', mode, '--mode', mode);
    canaries.push(key);
    return { authorization: `Bearer ${key}`, 'x-organisation-id': organisation, 'content-type': 'application/json' };
  };
  live = await headersOf('live');
  test = await headersOf('test');
  program = await spawnPostrider(['serve'], env);
});

afterAll(async () => {
  await program?.term();
  await gateway?.stop();
  await superuser?.end();
  await database?.drop();
  rmSync(folder, { recursive: true });
});

async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = live) {
  const sent = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(`${program.url}${path}`, { method, headers, ...(sent !== undefined && { body: sent }) });
  const text = await response.text();
  return { status: response.status, text };
}

const canaryFor = (place: string) =>
  /mobile|to$/.test(place) ? NUMBER : place.includes('idem') ? IDEMPOTENCY_KEY : TEXT;
const send = (more = {}) => ({
  to: NUMBER,
  message: TEXT,
  reference: REFERENCE,
  metadata: { note: METADATA },
  ...more,
});
const bulk = () => ({
  ...send(),
  message: `${TEXT} {{name}}`,
  recipients: [{ to: NUMBER, variables: { name: VARIABLE }, reference: REFERENCE }],
});

/** Calls that fail, each with a canary where it hurts. */
async function callInVain(): Promise<void> {
  const bodies = [send({ to: `${NUMBER}00000` }), send({ to: [NUMBER] }), send({ message: `${TEXT}\0` })].concat([
    send({ message: TEXT.repeat(200) }),
    send({ sender_id: `${NUMBER}${NUMBER}` }),
    send({ scheduled_at: TEXT }),
    send({ metadata: TEXT }),
  ]);
  const inVain = [
    ...bodies.map((body) => call('POST', '/v1/sms/send/', body)),
    call('POST', '/v1/sms/send/', `{"to": "${NUMBER}", "message": "${TEXT}`),
    call('POST', '/v1/sms/send/', `${TEXT} ${NUMBER}`, { ...live, 'content-type': 'text/plain' }),
    call('POST', '/v1/sms/send/', send(), { ...live, authorization: `Bearer ${WRONG_KEY}` }),
    call('POST', '/v1/sms/send/', send(), { ...live, 'x-organisation-id': NUMBER }),
    call('POST', '/v1/sms/send-bulk/', {
      ...bulk(),
      recipients: [{ to: NUMBER, variables: { name: null, other: TEXT } }],
    }),
    call('POST', '/v1/sms/campaigns/messages/', { campaign_id: TEXT, cursor: NUMBER }),
    call('GET', `/v1/sms/messages/${NUMBER}/`),
    call('GET', `/v1/${NUMBER}/${encodeURIComponent(TEXT)}`),
    call('GET', `/v1/sms/campaigns/?cursor=${NUMBER}&status=${NUMBER}`),
    call('POST', `/callbacks/north/${NUMBER}`, { reports: [{ reference: TEXT, status: 'delivered' }] }),
    ...GRAPHQL_IN_VAIN.map((body) => call('POST', '/graphql', body)),
  ];
  for (const { status, text } of await Promise.all(inVain)) {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    answers.push(text);
  }
}

const NOBODY = { 'content-type': 'application/json', cookie: `postrider_session=${SESSION}` };
const PEOPLE: readonly [mutation: string, input: object][] = [
  ['signIn', { email: 'nobody@example.org', password: PASSWORD }],
  ['resetPassword', { challenge: CHALLENGE, code: CODE, password: PASSWORD }],
  ['verifyEmail', { challenge: CHALLENGE, code: CODE }],
  [
    'setUp',
    { token: CHALLENGE, email: 'nobody@example.org', name: 'Nobody', password: PASSWORD, organisationName: 'None' },
  ],
];

/** What people and programs prove themselves by, as it should be and as it should not. */
async function tellSecrets(): Promise<void> {
  for (const [name, input] of PEOPLE) {
    const typed = `mutation ($input: ${name.charAt(0).toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { userErrors { code } } }`;
    const texts = Object.entries(input).map(([field, value]) => `${field}: "${value}"`);
    for (const body of [
      { query: typed, variables: { input } },
      { query: typed, variables: { input: { ...input, password: [PASSWORD], code: { is: CODE } } } },
      { query: `mutation { ${name}(input: { ${texts.join(', ')} }) { nothing } }` },
      { query: `mutation { ${name}(input: { ${texts.join(', ')}` },
    ]) {
      const { status, text } = await call('POST', '/graphql', body, NOBODY);
      expect(status).toBeLessThan(500);
      answers.push(text);
    }
  }
  const hook = await call('POST', '/v1/webhooks/', { url: `http://127.0.0.1:9/${HOOK_PATH}` });
  const key = await call('POST', '/graphql', { query: NEW_KEY });
  canaries.push(JSON.parse(hook.text).secret, JSON.parse(key.text).data.createApiKey.key);
}

const NEW_KEY = 'mutation { createApiKey(input: { name: "n", mode: LIVE, scopes: [SMS_READ] }) { key } }';
const MUTATION = 'mutation ($input: SendSmsInput!) { sendSms(input: $input) { replayed } }';
const GRAPHQL_IN_VAIN = [
  { query: MUTATION, variables: { input: { to: NUMBER, message: { text: TEXT } } } },
  { query: MUTATION, variables: { input: TEXT } },
  { query: MUTATION, variables: { input: { message: TEXT, metadata: TEXT } } },
  { query: MUTATION, variables: { input: { ...send(), scheduledAt: TEXT } } },
  { query: `mutation { sendSms(input: { to: ${NUMBER}, message: "${TEXT}" }) { replayed } }` },
  { query: `mutation { sendSms(input: { to: "${NUMBER}", message: "${TEXT}` },
  { query: `{ message(id: "${TEXT}") { id } }` },
  { query: `{ messages(first: 1, after: "${NUMBER}") { nodes { id } } }` },
];

/** Every route as its example shows it, with a canary in every place for a text. */
async function callEverything(headers: Record<string, string>): Promise<void> {
  for (const { method, path, values, slots } of restCalls(ROUTES)) {
    const ids = slots.filter(({ path: [place] }) => place !== 'path');
    const filled = ids.reduce<unknown>((all, slot) => withValue(all, slot.path, canaryFor(slot.coordinate)), values);
    const { body, header } = filled as typeof values;
    await call(method, addressOf(path, values), body, { ...headers, ...header });
    await call(method, addressOf(path, filled as typeof values), body, { ...headers, ...header });
  }
  await call('POST', '/v1/sms/send/', send(), headers);
  await call('POST', '/v1/sms/send-bulk/', bulk(), headers);
}

function reportInVain(): Promise<unknown> {
  const body = JSON.stringify({
    reports: [
      { provider_id: TEXT, status: 'failed', delivery_code: 409, raw_code: NUMBER },
      { reference: NUMBER },
      TEXT,
    ],
  });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = `v1=${createHmac('sha256', GATEWAY_SECRET).update(`${timestamp}.${body}`).digest('hex')}`;
  const signed = { 'x-postrider-timestamp': timestamp, 'x-postrider-signature': signature };
  return call('POST', '/callbacks/north', body, signed);
}

/** PostgreSQL puts whole rows into the details of its complaints. */
async function makeTheDatabaseComplain(): Promise<void> {
  await superuser.query(`ALTER TABLE suppressions ADD CONSTRAINT unloved CHECK (mobile <> '${NUMBER}') NOT VALID`);
  await superuser.query(`ALTER TABLE idempotency_keys RENAME TO gone`);
  const numbers = [{ mobile: NUMBER, reason: TEXT }];
  const failed = [
    await call('POST', '/v1/suppressions/', { numbers }),
    await call('POST', '/v1/sms/send/', send(), { ...live, 'idempotency-key': IDEMPOTENCY_KEY }),
  ];
  await superuser.query('ALTER TABLE gone RENAME TO idempotency_keys');
  await superuser.query('ALTER TABLE suppressions DROP CONSTRAINT unloved');
  for (const { status, text } of failed) {
    expect(status).toBe(500);
    answers.push(text);
  }
}

async function queuedJobs(): Promise<string> {
  const { rows: tables } = await superuser.query(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_schema = 'pgboss' AND table_type = 'BASE TABLE'`,
  );
  const contents = [];
  for (const { name } of tables) contents.push((await superuser.query(`SELECT t::text FROM ${name} t`)).rows);
  expect(tables.length).toBeGreaterThan(3);
  return JSON.stringify(contents);
}

/** Numbers and digests of them would be found by their last digits too. */
const found = (haystack: string) => canaries.filter((canary) => haystack.includes(canary));

describe('what passes through the program', () => {
  it('is sent, refused, garbled by its gateway and complained about', async () => {
    await callInVain();
    await tellSecrets();
    await callEverything(live);
    await reportInVain();
    await makeTheDatabaseComplain();
    for (let waitedMs = 0; gateway.received.length < 9 && waitedMs < 20_000; waitedMs += 100) {
      await call('POST', '/v1/sms/send/', send());
      await sleep(100);
    }
    expect(gateway.received.length).toBeGreaterThanOrEqual(9);
    expect(gateway.received.some(({ to, text }) => to === NUMBER && text === TEXT)).toBe(true);
  });

  it('is in no line of the log, at its most talkative', () => {
    expect(program.output()).toContain('"level":"debug"');
    expect(program.output()).toContain('a request failed');
    expect(found(program.output())).toEqual([]);
  });

  it('is in no job of the queue', async () => {
    expect(found(await queuedJobs())).toEqual([]);
  });

  it('is in no answer of a call that failed', () => {
    expect(answers.length).toBeGreaterThan(25);
    for (const answer of answers) expect(found(answer)).toEqual([]);
  });
});

describe('a test key', () => {
  it('reaches no gateway but the sandbox, by whatever call', async () => {
    await superuser.query('DELETE FROM rate_limits');
    await sleep(1_000);
    const before = gateway.received.length;
    const text = 'only for the sandbox';
    await call('POST', '/v1/sms/send/', send({ message: text }), test);
    await call('POST', '/v1/sms/send-bulk/', { ...bulk(), message: text }, test);
    await callEverything(test);
    const settled = async () => {
      const { rows } = await superuser.query(`SELECT DISTINCT gateway FROM sms_messages WHERE test AND attempt > 0`);
      return rows.map((row) => row.gateway);
    };
    for (let waitedMs = 0; (await settled()).length === 0 && waitedMs < 10_000; waitedMs += 100) await sleep(100);
    expect(await settled()).toEqual(['sandbox']);
    expect(gateway.received.slice(before).filter((message) => message.text === text)).toEqual([]);
  });
});
