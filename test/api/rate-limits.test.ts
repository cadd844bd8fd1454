import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { admit } from '../../src/api/guard/admission.js';
import { createRateLimits, limitHeaders, type RateLimits } from '../../src/api/guard/rate-limits.js';
import type { PostriderError } from '../../src/domain/errors.js';
import { newId } from '../../src/lib/ids.js';
import { createLogger } from '../../src/lib/log/logger.js';
import { type GraphqlApi, startGraphqlApi } from './graphql-harness.js';

let api: GraphqlApi;
const pools: Pool[] = [];

beforeAll(async () => {
  api = await startGraphqlApi();
});
afterAll(async () => {
  for (const pool of pools) await pool.end();
  await api.stop();
});

/** As another process would count. */
function anotherProcess(url = api.databaseUrl, log: string[] = []): RateLimits {
  const pool = new Pool({ connectionString: url, max: 4 });
  pools.push(pool);
  const output = { write: (line: string) => log.push(line) };
  return createRateLimits(pool, createLogger({ level: 'warn', pretty: false }, output));
}

const passes = async (calls: Promise<unknown>[]) =>
  (await Promise.allSettled(calls)).filter(({ status }) => status === 'fulfilled').length;

describe('a limit', () => {
  it('lets exactly so many calls pass over several processes at once', async () => {
    const organisationId = newId();
    const [one, two] = [anotherProcess(), anotherProcess()];
    const calls = Array.from({ length: 400 }, (_, index) =>
      (index % 2 ? one : two).consume(organisationId, 'sms_send'),
    );
    expect(await passes(calls)).toBe(300);
  });

  it('gives each of the calls of one moment a number of its own', async () => {
    const [one, two] = [anotherProcess(), anotherProcess()];
    const organisationId = newId();
    const calls = Array.from({ length: 40 }, (_, index) => (index % 2 ? one : two).consume(organisationId, 'sms_send'));
    const left = (await Promise.all(calls)).map(({ remaining }) => remaining);
    expect(left.toSorted((a, b) => b - a)).toEqual(Array.from({ length: 40 }, (_, index) => 299 - index));
  });

  it('is counted by all processes together, in whatever order organisations call', async () => {
    const log: string[] = [];
    const [one, two] = [anotherProcess(undefined, log), anotherProcess(undefined, log)];
    const organisations = Array.from({ length: 200 }, newId);
    for (let time = 0; time < 5; time++) {
      const calls = [
        ...organisations.map((id) => one.consume(id, 'sms_send_bulk')),
        ...organisations.toReversed().map((id) => two.consume(id, 'sms_send_bulk')),
      ];
      expect(await passes(calls)).toBe(calls.length);
    }
    for (const id of organisations) {
      expect((await one.read(id))[1]).toMatchObject({ bucket: 'sms_send_bulk', remaining: 50 });
    }
    // A process that could not ask would have counted alone, and said so.
    expect(log).toEqual([]);
  });

  it('begins anew when its window has ended', async () => {
    const limits = anotherProcess();
    const organisationId = newId();
    for (let call = 0; call < 60; call++) await limits.consume(organisationId, 'sms_send_bulk');
    await api.services.superuser.query('UPDATE rate_limits SET expire = expire - 60000 WHERE key = $1', [
      `sms_send_bulk:${organisationId}`,
    ]);
    expect((await limits.read(organisationId))[1]).toMatchObject({ remaining: 60 });
    expect(await limits.consume(organisationId, 'sms_send_bulk')).toMatchObject({ remaining: 59, resetSeconds: 60 });
  });

  it('says how long to wait, the same in words and in numbers', async () => {
    const organisationId = newId();
    const limits = anotherProcess();
    for (let call = 0; call < 60; call++) await limits.consume(organisationId, 'sms_send_bulk');
    for (let call = 0; call < 2; call++) {
      const error = await limits.consume(organisationId, 'sms_send_bulk').catch((thrown: PostriderError) => thrown);
      const { kind, message, retryAfterSeconds } = error as PostriderError;
      expect(kind).toBe('throttled');
      expect(retryAfterSeconds).toBeGreaterThan(50);
      expect(retryAfterSeconds).toBeLessThanOrEqual(60);
      expect(message).toBe(`Request was throttled. Expected available in ${retryAfterSeconds} seconds.`);
    }
  });

  it('is one of each organisation and each bucket', async () => {
    const limits = anotherProcess();
    const organisationId = newId();
    await limits.consume(organisationId, 'sms_send');
    const states = await limits.read(organisationId);
    expect(states.map(({ bucket, remaining }) => [bucket, remaining])).toEqual([
      ['sms_send', 299],
      ['sms_send_bulk', 60],
      ['general', 300],
    ]);
    expect((await limits.consume(newId(), 'sms_send')).remaining).toBe(299);
  });

  it('is counted by the process alone while the database is away, with a warning', async () => {
    const log: string[] = [];
    const limits = anotherProcess('postgres://nobody@127.0.0.1:1/nothing', log);
    const organisationId = newId();
    expect(await passes(Array.from({ length: 70 }, () => limits.consume(organisationId, 'sms_send_bulk')))).toBe(60);
    expect(log.filter((line) => line.includes('the database is away'))).toHaveLength(1);
  });

  it('locks nobody out for longer because the clock was ahead and has been set back', async () => {
    const organisationId = newId();
    const limits = anotherProcess();
    await passes(Array.from({ length: 60 }, () => limits.consume(organisationId, 'sms_send_bulk')));
    const sql = `UPDATE rate_limits SET expire = expire + 3600000 WHERE key = 'sms_send_bulk:${organisationId}'`;
    await pools.at(-1)?.query(sql);
    expect(await limits.consume(organisationId, 'sms_send_bulk')).toMatchObject({ remaining: 59 });
    expect(await limits.consume(organisationId, 'sms_send_bulk')).toMatchObject({ remaining: 58, resetSeconds: 60 });
  });

  it('is shown in the headers of both kinds', () => {
    const state = { bucket: 'sms_send', limit: 300, remaining: 12, windowSeconds: 60, resetSeconds: 34 } as const;
    expect(limitHeaders(state)).toEqual({
      'ratelimit-policy': '"sms_send";q=300;w=60',
      ratelimit: '"sms_send";r=12;t=34',
      'x-ratelimit-limit': '300',
      'x-ratelimit-remaining': '12',
      'x-ratelimit-reset': '34',
    });
  });
});

describe('root fields', () => {
  const left = async (organisationId: string) =>
    Object.fromEntries((await anotherProcess().read(organisationId)).map((state) => [state.bucket, state.remaining]));

  it('count once each, under whatever alias, against the bucket of the operation', async () => {
    const caller = await api.newCaller();
    const query = '{ a: viewer { apiKey { id } } b: viewer { apiKey { id } } deliveryCodes { code } }';
    const { headers } = await api.ask(caller, query);
    expect(await left(caller.organisationId)).toMatchObject({ general: 297, sms_send: 300 });
    expect(headers.get('ratelimit')).toMatch(/^"general";r=297;t=\d+$/);
    const send = 'sendSms(input: { to: "254711000001", message: "Hi" }) { replayed }';
    await api.ask(caller, `mutation { a: ${send} b: ${send} }`);
    expect(await left(caller.organisationId)).toMatchObject({ general: 297, sms_send: 298 });
  });

  it('do not count again when they were let in before', async () => {
    const caller = await api.newCaller();
    const context = api.contextOf(caller);
    await admit(context, 'viewer');
    context.admission.preAdmitted = 'viewer';
    await api.ask(context, '{ viewer { apiKey { id } } again: viewer { apiKey { id } } }');
    expect(await left(caller.organisationId)).toMatchObject({ general: 298 });
  });

  it('are refused one by one, and what ran before keeps its answer', async () => {
    const caller = await api.newCaller();
    const limits = anotherProcess();
    for (let call = 0; call < 299; call++) await limits.consume(caller.organisationId, 'sms_send');
    const send = 'sendSms(input: { to: "254711000001", message: "Hi" }) { message { id } }';
    const { data, errors, status, headers } = await api.ask(caller, `mutation { a: ${send} b: ${send} }`);
    expect(data).toEqual({ a: { message: { id: expect.any(String) } }, b: null });
    expect(errors).toMatchObject([{ path: ['b'], extensions: { code: 'THROTTLED' } }]);
    expect(status).toBe(200);
    expect(Number(headers.get('retry-after'))).toBe(errors[0]?.extensions.retryAfterSeconds);

    const alone = await api.ask(caller, `mutation { ${send} }`);
    expect(alone.status).toBe(429);
  });

  it('need the scope of the key, which is checked before the limit', async () => {
    const caller = { ...(await api.newCaller()), scopes: ['sms:read'] as const };
    const { status, errors } = await api.ask(
      caller,
      'mutation { sendSms(input: { to: "254711000001", message: "Hi" }) { replayed } }',
    );
    expect(status).toBe(403);
    expect(errors).toMatchObject([
      { message: 'The API key lacks the scope sms:send.', extensions: { code: 'FORBIDDEN' } },
    ]);
    expect(await left(caller.organisationId)).toMatchObject({ sms_send: 300 });
    expect((await api.ask(caller, '{ messages(first: 1) { nodes { id } } }')).status).toBe(200);
  });
});
