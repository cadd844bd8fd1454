import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startReceiver } from '../support/gateways/receiver.ts';
import type { RunningProgram } from '../support/programs/program.ts';
import { type Customer, install } from './installation.ts';
import { keepOrdering, openOrderBook } from './orders.ts';
import { startServer } from './postgres.ts';
import { type Sample, takeSample, trendsOf } from './samples.ts';
import { type Check, check, type Scene } from './scene.ts';
import { judge, settle } from './verdict.ts';

export interface SoakOptions {
  readonly minutes: number;
}

const SAMPLE_EVERY_MS = 10_000;
const CUSTOMERS = 2;
const SUBSCRIBERS = 5;
const ORDER_SIZE = 500;
const PAUSE_BETWEEN_ORDERS_MS = 2_000;
const PAUSE_BETWEEN_CALLS_MS = 700;
const SETTLE_WITHIN_MS = 60_000;
/** Of memory, after the first third: more would be half a gigabyte in a day. */
const MOST_MB_PER_HOUR = 20;
/** Megabytes or pieces: so little between two moments is no trend, however short the time between them. */
const NOISE = 4;
/** Of descriptors, connections and listeners: none is left behind. */
const MOST_PER_HOUR = 10;

/** A steady mixed load, and what becomes of memory, descriptors and connections meanwhile. */
export async function soak(scene: Scene, { minutes }: SoakOptions): Promise<Check[]> {
  const server = await startServer(scene, { dataDir: join(scene.folder, 'postgres') });
  const installation = await install(scene, server, { env: { ALLOW_PRIVATE_NETWORK_URLS: 'true' } });
  await installation.migrate();
  const customers: Customer[] = [];
  for (let count = 0; count < CUSTOMERS; count += 1) customers.push(await installation.customer('live'));
  const [api, worker] = await Promise.all([installation.start('api'), installation.start('worker')]);
  await installation.journal.control({ reportUrl: `${api.url}/callbacks/journal` });
  const receiver = await startReceiver();
  scene.onLeave(() => receiver.stop());
  const over = new AbortController();
  for (const customer of customers) await customer.post(`${api.url}/v1/webhooks/`, { url: receiver.url });
  const seen = new Map<string, number>();
  const lost = (error: unknown) => over.signal.aborted || seen.set(`subscription lost: ${error}`, 1);
  for (let count = 0; count < SUBSCRIBERS; count += 1) {
    follow(api, customers[count % CUSTOMERS] as Customer, over.signal).catch(lost);
  }

  const book = openOrderBook(customers, () => [api.url]);
  const load = keepOrdering(book, ORDER_SIZE, PAUSE_BETWEEN_ORDERS_MS);
  const reading = customers.map((customer) => keepCalling(api, customer, seen, over.signal));
  const samples: Sample[] = [];
  for (const end = performance.now() + minutes * 60_000; performance.now() < end; await sleep(SAMPLE_EVERY_MS)) {
    samples.push(await takeSample({ api, worker }, server));
  }
  over.abort();
  await Promise.all([load.stop(), ...reading]);
  const settled = await settle(installation, SETTLE_WITHIN_MS);
  const measured = samples.slice(Math.ceil(samples.length / 3));
  const measuredHours = (measured.at(-1)?.atHours ?? 0) - (measured[0]?.atHours ?? 0);
  return [
    ...trendsOf(measured).map(({ name, start, end, perHour }) => {
      const found = `${start.toFixed(0)} to ${end.toFixed(0)}, ${perHour >= 0 ? '+' : ''}${perHour.toFixed(0)} an hour`;
      return check(name, found, perHour <= boundOf(name) || perHour * measuredHours < NOISE);
    }),
    check('webhook posts', receiver.received.length, receiver.received.length > 0),
    check(
      'what callers saw',
      JSON.stringify(Object.fromEntries([...book.seen, ...seen])),
      ![...seen.keys()].some((word) => /^5|lost/.test(word)),
    ),
    settled,
    ...(await judge(installation, book.orders)),
  ];
}

function boundOf(name: string): number {
  if (name.endsWith('memory, MB') || name.endsWith('heap, MB')) return MOST_MB_PER_HOUR;
  return /descriptors|connections|listeners/.test(name) ? MOST_PER_HOUR : Number.POSITIVE_INFINITY;
}

/** A subscriber by server-sent events, who reads and forgets. */
async function follow({ url }: RunningProgram, customer: Customer, signal: AbortSignal): Promise<void> {
  const response = await fetch(`${url}/graphql/stream`, {
    method: 'POST',
    headers: { ...customer.headers, accept: 'text/event-stream', 'content-type': 'application/json' },
    body: JSON.stringify({ query: 'subscription { messageStatusChanged { id type } }' }),
    signal,
  });
  if (!response.ok) throw new Error(`A subscription was answered with ${response.status}.`);
  for await (const _ of response.body ?? []) if (signal.aborted) return;
}

/** Numbers that no order has. */
let lastSingle = 254_720_000_000;

function nextSingle(): number {
  lastSingle += 1;
  return lastSingle;
}

/** Reads and single sends, one after the other. */
async function keepCalling(
  api: RunningProgram,
  customer: Customer,
  seen: Map<string, number>,
  over: AbortSignal,
): Promise<void> {
  let after = 0;
  const calls = [
    () => customer.call('GET', `${api.url}/v1/sms/campaigns/`),
    () => customer.post(`${api.url}/v1/sms/send/`, { to: String(nextSingle()), message: 'One' }),
    () => customer.call('GET', `${api.url}/v1/events/?after=${after}&page_size=1000`),
    () => customer.post(`${api.url}/graphql`, { query: '{ messages(first: 50) { nodes { id status } } }' }),
  ];
  for (let place = 0; !over.aborted; place += 1) {
    const answer = await calls[place % calls.length]?.();
    if (answer) seen.set(String(answer.status), (seen.get(String(answer.status)) ?? 0) + 1);
    after = answer?.body.last_sequence ?? after;
    await sleep(PAUSE_BETWEEN_CALLS_MS);
  }
}
