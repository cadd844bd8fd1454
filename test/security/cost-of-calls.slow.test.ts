import { beforeAll, describe, expect, it } from '@jest/globals';
import { getIntrospectionQuery, parse } from 'graphql';
import { buildPostriderSchema } from '../../src/api/graphql/schema.js';
import type { RateLimits } from '../../src/api/guard/rate-limits.js';
import type { RequestContext } from '../../src/api/guard/request-context.js';
import { useGraphqlApi } from '../api/graphql/harness.js';
import { useApi } from '../http/start-api.js';
import { documentsFor, randomBy } from '../support/calls/generate-documents.js';
import { POLICY } from '../support/policy.js';

/**
 * The unit of processor time: parsing this text, in the same run, since machines differ and are busy with other work.
 */
const PARSED = getIntrospectionQuery();
/** What a counted call may cost at most, in units: three times what the whole schema takes when no response is kept. */
const BOUND = 10_000;
const DOCUMENTS = Number(process.env.FUZZ_CASES ?? 400);
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);

const api = useGraphqlApi();
let context: RequestContext;
let unitMs: number;
let calls = 0;

beforeAll(async () => {
  const caller = await api.newCaller();
  const given = api.contextOf(caller);
  const { general: limit } = POLICY.callsPerMinute;
  const rateLimits: RateLimits = {
    ...given.rateLimits,
    async consume(_, bucket) {
      calls += 1;
      return { bucket, limit, remaining: limit, windowSeconds: 60, resetSeconds: 1 };
    },
  };
  context = { ...given, rateLimits };
  const parses = async () => {
    for (let count = 0; count < 20; count += 1) parse(PARSED);
  };
  unitMs = (await leastOf(9, parses)) / 20;
});

async function processorMs(run: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The least of several times, since the first ones compile the program itself. */
async function leastOf(times: number, run: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < times; time += 1) least = Math.min(least, await processorMs(run));
  return least;
}

/**
 * Each text has a comment of its own, so that neither the document nor the response of an earlier one is used again.
 */
let texts = 0;

/** Returns the cost of one counted call in units; 0 if the document is refused. */
async function costOf(query: string, times = 3): Promise<number> {
  let status = 0;
  let counted = 1;
  const ms = await leastOf(times, async () => {
    calls = 0;
    texts += 1;
    ({ status } = await api.ask({ ...context, admission: { ...context.admission } }, `# ${texts}\n${query}`));
    counted = Math.max(1, calls);
  });
  return status === 200 ? ms / counted / unitMs : 0;
}

const many = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join(' ');

const type = (name: string) =>
  `__type(name: "${name}") { fields { name args { name type { name ofType { name } } } } }`;

const OF_SCHEMA: Readonly<Record<string, string>> = {
  'the whole schema': getIntrospectionQuery(),
  'the whole schema, nineteen times': getIntrospectionQuery().replace(
    '__schema',
    `${many(18, (i) => `a${i}: __schema { types { ...FullType } }`)} __schema`,
  ),
  'three hundred aliases of descriptions': `{ __schema { types { ${many(300, (i) => `a${i}: description`)} } } }`,
  'nineteen aliases of descriptions': `{ __schema { types { fields { ${many(19, (i) => `a${i}: description`)} } } } }`,
  'fields of fields': `{ __schema { types { name fields { name description
    type { name fields { name description args { name } type { name kind description } } } } } } }`,
  'inputs of arguments': `{ __schema { types { fields { args { type {
    inputFields { name description type { name kind description enumValues { name description } } } } } } } } }`,
  'possible types': '{ __schema { types { possibleTypes { fields { name description type { name } } } } } }',
  'types, nineteen times': `{ ${many(19, (i) => `a${i}: ${type('Mutation')}`)} }`,
  'the mutations and what they return': `{ __type(name: "Mutation") { fields { type { name ofType {
    fields { name description type { name ofType { name } } args { name description type { name } } } } } } } }`,
};

describe('a document', () => {
  it.each(Object.entries(OF_SCHEMA))(
    'of the schema costs little processor time for each call: %s',
    async (_, query) => {
      expect(await costOf(query)).toBeLessThan(BOUND);
    },
  );

  it('costs next to nothing if its response is kept', async () => {
    const query = getIntrospectionQuery();
    const first = await costOf(query);
    const again = await leastOf(3, () => api.ask({ ...context, admission: { ...context.admission } }, query));
    expect(again / unitMs).toBeLessThan(first / 3);
  });

  it(`that is accepted costs little processor time for each call: seed ${SEED}`, async () => {
    const next = documentsFor(buildPostriderSchema(), randomBy(SEED));
    const costs: [cost: number, query: string][] = [];
    for (let count = 0; count < DOCUMENTS; count += 1) {
      const query = next();
      costs.push([await costOf(query, 1), query]);
    }
    expect(costs.filter(([cost]) => cost > 0).length).toBeGreaterThan(DOCUMENTS / 10);
    const worst = costs.sort(([one], [other]) => other - one).slice(0, 5);
    for (const [, query] of worst)
      expect({ query, isCheap: (await costOf(query)) < BOUND }).toEqual({ query, isCheap: true });
  });
});

const PREVIEW = `mutation ($input: SendBulkSmsInput!) {
  previewBulkSms(input: $input) { total userErrors { code message path } }
}`;
const SEND = 'mutation ($input: SendBulkSmsInput!) { sendBulkSms(input: $input) { replayed userErrors { code } } }';
const CHECK = `query ($numbers: [PhoneNumber!]!) {
  checkNumbers(numbers: $numbers) { number code { code } suppression { id mobile } country } }`;
const SUPPRESS = `mutation ($input: AddSuppressionsInput!) {
  addSuppressions(input: $input) { suppressions { id mobile reason createdAt } } }`;
const READ = '{ organisation { id } }';
const list = <Item>(length: number, make: (index: number) => Item) => Array.from({ length }, (_, i) => make(i));
const named = (names: readonly string[], value: unknown) => Object.fromEntries(names.map((name) => [name, value]));
const bulk = (message: string, count: number, more: (index: number) => object = () => ({})) => ({
  message,
  recipients: list(count, (i) => ({ to: String(254_710_000_000 + i), ...more(i) })),
});
const mobiles = list(10_000, (i) => String(254_710_000_000 + i));
const suppressed = mobiles.map((mobile) => ({ mobile, reason: 'Asked to be left alone' }));
const names = list(100, (i) => `name${i}`);
const graphql = (query: string, input: object) => JSON.stringify({ query, variables: { input } });

/** The path and the body of a call, and the status of its response. */
const BODIES: Readonly<Record<string, readonly [path: string, status: number, body: string]>> = {
  'a preview of 10,000': ['/graphql', 200, graphql(PREVIEW, bulk('Hello', 10_000))],
  'a preview of 10,000 texts': [
    '/graphql',
    200,
    graphql(
      PREVIEW,
      bulk(`${'x'.repeat(1_500)}{{name}}`, 10_000, (i) => ({ variables: { name: `Ada ${i}` } })),
    ),
  ],
  'a send of 10,000': ['/graphql', 200, graphql(SEND, bulk('Hello', 10_000))],
  'a send of 10,000 by REST': ['/v1/sms/send-bulk/', 202, JSON.stringify(bulk('Hello', 10_000))],
  'a check of 10,000': ['/graphql', 200, JSON.stringify({ query: CHECK, variables: { numbers: mobiles } })],
  'a check of 10,000 by REST': ['/v1/sms/check-numbers/', 200, JSON.stringify({ numbers: mobiles })],
  '10,000 suppressions': ['/graphql', 200, graphql(SUPPRESS, { numbers: suppressed })],
  '10,000 suppressions by REST': ['/v1/suppressions/', 201, JSON.stringify({ numbers: suppressed })],
  'a preview of 2,500 with 100 variables': [
    '/graphql',
    200,
    graphql(
      PREVIEW,
      bulk(names.map((name) => `{{${name}}}`).join(' '), 2_500, () => ({ variables: named(names, 'ab') })),
    ),
  ],
  'a preview of 700 with 300 variables': [
    '/graphql',
    200,
    graphql(
      PREVIEW,
      bulk('{{name1}}', 700, () => ({
        variables: named(
          list(300, (i) => `name${i}`),
          'ab',
        ),
      })),
    ),
  ],
  'a preview of 2,500 with variables of their own': [
    '/graphql',
    413,
    graphql(
      PREVIEW,
      bulk('x', 2_500, (i) => ({
        variables: named(
          list(100, (j) => `n${100 * i + j}`),
          'ab',
        ),
      })),
    ),
  ],
  '90,000 names of variables': [
    '/graphql',
    413,
    JSON.stringify({
      query: READ,
      variables: named(
        list(90_000, (i) => `v${i}`),
        1,
      ),
    }),
  ],
  '90,000 variables of a recipient': [
    '/v1/sms/send-bulk/',
    413,
    JSON.stringify(
      bulk('x', 1, () => ({
        variables: named(
          list(90_000, (i) => `v${i}`),
          'x',
        ),
      })),
    ),
  ],
  'a number beyond doubles before two million others': [
    '/graphql',
    200,
    `{"query":"${READ}","variables":{"a":12345678901234567,"b":[${'0,'.repeat(1_900_000)}0]}}`,
  ],
  'a number beyond doubles before a million objects': [
    '/graphql',
    200,
    `{"query":"${READ}","variables":{"a":12345678901234567,"b":[${'{},'.repeat(1_200_000)}0]}}`,
  ],
  'many numbers beyond doubles': [
    '/graphql',
    200,
    `{"query":"${READ}","variables":{"b":[${'0.12345678901234567,'.repeat(190_000)}0]}}`,
  ],
};

/** What a bulk call may cost at most, in units: three times what 10,000 recipients take. */
const BULK_BOUND = 15_000;
/** And what a body may cost that is refused. */
const REFUSED_BOUND = 3_000;

describe('a body', () => {
  const http = useApi({ SANDBOX_DELAY_MS: '0' });

  it.each(Object.entries(BODIES))('costs little processor time: %s', async (_, [path, status, body]) => {
    const customer = await http.customer();
    let seen = 0;
    const ms = await leastOf(4, async () => {
      ({ status: seen } = await customer.call('POST', path, body));
    });
    expect(seen).toBe(status);
    expect(ms / unitMs).toBeLessThan(status === 413 ? REFUSED_BOUND : BULK_BOUND);
  });
});
