import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import type { Client } from '../support/fleet/client.js';
import { assembleFleet, type Fleet } from '../support/fleet/fleet.js';
import { killsOf, type Member } from '../support/fleet/fleet-member.js';
import { readLog } from '../support/fleet/read-log.js';
import { CHAOS_TIMEOUT_MS, type Chaos, inChaos, sized } from '../support/fleet/run.js';
import { untilSettled } from '../support/fleet/settled.js';
import { killFromOutside } from '../support/fleet/workers.js';
import { answer, type Received, type Receiver, startReceiver } from '../support/gateways/receiver.js';
import { mobiles } from '../support/services.js';
import { eventually } from '../support/wait.js';

const RECIPIENTS = sized(500, 5_000);
const KILLS = sized(6, 40);
const POSTED_IN_VAIN = 0.15;
/** A worker that dies with a lease delays its endpoint until that ends, and may be the last of several. */
const TAKEN_WITHIN_MS = sized(45_000, 180_000);

describe('Events to webhooks', () => {
  const receivers: Receiver[] = [];
  let fleet: Fleet;

  beforeAll(async () => {
    const env = { ALLOW_PRIVATE_NETWORK_URLS: 'true', WEBHOOK_TIMEOUT_SECONDS: '1' };
    fleet = await assembleFleet({ env });
  });

  afterAll(async () => {
    await Promise.all(receivers.map((receiver) => receiver.stop()));
    await fleet.stop();
  });

  const receive = async () => {
    const receiver = await startReceiver(answer(200));
    receivers.push(receiver);
    return receiver;
  };

  it(
    'arrive at least once, signed and under one id, whatever receivers and workers do',
    () => inChaos('webhooks', fleet, (chaos) => deliverThroughChaos(chaos, fleet, receive)),
    CHAOS_TIMEOUT_MS,
  );
});

async function deliverThroughChaos(chaos: Chaos, fleet: Fleet, receive: () => Promise<Receiver>): Promise<void> {
  const client = await fleet.client('test');
  const api = await fleet.enlist('api');
  let isOver = false;
  const envOfLife = (life: number): Record<string, string> =>
    life < KILLS / 2 && !isOver ? { FAULT_POINTS: `posted=${chaos.passWithin(POSTED_IN_VAIN)}` } : {};
  const workers = [await fleet.enlist('worker', { envOfLife }), await fleet.enlist('worker', { envOfLife })];

  const [flaky, gone, moved, mute] = [await receive(), await receive(), await receive(), await receive()];
  const taken = new Map<string, Received>();
  const changed: string[] = [];
  flaky.react = moody(chaos, taken, changed);
  gone.react = answer(410);
  moved.react = answer(301, { location: flaky.url });
  mute.react = () => undefined;
  const [wanted, left] = [await register(client, api, flaky.url), await register(client, api, gone.url)];
  const others = [await register(client, api, moved.url), await register(client, api, mute.url)];

  const sent = await client.post(`${api.url}/v1/sms/send-bulk/`, { message: 'Hello', recipients: mobiles(RECIPIENTS) });
  expect(sent.status).toBe(202);
  await killFromOutside(chaos, workers, { kills: KILLS, pauseMs: [300, 1_500] });
  isOver = true;
  expect(killsOf(workers)).toBe(KILLS);

  await untilSettled(fleet);
  const log = await readLog(client, api.url);
  expect(log.filter(({ type }) => type === 'campaign.completed')).toHaveLength(1);
  await eventually(
    'everything was taken',
    async () => {
      // Nobody wants to wait for retries of hours.
      await fleet.sql(`UPDATE webhook_deliveries SET next_attempt_at = now() WHERE status = 'waiting'`);
      await fleet.sql(`UPDATE webhook_endpoints SET due_at = now() WHERE status = 'active' AND failures < 5`);
      return log.every(({ id }) => taken.has(id)) || undefined;
    },
    TAKEN_WITHIN_MS,
  );
  expect(changed).toEqual([]);
  // The control: who posts once, without asking what became of it, would have lost some.
  const calls = Map.groupBy(flaky.received, ({ id }) => id);
  expect(log.filter(({ id }) => calls.get(id)?.[0] !== taken.get(id)).length).toBeGreaterThan(0);
  const verifier = new Webhook(wanted.secret);
  expect(log.filter(({ id }) => !taken.has(id))).toEqual([]);
  // The endpoint that was gone may have been disabled after the log was read.
  const known = new Set(log.map(({ id }) => id));
  const more = [...taken.values()].filter(({ id }) => !known.has(id));
  expect(more.filter(({ body }) => body.type !== 'webhook.disabled')).toEqual([]);
  for (const event of log) {
    const received = taken.get(event.id);
    expect(received?.body).toEqual({ type: event.type, timestamp: event.timestamp, data: event.data });
    expect(() => verifier.verify(received?.rawBody ?? '', received?.headers ?? {})).not.toThrow();
  }
  // The redirect was not followed: everything at this address was signed for it.
  for (const { rawBody, headers } of flaky.received) expect(() => verifier.verify(rawBody, headers)).not.toThrow();

  // A worker that was killed may have leased it.
  await eventually('the endpoint that is gone is disabled', async () => {
    return (await statusOf(client, api, left.id)) === 'disabled' || undefined;
  });
  for (const { id } of others) expect(await statusOf(client, api, id)).toBe('active');
  for (const { id } of others) {
    const statuses = () =>
      fleet.sql<{ status: string }>('SELECT DISTINCT status FROM webhook_deliveries WHERE endpoint_id = $1', [id]);
    await eventually('a worker has tried the endpoint', async () => (await statuses()).length > 0 || undefined);
    expect(await statuses()).toEqual([{ status: 'waiting' }]);
  }
}

/** Takes nearly everything; may fail before it takes an event, or after. */
function moody(chaos: Chaos, taken: Map<string, Received>, changed: string[]): Receiver['react'] {
  const take = (received: Received) => {
    const before = taken.get(received.id);
    if (!before) taken.set(received.id, received);
    else if (before.rawBody !== received.rawBody) changed.push(received.id);
  };
  return (received, response, request) => {
    const mood = chaos.random();
    if (mood < 0.02) response.writeHead(500).end('Not today');
    else if (mood < 0.03) request.socket.destroy();
    else if (mood < 0.035) setTimeout(() => response.end(), 3_000);
    else {
      take(received);
      if (mood < 0.05) request.socket.destroy();
      else response.end('Taken');
    }
  };
}

interface Registered {
  readonly id: string;
  readonly secret: string;
}

async function register(client: Client, api: Member, url: string): Promise<Registered> {
  const { status, body } = await client.post(`${api.url}/v1/webhooks/`, { url });
  expect(status).toBe(201);
  return body;
}

async function statusOf(client: Client, api: Member, id: string): Promise<string> {
  return (await client.call('GET', `${api.url}/v1/webhooks/${id}/`)).body.status;
}
