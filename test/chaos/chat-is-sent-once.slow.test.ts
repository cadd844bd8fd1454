import { describe, expect, it } from '@jest/globals';
import type { WahaPeer } from '../gateways/waha/peer.js';
import { type Answer, type Client, insist } from '../support/fleet/client.js';
import type { Fleet } from '../support/fleet/fleet.js';
import { repeated } from '../support/fleet/repeated.js';
import { CHAOS_TIMEOUT_MS, type Chaos, inChaos, sized } from '../support/fleet/run.js';
import { connectPhone, withWaha } from '../support/fleet/waha-fleet.js';
import { mobile } from '../support/services.js';
import { eventually } from '../support/wait.js';

/** Few enough for the limit of 300 calls a minute, repetitions included. */
const MESSAGES = sized(60, 80);
const KILLS = sized(6, 20);
/** At each pass of its fault point, so that there are messages enough for all of them. */
const CHANCE_TO_DIE = sized(0.1, 0.2);
const SENDERS_AT_ONCE = 6;
/** What a lost answer is waited for in the program. */
const LEASE_SECONDS = 181;
const DEVICE = 2;

interface Sent {
  readonly text: string;
  readonly answer: Answer | null;
}

/**
 * Two customers send through the same faults: the API dies between writing a message down and handing it over, and
 * between hand-over and answer. One repeats a broken call with its Idempotency-Key; the other has no keys, and is the
 * control: without doubles there, the faults would prove nothing. The engine's own journal decides.
 */
describe('A chat message whose call is repeated with its key', () => {
  it(
    'is handed to the engine once, whatever dies at whatever moment, and its ack tells what became of it',
    async () => {
      await withWaha(async (fleet, peer) => {
        await inChaos('chat', fleet, (chaos) => sendThroughFaults(chaos, fleet, peer));
        expect(peer.violations).toEqual([]);
      });
    },
    CHAOS_TIMEOUT_MS,
  );
});

async function sendThroughFaults(chaos: Chaos, fleet: Fleet, peer: WahaPeer): Promise<void> {
  const [guarded, control] = [await fleet.client(), await fleet.client()];
  let livesThatEnd = KILLS;
  const worker = await fleet.enlist('worker');
  const api = await fleet.enlist('api', {
    envOfLife: () => {
      if (livesThatEnd-- <= 0) return {};
      const armed = `${chaos.random() < 0.3 ? 'chat-claimed' : 'chat-handed-over'}=${chaos.passWithin(CHANCE_TO_DIE)}`;
      chaos.struck(`api: FAULT_POINTS=${armed}`);
      return { FAULT_POINTS: armed };
    },
  });
  const [phone, controlPhone] = [
    await connectPhone(api.url, guarded, peer),
    await connectPhone(api.url, control, peer),
  ];

  const withKeys = send(api.url, guarded, phone, 'guarded', true);
  const withoutKeys = send(api.url, control, controlPhone, 'control', false);
  const [sent] = await Promise.all([withKeys, withoutKeys]);
  expect(api.deaths()).toBeGreaterThanOrEqual(KILLS - 1);

  const taken = peer.sent.map(({ body }) => String(body.text));
  expect(repeated(taken.filter((text) => text.startsWith('guarded')))).toEqual([]);
  expect(repeated(taken.filter((text) => text.startsWith('control'))).length).toBeGreaterThan(0);

  // Those that died with their message are given up; then the chat app acknowledges what it has.
  await fleet.sql(`UPDATE chat_messages SET created_at = created_at - make_interval(secs => ${LEASE_SECONDS})`);
  for (const message of peer.sent) await peer.ack(message, DEVICE);
  await everythingIsKnown(fleet, guarded, new Set(taken));
  await repeatingTellsTheTruth(api.url, guarded, phone, sent, new Set(taken));
  expect(worker.deaths()).toBe(0);
}

/** An integrator's loop: repeats what broke or could not be answered, until there is an answer. */
async function send(url: string, client: Client, phone: string, name: string, keyed: boolean): Promise<Sent[]> {
  const texts = Array.from({ length: MESSAGES }, (_, index) => `${name} ${index}`);
  const sent: Sent[] = [];
  const sender = async () => {
    for (let text = texts.shift(); text !== undefined; text = texts.shift()) {
      sent.push({ text, answer: await insist(post(url, client, phone, text, keyed), isBroken) });
    }
  };
  await Promise.all(Array.from({ length: SENDERS_AT_ONCE }, sender));
  return sent;
}

const post = (url: string, client: Client, phone: string, text: string, keyed: boolean) => () =>
  client.post(
    `${url}/v1/chatapp/${phone}/send/`,
    { to: mobile(1), type: 'text', message: text },
    keyed ? { 'idempotency-key': text } : {},
  );

/** 409 and 502 are answers: the first call is under way, or nobody knows. */
const isBroken = ({ status }: Answer) => status === 503 || status === 500 || status === 429;

/** What the engine has taken is delivered; of the rest nobody claims anything. */
async function everythingIsKnown(fleet: Fleet, client: Client, taken: ReadonlySet<string>): Promise<void> {
  await eventually('every message has settled or is in doubt', async () => {
    const [left] = await fleet.sql<{ open: number }>(
      `SELECT (SELECT count(*) FROM chat_messages WHERE phase = 'submitting')::int
            + (SELECT count(*) FROM chat_reports)::int AS open`,
    );
    return left?.open === 0 || undefined;
  });
  const messages = await fleet.sql<{ body: string; status: string }>(
    'SELECT body, status FROM chat_messages WHERE organisation_id = $1',
    [client.organisationId],
  );
  expect(messages).toHaveLength(MESSAGES);
  for (const { body, status } of messages)
    expect([body, status]).toEqual([body, taken.has(body) ? 'delivered' : 'pending']);
}

async function repeatingTellsTheTruth(
  url: string,
  client: Client,
  phone: string,
  sent: readonly Sent[],
  taken: ReadonlySet<string>,
): Promise<void> {
  for (const { text, answer } of sent) {
    const again = await insist(post(url, client, phone, text, true), isBroken);
    expect([text, again.status]).toEqual([text, taken.has(text) ? 201 : 502]);
    if (answer?.status === 201) expect(again.text).toBe(answer.text);
  }
}
