import type { Verdict } from '../../domain/verdict.js';
import { SMS_STATUSES, type SmsPhase, type SmsStatus, STATUS_RANK } from '../../domain/vocabulary.js';
import { plainArray, type Tx } from '../transaction.js';

/** One verdict on messages that are all at the same attempt. */
export interface VerdictGroup {
  readonly messageIds: readonly string[];
  /** Applies only while this is the message's current attempt; null: whichever it is. */
  readonly attempt: number | null;
  readonly verdict: Verdict;
  /** When the messages are looked at again, in seconds from now. */
  readonly nextInSeconds: number | null;
}

export interface When {
  /** The verdict applies to messages in one of these phases only. */
  readonly phases: readonly SmsPhase[];
  /** Only upwards in rank: how reports are folded, in whatever order and number they come. */
  readonly onlyForward: boolean;
}

export interface ChangedMessage {
  readonly id: string;
  readonly attempt: number;
}

/**
 * The one statement that changes the public state of messages: conditionally, with their events, the counts and the
 * curve of their campaigns. Answers which messages it applied to.
 *
 * The conditions stand in a CASE so that the planner does not look into them: believing that no row has such a phase, it
 * would scan the whole table for it instead of following the primary key.
 */
export async function applyVerdict(
  tx: Tx,
  organisationId: string,
  { messageIds, attempt, verdict, nextInSeconds }: VerdictGroup,
  when: When,
): Promise<ChangedMessage[]> {
  if (messageIds.length === 0) return [];
  return tx.sql<ChangedMessage>(STATEMENT, [
    organisationId,
    plainArray(messageIds),
    verdict.status,
    statusesOf((rank) => rank > STATUS_RANK[verdict.status]),
    verdict.phase,
    verdict.deliveryCode,
    verdict.holdReason,
    verdict.handedOver,
    verdict.refundsAttempt ? 1 : 0,
    nextInSeconds,
    when.phases,
    attempt,
    when.onlyForward,
    statusesOf((rank) => rank < STATUS_RANK[verdict.status]),
  ]);
}

function statusesOf(ranked: (rank: number) => boolean): SmsStatus[] {
  return SMS_STATUSES.filter((status) => ranked(STATUS_RANK[status]));
}

/** The message is past the verdict's status already, and keeps its own. */
const IS_PAST = 'm.status = ANY ($4::sms_status[])';

const delta = (status: SmsStatus) =>
  `coalesce(sum(messages) FILTER (WHERE status = '${status}'), 0)
     - coalesce(sum(messages) FILTER (WHERE previous_status = '${status}'), 0) AS ${status}`;

const STATEMENT = `
WITH changed AS (
  UPDATE sms_messages m
  SET previous_status = m.status,
      status = CASE WHEN ${IS_PAST} THEN m.status ELSE $3::sms_status END,
      delivery_code = CASE WHEN ${IS_PAST} THEN m.delivery_code ELSE $6 END,
      revision = m.revision + CASE WHEN ${IS_PAST} OR m.status = $3::sms_status THEN 0 ELSE 1 END,
      phase = $5,
      hold_reason = $7,
      handed_over = m.handed_over OR $8,
      attempt = m.attempt - $9::smallint,
      next_action_at = now() + make_interval(secs => $10),
      updated_at = now()
  WHERE m.organisation_id = $1 AND m.id = ANY ($2::uuid[])
    AND CASE WHEN m.phase <> ALL ($11::sms_phase[]) THEN false
             WHEN m.attempt <> $12::smallint THEN false
             WHEN NOT $13 THEN true
             WHEN m.phase = 'in_doubt' THEN NOT ${IS_PAST}
             ELSE m.status = ANY ($14::sms_status[]) END
  RETURNING m.id, m.campaign_id, m.previous_status, m.status, m.delivery_code, m.revision, m.attempt
),
moved AS (SELECT * FROM changed WHERE status <> previous_status),
logged AS (
  INSERT INTO events (organisation_id, type, subject_id, campaign_id, revision, delivery_code, corrected)
  SELECT $1, 'sms.' || status, id, campaign_id, revision, delivery_code,
         previous_status IN ('failed', 'undelivered', 'blocked')
  FROM moved
),
moves AS (
  SELECT campaign_id, previous_status, status, count(*)::int AS messages
  FROM moved WHERE campaign_id IS NOT NULL GROUP BY campaign_id, previous_status, status
),
deltas AS (SELECT campaign_id, ${SMS_STATUSES.map(delta).join(', ')} FROM moves GROUP BY campaign_id),
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
  SELECT $1, campaign_id, date_bin('10 seconds', now(), 'epoch'), status, sum(messages)
  FROM moves GROUP BY campaign_id, status ORDER BY campaign_id, status
  ON CONFLICT (organisation_id, campaign_id, bucket, status) DO UPDATE SET changes = t.changes + excluded.changes
),
completed AS (
  UPDATE campaigns SET revision = revision + 1
  WHERE organisation_id = $1 AND id = ANY (ARRAY(SELECT campaign_id FROM progressed WHERE completed))
  RETURNING id, revision
),
told AS (
  INSERT INTO events (organisation_id, type, subject_id, campaign_id, revision)
  SELECT $1, 'campaign.completed', id, id, revision FROM completed
)
SELECT id, attempt FROM changed`;
