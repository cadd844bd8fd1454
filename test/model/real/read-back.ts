import type { Pool } from 'pg';
import { decodeReference } from '../../../src/domain/sms/reference.js';
import { SMS_STATUSES, TROUBLED_STATUSES } from '../../../src/domain/vocabulary.js';
import { EVENTS } from '../../support/events.js';
import { MOST_TRIES } from '../house.js';
import type { DueRow, MessageRow, StoredReport, Tables } from '../tables.js';
import { AGES, LEASES, type Seeded } from './seed.js';

export interface Found extends Tables {
  readonly events: readonly string[];
  /** Rows that differ from what the messages say. */
  readonly wrong: readonly string[];
}

/** Reads what the database holds of a transaction's organisation, in the words of the model. */
export async function readBack(superuser: Pool, seeded: Seeded): Promise<Found> {
  const { organisationId } = seeded;
  const [{ rows: messages }, { rows: reports }, { rows: accounts }] = await Promise.all([
    superuser.query<Read>({ name: 'messages', text: MESSAGES, values: [organisationId] }),
    superuser.query({ name: 'inbox', text: INBOX }),
    superuser.query({ name: 'accounts', text: ACCOUNTS, values: [organisationId] }),
  ]);
  // A retry is newer than what it sends again.
  const places = new Map([...seeded.messageIds, ...messages.map(({ id }) => id)].map((id) => [id, 0]));
  for (const [place, id] of [...places.keys()].entries()) places.set(id, place);
  const inOrder = messages.toSorted((a, b) => placeOf(places, a.id) - placeOf(places, b.id));
  return {
    messages: inOrder.map(({ id: _, wrong: __, ...row }) => row),
    agenda: await readAgenda(superuser, organisationId, places),
    inbox: reports.map(({ gateway, report, isParked }) => reportOf(places, gateway, report, isParked)),
    withoutCredit: accounts.map(({ gateway }) => gateway),
    events: await readEvents(superuser, organisationId, places),
    wrong: inOrder.flatMap(({ wrong }) => wrong ?? []),
  };
}

type Places = ReadonlyMap<string, number>;
type Read = MessageRow & { readonly id: string; readonly wrong: readonly string[] | null };

function placeOf(places: Places, id: string): number {
  const place = places.get(id);
  if (place === undefined) throw new Error(`The message ${id} is of another organisation.`);
  return place;
}

/** The one place that knows how the program keeps what is due. */
async function readAgenda(superuser: Pool, organisationId: string, places: Places): Promise<DueRow[]> {
  type Row = Omit<DueRow, 'message' | 'lease'> & { readonly id: string; readonly lease_id: string | null };
  const { rows } = await superuser.query<Row>({ name: 'agenda', text: AGENDA, values: [organisationId] });
  return rows.map(({ id, lease_id: leaseId, ...row }) => ({
    ...row,
    message: placeOf(places, id),
    lease: leaseId === null ? null : leaseId === LEASES.gone ? 'gone' : 'A',
    tries: Math.min(row.tries, MOST_TRIES[row.purpose]),
  }));
}

/** The one place that knows how the program keeps the log. Events of campaigns are left out. */
async function readEvents(superuser: Pool, organisationId: string, places: Places): Promise<string[]> {
  const { rows } = await superuser.query({ name: 'events', text: LOG, values: [organisationId] });
  return rows.map(({ id, type, corrected }) => `${placeOf(places, id)} ${type}${corrected ? ' corrected' : ''}`);
}

interface Report {
  readonly reference?: string;
  readonly providerId?: string;
  readonly outcome: { readonly kind: 'delivered' } | { readonly kind: 'failed'; readonly code: number };
}

function reportOf(places: Places, gateway: StoredReport['gateway'], report: Report, isParked: boolean): StoredReport {
  const { reference = report.providerId?.slice('at-'.length) ?? '', outcome } = report;
  const { messageId = '', attempt = 0 } = decodeReference(reference) ?? {};
  const says = outcome.kind === 'delivered' ? outcome.kind : outcome.code;
  return { message: placeOf(places, messageId), attempt, gateway, says, isParked };
}

const counted = SMS_STATUSES.map((status) => `p.${status} <> (m.status = '${status}')::int`).join(' OR ');

const MESSAGES = `
SELECT m.id, m.status, phase, m.delivery_code, hold_reason, attempt, claim, gateway, handed_over, m.at_least_once,
  CASE WHEN next_action_at IS NULL THEN 'none' WHEN next_action_at <= now() THEN 'due' ELSE 'later' END AS next,
  CASE WHEN submitted_at <= now() - make_interval(secs => ${AGES.over}) THEN 'over'
       WHEN submitted_at <= now() - make_interval(secs => ${AGES.counts}) THEN 'counts' ELSE 'young' END AS age,
  c.paused_at IS NOT NULL AS "isPaused",
  EXISTS (SELECT FROM suppressions s
          WHERE s.organisation_id = $1 AND s.mobile = m.mobile AND s.source = 'keyword') AS "isStopped",
  CASE WHEN m.valid_until IS NULL THEN 'unlimited'
       WHEN m.valid_until <= now() THEN 'expired' ELSE 'valid' END AS validity,
  coalesce((SELECT json_agg(json_build_object('number', number, 'outcome', outcome, 'code', a.delivery_code,
                                              'hasId', found_by_provider_id) ORDER BY number)
            FROM sms_attempts a WHERE a.organisation_id = $1 AND a.message_id = m.id), '[]') AS attempts,
  array_remove(ARRAY[
    CASE WHEN ${counted} THEN 'campaign_progress' END,
    CASE WHEN (p.completed_at IS NULL) <> (m.status IN ('queued', 'held', 'sent')) THEN 'completed_at' END,
    CASE WHEN (t.message_id IS NOT NULL) <> (m.status IN (${TROUBLED_STATUSES.map((one) => `'${one}'`)}))
           OR t.status <> m.status::text OR t.delivery_code IS DISTINCT FROM m.delivery_code AND t.status IS NOT NULL
         THEN 'sms_troubles' END], NULL) AS wrong
FROM sms_messages m
JOIN campaigns c ON c.organisation_id = $1 AND c.id = m.campaign_id
JOIN campaign_progress p ON p.organisation_id = $1 AND p.campaign_id = m.campaign_id
LEFT JOIN sms_troubles t ON t.organisation_id = $1 AND t.message_id = m.id
WHERE m.organisation_id = $1`;

/** The due time of a message is kept in whole milliseconds when it is put back. */
const AGENDA = `
SELECT m.id, d.gateway, purpose, due_at <= now() AS due, lease_id, tries,
  due_at > now() AND coalesce(abs(extract(epoch FROM due_at - m.next_action_at)) < 0.002, false) AS "isOnTime"
FROM sms_due d, unnest(message_ids) AS named (id), sms_messages m
WHERE d.organisation_id = $1 AND m.organisation_id = $1 AND m.id = named.id`;

const INBOX = `
SELECT gateway, report, tries > 0 AS "isParked" FROM sms_reports, json_array_elements(reports) AS report`;

const ACCOUNTS = `SELECT gateway FROM gateway_accounts WHERE organisation_id = $1 AND paused_at < 'infinity'`;

const LOG = `
SELECT subject_id AS id, type, corrected FROM ${EVENTS} AS event
WHERE organisation_id = $1 AND type LIKE 'sms.%' ORDER BY sequence`;
