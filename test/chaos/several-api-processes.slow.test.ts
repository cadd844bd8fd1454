import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Answer, type Client, insist } from '../support/fleet/client.js';
import { assembleFleet, type Fleet } from '../support/fleet/fleet.js';
import { killsOf, type Member } from '../support/fleet/fleet-member.js';
import { CHAOS_TIMEOUT_MS, type Chaos, inChaos, sized } from '../support/fleet/run.js';
import { mobile, mobiles } from '../support/services.js';

const LIMIT_PER_MINUTE = 300;
const CALLS_PER_PROCESS = 400;

const CUSTOMERS = sized(20, 100);
/** Few, because a customer may make 60 bulk calls a minute, and tries count. */
const KEYS_PER_CUSTOMER = 2;
const CUSTOMERS_AT_ONCE = 5;
const TWINS = 5;
const RECIPIENTS = 50;
/** While every second group of customers calls. */
const API_KILLS = CUSTOMERS / CUSTOMERS_AT_ONCE / 2;

/** One recorded try of a client: what was asked with which key, and what came back. */
interface Try {
  readonly key: string;
  readonly answer: Answer;
}

describe('Two API processes on one database', () => {
  let fleet: Fleet;
  let apis: Member[];

  beforeAll(async () => {
    fleet = await assembleFleet();
    apis = await Promise.all([fleet.enlist('api'), fleet.enlist('api')]);
  }, CHAOS_TIMEOUT_MS);

  afterAll(() => fleet?.stop(), CHAOS_TIMEOUT_MS);

  it('let exactly as many calls pass together as the limit says', async () => {
    const client = await fleet.client('test');
    const calls = apis.flatMap((api) =>
      Array.from({ length: CALLS_PER_PROCESS }, (_, call) => {
        return client.post(`${api.url}/v1/sms/send/`, { to: mobile(call), message: 'One of many' });
      }),
    );
    const answers = await Promise.all(calls);
    const passed = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ status }) => status === 429);
    expect([passed.length, refused.length]).toEqual([LIMIT_PER_MINUTE, answers.length - LIMIT_PER_MINUTE]);
    for (const { headers, body } of refused) {
      const seconds = headers.get('retry-after');
      expect(seconds).toMatch(/^([1-9]|[1-5][0-9]|60|61)$/);
      expect(body.detail).toBe(`Request was throttled. Expected available in ${seconds} seconds.`);
      expect(body.code).toBe('throttled');
    }
    const [stored] = await fleet.sql<{ rows: number }>(
      'SELECT count(*)::int AS rows FROM sms_messages WHERE organisation_id = $1',
      [client.organisationId],
    );
    expect(stored?.rows).toBe(LIMIT_PER_MINUTE);
  });

  it(
    'let a caller who used all calls late in a second go on as soon as Retry-After says, and not earlier',
    async () => {
      const client = await fleet.client('test');
      const call = (number: number) =>
        client.post(`${apis[number % 2]?.url}/v1/sms/send/`, { to: mobile(number), message: 'One of many' });
      const passed: number[] = [];
      const refused: Answer[] = [];
      const callSome = async (count: number) => {
        for (const answer of await Promise.all(Array.from({ length: count }, (_, number) => call(number)))) {
          if (answer.status === 201) passed.push(performance.now());
          else refused.push(answer);
        }
      };
      const [clock] = await fleet.sql<{ ms: number }>('SELECT extract(milliseconds FROM now())::float8 AS ms');
      await sleep((1_800 - ((clock?.ms ?? 0) % 1_000)) % 1_000);
      const begun = performance.now();
      await callSome(LIMIT_PER_MINUTE + 1);
      expect([passed.length, refused.length]).toEqual([LIMIT_PER_MINUTE, 1]);
      const allowedAt = performance.now() + Number(refused[0]?.headers.get('retry-after')) * 1_000;
      // A client that does not wait is refused, and does not put off its turn.
      while (performance.now() < allowedAt - 2_000) {
        await callSome(1);
        await sleep(500);
      }
      const before = passed.length;
      await sleep(allowedAt - performance.now());
      await callSome(2);
      expect(passed.length).toBe(before + 2);
      expect((passed[LIMIT_PER_MINUTE] ?? 0) - begun).toBeGreaterThan(60_000);
    },
    CHAOS_TIMEOUT_MS,
  );

  it(
    'answer a repeated key with one campaign, whichever of them is asked and whichever dies',
    () => inChaos('retries', fleet, (chaos) => retryThroughKills(chaos, fleet, apis)),
    CHAOS_TIMEOUT_MS,
  );
});

async function retryThroughKills(chaos: Chaos, fleet: Fleet, apis: readonly Member[]): Promise<void> {
  const clients = await Promise.all(Array.from({ length: CUSTOMERS }, () => fleet.client('test')));
  const tries: Try[] = [];
  for (let group = 0; group < 2 * API_KILLS; group += 1) {
    await Promise.all(apis.map((api) => api.up()));
    const killing = group % 2 === 0 ? killMeanwhile(chaos, apis[(group / 2) % apis.length]) : null;
    const some = clients.slice(group * CUSTOMERS_AT_ONCE, (group + 1) * CUSTOMERS_AT_ONCE);
    await Promise.all(some.flatMap((client) => keysOf(client).flatMap((key) => twins(client, key, apis, tries))));
    await killing;
  }
  expect(killsOf(apis)).toBe(API_KILLS);

  for (const client of clients) {
    const campaigns = await fleet.sql<{ reference: string; campaigns: number; whole: boolean }>(
      `SELECT c.reference, count(*)::int AS campaigns,
              bool_and(c.total = (SELECT count(*) FROM sms_messages m WHERE m.campaign_id = c.id)) AS whole
       FROM campaigns c WHERE c.organisation_id = $1 GROUP BY c.reference ORDER BY c.reference`,
      [client.organisationId],
    );
    expect(campaigns).toEqual(keysOf(client).map((reference) => ({ reference, campaigns: 1, whole: true })));
  }
  expectSameAnswers(tries);
  await expectRefusals(clients, apis, tries);
}

/** The same call five times at once, to both processes; each of its clients goes on until it has been served. */
function twins(client: Client, key: string, apis: readonly Member[], tries: Try[]): Promise<Answer>[] {
  return Array.from({ length: TWINS }, (_, twin) =>
    insist(
      async (attempt) => {
        const api = apis[(twin + attempt) % apis.length];
        const answer = await client.post(`${api?.url}/v1/sms/send-bulk/`, bodyOf(key), { 'idempotency-key': key });
        tries.push({ key, answer });
        return answer;
      },
      ({ status }) => status === 409,
    ),
  );
}

function keysOf({ organisationId }: Client): string[] {
  return Array.from({ length: KEYS_PER_CUSTOMER }, (_, index) => `${organisationId} ${index}`);
}

const bodyOf = (key: string) => ({ message: 'Once for each key', reference: key, recipients: mobiles(RECIPIENTS) });

async function killMeanwhile(chaos: Chaos, api: Member | undefined): Promise<void> {
  await sleep(chaos.between(20, 150));
  chaos.struck(`SIGKILL ${api?.role} ${api?.url}`);
  await api?.crash();
}

function expectSameAnswers(tries: readonly Try[]): void {
  for (const [key, ofKey] of Map.groupBy(tries, (each) => each.key)) {
    const served = ofKey.map(({ answer }) => answer).filter(({ status }) => status === 202);
    expect([key, new Set(served.map(({ text }) => text)).size]).toEqual([key, 1]);
    // None is the first when a kill has swallowed that answer.
    const firsts = served.filter(({ headers }) => headers.get('idempotency-replayed') !== 'true');
    expect(firsts.length).toBeLessThanOrEqual(1);
    expect(served).toHaveLength(TWINS);
  }
  const refused = tries.filter(({ answer }) => answer.status !== 202).map(({ answer }) => answer);
  expect(new Set(refused.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
    new Set(['409 idempotency_in_progress']),
  );
}

async function expectRefusals(clients: readonly Client[], apis: readonly Member[], tries: readonly Try[]) {
  for (const [index, client] of clients.entries()) {
    const key = `${client.organisationId} 0`;
    const url = `${apis[index % apis.length]?.url}/v1/sms/send-bulk/`;
    const ask = (body: object) =>
      insist(
        () => client.post(url, body, { 'idempotency-key': key }),
        () => false,
      );
    const other = await ask({ ...bodyOf(key), message: 'Another message' });
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_mismatch']);
    const again = await ask(bodyOf(key));
    const first = tries.find((each) => each.key === key && each.answer.status === 202);
    expect([again.status, again.headers.get('idempotency-replayed'), again.text]).toEqual([
      202,
      'true',
      first?.answer.text,
    ]);
  }
}
