import { setTimeout as sleep } from 'node:timers/promises';
import { absenceCountsAfterSeconds } from '../../../src/domain/sms/hand-over-times.js';
import { type Client, insist } from '../../support/fleet/client.js';
import type { JournalEntry } from '../../support/fleet/fleet.js';
import { DELIVERED_LATE, REFUSED_AT_FIRST } from '../../support/gateways/journal-gateway-behaviour.js';
import { callUntilServed, type Desk, INSIST_MS, isRefusedForNow, newCall, someApi } from './calls.js';
import type { Evidence, MessageRow, Verdict } from './judge.js';
import type { Retry } from './ledger.js';
import type { Settings } from './settings.js';

/**
 * Of these the gateway refuses the first message to every third number, and reports that to every other third as
 * failed.
 */
const SIZE = 30;
/** Retries of one campaign at the same time, each with a key of its own. */
const TWINS = 2;
const FAILURES_WITHIN_MS = 4_000;
const NOTHING_YET_TRIES = 10;
const WAITS_MS = 15_000;

/** Sends a campaign, waits until some of it has failed, and sends that again; two callers at once want to. */
export async function sendAndRetry(desk: Desk, client: Client): Promise<void> {
  const call = newCall(desk, client, SIZE, true, toFamilies);
  await callUntilServed(desk, call);
  const campaignId = call.served[0]?.body.campaign_id;
  if (campaignId === undefined) return;
  await sleep(desk.random() * FAILURES_WITHIN_MS);
  const twins = Array.from({ length: TWINS }, (_, index) => ({
    client,
    campaignId,
    key: `retry ${call.reference} ${index}`,
    // Those of the second wait long enough for late reports.
    scheduledAt: index === 0 ? null : new Date(Date.now() + WAITS_MS).toISOString(),
    served: [],
  }));
  await Promise.all(twins.map((retry) => retryUntilServed(desk, retry)));
}

function toFamilies(number: string, index: number): string {
  const family = [REFUSED_AT_FIRST, DELIVERED_LATE][index % 3];
  return family === undefined ? number : family + number.slice(family.length);
}

/** Until there is a campaign, or there was nothing to send again for long enough. A served call is repeated once. */
async function retryUntilServed(desk: Desk, retry: Retry): Promise<void> {
  desk.ledger.retries.push(retry);
  for (let tries = 0; tries < NOTHING_YET_TRIES && retry.served.length < 2; tries += 1) {
    const answer = await insist(
      async () => desk.ledger.note(await postRetry(desk, retry)),
      (one) => isRefusedForNow(one) && one.body.code !== 'nothing_to_retry',
      INSIST_MS,
    );
    if (answer.status === 202) retry.served.push(answer);
    else await sleep(FAILURES_WITHIN_MS / NOTHING_YET_TRIES);
  }
}

function postRetry(desk: Desk, { client, campaignId, key, scheduledAt }: Retry) {
  const url = `${someApi(desk)}/v1/sms/campaigns/${campaignId}/retry/`;
  return client.post(url, scheduledAt === null ? {} : { scheduled_at: scheduledAt }, { 'idempotency-key': key });
}

/** Such a number may get a second message, because the first was reported as failed. */
export const isDeliveredLate = (number: string) => number.startsWith(DELIVERED_LATE);

interface RetryRow {
  readonly id: string;
  /** The message that it sends again. */
  readonly of: string;
  readonly attempt: number;
  /** When the transaction began that claimed the attempt. */
  readonly claimedAt: number | null;
}

const RETRIES = `
SELECT n.id, r.message_id AS of, n.attempt, (extract(epoch FROM n.submitted_at) * 1000)::float8 AS "claimedAt"
FROM sms_retries r JOIN sms_messages n ON n.organisation_id = r.organisation_id AND n.id = r.retry_id`;

/**
 * Retries of which a gateway took an attempt, the first or a later one, that a worker claimed after an API process had
 * taken the report that an earlier try was delivered. The time of the call does not tell, because the worker may have
 * stood still between claim and call. The row has the time of the newest claim; for other attempts the claim counts as
 * made as long before the call as the program believes that a call can be under way.
 */
function findSentInSpite(retries: readonly RetryRow[], journal: readonly JournalEntry[], settings: Settings): string[] {
  const longestMs = absenceCountsAfterSeconds(settings, settings.timeoutMs) * 1_000;
  const byId = new Map(retries.map((retry) => [retry.id, retry]));
  const entries = Map.groupBy(journal, ({ messageId }) => messageId);
  const knownSince = (id: string | undefined): number => {
    if (id === undefined) return Number.POSITIVE_INFINITY;
    const taken = (entries.get(id) ?? []).flatMap(({ deliveryTakenAt }) => deliveryTakenAt ?? []);
    return Math.min(...taken, knownSince(byId.get(id)?.of));
  };
  return retries
    .filter(({ id, of, attempt, claimedAt }) => {
      const since = knownSince(of);
      return (entries.get(id) ?? []).some((entry) => {
        const isOfClaim = claimedAt !== null && entry.attempt === attempt && claimedAt <= entry.at;
        return since < (isOfClaim ? claimedAt : entry.at - longestMs);
      });
    })
    .map(({ id }) => id);
}

/** R1, R3, R6 for messages that are sent again. */
export async function judgeRetries({ ledger, messages, campaigns, journal, stage }: Evidence): Promise<Verdict[]> {
  const originals = new Map(campaigns.map(({ id, retryOf }) => [id, retryOf]));
  const isRetry = ({ campaignId }: MessageRow) => campaignId !== null && originals.get(campaignId) != null;
  const again = Map.groupBy(
    messages.filter((message) => isRetry(message) && message.status !== 'cancelled'),
    ({ mobile }) => mobile,
  );
  const late = Map.groupBy(
    journal.filter(({ to }) => isDeliveredLate(to)),
    ({ to }) => to,
  );
  const retries = await stage.fleet.sql<RetryRow>(RETRIES);
  const answered = ledger.retries.flatMap(({ campaignId, served }) =>
    served.map(({ body }) => ({ id: body.campaign_id as string, campaignId })),
  );
  return [
    {
      promise: 'R3',
      what: 'messages that were sent again more than once',
      against: [...again.values()].filter((several) => several.length > 1).map(([one]) => one?.id ?? ''),
    },
    {
      promise: 'R3',
      what: 'numbers with more messages than the one that failed and its retry',
      against: [...late.values()].filter(hasSeveralRetries).map(([one]) => one?.messageId ?? ''),
    },
    {
      promise: 'R3',
      what: 'retries that were sent although an earlier try was known to be delivered',
      against: findSentInSpite(retries, journal, stage.settings),
    },
    {
      promise: 'R1',
      what: 'answered retries that are not there',
      against: answered.filter(({ id, campaignId }) => originals.get(id) !== campaignId).map(({ id }) => id),
    },
    {
      promise: 'R6',
      what: 'keys of retries whose answers differ',
      against: ledger.retries
        .filter(({ served }) => new Set(served.map(({ body }) => body.campaign_id)).size > 1)
        .map(({ key }) => key),
    },
  ];
}

/** A retry itself may be taken twice: its first attempt may be reported as failed. */
function hasSeveralRetries(entries: readonly JournalEntry[]): boolean {
  return new Set(entries.map(({ messageId }) => messageId)).size > 2;
}

/** How many messages were sent again, how many of these a late report has cancelled, and how many took two attempts. */
export function countRetries({ messages, campaigns, journal }: Evidence) {
  const retries = new Set(campaigns.filter(({ retryOf }) => retryOf !== null).map(({ id }) => id));
  const again = messages.filter(({ campaignId }) => campaignId !== null && retries.has(campaignId));
  const second = new Set(journal.filter(({ attempt }) => attempt > 1).map(({ messageId }) => messageId));
  return {
    again: again.length,
    cancelled: again.filter(({ status }) => status === 'cancelled').length,
    secondAttempts: again.filter(({ id }) => second.has(id)).length,
  };
}
