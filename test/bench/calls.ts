import { randomUUID } from 'node:crypto';
import type autocannon from 'autocannon';
import type { Tenant } from './scenarios/tenants.ts';

/** A request to the API, the same for one call and for thousands. */
export interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
  /** Each time with an Idempotency-Key that was not there before. */
  readonly isKeyed?: true;
}

export const BULK_SIZE = 10_000;
const MESSAGE = 'Your parcel is on its way.';

/** Mobile numbers that are valid, and different for different places below a million. */
export function mobile(place: number): string {
  return String(254_711_000_000 + place);
}

const recipients = Array.from({ length: BULK_SIZE }, (_, place) => ({ to: mobile(place) }));
const SEND = { to: mobile(0), message: MESSAGE };
const BULK = { message: MESSAGE, recipients };

export const calls = {
  sendByRest: post('/v1/sms/send/', SEND),
  sendByGraphql: graphql(
    `mutation ($input: SendSmsInput!) {
      sendSms(input: $input) {
        message { id status deliveryCode to segments encoding } replayed userErrors { code message path }
      }
    }`,
    { input: SEND },
  ),
  bulkByRest: post('/v1/sms/send-bulk/', BULK),
  bulkByGraphql: graphql(
    `mutation ($input: SendBulkSmsInput!) {
      sendBulkSms(input: $input) {
        campaign { id status total accepted invalid duplicates suppressed } replayed userErrors { code message path }
      }
    }`,
    { input: BULK },
  ),
} as const;

export function post(path: string, body: unknown): Call {
  return { method: 'POST', path, body: JSON.stringify(body) };
}

export function graphql(query: string, variables: Readonly<Record<string, unknown>>): Call {
  return post('/graphql', { query, variables });
}

/** Makes one call and answers its JSON. Errors of GraphQL are errors, whatever the status. */
export async function callOnce<Answer>(
  url: string,
  { method, path, body }: Call,
  { headers }: Tenant,
): Promise<Answer> {
  const response = await fetch(url + path, { method, headers, ...(body !== undefined && { body }) });
  const answer = (await response.json()) as Answer & { errors?: unknown };
  if (!response.ok || answer.errors) {
    throw new Error(`${path} was answered with ${response.status}: ${JSON.stringify(answer).slice(0, 500)}`);
  }
  return answer;
}

export interface Load {
  readonly connections: number;
  /** Either for so many seconds or so many requests. */
  readonly duration?: number;
  readonly amount?: number;
}

export interface LoadResult {
  readonly perSecond: number;
  readonly p99Ms: number;
}

type Request = Parameters<typeof autocannon>[0]['requests'][number];

const withNewKey = (request: Request): Request => ({
  ...request,
  headers: { ...request.headers, 'idempotency-key': randomUUID() },
});

/** The same call again and again, by each of the tenants in turn; `call` may depend on who makes it. */
export async function load(
  url: string,
  call: Call | ((tenant: Tenant) => Call),
  tenants: readonly Tenant[],
  how: Load,
): Promise<LoadResult> {
  const callOf = typeof call === 'function' ? call : () => call;
  const requests = tenants.map((tenant) => {
    const { isKeyed, ...request } = callOf(tenant);
    return { ...request, headers: tenant.headers, ...(isKeyed && { setupRequest: withNewKey }) };
  });
  // Plain Node loads this module to refuse a wrong option, with or without the packages of the benchmarks.
  const { default: autocannon } = await import('autocannon');
  const running = autocannon({ url, requests, ...how });
  const answeredAt: number[] = [];
  running.on('response', () => answeredAt.push(performance.now()));
  const result = await running;
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed > 0) throw new Error(`${failed} of the calls of ${requests[0]?.path} failed: ${JSON.stringify(result)}`);
  // Not by what it says itself: its duration is of whole seconds, and its times of whole milliseconds.
  const seconds = ((answeredAt.at(-1) ?? 0) - (answeredAt[0] ?? 0)) / 1000;
  return { perSecond: (answeredAt.length - 1) / seconds, p99Ms: result.latency.p99 };
}

export async function loadPerSecond(...loading: Parameters<typeof load>): Promise<number> {
  return (await load(...loading)).perSecond;
}
