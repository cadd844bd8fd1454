import { beforeAll, describe, expect, it } from '@jest/globals';
import { type ExecutionResult, Kind, visit } from 'graphql';
import { createRateLimits } from '../../../src/api/guard/rate-limits.js';
import { createRequestContext, type RequestContext } from '../../../src/api/guard/request-context.js';
import {
  compileDocument,
  interpretDocument,
  isExpandable,
  readDocument,
  restName,
} from '../../../src/api/rest/documents.js';
import type { Route } from '../../../src/api/rest/route.js';
import { createApi } from '../../../src/http/api.js';
import { useApi } from '../../http/start-api.js';
import { exampleBodyOf } from '../../support/calls/generate-rest-calls.js';
import { addOneOfEach, type OwnIds } from '../../support/calls/rest-example.js';
import { ROUTES } from '../../support/calls/rest-routes.js';
import { DEAF_INBOX } from '../../support/gateways/deaf-inbox.js';
import { onBehalfOf } from '../../support/services.js';

const api = useApi();
let schema: Awaited<ReturnType<typeof createApi>>['schema'];

beforeAll(async () => {
  ({ schema } = await createApi({
    dependencies: desk(),
    gatewayInbox: DEAF_INBOX,
    engineReports: { accept: async () => undefined },
    publicUrl: '',
    allowedOrigins: [],
    trustsHost: false,
    bodyLimitBytes: 1,
    version: '',
  }));
});

/** An organisation that has one of each. */
async function furnished() {
  const customer = await api.customer();
  return { customer, ids: await addOneOfEach(api, customer) };
}

let toRead: ReturnType<typeof furnished> | undefined;

/** What only reads finds the same twice without a second organisation. */
function furnishedToRead(): ReturnType<typeof furnished> {
  toRead ??= furnished();
  return toRead;
}

const furnishedFor = ({ method }: Route) => (method === 'GET' ? furnishedToRead() : furnished());

/** An organisation with nothing but its own id, which stands for every other. */
async function empty() {
  const { organisationId } = await api.customer();
  const { ids: names } = await furnishedToRead();
  const ids = Object.fromEntries(Object.keys(names).map((name) => [name, organisationId])) as OwnIds;
  return { organisationId, ids };
}

const unlimited = { bucket: 'general', limit: 1, remaining: 1, windowSeconds: 1, resetSeconds: 1 } as const;
const rateLimits: ReturnType<typeof createRateLimits> = {
  consume: async () => unlimited,
  read: async () => [unlimited],
};

const accountLimits = { consume: async () => undefined };
const desk = () => ({ services: api.services, rateLimits, accountLimits, forgetSessions: () => undefined });

function contextOf(organisationId: string, overrides: Partial<RequestContext> = {}): RequestContext {
  const { caller } = onBehalfOf(api.services, organisationId);
  const visitor = { address: '127.0.0.1', person: null };
  return { ...createRequestContext(desk(), { visitor, caller }, 'test'), ...overrides };
}

/** As a call with the key of the organisation: the operator has none, and can make no access token. */
async function contextOfKey(organisationId: string): Promise<RequestContext> {
  const [key] = await api.sql<{ id: string; name: string }>(
    'SELECT id, name FROM api_keys WHERE organisation_id = $1 ORDER BY id LIMIT 1',
    [organisationId],
  );
  const context = contextOf(organisationId);
  const { caller } = context;
  return key && caller ? { ...context, caller: { ...caller, actor: { kind: 'key', ...key } } } : context;
}

type Situation = () => Promise<{ variables: object; context: RequestContext }>;

/** Runs a stored document compiled and interpreted, each in a fresh situation of the same kind. */
async function bothWays(route: Route, situation: Situation) {
  const first = await situation();
  const compiled = await compileDocument(schema, route)(first.context, { ...first.variables });
  const second = await situation();
  const interpreted = await interpretDocument(schema, route.executed)(second.context, { ...second.variables });
  return { compiled: shown(compiled), interpreted: shown(interpreted) };
}

/** What a caller could see of a result, and what the error map looks at. */
function shown({ data, errors }: ExecutionResult): unknown {
  const seen = errors?.map(({ message, path, originalError }) => ({
    message,
    path,
    kind: originalError?.constructor.name,
  }));
  return JSON.parse(JSON.stringify({ data, errors: seen }));
}

/** Ids, times and cursors of what was created differ between two runs. */
function forgetfully(result: unknown): unknown {
  const text = JSON.stringify(result);
  const anonymous = text
    .replace(/"(?:[0-9a-f-]{36}|3EB0[0-9A-F]{18}|\d+@g\.us)"/g, '"id"')
    .replace(/"\d{4}-\d\d-\d\dT[^"]+"/g, '"time"')
    .replace(/Cursor":"[^"]+"/g, 'Cursor":"cursor"')
    .replace(/"(?:evt_|evt_test_)[0-9a-f]+"/g, '"event"')
    .replace(/"(?:whsec_|pr_at_)[^"]+"/g, '"secret"')
    .replace(/pr_ex_[^"]+"/g, 'token"')
    .replace(/"preview_token":"[^"]+"/g, '"preview_token":"token"')
    .replace(/"duration_ms":\d+/g, '"duration_ms":0');
  return JSON.parse(anonymous);
}

/** The properties that a caller can have beside the others. */
function expandableIn(route: Route): string[] {
  const names: string[] = [];
  visit(route.executed, { [Kind.FIELD]: (field) => void (isExpandable(field) && names.push(restName(field))) });
  return names;
}

function variablesFor(route: Route, ids: OwnIds, expand: readonly string[] = []): object {
  const message = route.path.startsWith('/v1/chatapp/') ? ids.chat_message_id : ids.message_id;
  // One that has a message, or one that is suppressed.
  const mobile = route.operation === 'explainNumber' ? '12025550101' : '12025550100';
  const body = exampleBodyOf(route) ?? (route.carried ? { campaign_id: '' } : {});
  const filled = JSON.parse(JSON.stringify(body), (key, value) => (key === 'campaign_id' ? ids.campaign_id : value));
  return route.variables({
    params: { ...ids, message_id: message, sequence: '1', mobile },
    body: (route.body ?? route.carried)?.parse(filled) ?? {},
    // What a list needs: others have only what narrows them.
    query: { ...(route.operation === 'statistics' && route.example?.query), expand },
    idempotencyKey: undefined,
    placed: Object,
    link: String,
  });
}

/** The codes are a catalogue, the numbers are settings, and what counts calls has connections of its own. */
const WITHOUT_DATABASE = ['deliveryCodes', 'ownNumbers', 'rateLimits'];

const named = ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const);

describe('every stored document, compiled, gives what graphql-js gives', () => {
  it.each(named)('%s, when all is well', async (_, route) => {
    const { compiled, interpreted } = await bothWays(route, async () => {
      const { customer, ids } = await furnishedFor(route);
      return { variables: variablesFor(route, ids), context: await contextOfKey(customer.organisationId) };
    });
    expect(compiled).not.toHaveProperty('errors');
    expect(forgetfully(compiled)).toEqual(forgetfully(interpreted));
  });

  it.each(named.filter(([, route]) => expandableIn(route).length > 0))('%s, expanded', async (_, route) => {
    const names = expandableIn(route);
    const { compiled, interpreted } = await bothWays(route, async () => {
      const { customer, ids } = await furnishedFor(route);
      return { variables: variablesFor(route, ids, names), context: await contextOfKey(customer.organisationId) };
    });
    expect(compiled).not.toHaveProperty('errors');
    const text = JSON.stringify(compiled);
    expect(names.filter((name) => !text.includes(`"${name}":`))).toEqual([]);
    expect(forgetfully(compiled)).toEqual(forgetfully(interpreted));
  });

  it.each(named)('%s, when there is nothing', async (_, route) => {
    const { ids, ...nobody } = await empty();
    const { compiled, interpreted } = await bothWays(route, async () => ({
      variables: variablesFor(route, ids),
      context: contextOf(nobody.organisationId),
    }));
    expect(forgetfully(compiled)).toEqual(forgetfully(interpreted));
  });

  it.each(named)('%s, when the resolver throws', async (_, route) => {
    const { ids, ...nobody } = await empty();
    const broken = () => {
      throw new TypeError('the database is on fire');
    };
    const { compiled, interpreted } = await bothWays(route, async () => ({
      variables: variablesFor(route, ids),
      context: Object.defineProperty(contextOf(nobody.organisationId), 'db', { get: broken }),
    }));
    expect(forgetfully(compiled)).toEqual(forgetfully(interpreted));
    const needsDatabase = !WITHOUT_DATABASE.includes(route.operation);
    if (needsDatabase) expect(compiled).toMatchObject({ errors: [{ kind: 'TypeError' }] });
  });

  it.each(named)('%s, when the variables are of the wrong type', async (_, route) => {
    const wrong = { input: { to: 5, message: null }, id: 'x', first: 'x', filter: 7 };
    const nobody = await api.customer();
    const { compiled, interpreted } = await bothWays(route, async () => ({
      variables: wrong,
      context: contextOf(nobody.organisationId),
    }));
    const refused = (result: unknown) => (result as { errors?: unknown[] }).errors !== undefined;
    expect(refused(compiled)).toBe(refused(interpreted));
  });
});

describe('the stored documents', () => {
  it('use no directive, which the compiler treats in its own way, but that of what can be expanded', () => {
    for (const route of ROUTES) {
      visit(route.executed, {
        [Kind.DIRECTIVE]: (directive) => {
          const given = directive.arguments?.map(({ name, value }) => `${name.value} ${value.kind}`).join();
          if (directive.name.value === 'include' && given === 'if Variable') return;
          throw new Error(`${route.path} uses a directive`);
        },
      });
    }
  });

  it('keep the program from starting when one does not fit the schema', () => {
    const [route] = ROUTES as readonly [Route];
    const broken = (document: string) => () => readDocument(schema, { ...route, document });
    expect(broken('query nothing { nothing }')).toThrow('Cannot query field');
    expect(broken('query two { organisation { name } viewer { apiKey { keyId } } }')).toThrow('one root field');
  });
});
