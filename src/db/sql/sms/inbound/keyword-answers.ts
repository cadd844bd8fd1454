import type { GivenAnswer } from '../../../../domain/sms/inbound/keyword-answers.js';
import { priorityOf } from '../../../../domain/sms/priority.js';
import { lowestIdAt } from '../../../../lib/ids.js';
import type { OrganisationTx } from '../../../postgres/transaction.js';
import type { RowOf } from '../../../tables.js';
import { appendEvents } from '../../events/append-events.js';
import { countMoves, newMove } from '../campaigns/statistics.js';
import { type DueRow, scheduleDue } from '../dispatch/agenda.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A flood may be longer, and is one all the same. */
const MESSAGES_LOOKED_AT = 10_000;

/** How many people sent keywords within the hour, among the last messages; test messages apart. */
export async function countKeywordSenders(tx: OrganisationTx): Promise<number> {
  const [row] = await tx.sql<{ readonly senders: number }>(
    `SELECT count(DISTINCT mobile)::integer AS senders FROM (
       SELECT mobile, keyword FROM inbound_messages
       WHERE organisation_id = :organisationId AND id >= :sinceId::uuid AND NOT test
         AND received_at > now() - interval '1 hour'
       ORDER BY id DESC LIMIT ${MESSAGES_LOOKED_AT}) AS last
     WHERE keyword IS NOT NULL`,
    { sinceId: lowestIdAt(Date.now() - HOUR_MS) },
  );
  return row?.senders ?? 0;
}

/** The answers of the last 24 hours to these numbers. */
export function listRecentAnswers(tx: OrganisationTx, mobiles: readonly string[]): Promise<GivenAnswer[]> {
  return tx.sql<GivenAnswer>(
    `SELECT m.mobile, m.test, i.keyword, i.own_number,
            extract(epoch FROM now() - i.received_at)::double precision AS age_seconds
     FROM sms_messages m
     JOIN inbound_messages i ON i.organisation_id = :organisationId AND i.id = m.answers_inbound_id
     WHERE m.organisation_id = :organisationId AND m.mobile = ANY (:mobiles::text[]) AND coalesce(m.position, 0) < 100
       AND m.id >= :sinceId::uuid AND m.answers_inbound_id IS NOT NULL AND i.received_at > now() - interval '1 day'`,
    { mobiles, sinceId: lowestIdAt(Date.now() - DAY_MS) },
  );
}

export interface NewAnswer
  extends RowOf<
    'sms_messages',
    'id' | 'sender_id' | 'segments' | 'encoding' | 'test' | 'answers_inbound_id' | 'inbound_gateway'
  > {
  readonly mobile: string;
  readonly body: string;
  readonly valid_until: string;
  readonly gateway: string;
}

/**
 * Inserts answers that are still in time, with their agenda rows and events. Unlike sends they are not blocked by
 * suppressions. Returns the agenda rows.
 */
export async function insertAnswers(tx: OrganisationTx, answers: readonly NewAnswer[]): Promise<DueRow[]> {
  if (answers.length === 0) return [];
  const rows = await tx.sql<RowOf<'sms_messages', 'id' | 'test' | 'sender_id' | 'status' | 'delivery_code'>>(
    `INSERT INTO sms_messages (organisation_id, id, mobile, body, sender_id, segments, encoding, test, at_least_once,
                               status, phase, valid_until, answers_inbound_id, inbound_gateway)
     SELECT :organisationId, id, mobile, body, sender_id, segments, encoding::sms_encoding, test, false,
            'queued', 'ready', valid_until, answers_inbound_id, inbound_gateway
     FROM json_to_recordset(:answers::json)
       AS n (id uuid, mobile text, body text, sender_id text, segments smallint, encoding text, test boolean,
             valid_until timestamptz, answers_inbound_id uuid, inbound_gateway text)
     WHERE valid_until > now()
     ON CONFLICT (organisation_id, id) DO NOTHING
     RETURNING id, test, sender_id, status, delivery_code`,
    { answers: JSON.stringify(answers) },
  );
  const inserted = new Set(rows.map(({ id }) => id));
  const due = answers.filter(({ id }) => inserted.has(id)).flatMap(dueRowsOf);
  await scheduleDue(tx, due);
  appendEvents(tx, [{ type: 'sms.queued', subjectIds: [...inserted], revision: 1 }]);
  countMoves(
    tx,
    rows.map((row) => newMove(row, 1)),
  );
  return due;
}

/** When to submit it, and when to end it if it still waits. */
function dueRowsOf({ id, gateway, valid_until: validUntil }: NewAnswer): DueRow[] {
  const row = { gateway, messageIds: [id], priority: priorityOf(1, false) };
  return [
    { ...row, purpose: 'dispatch', due: 0 },
    { ...row, purpose: 'report', due: new Date(validUntil) },
  ];
}
