import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { signedHeaders } from '../../src/gateways/sms/http/wire.js';
import { type Client, insist } from '../support/fleet/client.js';
import { type Fleet, withFleet } from '../support/fleet/fleet.js';
import { killsOf, type Member } from '../support/fleet/fleet-member.js';
import { repeatedly } from '../support/fleet/repeatedly.js';
import { CHAOS_TIMEOUT_MS, type Chaos, inChaos, sized } from '../support/fleet/run.js';
import { GATEWAY_SECRET } from '../support/programs/impatience.js';
import { mobile, mobiles } from '../support/services.js';
import { eventually } from '../support/wait.js';

const GATEWAY = 'heard';
const NUMBER = '20880';
const PEOPLE = sized(2_000, 4_000);
/** People who say something. */
const SPEAKERS = sized(400, 800);
const PER_SECOND = sized(100, 50);
const KILLS = sized(8, 20);
/** People speak up to so long before their message is due at this pace, or after it. */
const AROUND_CLAIM_MS = 50;
/** With START, which lifts nothing within ten seconds of a STOP. */
const STOP_WINS_MS = 10_000;
const SETTLE_WITHIN_MS = 90_000;
/** All the while the process that takes calls may be dead, again and again. */
const TOLD_WITHIN_MS = sized(120_000, 600_000);

interface Said {
  readonly id: string;
  readonly from: string;
  readonly text: string;
  readonly part?: { readonly reference: number; readonly total: number; readonly number: number };
}

/**
 * A campaign leaves in the order of its numbers, and people answer as their message leaves, while processes die. The
 * journal of the gateway is the oracle: what was claimed after the commit of a STOP must not be in it.
 */
it(
  'STOP: no message is claimed after it was stored, and nothing that people say is lost or kept twice, whatever dies',
  () =>
    withFleet({ env: { DISPATCH_BATCH_SIZE: '20' }, journal: { dropReports: true } }, (fleet) =>
      inChaos('stop', fleet, (chaos) => answerThroughChaos(chaos, fleet)),
    ),
  CHAOS_TIMEOUT_MS,
);

async function answerThroughChaos(chaos: Chaos, fleet: Fleet): Promise<void> {
  const client = await fleet.client();
  const { organisationId } = client;
  fleet.route({ [GATEWAY]: { batch_size: 5, rate_per_second: PER_SECOND, concurrency: 2 } }, [[client, GATEWAY]], {
    numbers: [{ number: NUMBER, gateways: [GATEWAY], organisation_id: organisationId }],
  });
  let isCalm = false;
  const dyingAt = (points: readonly string[]) => (life: number) => {
    const point = points[chaos.between(0, points.length - 1)];
    return { FAULT_POINTS: life % 2 === 0 && !isCalm ? `${point}=${chaos.passWithin(0.02)}` : 'none' };
  };
  const api = await fleet.enlist('api', { envOfLife: dyingAt(['reported']) });
  const workers = await Promise.all(
    [1, 2].map(() => fleet.enlist('worker', { envOfLife: dyingAt(['folded', 'claimed']) })),
  );

  await sendCampaign(api, client);
  const watch = watchSuppressions(fleet, organisationId, chaos.over);
  const killing = killSome(chaos, [api, ...workers]).finally(() => {
    isCalm = true;
  });
  const [said] = await Promise.all([speak(chaos, fleet, api, client), killing]);
  await eventually('all is claimed and folded', () => isSettled(fleet, organisationId), SETTLE_WITHIN_MS);

  expect(killsOf([api, ...workers])).toBe(KILLS);
  await judgeClaims(chaos, fleet, client, watch);
  await judgeInbox(fleet, organisationId, said);
  await judgeConsent(fleet, organisationId);
}

async function sendCampaign(api: Member, client: Client): Promise<void> {
  const body = { message: 'Hello', recipients: mobiles(PEOPLE) };
  const headers = { 'idempotency-key': 'the campaign' };
  await insist(
    () => client.post(`${api.url}/v1/sms/send-bulk/`, body, headers),
    ({ status }) => status !== 202,
  );
}

async function killSome(chaos: Chaos, members: readonly Member[]): Promise<void> {
  for (let kill = 0; kill < KILLS; kill += 1) {
    const member = members[kill % members.length];
    await sleep(chaos.between(200, 1_500));
    chaos.struck(`SIGKILL ${member?.role} ${member?.url}`);
    await member?.crash();
  }
}

/** Everything that people said, each with the id of its gateway. Resolves when the program has all of it. */
async function speak(chaos: Chaos, fleet: Fleet, api: Member, { organisationId }: Client): Promise<Said[]> {
  const all: Said[] = [];
  const calls: Promise<unknown>[] = [];
  const say = (messages: readonly Said[]) => {
    all.push(...messages);
    // A gateway repeats a call, and some of what it told in an earlier one.
    const again = chaos.random() < 0.2 && all[chaos.between(0, all.length - 1)];
    calls.push(tell(api, again ? [...messages, again] : messages));
  };
  const everyMs = Math.ceil(PEOPLE / SPEAKERS);
  let claimed = 0;
  for (let speaker = 0; speaker < PEOPLE; speaker += everyMs) {
    const from = mobile(speaker);
    const lead = Math.round((chaos.between(-AROUND_CLAIM_MS, AROUND_CLAIM_MS) * PER_SECOND) / 1_000);
    while (claimed < speaker - lead && claimed < PEOPLE - everyMs) {
      claimed = (await lastClaimed(fleet, organisationId)) ?? claimed;
      if (claimed < speaker - lead) await sleep(5);
    }
    for (const messages of wordsOf(chaos, from)) say(messages);
  }
  await Promise.all(calls);
  await sleep(STOP_WINS_MS);
  for (let speaker = 0; speaker < PEOPLE; speaker += 10 * everyMs) {
    await tell(api, [{ id: `late start ${speaker}`, from: mobile(speaker), text: 'START' }]);
    all.push({ id: `late start ${speaker}`, from: mobile(speaker), text: 'START' });
  }
  return all;
}

/** What a person says: in how many calls, and what in each. */
function wordsOf(chaos: Chaos, from: string): Said[][] {
  const mood = chaos.random();
  const one = (text: string): Said => ({ id: `${from} ${text}`, from, text });
  if (mood < 0.6) return [[one('STOP')]];
  if (mood < 0.7) return [[one('START'), one('Stop, please')]];
  if (mood < 0.8) return [[one('Is the shop open?')]];
  const parts = [1, 2, 3].map((number) => ({
    ...one(`part ${number}, `),
    part: { reference: 7, total: 3, number },
  }));
  return chaos.shuffled(parts).map((part) => [part]);
}

function tell(api: Member, said: readonly Said[]): Promise<unknown> {
  const messages = said.map((one) => ({ to: NUMBER, ...one }));
  const body = JSON.stringify({ messages });
  return insist(
    async () => {
      const headers = { 'content-type': 'application/json', ...signedHeaders(GATEWAY_SECRET, body) };
      const signal = AbortSignal.timeout(10_000);
      const response = await fetch(`${api.url}/callbacks/${GATEWAY}/reports`, {
        method: 'POST',
        body,
        headers,
        signal,
      });
      return { status: response.status, headers: response.headers, text: await response.text(), body: null };
    },
    ({ status }) => status !== 200,
    TOLD_WITHIN_MS,
  );
}

async function lastClaimed(fleet: Fleet, organisationId: string): Promise<number | undefined> {
  const [row] = await fleet.sql<{ position: number | null }>(
    'SELECT max(position)::int AS position FROM sms_messages WHERE organisation_id = $1 AND attempt > 0',
    [organisationId],
  );
  return row?.position ?? undefined;
}

/** By number, a time at which a suppression of it was seen: it had been committed by then. */
function watchSuppressions(fleet: Fleet, organisationId: string, over: AbortSignal): ReadonlyMap<string, Date> {
  const seenAt = new Map<string, Date>();
  const look = async () => {
    const rows = await fleet
      .sql<{ mobile: string; now: Date }>(
        'SELECT mobile, clock_timestamp() AS now FROM suppressions WHERE organisation_id = $1 AND NOT mobile = ANY ($2)',
        [organisationId, [...seenAt.keys()]],
      )
      .catch(() => []);
    for (const { mobile: number, now } of rows) seenAt.set(number, now);
  };
  repeatedly(look, 5, over);
  return seenAt;
}

async function isSettled(fleet: Fleet, organisationId: string): Promise<true | undefined> {
  const [left] = await fleet.sql<{ waiting: number }>(
    `SELECT (SELECT count(*) FROM inbound_sms WHERE due_at < now() + interval '10 minutes')::int
          + (SELECT count(*) FROM sms_messages
             WHERE organisation_id = $1 AND phase NOT IN ('done', 'waiting_report'))::int AS waiting`,
    [organisationId],
  );
  return left?.waiting === 0 || undefined;
}

/** The gateway has nothing that was claimed after its STOP was seen; such messages are blocked. */
async function judgeClaims(
  chaos: Chaos,
  fleet: Fleet,
  { organisationId }: Client,
  seenAt: ReadonlyMap<string, Date>,
): Promise<void> {
  const messages = await fleet.sql<{ id: string; mobile: string; status: string; submitted_at: Date | null }>(
    // Answers to STOP are for people who are suppressed.
    `SELECT id, mobile, status::text, submitted_at FROM sms_messages
     WHERE organisation_id = $1 AND answers_inbound_id IS NULL`,
    [organisationId],
  );
  const taken = new Set((await fleet.acceptances()).map(({ messageId }) => messageId));
  const late = messages.filter((one) => (seenAt.get(one.mobile) ?? Infinity) < (one.submitted_at ?? 0));
  await chaos.none(
    'were claimed after STOP, and the gateway has them',
    late.filter(({ id }) => taken.has(id)).map(({ id }) => id),
  );
  await chaos.none(
    'are blocked, and the gateway has them',
    idsOf(messages.filter(isBlocked).filter(({ id }) => taken.has(id))),
  );
  // A worker that dies before it has written "blocked" leaves a doubt, which nobody submits again.
  const others = late.filter(({ status }) => status !== 'blocked' && status !== 'failed');
  await chaos.none('of people who said STOP before are neither blocked nor in doubt', idsOf(others));
  // The control: STOPs came before and after claims.
  const stopped = messages.filter(({ mobile: number }) => seenAt.has(number));
  process.stdout.write(`stop: ${stopped.length} STOPs, ${stopped.filter(isBlocked).length} before their claim\n`);
  expect(stopped.filter(isBlocked).length).toBeGreaterThan(SPEAKERS / 20);
  expect(stopped.filter((one) => !isBlocked(one)).length).toBeGreaterThan(SPEAKERS / 20);
}

const isBlocked = ({ status }: { readonly status: string }) => status === 'blocked';
const idsOf = (messages: readonly { readonly id: string }[]) => messages.map(({ id }) => id);

/** Everything is there once; parts as one text. */
async function judgeInbox(fleet: Fleet, organisationId: string, said: readonly Said[]): Promise<void> {
  const rows = await fleet.sql<{ text: string; sender: string }>(
    'SELECT sender, text FROM inbound_messages WHERE organisation_id = $1',
    [organisationId],
  );
  const whole = said.filter(({ part }) => !part).map(({ from, text }) => `${from} ${text}`);
  const joined = said.filter(({ part }) => part?.number === 1).map(({ from }) => `${from} part 1, part 2, part 3, `);
  expect(rows.map(({ sender, text }) => `${sender} ${text}`).toSorted()).toEqual([...whole, ...joined].toSorted());
}

/** Suppressions and proofs are as what people said demands. */
async function judgeConsent(fleet: Fleet, organisationId: string): Promise<void> {
  const rows = await fleet.sql<{ mobile: string; optedOut: boolean; suppressed: boolean; proved: boolean }>(
    `SELECT m.mobile,
            coalesce(max(m.received_at) FILTER (WHERE m.keyword = 'stop') >
              coalesce(max(m.received_at) FILTER (WHERE m.keyword = 'start'), '-infinity') - interval '10 seconds',
              false) AS "optedOut",
            EXISTS (SELECT FROM suppressions s
                    WHERE s.organisation_id = $1 AND s.mobile = m.mobile AND s.source = 'keyword') AS suppressed,
            coalesce((SELECT c.change::text FROM consent_changes c WHERE c.organisation_id = $1 AND c.mobile = m.mobile
                      ORDER BY c.id DESC LIMIT 1) = 'opted_out', false) AS proved
     FROM inbound_messages m WHERE m.organisation_id = $1 GROUP BY m.mobile`,
    [organisationId],
  );
  expect(rows.filter(({ optedOut, suppressed, proved }) => optedOut !== suppressed || optedOut !== proved)).toEqual([]);
  expect(rows.filter(({ optedOut }) => optedOut).length).toBeGreaterThan(SPEAKERS / 4);
}
