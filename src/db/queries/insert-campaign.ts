import type { Recipient } from '../../domain/sms/recipients.js';
import { numbers, type Tx } from '../transaction.js';
import { uuidArray } from '../uuid-array.js';
import { appendEvents } from './events/append-events.js';
import { type DueRow, dueColumns } from './schedule-due.js';

export interface NewCampaign {
  readonly id: string;
  readonly name: string | null;
  readonly body: string;
  readonly senderId: string | null;
  readonly reference: string | null;
  readonly metadata: Record<string, unknown> | null;
  readonly test: boolean;
  readonly atLeastOnce: boolean;
  readonly scheduledAt: Date | null;
  readonly duplicates: number;
  readonly rows: readonly NewRecipient[];
  readonly due: readonly DueRow[];
}

/** One row of the listing, in the order of the call; `blocked` when its number turned out to be suppressed. */
export interface NewRecipient extends Omit<Recipient, 'status'> {
  readonly status: Recipient['status'] | 'blocked';
}

/** A campaign with all its messages, all or nothing, in one statement whatever its size, and its events. */
export async function insertCampaign(tx: Tx, organisationId: string, campaign: NewCampaign): Promise<void> {
  const { rows } = campaign;
  const count = (status: NewRecipient['status']) => rows.filter((row) => row.status === status).length;
  await tx.sql(STATEMENT, [
    organisationId,
    campaign.id,
    campaign.name,
    campaign.body,
    campaign.senderId,
    campaign.reference,
    campaign.metadata,
    campaign.test,
    campaign.atLeastOnce,
    campaign.scheduledAt,
    campaign.duplicates,
    uuidArray(rows.map((row) => row.id)),
    numbers(rows.map((row) => row.mobile)),
    ...column(rows, (row) => row.body),
    ...column(rows, (row) => row.reference),
    ...column(rows, (row) => row.segments),
    ...column(rows, (row) => row.encoding),
    ...column(rows, (row) => row.status),
    ...column(rows, (row) => row.deliveryCode),
    ...dueColumns(campaign.due),
    rows.length,
    count('queued'),
    count('failed'),
    count('blocked'),
  ]);
  const about = { campaignId: campaign.id, subjectIds: [campaign.id] };
  // Nothing else will tell of these; that the others are queued is told by the campaign.
  const ended = rows.filter(({ status }) => status !== 'queued');
  appendEvents(tx, organisationId, [
    { type: 'campaign.accepted', ...about, revision: 1 },
    ...ended.map(({ id, status, deliveryCode }) => {
      const type = `sms.${status as 'failed' | 'blocked'}` as const;
      return { type, subjectIds: [id], campaignId: campaign.id, revision: 1, deliveryCode };
    }),
    ...(ended.length === rows.length ? [{ type: 'campaign.completed', ...about, revision: 2 } as const] : []),
  ]);
}

/**
 * The value that all rows share, or an array of their values. Most columns of most campaigns are the same throughout, and
 * PostgreSQL need not read ten thousand words to learn that.
 */
function column<T>(rows: readonly NewRecipient[], pick: (row: NewRecipient) => T): [each: T[] | null, all: T | null] {
  const [first] = rows;
  if (!first) return [null, null];
  const all = pick(first);
  return rows.every((row) => pick(row) === all) ? [null, all] : [rows.map(pick), null];
}

const STATEMENT = `
WITH input AS (
  SELECT id, mobile, place, coalesce(body, $15) AS body, coalesce(reference, $17) AS reference,
         coalesce(segments, $19::smallint) AS segments, coalesce(encoding, $21::sms_encoding) AS encoding,
         coalesce(status, $23::sms_status) AS status, coalesce(delivery_code, $25::smallint) AS delivery_code
  FROM unnest($12::uuid[], $13::text[], $14::text[], $16::text[], $18::smallint[], $20::sms_encoding[],
              $22::sms_status[], $24::smallint[]) WITH ORDINALITY
    AS i (id, mobile, body, reference, segments, encoding, status, delivery_code, place)
),
counted (total, queued, failed, blocked) AS (VALUES ($35::integer, $36::integer, $37::integer, $38::integer)),
campaign AS (
  INSERT INTO campaigns (organisation_id, id, name, body, sender_id, reference, metadata, test, at_least_once, total,
                         accepted, invalid, duplicates, suppressed, scheduled_at, revision)
  SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, total, queued, failed, $11, blocked, $10,
         CASE WHEN queued = 0 THEN 2 ELSE 1 END
  FROM counted
),
progress AS (
  INSERT INTO campaign_progress (organisation_id, campaign_id, queued, failed, blocked, completed_at)
  SELECT $1, $2, queued, failed, blocked, CASE WHEN queued = 0 THEN now() END FROM counted
),
due AS (
  INSERT INTO sms_due (organisation_id, id, gateway, purpose, due_at, message_ids, size, tries)
  SELECT $1, id, gateway, purpose, coalesce(at, now() + make_interval(secs => in_seconds)),
         ($31::uuid[])[last - size + 1:last], size, tries
  FROM unnest($26::uuid[], $27::text[], $28::due_purpose[], $29::timestamptz[], $30::double precision[], $32::int[],
              $33::int[], $34::int[]) AS d (id, gateway, purpose, at, in_seconds, size, last, tries)
)
INSERT INTO sms_messages (organisation_id, id, campaign_id, position, mobile, body, sender_id, reference, segments,
                          encoding, test, at_least_once, status, phase, delivery_code, scheduled_at, next_action_at)
SELECT $1, id, $2, place - 1, mobile, body, $5, reference, segments, encoding, $8, $9, status,
       CASE WHEN status <> 'queued' THEN 'done'::sms_phase WHEN $10::timestamptz IS NULL THEN 'ready'::sms_phase
            ELSE 'scheduled'::sms_phase END,
       delivery_code, $10, CASE WHEN status = 'queued' THEN $10::timestamptz END
FROM input`;
