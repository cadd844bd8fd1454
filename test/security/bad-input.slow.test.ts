import { request } from 'node:http';
import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { buildPostriderSchema } from '../../src/api/graphql/schema.js';
import { ROUTES } from '../../src/api/rest/routes.js';
import { useApi } from '../http/start-api.js';
import { graphqlCalls } from '../support/generate-graphql-calls.js';
import { type HostileCall, hostileCall } from '../support/generate-hostile-requests.js';
import { knownCursors } from '../support/generate-hostile-values.js';
import { addressOf, restCalls } from '../support/generate-rest-calls.js';
import { withValue } from '../support/generate-tenant-cases.js';
import { type Estate, foundEstate } from '../support/two-organisations.js';

const CASES = Number(process.env.FUZZ_CASES ?? 600);
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
const MS_PER_CASE = 50;
/** Fewer than a minute allows. */
const CALLS_PER_LIMIT = 200;

const schema = buildPostriderSchema();
const api = useApi({ SANDBOX_DELAY_MS: '0' });
let amber: Estate;
beforeAll(async () => {
  amber = await foundEstate(api, { word: 'amber', digits: '314' });
  knownCursors.push(...Object.values(amber.cursors));
});

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** By hand, since fetch refuses to send what is to be sent here. */
function send({ method, path, headers, body }: HostileCall): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const all = { ...amber.customer.headers, ...headers, 'content-length': String(body?.length ?? 0) };
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
    sent.end(body);
  });
}

async function check(call: HostileCall): Promise<void> {
  const answer = await send(call);
  try {
    checkShape(call, answer);
  } catch (error) {
    const { method, path, headers, body } = call;
    const asked = `${method} ${path} ${JSON.stringify(headers)}\n${body?.toString().slice(0, 4_000)}`;
    throw new Error(`${asked}\nwas answered with ${answer.status} ${answer.text.slice(0, 1_000)}`, { cause: error });
  }
}

function checkShape({ path }: HostileCall, { status, headers, text }: Answer): void {
  expect(status).toBeLessThan(500);
  expect(headers['x-request-id']).toMatch(/^[\w.:-]{1,128}$/);
  expect(text).not.toMatch(/\n\s+at |node_modules|\.[jt]s:\d+|SELECT|sqlState|"stack/);
  if (path.startsWith('/graphql')) checkGraphqlErrors(status, JSON.parse(text));
  else if (status >= 400) checkRestError(path, status, JSON.parse(text));
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

/** Of the two sends whose errors say `success: false`. */
const CHAT_SEND = /^\/v1\/chatapp\/[^/]*\/(groups\/)?send\/?(\?|$)/;

function checkRestError(path: string, status: number, body: Record<string, unknown>): void {
  const { errors, success, retry_after: retryAfter, ...rest } = body;
  expect(retryAfter).toEqual(status === 429 ? expect.any(Number) : undefined);
  if (success !== undefined) expect([success, CHAT_SEND.test(path)]).toEqual([false, true]);
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
    await api.sql('DELETE FROM rate_limits');
    const json = { 'content-type': 'application/json' };
    const graphql = graphqlCalls(schema).flatMap(({ document: query, variables, places }) =>
      places.map(({ path }) => {
        const body = Buffer.from(JSON.stringify({ query, variables: withValue(variables, path, spoiler) }));
        return { method: 'POST', path: '/graphql', headers: json, body };
      }),
    );
    const rest = restCalls(ROUTES).flatMap(({ method, path, values, places }) =>
      places
        .filter((place) => place.path[0] === 'body')
        .map((place) => {
          const { body } = withValue(values, place.path, spoiler) as typeof values;
          return { method, path: addressOf(path, values), headers: json, body: Buffer.from(JSON.stringify(body)) };
        }),
    );
    for (const call of [...graphql, ...rest]) await check(call);
  });
});

describe('generated requests', () => {
  it(
    'are answered in the documented shape, and never with a fault of ours',
    async () => {
      process.stdout.write(`${CASES} hostile requests; FUZZ_SEED=${SEED} makes the same ones again\n`);
      let calls = 0;
      const property = fc.asyncProperty(hostileCall(schema, ROUTES), async (call) => {
        if (calls++ % CALLS_PER_LIMIT === 0) await api.sql('DELETE FROM rate_limits');
        await check(call);
      });
      await fc.assert(property, { numRuns: CASES, seed: SEED, endOnFailure: true });
    },
    20_000 + CASES * MS_PER_CASE,
  );

  it('leave every object as it was', () => {
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
    expect(({} as Record<string, unknown>).a).toBeUndefined();
  });
});
