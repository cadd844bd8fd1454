import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Answer, type Client, insist } from '../support/fleet/client.js';
import { assembleFleet, type Fleet } from '../support/fleet/fleet.js';
import { deathsAtPoints, type Member } from '../support/fleet/fleet-member.js';
import { CHAOS_TIMEOUT_MS, type Chaos, inChaos, sized } from '../support/fleet/run.js';
import { mobile } from '../support/services.js';

const PROCESSES = 4;
/** Of the processes, in their first life. */
const DYING = 2;
const ROUNDS = sized(2, 10);
/** 40 keys in all. Two organisations, because one may make 300 calls a minute, and repetitions count. */
const ORGANISATIONS = 2;
const KEYS = 20;
const TWINS = 5;
/** One of the twins of every fourth key asks for something else. */
const STRANGE_EVERY = 4;

interface Call {
  readonly key: string;
  readonly text: string;
  readonly answer: Answer;
}

/** A process dies between the COMMIT of a group and the answers to its members: some have theirs, some never get it. */
describe('200 sends at once over 40 keys, to processes that die in the middle of a group', () => {
  let fleet: Fleet;

  beforeAll(async () => {
    fleet = await assembleFleet();
  }, CHAOS_TIMEOUT_MS);

  afterAll(() => fleet?.stop(), CHAOS_TIMEOUT_MS);

  it(
    'make one message for each key, and equal answers',
    () =>
      inChaos('sends together', fleet, async (chaos) => {
        const apis = await Promise.all(Array.from({ length: PROCESSES }, (_, place) => enlist(chaos, fleet, place)));
        for (let round = 0; round < ROUNDS; round += 1) {
          await Promise.all(Array.from({ length: ORGANISATIONS }, () => sendTwins(fleet, apis)));
        }
        expect(deathsAtPoints(apis)).toBe(DYING);
      }),
    CHAOS_TIMEOUT_MS,
  );
});

function enlist(chaos: Chaos, fleet: Fleet, place: number): Promise<Member> {
  if (place >= DYING) return fleet.enlist('api');
  const armed = `accepted=${chaos.between(1, (ORGANISATIONS * KEYS * TWINS) / PROCESSES / 2)}`;
  chaos.struck(`api ${place}: FAULT_POINTS=${armed}`);
  return fleet.enlist('api', {
    envOfLife: (life): Record<string, string> => (life === 0 ? { FAULT_POINTS: armed } : {}),
  });
}

async function sendTwins(fleet: Fleet, apis: readonly Member[]): Promise<void> {
  const client = await fleet.client('test');
  const calls = await Promise.all(
    Array.from({ length: KEYS * TWINS }, (_, place) => sendOne(client, apis, place % KEYS, Math.floor(place / KEYS))),
  );
  const stored = await fleet.sql<{ reference: string; body: string; id: string }>(
    'SELECT reference, body, id FROM sms_messages WHERE organisation_id = $1 ORDER BY reference',
    [client.organisationId],
  );
  expect(stored.map(({ reference }) => reference)).toEqual(Array.from({ length: KEYS }, (_, key) => `k${key}`).sort());

  for (const { reference, body, id } of stored) {
    const ofKey = calls.filter(({ key }) => key === reference);
    const same = ofKey.filter(({ text }) => text === body);
    expect([reference, ...new Set(same.map(({ answer }) => answer.status))]).toEqual([reference, 201]);
    expect([reference, new Set(same.map(({ answer }) => answer.text)).size]).toEqual([reference, 1]);
    expect(same[0]?.answer.body.message_id).toBe(id);
    const others = ofKey.filter(({ text }) => text !== body);
    for (const { answer } of others) expect([answer.status, answer.body.code]).toEqual([422, 'idempotency_mismatch']);
  }
}

async function sendOne(client: Client, apis: readonly Member[], number: number, twin: number): Promise<Call> {
  const key = `k${number}`;
  const isStrange = twin === 2 && number % STRANGE_EVERY === 0;
  const text = isStrange ? 'Something else' : 'Once for each key';
  const answer = await insist(
    (attempt) => {
      const api = apis[(number + twin + attempt) % apis.length];
      const body = { to: mobile(number), message: text, reference: key };
      return client.post(`${api?.url}/v1/sms/send/`, body, { 'idempotency-key': key });
    },
    ({ status }) => status === 409 || status === 503,
  );
  return { key, text, answer };
}
