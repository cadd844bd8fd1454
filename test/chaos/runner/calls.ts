import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, type Client, insist } from '../../support/fleet/client.js';
import type { BulkCall, Ledger } from './ledger.js';
import type { Stage } from './stage.js';

/** What callers share. */
export interface Desk {
  readonly stage: Stage;
  readonly ledger: Ledger;
  /** At least 0, below 1. */
  readonly random: () => number;
  readonly isOver: () => boolean;
}

/** As long as an integrator goes on: longer than any fault lasts. */
export const INSIST_MS = 300_000;
const RETRY_AFTER_MS = 200;
const LONGEST_PAUSE_MS = 2_000;
const BULK = '/v1/sms/send-bulk/';

/** One of the API processes, up or not: nobody tells callers. */
export function someApi({ stage: { apis }, random }: Desk): string {
  return apis[Math.floor(random() * apis.length)]?.url ?? '';
}

let calls = 0;

export function newCall(
  desk: Desk,
  client: Client,
  size: number,
  keyed: boolean,
  toNumber: (number: string, index: number) => string = (number) => number,
): BulkCall {
  calls += 1;
  const reference = `call ${calls}`;
  const numbers = desk.ledger.numbers(size).map(toNumber);
  const call = { client, reference, key: keyed ? reference : null, numbers, served: [] };
  desk.ledger.bulk.push(call);
  return call;
}

async function postOnce(
  desk: Desk,
  { client, reference, key, numbers }: BulkCall,
  { url = someApi(desk), ...more }: CallOptions = {},
): Promise<Answer> {
  const body = { message: 'Hello', reference, recipients: numbers.map((to) => ({ to })), ...more };
  const headers: Record<string, string> = key === null ? {} : { 'idempotency-key': key };
  return desk.ledger.note(await client.post(url + BULK, body, headers));
}

export interface CallOptions {
  /** Not any API process, but this one. */
  readonly url?: string;
  readonly at_least_once?: boolean;
}

/**
 * A caller without a key cannot know whether a call without an answer was heard, so it does not repeat it; nor after
 * 503, since the answer to the COMMIT may be what was lost. It does when no process was there, or when the call was
 * throttled.
 */
export async function callOnce(desk: Desk, call: BulkCall, options?: CallOptions): Promise<void> {
  for (const deadline = Date.now() + INSIST_MS; Date.now() < deadline; await sleep(RETRY_AFTER_MS)) {
    try {
      const answer = await postOnce(desk, call, options);
      if (answer.status === 202) call.served.push(answer);
      if (answer.status !== 429) return;
    } catch (error) {
      if (((error as Error).cause as NodeJS.ErrnoException | undefined)?.code !== 'ECONNREFUSED') return;
    }
  }
}

/** Until there is an answer. With a key this is what a client should do; without one it sends twice now and then. */
export async function callUntilServed(desk: Desk, call: BulkCall): Promise<void> {
  const answer = await insist(() => postOnce(desk, call), isRefusedForNow, INSIST_MS);
  if (answer.status === 202) call.served.push(answer);
}

export const isRefusedForNow = ({ status }: Answer) => status === 409 || status === 429 || status === 503;

/** One message, with a key, until there is an answer; null when there never was one. */
export async function sendSingle(desk: Desk, client: Client, to: string, more: object = {}): Promise<string | null> {
  const body = { to, message: 'Hello', ...more };
  const answer = await insist(
    async () => desk.ledger.note(await client.post(`${someApi(desk)}/v1/sms/send/`, body, { 'idempotency-key': to })),
    isRefusedForNow,
    INSIST_MS,
  );
  return answer.status === 201 ? answer.body.message_id : null;
}

/** Once: only the first answer tells what the cancelling did. */
export async function cancelOnce(desk: Desk, client: Client, messageId: string): Promise<'yes' | 'no' | null> {
  const url = `${someApi(desk)}/v1/sms/messages/${messageId}/cancel/`;
  const answer = await client.post(url, undefined).then(desk.ledger.note, () => null);
  if (answer?.status === 200) return 'yes';
  return answer?.status === 409 && answer.body.code === 'already_dispatched' ? 'no' : null;
}

/** Whoever pauses a campaign resumes it, however long that takes: otherwise it would never settle. */
export async function pauseAndResume(desk: Desk, client: Client, campaignId: string): Promise<void> {
  const post = async (what: 'pause' | 'resume') =>
    desk.ledger.note(await client.post(`${someApi(desk)}/v1/sms/campaigns/${campaignId}/${what}/`, undefined));
  await post('pause').catch(() => null);
  await restUpTo(desk, LONGEST_PAUSE_MS);
  await insist(() => post('resume'), isRefusedForNow, INSIST_MS);
}

export async function restUpTo({ random }: Desk, ms: number): Promise<void> {
  await sleep(random() * ms);
}
