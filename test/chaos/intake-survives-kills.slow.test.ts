import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { type Client, insist } from '../support/fleet/client.js';
import { startCountsReader } from '../support/fleet/counts.js';
import { type Fleet, withFleet } from '../support/fleet/fleet.js';
import { killsOf, type Member, quietPort } from '../support/fleet/fleet-member.js';
import { type OwnPostgres, startOwnPostgres } from '../support/fleet/postgres.js';
import { CHAOS_TIMEOUT_MS, type Chaos, inChaos, sized } from '../support/fleet/run.js';
import { untilSettled } from '../support/fleet/settled.js';
import { startHttpReader } from '../support/fleet/shown.js';
import { mobiles } from '../support/services.js';

const CALLS = sized(12, 50);
const LARGE_CALLS = sized(3, 10);
const LARGE = sized(2_000, 10_000);
const SMALL = 60;
const PROCESS_KILLS = sized(4, 20);
const DATABASE_CRASHES = sized(1, 5);
/** At least. In the short form the API of a slow machine is away for most of the time. */
const LOOKS_OVER_HTTP = sized(1, 50);
/** A call takes about so long; a fault comes somewhere within. */
const WITHIN_A_CALL_MS = 60;

interface Answered {
  readonly campaignId: string;
  readonly numbers: readonly string[];
}

describe('A bulk call that was answered', () => {
  it(
    'survives kills of every process and of PostgreSQL, complete and counted right at every read',
    async () => {
      const postgres = await startOwnPostgres(await quietPort());
      await withFleet({ database: postgres }, (fleet) =>
        inChaos('intake', fleet, (chaos) => surviveKills(chaos, fleet, postgres)),
      );
    },
    CHAOS_TIMEOUT_MS,
  );
});

async function surviveKills(chaos: Chaos, fleet: Fleet, postgres: OwnPostgres): Promise<void> {
  const client = await fleet.client('test');
  const [api, worker] = await Promise.all([fleet.enlist('api'), fleet.enlist('worker')]);
  const counts = startCountsReader(fleet.sql, chaos.over);
  const shown = startHttpReader(client, () => api.url, chaos.over);
  const faults = planFaults(chaos, api, worker, postgres);
  const sizes = chaos.shuffled(Array.from({ length: CALLS }, (_, call) => (call < LARGE_CALLS ? LARGE : SMALL)));

  const answered: Answered[] = [];
  let first = 0;
  for (const [call, size] of sizes.entries()) {
    const strike = faults[call]?.();
    const recipients = mobiles(size, first);
    first += size;
    const body = { message: `Call ${call}`, recipients };
    const answer = await insist(
      () => client.post(`${api.url}/v1/sms/send-bulk/`, body),
      ({ status }) => status === 503 || status === 429,
    );
    expect([answer.status, answer.body.total]).toEqual([202, size]);
    answered.push({ campaignId: answer.body.campaign_id, numbers: recipients.map(({ to }) => to) });
    await strike;
  }

  expect(killsOf([api, worker])).toBe(PROCESS_KILLS);
  await untilSettled(fleet);
  const [overSql, overHttp] = [await counts.stop(), await shown.stop()];
  expect([...overSql.wrong, ...overHttp.wrong]).toEqual([]);
  expect(overSql.readings).toBeGreaterThan(10);
  expect(overHttp.readings).toBeGreaterThanOrEqual(LOOKS_OVER_HTTP);
  await expectComplete(fleet, client, api.url, answered);
  await chaos.none('were not delivered', await undelivered(fleet));
}

/** For each call the fault that strikes in the middle of it, if any. */
function planFaults(chaos: Chaos, api: Member, worker: Member, postgres: OwnPostgres) {
  const kill = (member: Member) => async () => {
    await member.up();
    await sleep(chaos.between(0, WITHIN_A_CALL_MS));
    chaos.struck(`SIGKILL ${member.role}`);
    await member.crash();
  };
  const crashDatabase = async () => {
    await sleep(chaos.between(0, WITHIN_A_CALL_MS));
    chaos.struck('PostgreSQL stopped at once');
    await postgres.crash();
  };
  const kills = Array.from({ length: PROCESS_KILLS }, (_, index) => kill(index % 2 === 0 ? api : worker));
  const crashes = Array.from({ length: DATABASE_CRASHES }, () => crashDatabase);
  const none = Array.from({ length: CALLS - PROCESS_KILLS - DATABASE_CRASHES }, () => null);
  return chaos.shuffled([...kills, ...crashes, ...none]);
}

/** Every recipient has its row, in the order of the call, and the campaign says that it is finished. */
async function expectComplete(fleet: Fleet, client: Client, url: string, answered: readonly Answered[]) {
  const lost: string[] = [];
  for (const { campaignId, numbers } of answered) {
    const rows = await fleet.sql<{ mobile: string }>(
      'SELECT mobile FROM sms_messages WHERE campaign_id = $1 ORDER BY position',
      [campaignId],
    );
    if (JSON.stringify(rows.map(({ mobile }) => mobile)) !== JSON.stringify(numbers)) lost.push(campaignId);
    // The reader may have used up what can be called within a minute.
    const { body } = await insist(
      () => client.call('GET', `${url}/v1/sms/campaigns/${campaignId}/`),
      ({ status }) => status === 429,
    );
    expect(body).toMatchObject({ status: 'completed', total: numbers.length, counts: { delivered: numbers.length } });
  }
  expect(lost).toEqual([]);
}

async function undelivered({ sql }: Fleet): Promise<string[]> {
  const rows = await sql<{ id: string }>(`SELECT id FROM sms_messages WHERE status <> 'delivered'`);
  return rows.map(({ id }) => id);
}
