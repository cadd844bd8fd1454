import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { WahaPeer } from '../gateways/waha/peer.js';
import type { Answer, Client } from '../support/fleet/client.js';
import { type Fleet, withFleet } from '../support/fleet/fleet.js';
import { CHAOS_TIMEOUT_MS, type Chaos, inChaos, sized } from '../support/fleet/run.js';
import { connectPhone, withWaha } from '../support/fleet/waha-fleet.js';
import { mobile, mobiles } from '../support/services.js';
import { eventually } from '../support/wait.js';

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
    () =>
      withFleet({ journal: { stallRate: 0.5, stallMs: 200 } }, (fleet) =>
        inChaos('stop', fleet, (chaos) => stopUnderLoad(chaos, fleet)),
      ),
    CHAOS_TIMEOUT_MS,
  );
});

const SLOW_RATE_PER_SECOND = 20;
const A_WHILE_MS = 2_000;

describe('SIGTERM while a call is under way', () => {
  it(
    'ends the taking of messages at once, and answers the call',
    () =>
      withFleet({}, async (fleet) => {
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
      }),
    CHAOS_TIMEOUT_MS,
  );
});

/** Longer than anything else that a stop waits for. */
const SLOW_ENGINE_MS = 22_000;
const PATIENCE_WITH_ENGINE_MS = 60_000;

describe('SIGTERM while a chat engine takes its time', () => {
  const atEngine = (work: (stage: EngineStage) => Promise<void>, env: Record<string, string> = {}) =>
    withWaha((fleet, peer) => setEngineStage(fleet, peer, env).then(work), { timeout_ms: PATIENCE_WITH_ENGINE_MS });

  it(
    'waits for its answer: the caller gets it, and it is written down also when the caller has gone',
    async () => {
      await atEngine(async ({ all, send, taken, answerAll, states }) => {
        const gone = new AbortController();
        const answered = send('answered');
        const unanswered = send('unanswered', gone.signal).catch((error: Error) => error.name);
        await taken(2);
        const exit = all.retire();
        gone.abort();
        await sleep(SLOW_ENGINE_MS);
        answerAll();
        expect(await answered).toEqual({ status: 201, code: undefined });
        expect(await unanswered).toBe('AbortError');
        expect(await exit).toEqual({ code: 0, signal: null });
        expect(await states()).toEqual(['sent settled', 'sent settled']);
      });
    },
    CHAOS_TIMEOUT_MS,
  );

  it(
    'ends without the answer when there is no more time: the caller learns that the message is in doubt',
    async () => {
      await atEngine(
        async ({ all, send, taken, states }) => {
          const answered = send('answered');
          await taken(1);
          const exit = all.retire();
          expect(await answered).toEqual({ status: 502, code: 'provider_timeout' });
          expect(await exit).toEqual({ code: 0, signal: null });
          expect(await states()).toEqual(['pending in_doubt']);
        },
        { SHUTDOWN_TIMEOUT_SECONDS: '6' },
      );
    },
    CHAOS_TIMEOUT_MS,
  );
});

type EngineStage = Awaited<ReturnType<typeof setEngineStage>>;

/** A phone at an engine that takes every message, and says so only when it is told to. */
async function setEngineStage(fleet: Fleet, peer: WahaPeer, env: Record<string, string>) {
  const client = await fleet.client();
  const all = await fleet.enlist('all', { envOfLife: () => env });
  const phone = await connectPhone(all.url, client, peer);
  const held: (() => void)[] = [];
  peer.answerInstead = (response, { path, body }) => {
    const { id } = JSON.parse(body || '{}');
    if (path.startsWith('/api/send')) held.push(() => response.writeHead(201).end(JSON.stringify({ key: { id } })));
    else response.writeHead(503).end();
  };
  return {
    all,
    async send(message: string, signal?: AbortSignal) {
      const response = await fetch(`${all.url}/v1/chatapp/${phone}/send/`, {
        method: 'POST',
        headers: { ...client.identity, 'content-type': 'application/json' },
        body: JSON.stringify({ to: mobile(1), type: 'text', message }),
        ...(signal && { signal }),
      });
      const { code } = (await response.json()) as { code?: string };
      return { status: response.status, code };
    },
    async taken(messages: number) {
      await eventually('they are with the engine', async () => held.length === messages || undefined);
    },
    answerAll() {
      for (const answer of held) answer();
    },
    async states() {
      const text = `SELECT status || ' ' || phase AS state FROM chat_messages ORDER BY id`;
      return (await fleet.sql<{ state: string }>(text)).map(({ state }) => state);
    },
  };
}

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
    const before = accepted.length;
    const callers = clients
      .splice(0, CALLERS)
      .map((client, index) => callUntilTheEnd(client, all.url, load, index === 0));
    await eventually('sends are accepted', async () => accepted.length >= before + CALLERS || undefined);
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
 * Calls until an answer says that the connection is closed, as a load balancer does, which then asks somebody else.
 * With `stays` it comes back on new connections until nobody takes one.
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
