import type { Verdict } from '../../domain/verdict.js';
import { SMS_STATUSES, type SmsPhase, type SmsStatus, STATUS_RANK } from '../../domain/vocabulary.js';
import type { Tx } from '../transaction.js';

export interface VerdictOn {
  readonly messageId: string;
  /** Applies only while this is the message's current attempt; null: whichever it is. */
  readonly attempt: number | null;
  readonly verdict: Verdict;
  /** When the message is looked at again, in seconds from now. */
  readonly nextInSeconds: number | null;
}

export interface ChangedMessage {
  readonly id: string;
  readonly campaign_id: string | null;
  readonly previous_status: SmsStatus;
  readonly status: SmsStatus;
  readonly mobile: string | null;
  readonly sender_id: string | null;
  readonly attempt: number;
}

export interface When {
  /** The verdicts apply to messages in one of these phases only. */
  readonly phases: readonly SmsPhase[];
  /** Only upwards in rank: how reports are folded, in whatever order and number they come. */
  readonly onlyForward: boolean;
}

/**
 * The one statement that changes the public state of messages: conditionally, with their events, the counts and the
 * curve of their campaigns. Answers which messages changed.
 *
 * Rows are locked in the order of their ids, so two batches that overlap cannot deadlock. They are found by `id = ANY`,
 * with the primary key, before the conditions are looked at: joined with the input at once, the planner, which believes
 * that no row has such a phase, would scan the whole table.
 */
export async function applyVerdicts(
  tx: Tx,
  organisationId: string,
  verdicts: readonly VerdictOn[],
  when: When,
): Promise<ChangedMessage[]> {
  if (verdicts.length === 0) return [];
  return tx.sql<ChangedMessage>(STATEMENT, [
    organisationId,
    verdicts.map((item) => item.messageId),
    verdicts.map((item) => item.attempt),
    verdicts.map((item) => item.verdict.status),
    verdicts.map((item) => item.verdict.phase),
    verdicts.map((item) => item.verdict.deliveryCode),
    verdicts.map((item) => item.verdict.holdReason),
    verdicts.map((item) => item.verdict.handedOver),
    verdicts.map((item) => item.nextInSeconds),
    verdicts.map((item) => (item.verdict.refundsAttempt ? 1 : 0)),
    when.phases,
    when.onlyForward,
  ]);
}

const rankOf = (column: string) =>
  `CASE ${column} ${SMS_STATUSES.map((status) => `WHEN '${status}' THEN ${STATUS_RANK[status]}`).join(' ')} END`;

const delta = (status: SmsStatus) =>
  `count(*) FILTER (WHERE status = '${status}') - count(*) FILTER (WHERE previous_status = '${status}') AS ${status}`;

const STATEMENT = `
WITH input AS (
  SELECT * FROM unnest(
    $2::uuid[], $3::smallint[], $4::sms_status[], $5::sms_phase[], $6::smallint[], $7::hold_reason[], $8::boolean[],
    $9::double precision[], $10::smallint[]
  ) AS i (id, attempt, status, phase, delivery_code, hold_reason, handed_over, next_in_seconds, refund)
),
locked AS (
  SELECT id, status, phase, attempt
  FROM sms_messages
  WHERE organisation_id = $1 AND id = ANY ($2::uuid[]) AND phase = ANY ($11::sms_phase[])
  ORDER BY id
  FOR UPDATE
),
decided AS (
  SELECT i.*, l.status AS previous_status, ${rankOf('l.status')} > ${rankOf('i.status')} AS keeps_status
  FROM locked l
  JOIN input i ON i.id = l.id
  WHERE (i.attempt IS NULL OR i.attempt = l.attempt)
    AND (NOT $12 OR ${rankOf('l.status')} < ${rankOf('i.status')}
         OR l.phase = 'in_doubt' AND ${rankOf('l.status')} <= ${rankOf('i.status')})
),
changed AS (
  UPDATE sms_messages m
  SET status = CASE WHEN d.keeps_status THEN m.status ELSE d.status END,
      delivery_code = CASE WHEN d.keeps_status THEN m.delivery_code ELSE d.delivery_code END,
      phase = d.phase,
      attempt = m.attempt - d.refund,
      hold_reason = d.hold_reason,
      handed_over = m.handed_over OR d.handed_over,
      next_action_at = now() + make_interval(secs => d.next_in_seconds),
      revision = m.revision + (NOT d.keeps_status AND m.status <> d.status)::int,
      updated_at = now()
  FROM decided d
  WHERE m.organisation_id = $1 AND m.id = d.id
  RETURNING m.id, m.campaign_id, d.previous_status, m.status, m.delivery_code, m.revision, m.mobile, m.sender_id, m.attempt
),
moved AS (SELECT * FROM changed WHERE status <> previous_status),
deltas AS (
  SELECT campaign_id, ${SMS_STATUSES.map(delta).join(', ')}
  FROM moved WHERE campaign_id IS NOT NULL GROUP BY campaign_id
),
logged AS (
  INSERT INTO events (organisation_id, type, subject_id, campaign_id, revision, delivery_code, corrected)
  SELECT $1, 'sms.' || status, id, campaign_id, revision, delivery_code,
         previous_status IN ('failed', 'undelivered', 'blocked')
  FROM moved
),
progressed AS (
  UPDATE campaign_progress p
  SET ${SMS_STATUSES.map((status) => `${status} = p.${status} + d.${status}`).join(', ')},
      completed_at = CASE WHEN p.queued + d.queued + p.held + d.held + p.sent + d.sent = 0
                     THEN coalesce(p.completed_at, now()) END
  FROM deltas d
  WHERE p.organisation_id = $1 AND p.campaign_id = d.campaign_id
  RETURNING p.campaign_id, p.completed_at IS NOT NULL AND d.queued + d.held + d.sent < 0 AS completed
),
drawn AS (
  INSERT INTO campaign_timeline AS t (organisation_id, campaign_id, bucket, status, changes)
  SELECT $1, campaign_id, date_bin('10 seconds', now(), 'epoch'), status, count(*)
  FROM moved WHERE campaign_id IS NOT NULL GROUP BY campaign_id, status ORDER BY campaign_id, status
  ON CONFLICT (organisation_id, campaign_id, bucket, status) DO UPDATE SET changes = t.changes + excluded.changes
),
completed AS (
  INSERT INTO events (organisation_id, type, subject_id, campaign_id, revision)
  SELECT $1, 'campaign.completed', campaign_id, campaign_id, 1 FROM progressed WHERE completed
)
SELECT id, campaign_id, previous_status, status, mobile, sender_id, attempt FROM changed`;
