import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from 'graphql-ws';
import { callOnce, calls, post } from '../calls.ts';
import { absolute, atMost, type Finding, percentile, takeTurns } from '../measure.ts';
import { type Process, startApiAndWorker } from '../processes.ts';
import { type Database, listen, type Stage } from '../stage.ts';
import { createTenant, type Tenant } from './tenants.ts';

export const SENDS = 150;
/** Random, so that sends keep no step with what runs at intervals. */
const LONGEST_PAUSE_MS = 40;
const TIMEOUT_MS = 10_000;
const POLL_INTERVAL_MS = 5;
export const LATENCY_SETTINGS = { ALLOW_PRIVATE_NETWORK_URLS: 'true' };

/** When the first event of each message came, by the clock of this process. */
type Arrivals = ReadonlyMap<string, number>;
type Listen = (stage: Stage, api: Process, tenant: Tenant) => Promise<Arrivals>;

export const LISTENERS = { subscriber: subscribe, webhook: receive } as const satisfies Record<string, Listen>;
export type Listener = keyof typeof LISTENERS;
const WANTED_MS: Readonly<Record<Listener, number>> = { subscriber: 30, webhook: 60 };

/** From the answer to a send until its event is heard of, with one listener at a time. */
export async function benchLatency(stage: Stage, rounds: number): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const who of ['subscriber', 'webhook'] as const) {
    const database = await stage.createDatabase(`bench_latency_${who}`);
    const tenant = await createTenant(database);
    const { api } = await startApiAndWorker(stage, database, LATENCY_SETTINGS);
    const arrivals = await LISTENERS[who](stage, api, tenant);
    const samples = await takeTurns(rounds, {
      async latencies() {
        await forgetCalls(database);
        return measureLatencies(api, tenant, arrivals);
      },
    });
    const latencies = samples.latencies.flat();
    const note = `p95; p50 ${Math.round(percentile(latencies, 50))} ms`;
    const p95 = { value: percentile(latencies, 95), unit: 'ms', note } as const;
    findings.push(absolute(`answer to a send → ${who}`, p95, atMost(WANTED_MS[who])));
  }
  return findings;
}

/** How many milliseconds after the answer each message was heard of; 0 where that came first. */
export async function measureLatencies(api: Process, tenant: Tenant, arrivals: Arrivals): Promise<number[]> {
  const answeredAt = new Map<string, number>();
  for (let count = 0; count < SENDS; count += 1) {
    await sleep(Math.random() * LONGEST_PAUSE_MS);
    const { message_id } = await callOnce<{ message_id: string }>(api.url, calls.sendByRest, tenant);
    answeredAt.set(message_id, performance.now());
  }
  const isComplete = () => [...answeredAt.keys()].every((id) => arrivals.has(id));
  for (const deadline = Date.now() + TIMEOUT_MS; !isComplete(); await sleep(POLL_INTERVAL_MS)) {
    if (Date.now() > deadline) throw new Error('Some events were not heard of.');
  }
  return Array.from(answeredAt, ([id, at]) => Math.max(0, (arrivals.get(id) ?? Number.NaN) - at));
}

/** Over a WebSocket, as a browser does. */
async function subscribe(stage: Stage, api: Process, { headers }: Tenant): Promise<Arrivals> {
  const arrivals = new Map<string, number>();
  const connected = Promise.withResolvers<void>();
  const client = createClient({
    url: `${api.url.replace('http', 'ws')}/graphql`,
    connectionParams: headers,
    lazy: false,
    on: { connected: () => connected.resolve() },
  });
  stage.onLeave(async () => client.dispose());
  client.subscribe<{ messageStatusChanged: { messageId: string } }>(
    { query: 'subscription { messageStatusChanged { messageId } }' },
    {
      next: ({ data }) => data && note(arrivals, data.messageStatusChanged.messageId),
      error: (error) => console.error(error),
      complete: () => undefined,
    },
  );
  await connected.promise;
  return arrivals;
}

/** By a receiver in this process, whose clock the answers are read by as well. */
async function receive(stage: Stage, api: Process, tenant: Tenant): Promise<Arrivals> {
  const arrivals = new Map<string, number>();
  const url = await listen(stage, async (request, response) => {
    const { data } = (await json(request)) as { data: { message_id: string } };
    note(arrivals, data.message_id);
    response.writeHead(204).end();
  });
  await callOnce(api.url, post('/v1/webhooks/', { url: `${url}/hook` }), tenant);
  return arrivals;
}

function note(arrivals: Map<string, number>, messageId: string): void {
  if (!arrivals.has(messageId)) arrivals.set(messageId, performance.now());
}

export function forgetCalls({ superuser }: Database): Promise<unknown> {
  return superuser.query('DELETE FROM rate_limits');
}
