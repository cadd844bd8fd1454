import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { Pool } from 'pg';
import { Agent, type Dispatcher, request } from 'undici';
import { createAccountLimits } from '../../src/api/guard/account-limits.js';
import { createRateLimits } from '../../src/api/guard/rate-limits.js';
import { loadConfig } from '../../src/config/config.js';
import { listen } from '../../src/db/postgres/listen.js';
import type { ChatEngine, EngineReportSink } from '../../src/domain/chat/engine.js';
import { type Role, SCOPES } from '../../src/domain/vocabulary.js';
import { type Api, createApi } from '../../src/http/api.js';
import { createMetrics } from '../../src/http/metrics/metrics.js';
import { createHttpServer, type HttpServer } from '../../src/http/server.js';
import { createLogger } from '../../src/lib/log/logger.js';
import { receiveEngineReports } from '../../src/operations/chat/engine-reports.js';
import type { Services } from '../../src/operations/context.js';
import type { KeyFields } from '../../src/operations/people/api-key-fields.js';
import { createApiKey } from '../../src/operations/people/api-keys.js';
import { createOrganisation } from '../../src/operations/people/organisations.js';
import { openGatewayInbox } from '../../src/operations/sms/gateways/gateway-inbox.js';
import { checkReady, readHealthFigures } from '../../src/operations/upkeep/health.js';
import { closeServices, createServices } from '../../src/services.js';
import { createTestDatabase, isOnCitus, type TestDatabase } from '../support/database/database.js';
import { addMember } from '../support/people/member.js';

type RequestHeaders = Readonly<Record<string, string>>;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of all shapes.
  readonly body: any;
}

export interface Customer {
  readonly organisationId: string;
  readonly key: string;
  readonly keyId: string;
  readonly headers: RequestHeaders;
  call(method: string, path: string, body?: unknown, headers?: RequestHeaders): Promise<Answer>;
  /** Posts a document to `/graphql`. */
  graphql(query: string, variables?: object, headers?: RequestHeaders): Promise<Answer>;
  /** Sends "Hello" to a number of the sandbox over REST, unless the body says otherwise. */
  sendSms(body?: object, headers?: RequestHeaders): Promise<Answer>;
  sendBulkSms(body?: object, headers?: RequestHeaders): Promise<Answer>;
  /** What a subscription says at first: until it ends, or has nothing to say for a while. */
  listen(body: { readonly query: string; readonly variables?: object }): Promise<Answer>;
}

export type KeyWish = Partial<KeyFields> & { readonly organisationId?: string };

export interface TestApi {
  readonly url: string;
  readonly services: Services;
  readonly http: HttpServer;
  readonly faces: Api;
  readonly logged: readonly string[];
  /** A key of an organisation of its own, so that its limits and rows are its own, or one more of one that there is. */
  customer(wanted?: KeyWish): Promise<Customer>;
  /** A person who has signed in, and acts for an organisation by cookie. */
  member(role?: Role, organisationId?: string): Promise<Customer>;
  sql<Row extends object>(text: string, parameters?: unknown[]): Promise<Row[]>;
  fetch(path: string, init?: RequestInit): Promise<Answer>;
  /** Posts a document as nobody, or as whoever these headers show. */
  graphql(query: string, variables?: object, headers?: RequestHeaders): Promise<Answer>;
}

const SECRET_KEY = 'a secret of the tests that is long enough';
const ENVIRONMENT = { NODE_ENV: 'test', PUBLIC_URL: 'https://sms.example.org' };

/**
 * The API role of the program on a database and a port of its own, for the length of the test file. No workers run.
 * `engines` are there besides the sandbox. Limits of calls count anew in each test.
 */
export function useApi(
  env: Record<string, string> = {},
  engines: readonly ChatEngine[] = [],
  makeDatabase: () => Promise<TestDatabase> = createTestDatabase,
): TestApi {
  const api = {} as { -readonly [Name in keyof TestApi]: TestApi[Name] };
  let database: TestDatabase;
  const closers: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    database = await makeDatabase();
    const logged: string[] = [];
    const logger = createLogger({ level: 'debug', pretty: false }, { write: (line: string) => void logged.push(line) });
    const config = loadConfig({ ...ENVIRONMENT, CONNECT_TO_NODES: String(isOnCitus()), ...env });
    const hints = { announce: async () => undefined, nudge: () => undefined, passOn: () => undefined };
    const options = { config, logger, databaseUrl: database.url, secretKey: SECRET_KEY };
    const configured = await createServices(options, hints);
    const besides = engines.map((engine) => [engine.name, engine] as const);
    const services = { ...configured, engines: new Map([...configured.engines, ...besides]) };
    const engineReports: EngineReportSink = {
      accept: (engine, reports, delayMs) => receiveEngineReports(services, engine, reports, delayMs),
    };
    for (const engine of services.engines.values()) await engine.start?.(engineReports);
    const limitsPool = new Pool({ connectionString: database.url, max: 4 });
    const spying = new Pool({ connectionString: database.superuserUrl, max: 2 });
    // The database is dropped beneath a connection that has not quite closed.
    for (const pool of [limitsPool, spying]) pool.on('error', () => undefined);
    const faces = await createApi({
      dependencies: {
        services,
        rateLimits: createRateLimits(limitsPool, logger, config.callsPerMinute),
        accountLimits: createAccountLimits(limitsPool, logger),
      },
      gatewayInbox: openGatewayInbox(services),
      engineReports,
      publicUrl: config.publicUrl,
      allowedOrigins: config.allowedOrigins,
      trustsHost: config.nodeEnv !== 'production',
      chatPathSegment: config.chatPathSegment,
      bodyLimitBytes: config.bodyLimitBytes,
      version: '0.0.0',
    });
    const { channels, noticeAll: onGap } = faces.subscriptions;
    const listening = listen({ url: database.url, logger, channels, onGap });
    const readFigures = () => readHealthFigures(services);
    const health = {
      metrics: createMetrics(),
      readFigures,
      servesMetrics: true,
      checkReady: () => checkReady(services),
    };
    const http = await createHttpServer({
      logger,
      health,
      api: faces,
      trustProxy: config.trustProxy,
      graceMs: 0,
      closeTimeoutMs: 20_000,
    });
    const url = await http.listen('127.0.0.1', 0);
    closers.push(
      () => closeAtOnce(http),
      listening.stop,
      () => limitsPool.end(),
      () => spying.end(),
      () => closeServices(services),
    );
    Object.assign(api, {
      url,
      services,
      http,
      faces,
      logged,
      customer: (options = {}) => createCustomer(url, services, options),
      member: (role: Role = 'owner', organisationId?: string) => createMember(url, services, role, organisationId),
      sql: async (text: string, parameters: unknown[] = []) => (await spying.query(text, parameters)).rows,
      fetch: (path: string, init?: RequestInit) => answerTo(`${url}${path}`, init),
      graphql(query: string, variables?: object, headers: RequestHeaders = {}) {
        const sent = { 'content-type': 'application/json', ...headers };
        return answerTo(`${url}/graphql`, {
          method: 'POST',
          headers: sent,
          body: JSON.stringify({ query, variables }),
        });
      },
    });
  });

  beforeEach(() => api.sql('DELETE FROM rate_limits'));
  afterAll(async () => {
    for (const close of closers) await close();
    await database?.drop();
  });

  return api;
}

/** A key of an organisation of its own, for the length of the test file. There from the first test on. */
export function useCustomer(api: TestApi, wanted?: KeyWish): Customer {
  const customer = {} as Customer;
  beforeAll(async () => void Object.assign(customer, await api.customer(wanted)));
  return customer;
}

/** The same, of an organisation that is new for each test. */
export function useNewCustomer(api: TestApi): Customer {
  const customer = {} as Customer;
  beforeEach(async () => void Object.assign(customer, await api.customer()));
  return customer;
}

/** A person who has signed in, in an organisation of their own, for the length of the test file. */
export function useMember(api: TestApi, role?: Role): Customer {
  const member = {} as Customer;
  beforeAll(async () => void Object.assign(member, await api.member(role)));
  return member;
}

/** The path of an address that the API gives: PUBLIC_URL is not where the tests reach it. */
export function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/** Nobody is left to be waited for, as a server waits for its callers. */
function closeAtOnce(http: HttpServer): Promise<void> {
  http.app.server.close();
  return http.close();
}

async function createCustomer(url: string, services: Services, wanted: KeyWish): Promise<Customer> {
  const organisationId = wanted.organisationId ?? (await createOrganisation(services, { name: 'A customer' })).id;
  const usual = { name: 'A key', mode: 'live', scopes: SCOPES } as const;
  const { key, apiKey } = await createApiKey(services, { ...usual, ...wanted, organisationId });
  return customerWith(url, { organisationId, key, keyId: apiKey.id }, { authorization: `Bearer ${key}` });
}

async function createMember(url: string, services: Services, role: Role, given: string | undefined): Promise<Customer> {
  const organisationId = given ?? (await createOrganisation(services, { name: 'A customer' })).id;
  const { headers } = await addMember(services, organisationId, role);
  return customerWith(url, { organisationId, key: '', keyId: '' }, headers);
}

function customerWith(
  url: string,
  whose: Pick<Customer, 'organisationId' | 'key' | 'keyId'>,
  credentials: RequestHeaders,
): Customer {
  const headers = { ...credentials, 'x-organisation-id': whose.organisationId };
  const call: Customer['call'] = (method, path, body, more = {}) => {
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const init: RequestInit = { method, headers: { ...headers, ...json, ...more } };
    return answerTo(`${url}${path}`, body === undefined ? init : { ...init, body: text });
  };
  return {
    ...whose,
    headers,
    call,
    graphql: (query, variables, more) => call('POST', '/graphql', { query, variables }, more),
    sendSms: (body, more) => call('POST', '/v1/sms/send/', { to: '12025550100', message: 'Hello', ...body }, more),
    sendBulkSms(body, more) {
      const bulk = { recipients: ['12025550100'], message: 'Hello', ...body };
      return call('POST', '/v1/sms/send-bulk/', bulk, more);
    },
    async listen(body) {
      // Fetch would replace the connection that is broken off here, by one that a server waits for when it stops.
      const sent = { ...headers, 'content-type': 'application/json' };
      const asked = { method: 'POST', headers: sent, body: JSON.stringify(body) } as const;
      const answer = await request(`${url}/graphql/stream`, { ...asked, dispatcher: new Agent() });
      const named = new Headers(answer.headers as Record<string, string>);
      return { status: answer.statusCode, headers: named, text: await firstWords(answer.body), body: null };
    },
  };
}

/** The keep-alive of a stream comes much later than this. */
const SILENCE_MS = 100;

async function firstWords(body: Dispatcher.ResponseData['body']): Promise<string> {
  let text = '';
  const give = () => body.destroy();
  let silence = setTimeout(give, SILENCE_MS);
  body.on('error', () => undefined);
  body.on('data', (piece: Buffer) => {
    text += piece;
    clearTimeout(silence);
    silence = setTimeout(give, SILENCE_MS);
  });
  await new Promise((resolve) => body.once('close', resolve));
  clearTimeout(silence);
  return text;
}

async function answerTo(url: string, init?: RequestInit): Promise<Answer> {
  const response = await fetch(url, { redirect: 'manual', ...init });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return { status: response.status, headers: response.headers, text, body: isJson && text ? JSON.parse(text) : null };
}
