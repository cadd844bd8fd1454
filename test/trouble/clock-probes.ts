import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../support/fleet/client.ts';
import { answer, type Receiver, startReceiver } from '../support/gateways/receiver.ts';
import type { RunningProgram } from '../support/programs/program.ts';
import { eventually } from '../support/wait.ts';
import { command } from './command.ts';
import type { Installation } from './installation.ts';
import type { Order, OrderBook } from './orders.ts';
import { type Check, check, none, type Scene } from './scene.ts';

/** What a wrong clock could break beside the campaigns themselves. */
export type WhoseClock = 'program' | 'PostgreSQL' | 'both';

export interface ClockProbes {
  beforeWrong(clock: WhoseClock, hours: number): Promise<void>;
  whileWrong(clock: WhoseClock, hours: number): Promise<void>;
  setRight(clock: WhoseClock, hours: number): Promise<void>;
  verdict(): Promise<Check[]>;
}

interface Stage {
  readonly api: RunningProgram;
  readonly customer: Client;
  readonly book: OrderBook;
}

/** After the program's clock went wrong for the first time, and before PostgreSQL's does. */
const SCHEDULED_IN_MS = 12_000;
/** So many that their sending is under way when the clock that made them leave is set back. */
const SCHEDULED = 900;
const CALLS_A_MINUTE = 300;
/** As receivers do that follow Standard Webhooks. */
const TOLERANCE_SECONDS = 300;
/** How long a process may remember a key, and a little more. */
const REMEMBERED_MS = 3_500;
const WEBHOOKS_WITHIN_MS = 60_000;
/** Of what is scheduled, on a busy machine. */
const LATEST_START_MS = 60_000;

export async function clockProbes(scene: Scene, installation: Installation, stage: Stage): Promise<ClockProbes> {
  const { api, customer, book } = stage;
  const checks: Check[] = [];
  const receiver = await startReceiver();
  scene.onLeave(() => receiver.stop());
  receiver.react = (received, ...rest) => answer(isRecent(received.headers) ? 204 : 400)(received, ...rest);
  const made = await customer.post(`${api.url}/v1/webhooks/`, { url: receiver.url, types: ['campaign.completed'] });
  if (made.status !== 201) throw new Error(`The webhook was answered with ${made.status}: ${made.text}`);
  const greedy = await installation.customer('test');
  const exact = await installation.customer('test');
  const revoked = await installation.customer('test');
  const page = `${api.url}/v1/sms/campaigns/`;
  const look = async (client: Client) => (await client.call('GET', page)).status;
  const refusalsOf = async (client: Client, calls: number) =>
    (await Promise.all(Array.from({ length: calls }, () => look(client)))).filter((status) => status === 429).length;
  let onTime: (Order & { readonly atMs: number }) | null = null;

  const inTime = async (inMs: number) => {
    const atMs = Date.now() + inMs;
    return { atMs, ...(await book.bulk(SCHEDULED, { scheduled_at: new Date(atMs).toISOString() })) };
  };
  return {
    async beforeWrong(clock, hours) {
      if (hours < 0) return;
      if (clock === 'program') onTime = await inTime(SCHEDULED_IN_MS);
      // What PostgreSQL believes to be due leaves, and whatever of it is left then waits for the true time.
      if (clock === 'PostgreSQL') await inTime(SCHEDULED_IN_MS);
    },
    async whileWrong(clock, hours) {
      if (hours < 0) return;
      // To the last call and no further: what is refused is remembered by the process until the true end of the minute.
      if (clock === 'PostgreSQL') await refusalsOf(exact, CALLS_A_MINUTE);
      if (clock !== 'program') return;
      const refused = await refusalsOf(greedy, CALLS_A_MINUTE + 5);
      checks.push(check('calls over the limit while the clock is ahead', `${refused} of 5 refused`, refused === 5));
      await look(revoked);
    },
    async setRight(clock, hours) {
      if (hours < 0) return;
      if (clock === 'PostgreSQL') {
        const status = await look(exact);
        checks.push(
          check("who used up a limit while PostgreSQL's clock was ahead is answered", status, status === 200),
        );
      }
      if (clock !== 'program') return;
      await command(['key', 'revoke', revoked.keyId], installation.env);
      scene.say('a key was revoked');
      await sleep(REMEMBERED_MS);
      const after = await look(revoked);
      checks.push(check('a key revoked after the clock was ahead is answered', after, after === 401));
    },
    async verdict() {
      const events = await judgeEvents(stage, receiver);
      return [...checks, ...(await judgeSchedule(installation, onTime)), ...events];
    },
  };
}

const isRecent = (headers: Readonly<Record<string, string>>) =>
  Math.abs(Date.now() / 1000 - Number(headers['webhook-timestamp'])) <= TOLERANCE_SECONDS;

/** A program with a wrong clock sends nothing early, and nothing late. */
async function judgeSchedule({ journal }: Installation, order: (Order & { atMs: number }) | null): Promise<Check[]> {
  const wanted = new Set(order?.numbers);
  const { acceptances } = await journal.journal();
  const leftAt = acceptances.filter(({ to }) => wanted.has(to)).map(({ at }) => at - (order?.atMs ?? 0));
  const first = Math.min(...leftAt);
  return [
    check('what was scheduled began to leave after its time', `${first} ms`, first >= 0 && first < LATEST_START_MS),
  ];
}

/** The log has no gap, and the endpoint was told of every campaign at a time that it believed. */
async function judgeEvents({ api, customer, book }: Stage, receiver: Receiver): Promise<Check[]> {
  const sequences: number[] = [];
  for (let after = 0, hasMore = true; hasMore; ) {
    const { body } = await customer.call('GET', `${api.url}/v1/events/?after=${after}&page_size=1000`);
    for (const { data } of body.results) sequences.push(data.sequence);
    [after, hasMore] = [body.last_sequence, body.has_more];
  }
  const gaps = sequences.filter((sequence, index) => sequence !== index + 1);
  const told = () =>
    new Set(receiver.received.filter(({ headers }) => isRecent(headers)).map(({ body }) => body.data.campaign_id));
  const startedAt = performance.now();
  const missing = () => book.orders.map(({ campaignId }) => campaignId).filter((id) => !told().has(id));
  await eventually('webhooks', async () => missing().length === 0 || undefined, WEBHOOKS_WITHIN_MS).catch(() => null);
  const took = `within ${((performance.now() - startedAt) / 1000).toFixed(1)} s more`;
  return [
    none(`gaps in the log of ${sequences.length} events`, gaps.map(String)),
    none(`campaigns that the webhook was not told of ${took}`, missing()),
  ];
}
