import type { SmsPhase, SmsStatus } from '../../src/domain/vocabulary.js';
import { SMS_STATUSES } from '../../src/domain/vocabulary.js';
import { EVENTS } from './events.js';
import type { TestServices } from './services.js';

type Services = Pick<TestServices, 'sql'>;

export interface SeenMessage {
  readonly id: string;
  readonly mobile: string | null;
  readonly status: SmsStatus;
  readonly phase: SmsPhase;
  readonly delivery_code: number | null;
  readonly hold_reason: string | null;
  readonly attempt: number;
  readonly gateway: string | null;
  readonly handed_over: boolean;
  readonly revision: number;
}

/** The messages of a campaign in the order of the call, or single ones by their ids. */
export async function seeMessages({ sql }: Services, of: { campaignId: string } | { id: string }) {
  const [column, value] = 'id' in of ? ['id', of.id] : ['campaign_id', of.campaignId];
  const rows = await sql<SeenMessage>(
    `SELECT id, mobile, status, phase, delivery_code, hold_reason, attempt, gateway, handed_over, revision
     FROM sms_messages WHERE ${column} = $1 ORDER BY position`,
    [value],
  );
  return rows;
}

export async function seeMessage({ sql }: Services, of: { campaignId: string } | { id: string }): Promise<SeenMessage> {
  const [message, ...others] = await seeMessages({ sql }, of);
  if (!message || others.length > 0) throw new Error('Exactly one message was expected.');
  return message;
}

/**
 * Event types of a subject in the order of its changes; a correction is marked. The log itself is ordered by
 * transactions, and one that began earlier may have waited for the other.
 */
export async function seeEvents({ sql }: Services, subjectId: string): Promise<string[]> {
  const rows = await sql<{ type: string; corrected: boolean }>(
    `SELECT type, corrected FROM ${EVENTS} AS e WHERE subject_id = $1 ORDER BY revision, sequence`,
    [subjectId],
  );
  return rows.map(({ type, corrected }) => (corrected ? `${type} corrected` : type));
}

/** The statuses that each message of a campaign has gone through, in the order of its changes. */
export async function seeCampaignEvents({ sql }: Services, campaignId: string): Promise<Map<string, SmsStatus[]>> {
  const rows = await sql<{ id: string; statuses: SmsStatus[] }>(
    `SELECT subject_id AS id, array_agg(substr(type, 5) ORDER BY revision, sequence) AS statuses
     FROM ${EVENTS} AS e WHERE campaign_id = $1 AND type LIKE 'sms.%' GROUP BY subject_id`,
    [campaignId],
  );
  return new Map(rows.map(({ id, statuses }) => [id, statuses]));
}

/** The attempts of a message as `number outcome code`. */
export async function seeAttempts({ sql }: Services, messageId: string): Promise<string[]> {
  const rows = await sql<{ number: number; outcome: string; delivery_code: number | null }>(
    'SELECT number, outcome, delivery_code FROM sms_attempts WHERE message_id = $1 ORDER BY number',
    [messageId],
  );
  return rows.map(({ number, outcome, delivery_code: code }) => `${number} ${outcome} ${code ?? '-'}`);
}

/** The kept counts of a campaign that are not zero. */
export async function seeCounts({ sql }: Services, campaignId: string): Promise<Partial<Record<SmsStatus, number>>> {
  const rows = await sql<Record<SmsStatus, number>>(
    `SELECT ${SMS_STATUSES.join(', ')} FROM campaign_progress WHERE campaign_id = $1`,
    [campaignId],
  );
  return Object.fromEntries(Object.entries(rows[0] ?? {}).filter(([, count]) => count !== 0));
}

/** How many messages really have each status: what the kept counts must be equal to. */
export async function countStatuses(
  { sql }: Services,
  campaignId: string,
): Promise<Partial<Record<SmsStatus, number>>> {
  const rows = await sql<{ status: SmsStatus; count: number }>(
    'SELECT status, count(*)::int AS count FROM sms_messages WHERE campaign_id = $1 GROUP BY status',
    [campaignId],
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

/** When messages will be looked at again, in seconds from now, with the purpose and the gateway. */
export async function seeAgenda({ sql }: Services, messageId: string) {
  const rows = await sql<{ purpose: string; gateway: string; in_seconds: number; leased: boolean }>(
    `SELECT purpose, gateway, extract(epoch FROM due_at - now())::float AS in_seconds, lease_id IS NOT NULL AS leased
     FROM sms_due WHERE $1 = ANY (message_ids) ORDER BY due_at`,
    [messageId],
  );
  return rows;
}

/** How long after a wait was set a slow machine may take to look at it. */
const LOOK_TAKES_AT_MOST_S = 5;

/** The plan where what is left of each wait fits it; whatever was seen where it does not. */
export function waitsOf(left: readonly number[], plan: readonly number[]): number[] {
  const fits = (seen: number, planned: number) => seen <= planned && seen > planned - LOOK_TAKES_AT_MOST_S;
  return left.map((seen, place) => {
    const planned = plan[place];
    return planned !== undefined && fits(seen, planned) ? planned : seen;
  });
}
