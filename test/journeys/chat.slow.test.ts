import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase } from '../../src/db/orm.js';
import { SCOPES } from '../../src/domain/vocabulary.js';
import { createLogger } from '../../src/lib/log/logger.js';
import { createDemoPhones } from '../../src/operations/chat/create-session.js';
import { createApiKey } from '../../src/operations/people/api-keys.js';
import { createOrganisation } from '../../src/operations/people/organisations.js';
import { createTestDatabase, type TestDatabase } from '../support/database/database.js';
import { type RunningProgram, spawnPostrider } from '../support/programs/program.js';

/** The whole channel over real HTTP, as an integrator would use it: an API process, a worker process, the sandbox. */
const SECRET_KEY = 'a secret of the journeys that is long enough';
const NEVER = '01936e2c-7a4b-7c31-9f6e-2b1d5a8c4e70';
const PATIENCE_MS = 10_000;
/** Not oftener: calls count, and there are 300 a minute. */
const POLL_INTERVAL_MS = 200;
const MEDIA = 'https://files.example.com/cat';

let database: TestDatabase;
let api: RunningProgram;
let worker: RunningProgram;
let headers: Record<string, string>;

beforeAll(async () => {
  database = await createTestDatabase();
  const logger = createLogger({ level: 'silent', pretty: false });
  const db = await openDatabase({ url: database.url, poolSize: 2, logger });
  const services = { db, secretKey: SECRET_KEY };
  const { id: organisationId } = await createOrganisation(services, { name: 'Journey' });
  await createDemoPhones(services, organisationId);
  const { key } = await createApiKey(services, { organisationId, name: 'A key', mode: 'test', scopes: SCOPES });
  await db.close();
  headers = { authorization: `Bearer ${key}`, 'x-organisation-id': organisationId, 'content-type': 'application/json' };
  const env = { DATABASE_URL: database.url, SECRET_KEY, SANDBOX_DELAY_MS: '60', LOG_LEVEL: 'warn' };
  [api, worker] = [
    await spawnPostrider(['serve', '--role', 'api'], env),
    await spawnPostrider(['serve', '--role', 'worker'], env),
  ];
});

afterAll(async () => {
  await api?.term();
  await worker?.term();
  await database?.drop();
});

// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of all shapes.
type Answer = { status: number; body: any };

async function rest(method: string, path: string, body?: object, more: Record<string, string> = {}): Promise<Answer> {
  const init = { method, headers: { ...headers, ...more } };
  const response = await fetch(api.url + path, body ? { ...init, body: JSON.stringify(body) } : init);
  return { status: response.status, body: await response.json() };
}

async function graphql(query: string, variables: object): Promise<Answer['body']> {
  const { status, body } = await rest('POST', '/graphql', { query, variables });
  expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
  return body.data;
}

/** Asks again until the answer is the wanted one; fails with the last one otherwise. */
async function eventually<T>(ask: () => Promise<T>, isWanted: (answer: T) => boolean): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const answer = await ask();
    if (isWanted(answer)) return answer;
    if (Date.now() > deadline) throw new Error(`Still not there: ${JSON.stringify(answer)}`);
    await sleep(POLL_INTERVAL_MS);
  }
}

const session = async (id: string) =>
  (await graphql(`query ($id: UUID!) { session(id: $id) { state connected phoneNumber } }`, { id })).session;

async function phone(name: string): Promise<string> {
  const { body } = await rest('GET', '/v1/chatapp/phones/');
  return body.results.find((one: { name: string }) => one.name === name).chat_id;
}

const send = (sessionId: string, body: object, more?: Record<string, string>) =>
  rest('POST', `/v1/chatapp/${sessionId}/send/`, body, more);
const sendToGroup = (sessionId: string, body: object) => rest('POST', `/v1/chatapp/${sessionId}/groups/send/`, body);
const read = async (messageId: string) => (await rest('GET', `/v1/chatapp/messages/${messageId}/`)).body;

describe('an organisation that connects a phone', () => {
  let id: string;

  it('makes a session and scans its code', async () => {
    const { createSession } = await graphql(
      `mutation ($input: CreateSessionInput!) { createSession(input: $input) { session { id state } userErrors { code } } }`,
      { input: { name: 'Front desk' } },
    );
    expect(createSession).toMatchObject({ session: { state: 'SCAN_QR' }, userErrors: [] });
    id = createSession.session.id;
    const { sessionQr } = await graphql(`query ($id: UUID!) { sessionQr(sessionId: $id) { raw svg expiresAt } }`, {
      id,
    });
    expect(sessionQr.svg).toMatch(/^<svg/);
    expect(Date.parse(sessionQr.expiresAt)).toBeGreaterThan(Date.now());

    expect((await fetch(sessionQr.raw)).status).toBe(200);
    const connected = await eventually(
      () => session(id),
      ({ state }) => state === 'CONNECTED',
    );
    expect(connected).toEqual({ state: 'CONNECTED', connected: true, phoneNumber: expect.stringMatching(/^1202555/) });
  });

  it('finds it among its phones, and the groups of the phone', async () => {
    const phones = await rest('GET', '/v1/chatapp/phones/');
    expect(phones.status).toBe(200);
    expect(phones.body).toMatchObject({ count: 4, next: null, previous: null });
    expect(phones.body.results.at(-1)).toEqual({
      chat_id: id,
      name: 'Front desk',
      phone_number: expect.any(String),
      status: 'connected',
      connected: true,
    });
    const groups = await rest('GET', `/v1/chatapp/${id}/groups/?page_size=2`);
    expect(groups.body.count).toBeGreaterThan(2);
    expect(groups.body.results).toHaveLength(2);
    const next = await fetch(groups.body.next, { headers });
    expect(((await next.json()) as Answer['body']).results).toHaveLength(groups.body.count - 2);
    for (const group of groups.body.results) {
      expect(group).toEqual({
        chat_id: expect.stringMatching(/@g\.us$/),
        name: expect.any(String),
        participant_count: expect.any(Number),
      });
    }
  });

  it.each([
    { type: 'text', message: 'Hello' },
    { type: 'image', url: `${MEDIA}.jpg`, message: 'A cat' },
    { type: 'video', url: `${MEDIA}.mp4` },
    { type: 'voice', url: `${MEDIA}.ogg` },
    { type: 'file', url: `${MEDIA}.pdf`, filename: 'Cat.pdf', mime_type: 'application/pdf' },
  ])('sends $type to a person, who gets and reads it', async (content) => {
    const { status, body } = await send(id, { to: '+1 202-555-0100', ...content });
    expect({ status, body }).toEqual({
      status: 201,
      body: { success: true, message_id: expect.any(String), status: 'sent', to: '12025550100', type: content.type },
    });
    const message = await eventually(
      () => read(body.message_id),
      ({ status }) => status === 'read',
    );
    expect(message).toEqual({
      message_id: body.message_id,
      session_id: id,
      to: '12025550100',
      type: content.type,
      status: 'read',
      error: null,
      test: true,
      created_by: { kind: 'key', id: expect.any(String), name: 'A key' },
      created_at: expect.any(String),
      sent_at: expect.any(String),
      delivered_at: expect.any(String),
      read_at: expect.any(String),
    });
  });

  it.each([
    { type: 'text', message: 'Hello all' },
    { type: 'image', url: `${MEDIA}.jpg` },
    { type: 'video', url: `${MEDIA}.mp4` },
    { type: 'voice', url: `${MEDIA}.ogg` },
  ])('sends $type to a group, of which several have read it', async (content) => {
    const to = (await rest('GET', `/v1/chatapp/${id}/groups/`)).body.results[0].chat_id;
    const { status, body } = await sendToGroup(id, { to, ...content });
    expect({ status, body }).toMatchObject({ status: 201, body: { success: true, status: 'sent', to } });
    const query = `query ($id: String!) { chatMessage(id: $id) { status deliveredCount readCount history { status } } }`;
    const counted = await eventually(
      async () => (await graphql(query, { id: body.message_id })).chatMessage,
      ({ deliveredCount, readCount }) => deliveredCount >= 3 && readCount >= 2,
    );
    expect(counted.status).toBe('READ');
    // Acks that come together are one change: a message may skip `delivered`.
    const history = counted.history.map((change: { status: string }) => change.status).join(' ');
    expect(history).toMatch(/^SENT (DELIVERED )?READ$/);
  });

  it('stops the phone, and is told so by the next call', async () => {
    await graphql(
      `mutation ($input: StopSessionInput!) { stopSession(input: $input) { session { state } userErrors { code } } }`,
      { input: { sessionId: id } },
    );
    const { status, body } = await send(id, { to: '12025550100', type: 'text', message: 'Hello' });
    expect({ status, body }).toEqual({
      status: 409,
      body: {
        success: false,
        detail: expect.any(String),
        code: 'session_not_connected',
        request_id: expect.any(String),
      },
    });
  });
});

describe('the demo phones', () => {
  const text = { to: '12025550100', type: 'text', message: 'Hello' };

  it('one is away: 409; one rejects: 502; a session of nobody: 404', async () => {
    expect(await send(await phone('disconnected'), text)).toMatchObject({ status: 409 });
    expect(await send(await phone('rejecting'), text)).toMatchObject({
      status: 502,
      body: { success: false, code: 'provider_rejected' },
    });
    expect(await send(NEVER, text)).toMatchObject({ status: 404, body: { success: false, code: 'not_found' } });
  });

  it('an answer that is lost: 502 with the message, which is not sent again and turns out to be read', async () => {
    const lost = { ...text, to: '12025550125' };
    const key = { 'idempotency-key': 'journey-lost' };
    const { status, body } = await send(await phone('connected'), lost, key);
    expect({ status, body }).toMatchObject({ status: 502, body: { success: false, code: 'provider_timeout' } });
    const message = await eventually(
      () => read(body.message_id),
      (seen) => seen.status === 'read',
    );
    const again = await send(await phone('connected'), lost, key);
    expect(again).toMatchObject({ status: 201, body: { success: true, message_id: message.message_id } });
    const { chatMessages } = await graphql(
      `query { chatMessages(first: 10, filter: { to: "12025550125" }) { totalCount } }`,
      {},
    );
    expect(chatMessages.totalCount).toBe(1);
  });

  it('a crash between the hand-over and its answer loses nothing: the ack still finds its message', async () => {
    // The sandbox keeps its acks in the database before it answers, as an engine keeps its own.
    const { body } = await send(await phone('connected'), text);
    await worker.kill();
    worker = await spawnPostrider(['serve', '--role', 'worker'], {
      DATABASE_URL: database.url,
      SECRET_KEY,
      SANDBOX_DELAY_MS: '60',
      LOG_LEVEL: 'warn',
    });
    await eventually(
      () => read(body.message_id),
      ({ status }) => status === 'read',
    );
  });
});
