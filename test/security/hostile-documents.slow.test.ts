import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Customer, useApi } from '../http/start-api.js';
import { hostileRequests } from '../support/hostile-documents.js';

const api = useApi();
let customer: Customer;
beforeAll(async () => {
  customer = await api.customer();
});

/** What comes often enough runs in another way: see src/api/compiled-documents.ts. */
const OFTEN = 3;
/** Far longer than what is kept to run again. */
const TOO_LONG_TO_KEEP = 500_000;
/** Far above what any of them takes; one that grows with the square of its input takes minutes. */
const GENEROUS_MS = 5_000;
const GROWTH_LIMIT_BYTES = 40 * 1024 * 1024;

const requests = hostileRequests();
const post = (body: string) => customer.call('POST', '/graphql', body);

describe('a hostile document', () => {
  it.each(requests)('is refused before anything runs: $title', async ({ status, body }) => {
    const times = body.length > TOO_LONG_TO_KEEP ? 1 : OFTEN;
    for (let time = 0; time < times; time += 1) {
      const startedAt = performance.now();
      const answer = await post(body);
      expect(performance.now() - startedAt).toBeLessThan(GENEROUS_MS);
      expect(answer).toMatchObject({ status });
      expect(answer.body.data ?? null).toBeNull();
      expect(answer.body.errors.length).toBeGreaterThan(0);
      for (const { extensions } of answer.body.errors) expect(extensions.code).toMatch(/^[A-Z_]+$/);
      expect(answer.text.length).toBeLessThan(20_000);
      // Whatever runs asks for admission first, and shows what is left of its limit.
      expect(answer.headers.get('ratelimit')).toBeNull();
    }
  });

  it('has cost its sender no call of any limit', async () => {
    expect(await api.sql('SELECT * FROM rate_limits')).toEqual([]);
  });

  it('leaves nothing in memory', async () => {
    const heapBytes = collectGarbage();
    for (const { body } of requests) await post(body);
    expect(collectGarbage() - heapBytes).toBeLessThan(GROWTH_LIMIT_BYTES);
  });
});

describe('a decent document', () => {
  it('runs, and is counted', async () => {
    const answer = await post(JSON.stringify({ query: '{ viewer { apiKey { id } } }' }));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('ratelimit')).not.toBeNull();
  });
});

function collectGarbage(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}
