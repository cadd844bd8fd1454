import { request } from 'node:http';
import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { buildPostriderSchema } from '../../src/api/graphql/schema.js';
import { describeRest } from '../../src/api/rest/openapi.js';
import { type Customer, useApi } from '../http/start-api.js';
import { graphqlCalls } from '../support/calls/generate-graphql-calls.js';
import { type HostileCall, hostileCall } from '../support/calls/generate-hostile-requests.js';
import { knownCursors, knownIds } from '../support/calls/generate-hostile-values.js';
import { addressOf, restCalls } from '../support/calls/generate-rest-calls.js';
import { checkAnswersWith, type OpenApi } from '../support/calls/openapi-document.js';
import { REST_TABLE, ROUTES } from '../support/calls/rest-routes.js';
import { withValue } from '../support/calls/with-value.js';
import { type Estate, foundEstate } from '../support/people/two-organisations.js';

const CASES = Number(process.env.FUZZ_CASES ?? 600);
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
const MS_PER_CASE = 100;
/** The server lets nobody wait for longer; see REQUEST_TIMEOUT_MS in src/http/server.ts. */
const REQUEST_TIMEOUT_MS = 30_000;
/** Fewer than a minute allows. */
const CALLS_PER_LIMIT = 200;

const schema = buildPostriderSchema();
const openapi = describeRest(REST_TABLE, 'https://sms.example.org', '0.0.0') as unknown as OpenApi;
const checkAnswer = checkAnswersWith(openapi);
const api = useApi({ SANDBOX_DELAY_MS: '0' });
let amber: Estate;
/** An owner of the organisation, until a call signs them out or throws them out. */
let owner: Customer;
beforeAll(async () => {
  amber = await foundEstate(api, { word: 'amber', digits: '314' });
  const { apiKey: _, ...ids } = amber.ids;
  knownIds.push(...Object.values(ids));
  knownCursors.push(...Object.values(amber.cursors));
  // After sixty refused documents no others would be read.
  Object.assign(api.faces.refusedDocuments, { note: async () => undefined });
});

async function startOver(): Promise<void> {
  await api.sql('DELETE FROM rate_limits');
  owner = await api.member('owner', amber.customer.organisationId);
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** By hand, since fetch refuses to send what is to be sent here. */
function send({ method, path, headers, body, caller }: HostileCall): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const credentials = { key: amber.customer.headers, person: owner?.headers, nobody: {} }[caller];
    const all = { ...credentials, ...headers, 'content-length': String(body?.length ?? 0) };
    const options = { method, headers: all as Record<string, string>, agent: false };
    const sent = request(`${api.url}${path}`, options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      );
    });
    // A body that is refused before it is read ends the connection while it is being sent.
    sent.on('error', reject);
    sent.setTimeout(REQUEST_TIMEOUT_MS, () => sent.destroy(new Error('There was no answer in time.')));
    sent.end(body);
  });
}

/** How many answers of each status there were: requests that nothing lets in find nothing. */
const answered = new Map<number, number>();

async function check(call: HostileCall): Promise<void> {
  const answer = await send(call);
  answered.set(answer.status, (answered.get(answer.status) ?? 0) + 1);
  try {
    checkShape(call, answer);
  } catch (error) {
    const { method, path, headers, body, caller } = call;
    const asked = `${caller}: ${method} ${path.slice(0, 500)} ${JSON.stringify(headers)}\n${body?.toString().slice(0, 4_000)}`;
    throw new Error(`${asked}\nwas answered with ${answer.status} ${answer.text.slice(0, 1_000)}`, { cause: error });
  }
}

/** Of an address that is none of a route; some are longer than a head may be, some bodies are refused before. */
const ELSEWHERE = [400, 401, 404, 405, 413, 415, 431];
/** A provider may refuse, and say so by this. */
const DOCUMENTED = [502, 503];

function checkShape({ method, path }: HostileCall, { status, headers, text }: Answer): void {
  const undocumented = path.startsWith('/graphql') ? null : checkAnswer(method, path, status, parsed(text));
  if (status >= 500) expect([DOCUMENTED.includes(status), undocumented]).toEqual([true, []]);
  // Elsewhere is whatever an odd id makes of the address.
  expect(undocumented ?? []).toEqual([]);
  if (undocumented === null && path.startsWith('/v1/')) expect(ELSEWHERE).toContain(status);
  expect(headers['x-request-id']).toMatch(/^[\w.:-]{1,128}$/);
  expect(text).not.toMatch(/\n\s+at |node_modules|\.[jt]s:\d+|SELECT|sqlState|"stack/);
  if (path.startsWith('/graphql')) checkGraphqlErrors(status, JSON.parse(text));
  else if (path.startsWith('/callbacks/')) checkCallback(status, text);
  else if (status >= 400) checkRestError(path, status, JSON.parse(text));
}

function parsed(text: string): unknown {
  return text === '' ? undefined : JSON.parse(text);
}

function checkCallback(status: number, text: string): void {
  expect([400, 401, 404]).toContain(status);
  expect(Object.keys(JSON.parse(text))).toEqual(['detail', 'code', 'request_id']);
}

function checkGraphqlErrors(
  status: number,
  { data, errors = [] }: { data?: unknown; errors?: readonly object[] },
): void {
  if (data == null) expect(errors.length).toBeGreaterThan(0);
  if (status >= 400) expect(errors.length).toBeGreaterThan(0);
  for (const error of errors) {
    expect(error).toMatchObject({
      message: expect.any(String),
      extensions: { code: expect.stringMatching(/^[A-Z_]+$/) },
    });
  }
}

/** Of the sends, whose errors say `success: false`. */
const SEND = /^\/v1\/(chatapp\/[^/]*\/(groups\/)?send|sms\/send(-bulk)?)\/?(\?|$)/;

function checkRestError(path: string, status: number, body: Record<string, unknown>): void {
  const { errors, success, retry_after: retryAfter, ...rest } = body;
  expect(retryAfter).toEqual(status === 429 ? expect.any(Number) : undefined);
  if (success !== undefined) expect([success, SEND.test(path)]).toEqual([false, true]);
  expect(rest).toEqual({
    detail: expect.any(String),
    code: expect.stringMatching(/^[a-z_]+$/),
    request_id: expect.any(String),
  });
  if (errors === undefined) return;
  expect(status).toBe(400);
  const complaints = Object.values(errors as object);
  expect(complaints.length).toBeLessThanOrEqual(100);
  for (const sentences of complaints) expect(sentences).toEqual(expect.arrayContaining([expect.any(String)]));
}

const nested = (depth: number, open: string, close: string): unknown =>
  JSON.parse(`${open.repeat(depth)}1${close.repeat(depth)}`);

const SPOILERS: Readonly<Record<string, unknown>> = {
  NUL: 'a\0b',
  'half a character': '\ud800',
  'a long text': 'x'.repeat(60_000),
  'an object that is no value': { toString: 1, valueOf: 1 },
  'a deep object': nested(4_000, '{"a":', '}'),
  'a deep list': nested(4_000, '[', ']'),
  'a number that no column holds': 99_999,
  'a number that no integer holds': 1e20,
};

describe.each(Object.entries(SPOILERS))('%s', (_, spoiler) => {
  it('is refused or taken in every place of every call', async () => {
    const json = { 'content-type': 'application/json' };
    const graphql = graphqlCalls(schema).flatMap(({ document: query, variables, places }) =>
      places.map(({ path }) => {
        const body = Buffer.from(JSON.stringify({ query, variables: withValue(variables, path, spoiler) }));
        return { method: 'POST', path: '/graphql', headers: json, body, caller: 'key' } as const;
      }),
    );
    const rest = restCalls(ROUTES).flatMap(({ method, path, values, places }) =>
      places
        .filter((place) => place.path[0] === 'body')
        .map((place) => {
          const { body } = withValue(values, place.path, spoiler) as typeof values;
          const address = addressOf(path, values);
          return {
            method,
            path: address,
            headers: json,
            body: Buffer.from(JSON.stringify(body)),
            caller: 'key',
          } as const;
        }),
    );
    for (const [index, call] of [...graphql, ...rest].entries()) {
      // A used-up limit would be remembered by the process, and hide what is behind the door from here on.
      if (index % CALLS_PER_LIMIT === 0) await startOver();
      await check(call);
    }
  });
});

describe('generated requests', () => {
  it(
    'are answered in the documented shape, and never with a fault of ours',
    async () => {
      process.stdout.write(`${CASES} hostile requests; FUZZ_SEED=${SEED} makes the same ones again\n`);
      answered.clear();
      let calls = 0;
      const property = fc.asyncProperty(hostileCall({ schema, routes: ROUTES, openapi }), async (call) => {
        if (calls++ % CALLS_PER_LIMIT === 0) await startOver();
        await check(call);
      });
      await fc.assert(property, { numRuns: CASES, seed: SEED, endOnFailure: true });
      const statuses = [...answered].sort().map(([status, count]) => `${count} of ${status}`);
      process.stdout.write(`answered with ${statuses.join(', ')}\n`);
      // Of the ones that are taken as well, since what is behind the door is to be tried too.
      expect(answered.get(200) ?? 0).toBeGreaterThan(CASES / 10);
    },
    20_000 + CASES * MS_PER_CASE,
  );

  it('leave every object as it was', () => {
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
    expect(({} as Record<string, unknown>).a).toBeUndefined();
  });
});
