import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { Answer, Client } from '../support/chaos-client.js';
import { CHAOS_TIMEOUT_MS, type Chaos, inChaos, sized } from '../support/chaos-run.js';
import { eventually } from '../support/chaos-wait.js';
import { assembleFleet, type Fleet } from '../support/fleet.js';
import { mobile, mobiles } from '../support/services.js';

const STOPS = sized(3, 20);
const CALLERS = 6;
const BULK = 300;

interface Load {
  /** Ids of the messages that calls were answered with. */
  readonly accepted: string[];
  readonly failures: string[];
}

describe('SIGTERM under load', () => {
  it(
    'fails no request, leaves no message half submitted, and ends with 0',
    async () => {
      const fleet = await assembleFleet({ journal: { stallRate: 0.5, stallMs: 200 } });
      try {
        await inChaos('stop', fleet, (chaos) => stopUnderLoad(chaos, fleet));
      } finally {
        await fleet.stop();
      }
    },
    CHAOS_TIMEOUT_MS,
  );
});

const SLOW_RATE_PER_SECOND = 20;
const A_WHILE_MS = 2_000;

describe('SIGTERM while a call is under way', () => {
  it(
    'ends the taking of messages at once, and answers the call',
    async () => {
      const fleet = await assembleFleet();
      try {
        const client = await fleet.client();
        const pace = { batch_size: 5, rate_per_second: SLOW_RATE_PER_SECOND, concurrency: 1 };
        fleet.route({ journal: pace }, [[client, 'journal']]);
        const all = await fleet.enlist('all');
        await client.post(`${all.url}/v1/sms/send-bulk/`, { message: 'Many', recipients: mobiles(BULK) });
        const taken = async () => (await fleet.acceptances()).length;
        await eventually('the first has left', async () => (await taken()) > 0 || undefined);
        const call = await beginCall(client, `${all.url}/v1/sms/send/`, { to: mobile(1), message: 'One' });

        const exit = all.retire();
        await sleep(A_WHILE_MS);
        const before = await taken();
        expect(before).toBeLessThan(BULK / 2);
        await sleep(A_WHILE_MS);
        expect(await taken()).toBe(before);
        expect(await call.finish()).toBe(201);
        expect(await exit).toEqual({ code: 0, signal: null });
      } finally {
        await fleet.stop();
      }
    },
    CHAOS_TIMEOUT_MS,
  );
});

/** Sends all of a call but its last byte. */
async function beginCall({ identity }: Client, url: string, body: object) {
  const bytes = Buffer.from(JSON.stringify(body));
  const headers = { ...identity, 'content-type': 'application/json', 'content-length': bytes.length };
  const call = request(url, { method: 'POST', headers });
  await new Promise<void>((resolve) => call.write(bytes.subarray(0, -1), () => resolve()));
  return {
    async finish() {
      call.end(bytes.subarray(-1));
      const [answer] = (await once(call, 'response')) as [IncomingMessage];
      answer.resume();
      return answer.statusCode;
    },
  };
}

async function stopUnderLoad(chaos: Chaos, fleet: Fleet): Promise<void> {
  const clients = await Promise.all(Array.from({ length: STOPS * CALLERS }, () => fleet.client()));
  fleet.route(
    { journal: { batch_size: 20 } },
    clients.map((client) => [client, 'journal']),
  );
  const accepted: string[] = [];
  for (let stop = 0; stop < STOPS; stop += 1) {
    const all = await fleet.enlist('all');
    const load: Load = { accepted, failures: [] };
    const callers = clients
      .splice(0, CALLERS)
      .map((client, index) => callUntilTheEnd(client, all.url, load, index === 0));
    await sleep(chaos.between(300, 1_200));
    chaos.struck('SIGTERM');
    const exit = await all.retire();
    await Promise.all(callers);

    expect(load.failures).toEqual([]);
    expect(exit).toEqual({ code: 0, signal: null });
    await chaos.none('were left half submitted', await leftBehind(fleet));
    const [leases] = await fleet.sql<{ held: number }>(
      'SELECT count(*)::int AS held FROM sms_due WHERE lease_id IS NOT NULL',
    );
    expect(leases?.held).toBe(0);
  }
  const stored = new Set((await fleet.sql<{ id: string }>('SELECT id FROM sms_messages')).map(({ id }) => id));
  expect(accepted.filter((id) => !stored.has(id))).toEqual([]);
  expect(accepted.length).toBeGreaterThan(STOPS * CALLERS);
}

async function leftBehind({ sql }: Fleet): Promise<string[]> {
  return (await sql<{ id: string }>(`SELECT id FROM sms_messages WHERE phase = 'submitting'`)).map(({ id }) => id);
}

/**
 * Calls until an answer says that the connection is closed, as a load balancer does, which then asks somebody else. With
 * `stays` it comes back on new connections until nobody takes one.
 */
async function callUntilTheEnd(client: Client, url: string, { accepted, failures }: Load, stays: boolean) {
  for (let call = 0; ; call += 1) {
    try {
      const answer = await callOnce(client, url, call);
      if (answer.status === 201) accepted.push(answer.body.message_id);
      else if (answer.status === 429) await sleep(10);
      else if (answer.status !== 202) failures.push(`${answer.status} ${answer.text}`);
      if (answer.headers.get('connection') === 'close' && !stays) return;
    } catch (error) {
      if (!isTurnedAway(error, stays)) failures.push(`call ${call}: ${error}, ${(error as Error).cause}`);
      return;
    }
  }
}

function callOnce(client: Client, url: string, call: number): Promise<Answer> {
  return call % 20 === 0
    ? client.post(`${url}/v1/sms/send-bulk/`, { message: 'Many', recipients: mobiles(BULK) })
    : client.post(`${url}/v1/sms/send/`, { to: mobile(call), message: 'One' });
}

/** A call that nobody took was not under way. In the moment of closing, the kernel resets new connections instead. */
function isTurnedAway(error: unknown, onNewConnection: boolean): boolean {
  const { code } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
  return code === 'ECONNREFUSED' || (onNewConnection && code === 'ECONNRESET');
}
