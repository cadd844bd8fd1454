import { afterAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Pool } from 'pg';
import { admit } from '../../src/api/guard/admission.js';
import {
  createRateLimits,
  limitHeaders,
  type RateLimits,
  type ThrottledError,
} from '../../src/api/guard/rate-limits.js';
import { createSharedCounts } from '../../src/api/guard/shared-counts.js';
import type { Caller } from '../../src/domain/context.js';
import type { PostriderError } from '../../src/domain/errors.js';
import { newId } from '../../src/lib/ids.js';
import { createLogger } from '../../src/lib/log/logger.js';
import { POLICY } from '../support/policy.js';
import { useGraphqlApi } from './graphql/harness.js';

const pools: Pool[] = [];
// Before the database is dropped.
afterAll(async () => {
  for (const pool of pools) await pool.end();
});
const api = useGraphqlApi();

const sql = async <Row = unknown>(text: string, values?: unknown[]) =>
  (await api.services.superuser.query(text, values)).rows as Row[];

/** Makes all that was counted so many seconds older. */
const letPass = (seconds: number) => sql('UPDATE rate_limits SET second = second - $1', [seconds]);

/** As another process would count. */
function anotherProcess(url = api.databaseUrl, log: string[] = []): RateLimits {
  const pool = new Pool({ connectionString: url, max: 4 });
  pools.push(pool);
  const output = { write: (line: string) => log.push(line) };
  return createRateLimits(pool, createLogger({ level: 'warn', pretty: false }, output), POLICY.callsPerMinute);
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
      expect((await one.read(id, null))[1]).toMatchObject({ bucket: 'sms_send_bulk', remaining: 50 });
    }
    // A process that could not ask would have counted alone, and said so.
    expect(log).toEqual([]);
  });

  it('admits in every second what the sixty seconds before have left of it, and refused calls take nothing', async () => {
    const pool = new Pool({ connectionString: api.databaseUrl, max: 1 });
    pools.push(pool);
    const counts = createSharedCounts(pool);
    const step = fc.record({
      passed: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 50, max: 70 })),
      calls: fc.integer({ min: 1, max: 9 }),
      // Of the organisation, which the operator changes at any time.
      limit: fc.oneof(fc.constant(7), fc.integer({ min: 1, max: 12 })),
    });
    // Totals begin again at 0 when they reach 2 ** 30, after years of calls.
    const before = fc.constantFrom(0, 2 ** 30 - 20, 2 ** 30 - 1);
    await fc.assert(
      fc.asyncProperty(before, fc.array(step, { minLength: 1, maxLength: 25 }), async (total, steps) => {
        const key = newId();
        await sql(
          `INSERT INTO rate_limits (key, allowed, admitted, second, totals)
           VALUES ($1, $2, 0, extract(epoch FROM now()), array_fill($3::integer, ARRAY[62]))`,
          [key, 7, total],
        );
        /** The seconds of the admitted calls, as if no time had been skipped. */
        const admittedAt: number[] = [];
        let skipped = 0;
        for (const { passed, calls, limit } of steps) {
          await letPass(passed);
          skipped += passed;
          const answers = await Promise.all(Array.from({ length: calls }, () => counts.add(key, limit)));
          const [row] = await sql<{ second: number }>('SELECT second::int FROM rate_limits WHERE key = $1', [key]);
          const second = (row?.second ?? 0) + skipped;
          const counted = admittedAt.filter((at) => at >= second - 60);
          const admitted = Math.min(calls, Math.max(limit - counted.length, 0));
          expect(answers.map((answer) => answer.admitted)).toEqual(answers.map((_, index) => index < admitted));
          expect(answers.map((answer) => answer.calls)).toEqual(
            answers.map((_, index) => counted.length + Math.min(index + 1, admitted)),
          );
          for (let call = 0; call < admitted; call++) admittedAt.push(second);
          // Until one more than now is admitted: under a lowered limit many calls have to leave before.
          const inWindow = admittedAt.filter((at) => at >= second - 60);
          const leaving = inWindow.at(Math.max(inWindow.length - limit, 0)) as number;
          const secondsLeft = leaving + 61 - second;
          for (const { msLeft } of answers) expect(Math.ceil(msLeft / 1000)).toBe(secondsLeft);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('is whole again for a caller who has not called for a minute', async () => {
    const limits = anotherProcess();
    const organisationId = newId();
    for (let call = 0; call < 60; call++) await limits.consume(organisationId, 'sms_send_bulk');
    expect((await limits.read(organisationId, null))[1]).toMatchObject({ remaining: 0 });
    await letPass(55);
    expect((await limits.read(organisationId, null))[1]).toMatchObject({ remaining: 0 });
    await letPass(6);
    expect((await limits.read(organisationId, null))[1]).toMatchObject({ remaining: 60, resetSeconds: 0 });
    expect(await limits.consume(organisationId, 'sms_send_bulk')).toMatchObject({ remaining: 59, resetSeconds: 61 });
    await letPass(100_000);
    expect(await limits.consume(organisationId, 'sms_send_bulk')).toMatchObject({ remaining: 59, resetSeconds: 61 });
  });

  it('is that of the call: a lowered one is exceeded without negative numbers, a raised one admits at once', async () => {
    const [one, two] = [anotherProcess(), anotherProcess()];
    const organisationId = newId();
    const call = (by: RateLimits, general: number) => by.consume(organisationId, 'general', { general });
    expect(await passes(Array.from({ length: 6 }, () => call(one, 5)))).toBe(5);
    await expect(call(one, 2)).rejects.toMatchObject({ state: { limit: 2, remaining: 0 } });
    expect((await one.read(organisationId, null, { general: 2 }))[2]).toMatchObject({ limit: 2, remaining: 0 });
    // A process that has learnt of the change, and one that has not, which remembers that the limit is used up.
    expect(await call(two, 7)).toMatchObject({ limit: 7, remaining: 1 });
    await expect(call(one, 5)).rejects.toMatchObject({ state: { limit: 5, remaining: 0 } });
    expect(await call(one, 7)).toMatchObject({ limit: 7, remaining: 0 });
    await expect(call(one, 7)).rejects.toMatchObject({ state: { limit: 7, remaining: 0 } });
  });

  it('is that of each call among calls of one moment, as of a person in two organisations', async () => {
    const limits = anotherProcess();
    const person = newId();
    const calls = [1, 9, 1, 9, 9].map((people) => limits.consume(person, 'people', { people }));
    const states = (await Promise.allSettled(calls)).map((settled) =>
      settled.status === 'fulfilled' ? settled.value : (settled.reason as ThrottledError).state,
    );
    expect(states.map(({ limit }) => limit)).toEqual([1, 9, 1, 9, 9]);
    expect(await passes(calls)).toBe(3);
    for (const { limit, remaining } of states) expect(remaining).toBeLessThan(limit);
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
      expect(retryAfterSeconds).toBeLessThanOrEqual(61);
      expect(message).toBe(`Request was throttled. Expected available in ${retryAfterSeconds} seconds.`);
    }
  });

  it('is one of each organisation and each bucket', async () => {
    const limits = anotherProcess();
    const organisationId = newId();
    await limits.consume(organisationId, 'sms_send');
    const states = await limits.read(organisationId, null);
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
    expect(await limits.consume(organisationId, 'sms_send_bulk', { sms_send_bulk: 80 })).toMatchObject({
      remaining: 9,
    });
    expect(log.filter((line) => line.includes('the database is away'))).toHaveLength(1);
  });

  it('locks nobody out for longer because the clock was ahead and has been set back', async () => {
    const organisationId = newId();
    const limits = anotherProcess();
    await passes(Array.from({ length: 60 }, () => limits.consume(organisationId, 'sms_send_bulk')));
    await letPass(-3600);
    expect((await limits.read(organisationId, null))[1]).toMatchObject({ remaining: 60, resetSeconds: 0 });
    expect(await limits.consume(organisationId, 'sms_send_bulk')).toMatchObject({ remaining: 59 });
    const { remaining, resetSeconds } = await limits.consume(organisationId, 'sms_send_bulk');
    expect(remaining).toBe(58);
    expect(resetSeconds).toBeLessThanOrEqual(61);
  });

  it.each([1, 2, 3])(
    'forgets nothing because a statement waited for its lock while others counted for %i seconds',
    async (seconds) => {
      const organisationId = newId();
      const [one, two] = [anotherProcess(), anotherProcess()];
      await passes(Array.from({ length: 60 }, () => one.consume(organisationId, 'sms_send_bulk')));
      // To the statement the counter is from the future.
      await letPass(-seconds);
      await expect(two.consume(organisationId, 'sms_send_bulk')).rejects.toMatchObject({ kind: 'throttled' });
      // A caller never has to wait for longer than a window.
      expect((await two.read(organisationId, null))[1]).toMatchObject({ remaining: 0, resetSeconds: 61 });
    },
  );

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
    Object.fromEntries(
      (await anotherProcess().read(organisationId, null)).map((state) => [state.bucket, state.remaining]),
    );

  it('count once each, under whatever alias, against the bucket of the operation', async () => {
    const caller = await api.newCaller();
    const query = '{ a: viewer { apiKey { keyId } } b: viewer { apiKey { keyId } } deliveryCodes { code } }';
    const { headers } = await api.ask(caller, query);
    expect(await left(caller.organisationId)).toMatchObject({ general: 297, sms_send: 300 });
    expect(headers.get('ratelimit')).toMatch(/^"general";r=297;t=\d+$/);
    const send = 'sendSms(input: { to: "254711000001", message: "Hi" }) { replayed }';
    await api.ask(caller, `mutation { a: ${send} b: ${send} }`);
    expect(await left(caller.organisationId)).toMatchObject({ general: 297, sms_send: 298 });
  });

  it('count against a limit of the person when a person reads, and else against those of the organisation', async () => {
    const caller = await api.newCaller();
    const person = { id: newId(), email: 'ada@example.org', name: 'Ada', sessionId: newId() };
    const ada: Caller = { ...caller, actor: { kind: 'person', id: person.id, name: person.email } };
    const asAda = () => ({ ...api.contextOf(ada), visitor: { address: '127.0.0.1', person } });
    const { data } = await api.ask(asAda(), '{ organisation { id } rateLimits { bucket limit remaining } }');
    expect(data.rateLimits).toContainEqual({ bucket: 'PEOPLE', limit: 600, remaining: 598 });
    await api.ask(asAda(), 'mutation { sendSms(input: { to: "254711000001", message: "Hi" }) { replayed } }');
    await api.ask(asAda(), 'mutation { liftSuppression(input: { mobile: "254711000001" }) { userErrors { code } } }');
    expect(await left(caller.organisationId)).toEqual({ general: 299, sms_send: 299, sms_send_bulk: 60 });
    const [, , , people] = await anotherProcess().read(caller.organisationId, person.id);
    expect(people).toMatchObject({ bucket: 'people', remaining: 598 });
  });

  it('do not count again when they were let in before', async () => {
    const caller = await api.newCaller();
    const context = api.contextOf(caller);
    await admit(context, 'viewer');
    context.admission.preAdmitted = 'viewer';
    await api.ask(context, '{ viewer { apiKey { keyId } } again: viewer { apiKey { keyId } } }');
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
});
