import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../../support/fleet/client.js';
import {
  callOnce,
  callUntilServed,
  cancelOnce,
  type Desk,
  newCall,
  pauseAndResume,
  restUpTo,
  sendSingle,
} from './calls.js';
import { sendChat } from './chat.js';
import { cancelNaively } from './controls.js';
import { downloadCampaign } from './downloads.js';
import { sendAndRetry } from './retries.js';
import { hurryRetries } from './settle.js';

/** A bulk call at its largest, and how many of them; the short form of the run takes smaller ones. */
const LARGE_CALLS_PER_MINUTE = 2;
const LARGE = 10_000;
const LARGE_IN_SHORT = 2_000;
const SHORT_MINUTES = 2;
/** More than this waiting, and the customers pause: it must be possible to finish soon after the last fault. */
const BACKLOG_AT_MOST = 10_000;
/** A message costs more there, and all nodes share one machine. */
const BACKLOG_AT_MOST_ON_CITUS = 4_000;
const LOOK_AT_BACKLOG_EVERY_MS = 500;
/** The same call so many times at once. */
const TWINS = 3;
const LATEST_CANCEL_MS = 150;
/** Together about half of what the limit of a minute lets through. */
const CHAT_LANES = [1, 2];
/** One alone came to no harm in some short runs. */
const NAIVE_LANES = [1, 2, 3];

/** Customers call all the time, until it is over; resolves when the last call has its answer, or none. */
export async function putUnderLoad(desk: Desk, minutes: number): Promise<void> {
  const { bulk, keyed, singles, hooked, retried, asked, either, again, naive } = desk.stage.customers;
  const backlog = watchBacklog(desk);
  const most = desk.stage.cluster ? BACKLOG_AT_MOST_ON_CITUS : BACKLOG_AT_MOST;
  const lane = async (pauseMs: number, turn: () => Promise<void>) => {
    while (!desk.isOver()) {
      if (backlog() < most) await turn();
      await restUpTo(desk, 2 * pauseMs);
    }
  };
  const size = (least: number, most: number) => least + Math.floor(desk.random() * (most - least));
  await Promise.all([
    sendLarge(desk, minutes),
    ...bulk.map((client) => lane(2_000, () => callOnce(desk, newCall(desk, client, size(40, 200), false)))),
    ...bulk.map((client) => lane(1_500, () => pauseSome(desk, client))),
    ...keyed.map((client) => lane(3_000, () => callTwins(desk, client, size(20, 60)))),
    ...singles.map((client) => lane(250, () => sendAndCancel(desk, client))),
    ...bulk.map((client) => lane(3_000, () => downloadCampaign(desk, client))),
    ...retried.map((client) => lane(1_000, () => sendAndRetry(desk, client))),
    ...hooked.map((client) => lane(3_000, () => callOnce(desk, newCall(desk, client, size(10, 40), false)))),
    ...asked.map((client) => lane(400, () => callOnce(desk, newCall(desk, client, size(5, 30), false)))),
    ...either.map((client) => lane(2_000, () => callOnce(desk, newCall(desk, client, size(40, 200), false)))),
    // PostgreSQL may be away.
    lane(500, () => hurryRetries(desk.stage.fleet).catch(() => undefined)),
    lane(2_000, () => callOnce(desk, newCall(desk, again, size(20, 60), false), { at_least_once: true })),
    lane(3_000, () => callUntilServed(desk, newCall(desk, naive, 20, false))),
    ...NAIVE_LANES.map(() => lane(1_000, () => cancelNaively(desk, naive))),
    ...CHAT_LANES.map(() => lane(500, () => sendChat(desk))),
  ]);
}

async function sendLarge(desk: Desk, minutes: number): Promise<void> {
  const count = Math.max(1, Math.round(LARGE_CALLS_PER_MINUTE * minutes));
  const everyMs = (minutes * 60_000) / count;
  const { customers, cluster } = desk.stage;
  const { bulk } = customers;
  const size = minutes >= SHORT_MINUTES && !cluster ? LARGE : LARGE_IN_SHORT;
  for (let index = 0; index < count; index += 1) {
    const nextAt = Date.now() + everyMs;
    const client = bulk[index % bulk.length] as Client;
    await callOnce(desk, newCall(desk, client, size, false));
    while (Date.now() < nextAt && !desk.isOver()) await sleep(100);
  }
}

/** The newest campaign of a customer, which is probably under way. */
async function pauseSome(desk: Desk, client: Client): Promise<void> {
  const call = desk.ledger.bulk.findLast((one) => one.client === client && one.served.length > 0);
  if (call) await pauseAndResume(desk, client, call.served[0]?.body.campaign_id);
}

async function callTwins(desk: Desk, client: Client, size: number): Promise<void> {
  const call = newCall(desk, client, size, true);
  await Promise.all(Array.from({ length: TWINS }, () => callUntilServed(desk, call)));
}

/** Around the moment of dispatch; one in four is for later. */
async function sendAndCancel(desk: Desk, client: Client): Promise<void> {
  const [to = ''] = desk.ledger.numbers(1);
  const isLater = desk.random() < 0.25;
  const inMs = 1_000 + desk.random() * 4_000;
  const more = isLater ? { scheduled_at: new Date(Date.now() + inMs).toISOString() } : {};
  const messageId = await sendSingle(desk, client, to, more);
  if (messageId === null) return;
  await restUpTo(desk, LATEST_CANCEL_MS);
  const cancel = desk.random() < 0.7 ? await cancelOnce(desk, client, messageId) : null;
  desk.ledger.singles.push({ client, to, messageId, cancel });
}

function watchBacklog({ stage: { fleet }, isOver }: Desk): () => number {
  let waiting = 0;
  const watch = async () => {
    while (!isOver()) {
      const rows = await fleet
        .sql<{ live: number }>(`SELECT count(*)::int AS live FROM sms_messages WHERE phase <> 'done'`)
        .catch(() => []);
      waiting = rows[0]?.live ?? waiting;
      await sleep(LOOK_AT_BACKLOG_EVERY_MS);
    }
  };
  void watch();
  return () => waiting;
}
