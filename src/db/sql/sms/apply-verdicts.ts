import type { Verdict } from '../../../domain/sms/verdict.js';
import {
  FAILED_STATUSES,
  SMS_STATUSES,
  type SmsPhase,
  type SmsStatus,
  STATUS_RANK,
} from '../../../domain/vocabulary.js';
import { uuidArray } from '../../array-parameters.js';
import type { RowOf } from '../../tables.js';
import type { OrganisationTx } from '../../transaction.js';
import { CLOCK } from '../clock.js';
import { appendEvents } from '../events/append-events.js';
import { quoted } from '../words.js';
import { type CurveMove, drawCurves } from './campaign-curve.js';
import { type CountedMove, countMoves, QUARTER, stepUntil } from './statistics.js';
import { endTroubles, noteTroubles, TROUBLES } from './troubles.js';

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

/** Messages that were changed alike, or a campaign that was completed or held by it. */
interface ChangedGroup extends RowOf<'sms_messages', 'campaign_id' | 'revision'> {
  readonly corrected: boolean;
  readonly change: 'moved' | 'kept' | 'completed' | 'held' | 'counted';
  /** What the change means to `sms_troubles`. */
  readonly trouble: 'begun' | 'ended' | null;
  /** Null: all that the statement was asked to change. */
  readonly ids: readonly string[] | null;
  /** Of `counted` alone. */
  readonly moves: readonly (CountedMove & CurveMove)[] | null;
}

export interface Applied {
  /** The ids of the messages that the verdict applied to. */
  readonly changed: readonly string[];
  /** Those of them that had failed before. */
  readonly corrected: readonly string[];
}

/**
 * The one statement that changes the public state of messages: conditionally, with the counts of their campaigns. Appends their events,
 * counts them in the statistics and the curves of their campaigns, and returns the messages that it applied to.
 *
 * The conditions stand in a CASE so that the planner does not look into them: believing that no row has such a phase, it
 * would scan the whole table for it instead of following the primary key.
 */
export async function applyVerdict(
  tx: OrganisationTx,
  { messageIds, attempt, verdict, nextInSeconds }: VerdictGroup,
  when: When,
): Promise<Applied> {
  if (messageIds.length === 0) return { changed: [], corrected: [] };
  const groups = await tx.sql<ChangedGroup>(STATEMENT, {
    messageIds: uuidArray(messageIds),
    status: verdict.status,
    higher: statusesOf((rank) => rank > STATUS_RANK[verdict.status]),
    phase: verdict.phase,
    deliveryCode: verdict.deliveryCode,
    holdReason: verdict.holdReason,
    handedOver: verdict.handedOver,
    refunded: verdict.refundsAttempt ? 1 : 0,
    nextInSeconds,
    phases: when.phases,
    attempt,
    onlyForward: when.onlyForward,
    lower: statusesOf((rank) => rank < STATUS_RANK[verdict.status]),
  });
  const changed: string[] = [];
  const corrected: string[] = [];
  for (const group of groups) {
    const ids = group.ids ?? messageIds;
    switch (group.change) {
      case 'counted':
        countMoves(tx, group.moves ?? []);
        drawCurves(tx, group.moves ?? []);
        break;
      case 'completed':
      case 'held':
        appendCampaignEvent(tx, group, ids);
        break;
      default:
        changed.push(...ids);
        if (group.corrected) corrected.push(...ids);
        noteChange(tx, group, ids, verdict);
    }
  }
  return { changed, corrected };
}

function appendCampaignEvent(
  tx: OrganisationTx,
  { change, campaign_id, revision }: ChangedGroup,
  ids: readonly string[],
) {
  const type = change === 'completed' ? 'campaign.completed' : 'campaign.held';
  appendEvents(tx, [{ type, subjectIds: ids, campaignId: campaign_id, revision }]);
}

function noteChange(
  tx: OrganisationTx,
  { change, campaign_id: campaignId, revision, corrected, trouble }: ChangedGroup,
  subjectIds: readonly string[],
  verdict: Verdict,
): void {
  if (trouble === 'begun') noteTroubles(tx, subjectIds, verdict);
  if (trouble === 'ended') endTroubles(tx, subjectIds);
  if (change === 'kept') return;
  const { status, deliveryCode } = verdict;
  appendEvents(tx, [{ type: `sms.${status}`, subjectIds, campaignId, revision, deliveryCode, corrected }]);
}

function statusesOf(ranked: (rank: number) => boolean): SmsStatus[] {
  return SMS_STATUSES.filter((status) => ranked(STATUS_RANK[status]));
}

/** The message is past the verdict's status already, and keeps its own. */
const IS_PAST = 'm.status = ANY (:higher::sms_status[])';

/** What a campaign has come to: `completed`, or `held` if nothing of it is queued any longer. */
const REACHED = 'SELECT p.reached FROM progressed p WHERE p.campaign_id = c.id';

const delta = (status: SmsStatus) =>
  `coalesce(sum(messages) FILTER (WHERE status = '${status}'), 0)
     - coalesce(sum(messages) FILTER (WHERE previous_status = '${status}'), 0) AS ${status}`;

const STATEMENT = `
WITH changed AS (
  UPDATE sms_messages m
  SET previous_status = m.status,
      status = CASE WHEN ${IS_PAST} THEN m.status ELSE :status::sms_status END,
      previous_delivery_code = m.delivery_code,
      delivery_code = CASE WHEN ${IS_PAST} THEN m.delivery_code ELSE :deliveryCode END,
      revision = m.revision + CASE WHEN ${IS_PAST} OR m.status = :status::sms_status THEN 0 ELSE 1 END,
      phase = :phase,
      hold_reason = :holdReason,
      handed_over = m.handed_over OR :handedOver,
      attempt = m.attempt - :refunded::smallint,
      next_action_at = now() + make_interval(secs => :nextInSeconds),
      updated_at = now()
  WHERE m.organisation_id = :organisationId AND m.id = ANY (:messageIds::uuid[])
    AND CASE WHEN m.phase <> ALL (:phases::sms_phase[]) THEN false
             WHEN m.attempt <> :attempt::smallint THEN false
             WHEN NOT :onlyForward THEN true
             WHEN m.phase = 'in_doubt' THEN NOT ${IS_PAST}
             ELSE m.status = ANY (:lower::sms_status[]) END
  RETURNING m.id, m.campaign_id, m.test, m.sender_id, m.created_at, m.scheduled_at, m.previous_status,
            m.previous_delivery_code, m.status, m.delivery_code, m.revision
),
-- Grouped by stored columns first: PostgreSQL computes quarter and step once a group. Once a message took 1.18 times as long.
alike AS (
  SELECT campaign_id, created_at, scheduled_at, test, sender_id, previous_status, previous_delivery_code, status, delivery_code,
         count(*) AS messages
  FROM changed WHERE (status, delivery_code) IS DISTINCT FROM (previous_status, previous_delivery_code)
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9
),
moves AS (
  SELECT campaign_id, ${QUARTER} AS quarter, test, sender_id, previous_status, previous_delivery_code, status, delivery_code,
         CASE WHEN status = 'delivered' AND previous_status <> 'delivered' THEN ${stepUntil('now()')} END AS step,
         sum(messages)::int AS messages
  FROM alike GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9
),
deltas AS (
  SELECT campaign_id, ${SMS_STATUSES.map(delta).join(', ')}
  FROM moves WHERE campaign_id IS NOT NULL AND status <> previous_status GROUP BY campaign_id
),
progressed AS (
  UPDATE campaign_progress p
  SET ${SMS_STATUSES.map((status) => `${status} = p.${status} + d.${status}`).join(', ')},
      completed_at = CASE WHEN p.queued + d.queued + p.held + d.held + p.sent + d.sent = 0
                     THEN coalesce(p.completed_at, clock.now) END
  FROM deltas d, ${CLOCK}
  WHERE p.organisation_id = :organisationId AND p.campaign_id = d.campaign_id
  RETURNING p.campaign_id, CASE
    WHEN p.completed_at IS NOT NULL AND d.queued + d.held + d.sent < 0 THEN 'completed'
    WHEN p.held > 0 AND p.queued = 0 AND (p.held = d.held OR p.queued > d.queued) THEN 'held' END AS reached
),
reached AS (
  UPDATE campaigns c
  SET revision = c.revision + 1, paused_at = CASE WHEN (${REACHED}) = 'held' THEN c.paused_at END,
      pause_reason = CASE WHEN (${REACHED}) = 'held' THEN c.pause_reason END
  WHERE c.organisation_id = :organisationId AND c.id = ANY (ARRAY(SELECT campaign_id FROM progressed WHERE reached IS NOT NULL))
  RETURNING c.id, c.revision, (${REACHED}) AS reached
)
-- Messages first: the event that a campaign is completed follows theirs. Grouped by stored columns, as above, so two groups may agree in all
-- derived ones. Ids are left out if one group has all messages.
SELECT campaign_id, revision, previous_status IN (${quoted(FAILED_STATUSES)}) AS corrected,
       CASE WHEN status <> previous_status THEN 'moved' ELSE 'kept' END AS change,
       CASE WHEN (status, delivery_code) IS NOT DISTINCT FROM (previous_status, previous_delivery_code) THEN NULL
            WHEN status IN (${TROUBLES}) THEN 'begun'
            WHEN previous_status IN (${TROUBLES}) THEN 'ended' END AS trouble,
       CASE WHEN count(*) < cardinality(:messageIds::uuid[]) THEN array_agg(id) END AS ids, NULL::jsonb AS moves
FROM changed
GROUP BY campaign_id, revision, previous_status, previous_delivery_code, status, delivery_code
UNION ALL
SELECT id, revision, false, reached, NULL, ARRAY[id], NULL FROM reached
UNION ALL
SELECT NULL, 0, false, 'counted', NULL, NULL, jsonb_agg(m) FROM moves m HAVING count(*) > 0`;
