import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Route } from '../../src/api/rest/route.js';
import type { Customer } from '../http/start-api.js';
import { ROUTES } from '../support/calls/rest-routes.js';
import { POLICY } from '../support/policy.js';
import { compareGolden } from './compare-golden.js';
import { recordCommonCases } from './rest-common-cases.js';
import { recordDoors } from './rest-doors.js';
import { OWN_CASES } from './rest-own-cases.js';
import { type GoldenCase, printCases } from './rest-recorder.js';
import { type RestStage, useGoldenStage } from './rest-stage.js';

jest.setTimeout(60_000);

const nameOf = ({ method, path }: Route) => `${method} ${path}`;
const { api, casesOf, at } = useGoldenStage();
const doors: GoldenCase[] = [];

beforeAll(async () => {
  const stages: RestStage[] = [];
  for (const route of ROUTES) stages.push(await at(route));
  // A process remembers for a while which keys are valid and which limits are used up: so first, with a key of its own.
  await recordOutage(stages, await api.customer());
  for (const stage of stages) {
    await recordCommonCases(stage);
    await OWN_CASES[nameOf(stage.route)]?.(stage);
  }
  doors.push(...(await recordDoors(api)));
  await recordThrottled(stages, await api.customer());
});

/** The program has no connection, and gets none. */
async function recordOutage(stages: readonly RestStage[], customer: Customer): Promise<void> {
  const [{ name } = { name: '' }] = await api.sql<{ name: string }>('SELECT current_database() AS name');
  await api.sql(`ALTER DATABASE ${name} CONNECTION LIMIT 0`);
  await api.sql(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()`,
    [name],
  );
  for (const stage of stages) await stage.record('while the database is away', {}, customer);
  await api.sql(`ALTER DATABASE ${name} CONNECTION LIMIT -1`);
}

async function recordThrottled(stages: readonly RestStage[], customer: Customer): Promise<void> {
  for (const path of ['/v1/sms/send/', '/v1/sms/send-bulk/', '/v1/suppressions/', '/v1/auth/otp/resend/']) {
    await customer.call('POST', path, {});
  }
  const most = Math.max(...Object.values(POLICY.callsPerMinute));
  await api.sql('UPDATE rate_limits SET totals[1] = totals[62] + $1', [most]);
  for (const stage of stages) await stage.record('beyond the limit', {}, customer);
}

describe.each([...new Set(ROUTES.map(({ tag }) => tag))])('%s', (tag) => {
  it('are answered as before', async () => {
    const routes = ROUTES.filter((route) => route.tag === tag);
    const cases = new Map(routes.map((route) => [nameOf(route), casesOf.get(route) ?? []]));
    await compareGolden(`rest/${tag.toLowerCase().replaceAll(' ', '-')}`, printCases(cases));
  });
});

it('what has to do with no route is answered as before', async () => {
  await compareGolden('rest/doors', printCases(new Map([['No route, or any', doors]])));
});

interface Described {
  readonly responses: Readonly<Record<string, object>>;
}

it('there is a case for every status that a route is documented to have, and for no other', async () => {
  const { body } = await api.fetch('/openapi.json');
  for (const route of ROUTES) {
    const { responses } = body.paths[route.path][route.method.toLowerCase()] as Described;
    const recorded = new Set((casesOf.get(route) ?? []).map(({ status }) => String(status)));
    // The method belongs to the path, and not to the operation that is documented.
    expect([nameOf(route), [...recorded].sort()]).toEqual([nameOf(route), [...Object.keys(responses), '405'].sort()]);
  }
});

/** These take time, headers that fetch does not send, or a fault of ours. */
const NOT_RECORDED = [
  'database_timeout',
  'expectation_failed',
  'headers_too_large',
  'internal_error',
  'preview_expired',
  'request_timeout',
  'too_many_exports',
];

it('there is a case for every code that the documentation explains', async () => {
  const { body } = await api.fetch('/openapi.json');
  const explained = [...body.info.description.matchAll(/^- `(\w+)` \(\d+\):/gm)].map(([, code]) => code as string);
  const recorded = [...casesOf.values(), doors].flat().map((one) => (one.body as { code?: string } | null)?.code);
  expect(explained.filter((code) => !recorded.includes(code)).sort()).toEqual(NOT_RECORDED);
});

it('each list of own cases belongs to a route', () => {
  expect(Object.keys(OWN_CASES).filter((name) => !ROUTES.some((route) => nameOf(route) === name))).toEqual([]);
});
