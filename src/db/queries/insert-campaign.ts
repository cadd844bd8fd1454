import type { SmsEncoding, SmsStatus } from '../../domain/vocabulary.js';
import type { Tx } from '../transaction.js';
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

/** One row of the listing, in the order of the call. */
export interface NewRecipient {
  readonly id: string;
  readonly mobile: string;
  /** Null: the text of the campaign. */
  readonly body: string | null;
  readonly reference: string | null;
  readonly segments: number;
  readonly encoding: SmsEncoding;
  /** `queued`, or the end of a message that never leaves: `failed` or `blocked`. */
  readonly status: Extract<SmsStatus, 'queued' | 'failed' | 'blocked'>;
  readonly deliveryCode: number | null;
}

/** A campaign with all its messages, all or nothing, in one statement whatever its size. */
export async function insertCampaign(tx: Tx, organisationId: string, campaign: NewCampaign): Promise<void> {
  const { rows } = campaign;
  const columnOrNull = <T>(pick: (row: NewRecipient) => T | null) =>
    rows.some((row) => pick(row) !== null) ? rows.map(pick) : null;
  const [inserted] = await tx.sql<{ messages: number }>(STATEMENT, [
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
    rows.map((row) => row.id),
    rows.map((row) => row.mobile),
    columnOrNull((row) => row.body),
    columnOrNull((row) => row.reference),
    rows.map((row) => row.segments),
    rows.map((row) => row.encoding),
    rows.map((row) => row.status),
    columnOrNull((row) => row.deliveryCode),
    ...dueColumns(campaign.due),
  ]);
  if (inserted?.messages !== rows.length) throw new Error('A campaign was not stored whole.');
}

const STATEMENT = `
WITH input AS (
  SELECT * FROM unnest($12::uuid[], $13::text[], $14::text[], $15::text[], $16::smallint[], $17::sms_encoding[],
                       $18::sms_status[], $19::smallint[]) WITH ORDINALITY
    AS i (id, mobile, body, reference, segments, encoding, status, delivery_code, place)
),
messages AS (
  INSERT INTO sms_messages (organisation_id, id, campaign_id, position, mobile, body, sender_id, reference, segments,
                            encoding, test, at_least_once, status, phase, delivery_code, scheduled_at, next_action_at)
  SELECT $1, id, $2, place - 1, mobile, body, $5, reference, segments, encoding, $8, $9, status,
         (CASE WHEN status <> 'queued' THEN 'done' WHEN $10::timestamptz IS NULL THEN 'ready' ELSE 'scheduled'
          END)::sms_phase,
         delivery_code, $10, CASE WHEN status = 'queued' THEN $10::timestamptz END
  FROM input
  RETURNING status
),
counted AS (
  SELECT count(*) AS total, count(*) FILTER (WHERE status = 'queued') AS queued,
         count(*) FILTER (WHERE status = 'failed') AS failed, count(*) FILTER (WHERE status = 'blocked') AS blocked
  FROM messages
),
campaign AS (
  INSERT INTO campaigns (organisation_id, id, name, body, sender_id, reference, metadata, test, at_least_once, total,
                         accepted, invalid, duplicates, suppressed, scheduled_at)
  SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, total, queued, failed, $11, blocked, $10 FROM counted
),
progress AS (
  INSERT INTO campaign_progress (organisation_id, campaign_id, queued, failed, blocked, completed_at)
  SELECT $1, $2, queued, failed, blocked, CASE WHEN queued = 0 THEN now() END FROM counted
),
due AS (
  INSERT INTO sms_due (organisation_id, id, gateway, purpose, due_at, message_ids, size, tries)
  SELECT $1, id, gateway, purpose, coalesce(at, now() + make_interval(secs => in_seconds)), message_ids::uuid[], size,
         tries
  FROM unnest($20::uuid[], $21::text[], $22::due_purpose[], $23::timestamptz[], $24::double precision[], $25::text[],
              $26::int[], $27::int[]) AS d (id, gateway, purpose, at, in_seconds, message_ids, size, tries)
),
logged AS (
  INSERT INTO events (organisation_id, type, subject_id, campaign_id, revision)
  SELECT $1, 'campaign.accepted', $2::uuid, $2::uuid, 1
  UNION ALL
  SELECT $1, 'campaign.completed', $2::uuid, $2::uuid, 1 FROM counted WHERE queued = 0
)
SELECT total::int AS messages FROM counted`;
