import { HeaderMap } from '@apollo/server';
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { Pool } from 'pg';
import { buildPostriderSchema } from '../../../src/api/graphql/schema.js';
import { createGraphqlServer } from '../../../src/api/graphql-server.js';
import { createAccountLimits } from '../../../src/api/guard/account-limits.js';
import { guardRootFields } from '../../../src/api/guard/admission.js';
import { createRateLimits } from '../../../src/api/guard/rate-limits.js';
import { createRequestContext, type RequestContext } from '../../../src/api/guard/request-context.js';
import type { ChatEngine } from '../../../src/domain/chat/engine.js';
import type { Caller } from '../../../src/domain/context.js';
import { SCOPES } from '../../../src/domain/vocabulary.js';
import { createTestDatabase } from '../../support/database/database.js';
import { createProgrammableGateway } from '../../support/gateways/programmable-gateway.js';
import { POLICY } from '../../support/policy.js';
import { newOrganisation, startServices, type TestServices } from '../../support/services.js';

export interface Answer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly data: any;
  readonly errors: readonly GraphqlError[];
  readonly extensions: Record<string, unknown>;
}

export interface GraphqlError {
  readonly message: string;
  readonly path?: readonly string[];
  readonly extensions: Record<string, unknown> & { readonly code: string };
}

export interface GraphqlApi {
  readonly services: TestServices;
  readonly databaseUrl: string;
  /** An organisation of its own, and a key that may do everything. */
  newCaller(): Promise<Caller>;
  contextOf(caller: Caller): RequestContext & { readonly caller: Caller };
  /** Asks like an HTTP client does. */
  ask(caller: Caller | RequestContext, query: string, variables?: Record<string, unknown>): Promise<Answer>;
  /** Calls a mutation with an input, and returns what `fields` select of its payload. */
  mutate(by: Caller, name: string, input: object, fields: string): Promise<Payload>;
  /** Any body at all. */
  post(caller: Caller, body: unknown): Promise<Answer>;
  get(caller: Caller, query: string): Promise<Answer>;
}

// biome-ignore lint/suspicious/noExplicitAny: payloads of all shapes.
type Payload = any;

interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly search?: string;
  readonly body?: unknown;
}

/**
 * The GraphQL face on a database of its own, without a network in between, for the length of the test file. There from
 * the first test on.
 */
export function useGraphqlApi(engines: readonly ChatEngine[] = []): GraphqlApi {
  const api = {} as GraphqlApi;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    const { stop: end, ...started } = await startGraphqlApi(engines);
    stop = end;
    Object.assign(api, started);
  });
  afterAll(() => stop());
  return api;
}

/** A key of an organisation of its own that may do everything, for the length of the test file. */
export function useCaller(api: GraphqlApi): Caller {
  const caller = {} as Caller;
  beforeAll(async () => void Object.assign(caller, await api.newCaller()));
  return caller;
}

/** The same, of an organisation that is new for each test. */
export function useNewCaller(api: GraphqlApi): Caller {
  const caller = {} as Caller;
  beforeEach(async () => void Object.assign(caller, await api.newCaller()));
  return caller;
}

async function startGraphqlApi(
  engines: readonly ChatEngine[],
): Promise<GraphqlApi & { readonly stop: () => Promise<void> }> {
  const database = await createTestDatabase();
  const services = await startServices(database, { gateways: [createProgrammableGateway()], engines });
  const pool = new Pool({ connectionString: database.url, max: 4 });
  const rateLimits = createRateLimits(pool, services.logger, POLICY.callsPerMinute);
  const server = createGraphqlServer(guardRootFields(buildPostriderSchema()), services.logger);
  await server.start();

  const accountLimits = createAccountLimits(pool, services.logger);
  const desk = { services, rateLimits, accountLimits, forgetSessions: () => undefined };
  const contextOf = (caller: Caller) => {
    const visitor = { address: '127.0.0.1', person: null };
    return { ...createRequestContext(desk, { visitor, caller }, 'a-request'), caller };
  };
  async function request(context: RequestContext, { method, search = '', body }: HttpRequest): Promise<Answer> {
    const headers = new HeaderMap(method === 'POST' ? [['content-type', 'application/json']] : []);
    const answer = await server.executeHTTPGraphQLRequest({
      httpGraphQLRequest: { method, search, headers, body },
      context: async () => context,
    });
    if (answer.body.kind !== 'complete') throw new Error('The answer comes in parts.');
    const { data, errors = [], extensions = {} } = JSON.parse(answer.body.string);
    return { status: answer.status ?? 200, headers: answer.headers, data, errors, extensions };
  }

  const ask: GraphqlApi['ask'] = (asking, query, variables = {}) =>
    request('caller' in asking ? asking : contextOf(asking), { method: 'POST', body: { query, variables } });
  return {
    services,
    databaseUrl: database.url,
    contextOf,
    async newCaller() {
      const { caller } = await newOrganisation(services);
      return { ...caller, scopes: SCOPES };
    },
    ask,
    async mutate(by, name, input, fields) {
      const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
      const query = `mutation ($input: ${type}!) { ${name}(input: $input) { ${fields} } }`;
      const { data, errors } = await ask(by, query, { input });
      if (errors.length > 0) throw new Error(JSON.stringify(errors));
      return data[name];
    },
    post: (caller, body) => request(contextOf(caller), { method: 'POST', body }),
    get: (caller, query) => request(contextOf(caller), { method: 'GET', search: `?${new URLSearchParams({ query })}` }),
    async stop() {
      await server.stop();
      await pool.end();
      await services.stop();
      await database.drop();
    },
  };
}
