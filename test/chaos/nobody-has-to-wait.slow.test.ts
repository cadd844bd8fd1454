import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Client } from '../support/fleet/client.js';
import { assembleFleet, type Fleet, type JournalEntry } from '../support/fleet/fleet.js';
import type { Member } from '../support/fleet/fleet-member.js';
import { CHAOS_TIMEOUT_MS, sized } from '../support/fleet/run.js';
import { mobile, mobiles } from '../support/services.js';
import { eventually } from '../support/wait.js';

/** So slowly that it is the pace that decides, on every machine. */
const PER_SECOND = 400;
const PACED = sized(1_200, 6_000);
const DEAD = sized(500, 5_000);
/** Longer than anybody waits. */
const STALL_MS = 20_000;
const READS = sized(40, 200);
/** A machine that does other things as well is given more time in the short form. */
const SLOWEST_READ_MS = sized(3_000, 500);
const SHARE_OF_THROUGHPUT = sized(0.5, 0.9);

const CAMPAIGNS = 10;
const MANY = sized(1_000, 10_000);
const MANY_PER_SECOND = sized(1_000, 3_000);
const LEAVES_WITHIN_MS = sized(10_000, 3_000);

describe('Nobody has to wait', () => {
  let fleet: Fleet;
  afterEach(() => fleet?.stop());

  const send = async (api: Member, client: Client, count: number, first: number) => {
    const body = { message: 'Hello', recipients: mobiles(count, first) };
    expect((await client.post(`${api.url}/v1/sms/send-bulk/`, body)).status).toBe(202);
  };
  const taken = async (of: Client): Promise<JournalEntry[]> =>
    (await fleet.acceptances()).filter(({ organisationId }) => organisationId === of.organisationId);

  /** How many a second the gateway was given, from the first to the last of those from this number on. */
  const throughput = async (of: Client, first: number): Promise<number> => {
    const entries = await eventually('all have been taken', async () => {
      const so = (await taken(of)).filter(({ to }) => to >= mobile(first));
      return so.length >= PACED ? so : undefined;
    });
    const times = entries.map(({ at }) => at);
    return (1000 * PACED) / (Math.max(...times) - Math.min(...times));
  };

  it(
    'for a gateway that stalls: reads are quick meanwhile, and the other gateway gets as much as before',
    async () => {
      fleet = await assembleFleet();
      const stalling = await fleet.addJournal({ stallRate: 1, stallMs: STALL_MS });
      const [lucky, unlucky] = [await fleet.client(), await fleet.client()];
      const traits = { healthy: { rate_per_second: PER_SECOND, batch_size: 20 }, stalling: { journal: stalling } };
      fleet.route(traits, [
        [lucky, 'healthy'],
        [unlucky, 'stalling'],
      ]);
      const [api] = await Promise.all([fleet.enlist('api'), fleet.enlist('worker')]);

      await send(api, lucky, PACED, 0);
      const alone = await throughput(lucky, 0);
      await send(api, unlucky, DEAD, 100_000);
      await eventually('the other gateway stalls', async () => (await taken(unlucky)).length > 0 || undefined);
      await send(api, lucky, PACED, 200_000);
      const reads: number[] = [];
      for (let read = 0; read < READS; read += 1) {
        const startedAt = performance.now();
        expect((await unlucky.call('GET', `${api.url}/v1/sms/campaigns/`)).status).toBe(200);
        reads.push(performance.now() - startedAt);
        await sleep(10);
      }
      const beside = await throughput(lucky, 200_000);
      expect(beside / alone).toBeGreaterThanOrEqual(SHARE_OF_THROUGHPUT);
      const slowest = reads.sort((one, other) => one - other)[Math.ceil(0.99 * READS) - 1];
      expect(slowest).toBeLessThan(SLOWEST_READ_MS);
    },
    CHAOS_TIMEOUT_MS,
  );

  it(
    'for the campaigns of another organisation at the same gateway',
    async () => {
      fleet = await assembleFleet();
      const [many, one] = [await fleet.client(), await fleet.client()];
      fleet.route({ shared: { rate_per_second: MANY_PER_SECOND, batch_size: 50 } }, [
        [many, 'shared'],
        [one, 'shared'],
      ]);
      const [api] = await Promise.all([fleet.enlist('api'), fleet.enlist('worker')]);
      for (let campaign = 0; campaign < CAMPAIGNS; campaign += 1) await send(api, many, MANY, campaign * MANY);
      await eventually('the first have left', async () => (await taken(many)).length > 0 || undefined);

      const calledAt = Date.now();
      const sent = await one.post(`${api.url}/v1/sms/send/`, { to: mobile(900_000), message: 'One' });
      expect(sent.status).toBe(201);
      const [left] = await eventually('it has left', async () => {
        const entries = await taken(one);
        return entries.length > 0 ? entries : undefined;
      });
      expect((left?.at ?? Infinity) - calledAt).toBeLessThan(LEAVES_WITHIN_MS);
      // Those who were there before it still waited.
      expect((await taken(many)).length).toBeLessThan(CAMPAIGNS * MANY);
    },
    CHAOS_TIMEOUT_MS,
  );
});
