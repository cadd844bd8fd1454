import type { Pool } from 'pg';
import { PRIORITY } from '../../../src/domain/sms/priority.js';
import { encodeReference } from '../../../src/domain/sms/reference.js';
import { SMS_STATUSES, TROUBLED_STATUSES } from '../../../src/domain/vocabulary.js';
import { newId } from '../../../src/lib/ids.js';
import { mobile } from '../../support/services.js';
import type { AttemptRow, DueRow, MessageRow, StoredReport, Tables } from '../tables.js';
import type { Distinct } from '../transactions.js';

/** The lease of a worker that has died, and that of the worker that runs the transaction. */
export const LEASES = { gone: newId(), own: newId() };

/** The rows of one transaction, in an organisation of their own. */
export interface Seeded {
  readonly organisationId: string;
  readonly messageIds: readonly string[];
  readonly campaignIds: readonly string[];
  /** The agenda rows that the worker has leased. */
  readonly leasedIds: readonly string[];
}

/** What the transaction takes up. */
interface Taken {
  readonly row?: DueRow;
  readonly report?: StoredReport;
  readonly message?: number;
  readonly areReportsFirst?: boolean;
}

const HOUR = 3_600;
/** Seconds. A submission is old enough for absence to count after 100, and its doubt is over after 1,000. */
export const AGES = { young: 10, counts: 200, over: 2_000 };
/** The waits of back-off, which a gateway that is down ends, are shorter than a minute. */
const LATER = 30;
const NEXT = { none: null, due: -1, later: LATER };
const VALIDITY = { unlimited: null, valid: HOUR, expired: -1 };
/** PostgreSQL takes the oldest row that is due. */
const DUE = { taken: -3, others: -2, later: LATER + 15 };
/** Housekeeping cancels a campaign after this. */
const FORGOTTEN_DAYS = 40;

/** Writes the tables of the model into a new organisation, and replaces the inbox, which belongs to no organisation. */
export async function seed(superuser: Pool, { name, parameters, before, setting }: Distinct): Promise<Seeded> {
  const organisationId = newId();
  const messageIds = before.messages.map(() => newId());
  const campaignIds = before.messages.map(() => newId());
  const taken = parameters as Taken;
  const agenda = agendaOf(before, taken).map((row) => ({ ...row, message_ids: [messageIds[row.message]] }));
  const messages = before.messages.map((message, i) => ({
    ...message,
    id: messageIds[i],
    campaign_id: campaignIds[i],
    mobile: mobile(i),
    age: AGES[message.age],
    next: NEXT[message.next],
    valid: VALIDITY[message.validity],
    paused: pausedFor(message, name === 'cancelForgotten' && taken.message === i),
    retry_id: messageIds[i + 1],
    retry_of: campaignIds[i - 1],
  }));
  const nameOf = (i: number, attempt: number) => referenceTo(organisationId, messageIds[i], attempt);
  const attempts = before.messages.flatMap((message, i) =>
    message.attempts.map(({ number, outcome, code, hasId }: AttemptRow) => {
      const gateway = message.gateway ?? setting.gateways[0];
      const provider_id = hasId ? providerIdOf(nameOf(i, number)) : null;
      return { message_id: messageIds[i], number, gateway, outcome, code, has_id: hasId, provider_id };
    }),
  );
  const reports = inboxOf(before, name, taken).map(({ message, attempt, says, ...stored }) => {
    const reference = nameOf(message, attempt);
    const named = setting.can.reportsCarryReference ? { reference } : { providerId: providerIdOf(reference) };
    const outcome = says === 'delivered' ? { kind: says } : { kind: 'failed', code: says };
    return { ...stored, id: newId(), reports: [{ ...named, outcome }] };
  });
  const rows = { messages, attempts, agenda, reports, accounts: before.withoutCredit };
  await superuser.query({ name: 'seed', text: SEED, values: [organisationId, JSON.stringify(rows)] });
  const leasedIds = agenda.filter(({ lease_id: leaseId }) => leaseId === LEASES.own).map(({ id }) => id);
  return { organisationId, messageIds, campaignIds, leasedIds };
}

function referenceTo(organisationId: string, messageId: string | undefined, attempt: number): string {
  return encodeReference({ organisationId, messageId: messageId ?? '', attempt });
}

/** The gateway's own id of an attempt. */
export const providerIdOf = (reference: string) => `at-${reference}`;

/** In days. */
function pausedFor({ isPaused }: MessageRow, isForgotten: boolean): number | null {
  if (!isPaused) return null;
  return isForgotten ? FORGOTTEN_DAYS : 0;
}

function agendaOf({ messages, agenda }: Tables, { row: taken }: Taken) {
  return agenda.map((row) => {
    const isOnTime = row.isOnTime && messages[row.message]?.next === 'later';
    const isTaken = taken && row.message === taken.message && row.tries === taken.tries && row.lease === taken.lease;
    const due = isTaken ? DUE.taken : DUE.others;
    return {
      id: newId(),
      message: row.message,
      gateway: row.gateway,
      purpose: row.purpose,
      due: row.due ? due : isOnTime ? LATER : DUE.later,
      lease_id: row.lease === null ? null : row.lease === 'gone' ? LEASES.gone : LEASES.own,
      tries: row.tries,
      priority: PRIORITY.single,
    };
  });
}

/**
 * A worker folds all reports that are due, so only the one that it folds may be. Those that a doubt waits for came
 * while it waited, the others later.
 */
function inboxOf({ inbox }: Tables, name: string, { report, areReportsFirst }: Taken) {
  const isFolded = (one: StoredReport) => JSON.stringify(one) === JSON.stringify(report);
  return inbox.map((one) => {
    const isDue = name === 'fold' ? isFolded(one) : !one.isParked;
    return { ...one, due: isDue ? -1 : HOUR, tries: one.isParked ? 1 : 0, received: areReportsFirst ? -5 : 0 };
  });
}

const QUARTER = `date_bin('15 minutes', now(), 'epoch')`;

const SEED = `
WITH organisation AS (INSERT INTO organisations (organisation_id, name) VALUES ($1::uuid, 'of the model')),
log AS (INSERT INTO event_logs (organisation_id) VALUES ($1)),
message AS (
  SELECT * FROM jsonb_to_recordset($2::jsonb->'messages') AS m (id uuid, campaign_id uuid, retry_id uuid, retry_of uuid,
    mobile text, status sms_status, phase sms_phase, delivery_code int2, hold_reason hold_reason, attempt int2,
    claim int4, gateway text, handed_over bool, at_least_once bool, next float8, age float8, valid float8, paused int, "isStopped" bool)
),
campaign AS (
  INSERT INTO campaigns (organisation_id, id, body, test, at_least_once, total, accepted, invalid, duplicates,
    suppressed, paused_at, pause_reason, retry_of)
  SELECT $1, campaign_id, 'Hello', false, at_least_once, 1, 1, 0, 0, 0, now() - make_interval(days => paused),
    CASE WHEN paused IS NOT NULL THEN 'caller'::pause_reason END, retry_of FROM message
),
progress AS (
  INSERT INTO campaign_progress (organisation_id, campaign_id, ${SMS_STATUSES}, completed_at)
  SELECT $1, campaign_id, ${SMS_STATUSES.map((status) => `(status = '${status}')::int`)},
    CASE WHEN status NOT IN ('queued', 'held', 'sent') THEN now() END FROM message
),
inserted AS (
  INSERT INTO sms_messages (organisation_id, id, campaign_id, position, mobile, segments, encoding, test, at_least_once,
    status, phase, delivery_code, hold_reason, attempt, claim, gateway, handed_over, submitted_at, next_action_at,
    valid_until)
  SELECT $1, id, campaign_id, 0, mobile, 1, 'gsm7', false, at_least_once, status, phase, delivery_code, hold_reason,
    attempt, claim, gateway, handed_over, now() - make_interval(secs => age), now() + make_interval(secs => next),
    now() + make_interval(secs => valid) FROM message
),
stop AS (
  INSERT INTO suppressions (organisation_id, id, mobile, sender_id, source, delivery_code, test)
  SELECT $1, gen_random_uuid(), mobile, '', 'keyword', 406, false FROM message WHERE "isStopped"
),
retry AS (
  INSERT INTO sms_retries (organisation_id, message_id, retry_id)
  SELECT $1, id, retry_id FROM message WHERE retry_id IS NOT NULL
),
trouble AS (
  INSERT INTO sms_troubles (organisation_id, message_id, status, delivery_code)
  SELECT $1, id, status, delivery_code FROM message WHERE status IN (${TROUBLED_STATUSES.map((one) => `'${one}'`)})
),
sum AS (
  INSERT INTO sms_statistics (organisation_id, quarter, test, sender_id, status, delivery_code, messages)
  SELECT $1, ${QUARTER}, false, '', status, coalesce(delivery_code, 0), count(*) FROM message GROUP BY status, delivery_code
),
time AS (
  INSERT INTO sms_delivery_times (organisation_id, quarter, test, sender_id, step, messages)
  SELECT $1, ${QUARTER}, false, '', 0, count(*) FROM message WHERE status = 'delivered' HAVING count(*) > 0
),
attempt AS (
  INSERT INTO sms_attempts (organisation_id, message_id, number, gateway, provider_id, found_by_provider_id, outcome,
    delivery_code, requested_at)
  SELECT $1, message_id, number, gateway, provider_id, has_id, outcome, code, now()
  FROM jsonb_to_recordset($2->'attempts') AS a (message_id uuid, number int2, gateway text, provider_id text,
    has_id bool, outcome attempt_outcome, code int2)
),
due AS (
  INSERT INTO sms_due (organisation_id, id, gateway, purpose, due_at, message_ids, size, lease_id, tries, priority)
  SELECT $1, id, gateway, purpose, now() + make_interval(secs => due), message_ids, 1, lease_id, tries, priority
  FROM jsonb_to_recordset($2->'agenda') AS d (id uuid, gateway text, purpose due_purpose, due float8,
    message_ids uuid[], lease_id uuid, tries int4, priority int2)
),
account AS (
  INSERT INTO gateway_accounts (organisation_id, gateway, next_probe_at)
  SELECT $1, gateway, now() FROM jsonb_array_elements_text($2->'accounts') AS gateway
),
emptied AS (DELETE FROM sms_reports)
INSERT INTO sms_reports (id, gateway, reports, size, due_at, tries, received_at)
SELECT id, gateway, reports, 1, now() + make_interval(secs => due), tries, now() + make_interval(secs => received)
FROM jsonb_to_recordset($2->'reports') AS r (id uuid, gateway text, reports json, due float8, tries int4,
  received float8)`;
