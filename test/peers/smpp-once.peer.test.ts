import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Client } from '../support/fleet/client.js';
import { startCountsReader } from '../support/fleet/counts.js';
import { type Fleet, withFleet } from '../support/fleet/fleet.js';
import { CHAOS_TIMEOUT_MS, type Chaos, inChaos, sized } from '../support/fleet/run.js';
import { killFromOutside, workersThatDie } from '../support/fleet/workers.js';
import { eventually } from '../support/wait.js';
import { HAS_NET_SMPP, type PerlSmsc, startPerlSmsc } from './perl-smsc.js';

const RECIPIENTS = sized(500, 4_000);
const LONG_RECIPIENTS = sized(100, 1_000);
const CONTROLS = sized(100, 1_000);
/** Of the recipients; the centre reads the message and breaks the connection. Each makes the next bind wait longer. */
const DROPS = sized(4, 8);
/** At fault points. */
const DEATHS = sized(5, 40);
const OUTSIDE_KILLS = sized(2, 10);
const SETTLE_WITHIN_MS = sized(60_000, 240_000);

const BATCH_SIZE = 10;
const CONCURRENCY = 2;
/** Slow enough for deaths in the middle of it. */
const RATE_PER_SECOND = 150;

/** The last two digits of a number tell smsc.pl what to do. */
const ACCEPTED = '20';
const DROPPED = '98';
/** Middle digits of the numbers of each campaign. */
const FIRST = { short: 0, controls: 5_000, long: 7_000 };
const TWO_PARTS = 'Once, please. '.repeat(20);

/**
 * The centre's journal decides. SMPP has nothing by which a lost answer could be found, so what is in doubt ends as
 * failed, and the control, which has asked to be sent again when in doubt, must have doubles.
 */
function describeOnce(): void {
  it(
    'whatever dies or breaks at whatever moment; and everything settles; and without the safeguard there are doubles',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'postrider-once-'));
      const gatewaysFile = join(folder, 'gateways.json');
      const smsc = await startPerlSmsc();
      writeFileSync(gatewaysFile, JSON.stringify(gatewaysOf(smsc.port)));
      try {
        await withFleet({ env: { GATEWAYS_FILE: gatewaysFile } }, (fleet) =>
          inChaos('smpp-once', fleet, (chaos) => sendThroughFaults(chaos, fleet, smsc)),
        );
      } finally {
        await smsc.close();
        rmSync(folder, { recursive: true });
      }
    },
    CHAOS_TIMEOUT_MS,
  );
}

function gatewaysOf(port: number) {
  const account = { host: '127.0.0.1', port, system_id: 'postrider', password: 'secret1' };
  const pace = {
    batch_size: BATCH_SIZE,
    concurrency: CONCURRENCY,
    rate_per_second: RATE_PER_SECOND,
    timeout_ms: 1_500,
  };
  const options = { ...account, response_timeout_ms: 1_500 };
  return {
    gateways: [{ name: 'centre', kind: 'smpp', ...pace, options }],
    routes: [{ gateways: ['centre'] }],
  };
}

async function sendThroughFaults(chaos: Chaos, fleet: Fleet, smsc: PerlSmsc): Promise<void> {
  const [guarded, control] = [await fleet.client(), await fleet.client()];
  const enlistWorker = workersThatDie(chaos, fleet, { deaths: DEATHS, chance: 0.15 });
  const [api, first] = await Promise.all([fleet.enlist('api'), enlistWorker('submitted')]);
  const counts = startCountsReader(fleet.sql, chaos.over);
  const send = async (client: Client, recipients: object[], more: object = {}) => {
    const body = { message: 'Once, please.', recipients, ...more };
    expect((await client.post(`${api.url}/v1/sms/send-bulk/`, body)).status).toBe(202);
  };
  // One death after a submission is certain, and it happens to the control.
  await send(control, numbers(CONTROLS, FIRST.controls), { at_least_once: true });
  await first.died(1);
  const dropped = numbers(DROPS, FIRST.short, DROPPED);
  await send(guarded, chaos.shuffled([...numbers(RECIPIENTS - DROPS, FIRST.short), ...dropped]));
  await send(guarded, numbers(LONG_RECIPIENTS, FIRST.long), { message: TWO_PARTS });
  const workers = [first, await enlistWorker('claimed')];
  await killFromOutside(chaos, workers, { kills: OUTSIDE_KILLS, pauseMs: [1_000, 2_000] });
  await settled(fleet);

  const deaths = workers.reduce((sum, worker) => sum + worker.deaths(), 0);
  expect(deaths).toBeGreaterThan(OUTSIDE_KILLS);
  await judge(chaos, fleet, smsc, { guarded, control, faults: deaths + DROPS });
  const { wrong } = await counts.stop();
  expect(wrong).toEqual([]);
}

function numbers(count: number, first: number, ending = ACCEPTED): { to: string }[] {
  return Array.from({ length: count }, (_, index) => ({
    to: `254711${String(first + index).padStart(4, '0')}${ending}`,
  }));
}

/** A receipt that comes while nobody is bound is lost for good, and its message goes on waiting: it is `sent`. */
async function settled(fleet: Fleet): Promise<void> {
  await eventually(
    'every message has settled',
    async () => {
      const [left] = await fleet.sql<{ live: number }>(
        `SELECT count(*)::int AS live FROM sms_messages WHERE phase NOT IN ('done', 'waiting_report')`,
      );
      return left?.live === 0 || undefined;
    },
    SETTLE_WITHIN_MS,
  );
}

interface Told {
  readonly id: string;
  readonly to: string;
  readonly status: string;
  readonly code: number | null;
  /** An answer to it was lost, as the program remembers. */
  readonly doubted: boolean;
  /** The centre took the first part, and the answer to a later part was lost: the centre may not have that part. */
  readonly partDoubted: boolean;
}

interface Judged {
  readonly guarded: Client;
  readonly control: Client;
  readonly faults: number;
}

async function judge(chaos: Chaos, fleet: Fleet, smsc: PerlSmsc, { guarded, control, faults }: Judged): Promise<void> {
  const read = countedByPart(smsc);
  const messages = await tellOf(fleet, guarded);
  expect(messages).toHaveLength(RECIPIENTS + LONG_RECIPIENTS);
  const ids = (wanted: (message: Told) => boolean) => messages.filter(wanted).map(({ id }) => id);
  const timesRead = ({ to }: Told) => read.get(to) ?? [];

  await chaos.none(
    'went out twice',
    ids((message) => timesRead(message).some((times) => times > 1)),
  );
  const isWhole = (message: Told) => timesRead(message).length === (message.to >= LONG_FROM ? 2 : 1);
  const isTaken = (message: Told) =>
    (isWhole(message) || (message.partDoubted && timesRead(message).length === 1)) && !message.to.endsWith(DROPPED);
  await chaos.none(
    'are told as taken, and the journal does not have them',
    ids((message) => ['sent', 'delivered'].includes(message.status) && !isTaken(message)),
  );
  await chaos.none(
    'were answered, and are not told as taken',
    ids((message) => !message.doubted && !['sent', 'delivered'].includes(message.status)),
  );
  await chaos.none(
    'failed otherwise than with 500',
    ids(({ status, code }) => status === 'failed' && code !== 500),
  );

  // Doubt is dear: every fault may cost what was under way, and nothing else.
  const doubts = messages.filter(({ doubted, partDoubted }) => doubted || partDoubted);
  expect(doubts.length).toBeGreaterThanOrEqual(DROPS);
  expect(doubts.length).toBeLessThanOrEqual(faults * BATCH_SIZE * CONCURRENCY);
  expect(messages.filter(({ status }) => status === 'delivered').length).toBeGreaterThan(messages.length / 2);

  const controls = await tellOf(fleet, control);
  const doubles = controls.filter((message) => timesRead(message).some((times) => times > 1));
  expect(doubles.length).toBeGreaterThan(0);
}

const LONG_FROM = numbers(1, FIRST.long)[0]?.to ?? '';

/** By number: how often the centre has read each part. */
function countedByPart(smsc: PerlSmsc): Map<string, number[]> {
  const parts = new Map<string, Map<string, number>>();
  for (const { to = '', esm_class, text = '' } of smsc.journal('submit_sm')) {
    // Total and number of the part stand at the end of the header.
    const part = esm_class === '64' ? text.slice(8, 12) : '';
    const counted = parts.get(to) ?? new Map<string, number>();
    parts.set(to, counted.set(part, (counted.get(part) ?? 0) + 1));
  }
  return new Map([...parts].map(([to, counted]) => [to, [...counted.values()]]));
}

function tellOf(fleet: Fleet, { organisationId }: Client): Promise<Told[]> {
  return fleet.sql<Told>(
    `SELECT id, mobile AS to, status, delivery_code AS code, EXISTS (
       SELECT FROM sms_attempts a
       WHERE a.organisation_id = m.organisation_id AND a.message_id = m.id AND a.outcome = 'unknown'
     ) AS doubted, EXISTS (
       SELECT FROM sms_attempts a
       WHERE a.organisation_id = m.organisation_id AND a.message_id = m.id
         AND a.outcome = 'accepted' AND a.raw_code IS NOT NULL
     ) AS "partDoubted"
     FROM sms_messages m WHERE organisation_id = $1`,
    [organisationId],
  );
}

describe('Nobody is sent to twice over SMPP', () => {
  if (HAS_NET_SMPP) describeOnce();
  else {
    it('was NOT tried: libnet-smpp-perl is not installed on this machine', () => {
      expect(HAS_NET_SMPP).toBe(false);
    });
  }
});
