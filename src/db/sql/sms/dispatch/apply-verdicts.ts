import type { NewEvents } from '../../../../domain/events/event.js';
import type { Verdict } from '../../../../domain/sms/verdict.js';
import {
  FAILED_STATUSES,
  SMS_STATUSES,
  type SmsPhase,
  type SmsStatus,
  STATUS_RANK,
  TROUBLED_STATUSES,
} from '../../../../domain/vocabulary.js';
import { uuidArray } from '../../../postgres/array-parameters.js';
import type { OrganisationTx } from '../../../postgres/transaction.js';
import type { RowOf } from '../../../tables.js';
import { appendEvents } from '../../events/append-events.js';
import { addToTimelines } from '../campaigns/campaign-timeline.js';
import { type CountedMove, countMoves, QUARTER, stepUntil } from '../campaigns/statistics.js';
import { endTroubles, noteTroubles } from '../campaigns/troubles.js';

/** One verdict on messages that are all at the same attempt. */
export interface VerdictGroup {
  readonly messageIds: readonly string[];
  /** Applies only while this is the message's current attempt. */
  readonly attempt?: number | null | undefined;
  /** Applies only to the answer of this claim. */
  readonly claim?: number | undefined;
  readonly verdict: Verdict;
  /** When the messages are looked at again, in seconds from now. */
  readonly nextInSeconds?: number | null | undefined;
}

export interface When {
  /** The verdict applies to messages in one of these phases only. */
  readonly phases: readonly SmsPhase[];
  /** Only upwards in rank: how reports are folded, in whatever order and number they come. */
  readonly onlyForward?: boolean;
}

/** Messages that were changed alike. */
interface ChangedMessages extends CountedMove, RowOf<'sms_messages', 'campaign_id' | 'revision'> {
  readonly previous_status: SmsStatus;
  /** Null: all that the statement was asked to change. */
  readonly ids: readonly string[] | null;
  readonly reached: null;
}

/** A campaign that this change completed, or of which it left messages held and none queued. */
interface ReachedCampaign extends RowOf<'sms_messages', 'revision'> {
  readonly campaign_id: string;
  readonly reached: 'completed' | 'held';
}

export interface Applied {
  /** The ids of the messages that the verdict applied to. */
  readonly changed: readonly string[];
  /** Those of them that had failed before. */
  readonly corrected: readonly string[];
}

/**
 * The one statement that changes the public state of messages: conditionally, with the counts of their campaigns.
 * Appends their events, counts them in the statistics and the timelines of their campaigns, keeps the list of troubles,
 * and returns the messages that it applied to.
 *
 * The conditions stand in a CASE so that the planner does not look into them: believing that no row has such a phase,
 * it would scan the whole table for it instead of following the primary key.
 */
export async function applyVerdict(
  tx: OrganisationTx,
  { messageIds, attempt, claim, verdict, nextInSeconds }: VerdictGroup,
  { phases, onlyForward = false }: When,
): Promise<Applied> {
  if (messageIds.length === 0) return { changed: [], corrected: [] };
  const rows = await tx.sql<ChangedMessages | ReachedCampaign>(STATEMENT, {
    messageIds: uuidArray(messageIds),
    status: verdict.status,
    higher: statusesOf((rank) => rank > STATUS_RANK[verdict.status]),
    phase: verdict.phase,
    deliveryCode: verdict.deliveryCode,
    holdReason: verdict.holdReason,
    handedOver: verdict.handedOver,
    refunded: verdict.refundsAttempt ? 1 : 0,
    nextInSeconds: nextInSeconds ?? null,
    phases,
    attempt: attempt ?? null,
    claim: claim ?? null,
    onlyForward,
    lower: statusesOf((rank) => rank < STATUS_RANK[verdict.status]),
  });
  const groups = rows.filter((row) => row.reached === null);
  const idsOf = ({ ids }: ChangedMessages) => ids ?? messageIds;
  const moved = groups.filter(hasMoved);
  const counted = groups.filter((group) => hasMoved(group) || group.delivery_code !== group.previous_delivery_code);
  countMoves(tx, counted);
  addToTimelines(tx, moved);
  // All of these have the verdict's status: a message that is past it keeps its status and its code.
  if (isTroubled(verdict.status)) noteTroubles(tx, counted.flatMap(idsOf), verdict);
  else endTroubles(tx, counted.filter((group) => isTroubled(group.previous_status)).flatMap(idsOf));
  // The event that a campaign is completed or held follows those of its messages.
  appendEvents(tx, [
    ...moved.map((group) => eventOf(group, idsOf(group))),
    ...rows.filter((row) => row.reached !== null).map(eventOfCampaign),
  ]);
  return { changed: groups.flatMap(idsOf), corrected: groups.filter(hadFailed).flatMap(idsOf) };
}

const hasMoved = (group: ChangedMessages) => group.status !== group.previous_status;
const hadFailed = (group: ChangedMessages) => FAILED_STATUSES.includes(group.previous_status);
const isTroubled = (status: SmsStatus) => TROUBLED_STATUSES.includes(status);

function eventOf(group: ChangedMessages, subjectIds: readonly string[]): NewEvents {
  const { status, campaign_id: campaignId, revision, delivery_code: deliveryCode } = group;
  return { type: `sms.${status}`, subjectIds, campaignId, revision, deliveryCode, corrected: hadFailed(group) };
}

function eventOfCampaign({ reached, campaign_id: campaignId, revision }: ReachedCampaign): NewEvents {
  return { type: `campaign.${reached}`, subjectIds: [campaignId], campaignId, revision };
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
      sent_at = CASE WHEN :status::sms_status = 'sent' AND m.status <> 'sent' AND NOT ${IS_PAST} THEN now() ELSE m.sent_at END,
      delivered_at = CASE WHEN :status::sms_status = 'delivered' AND m.status <> 'delivered' THEN now() ELSE m.delivered_at END,
      updated_at = now()
  WHERE m.organisation_id = :organisationId AND m.id = ANY (:messageIds::uuid[])
    AND CASE WHEN m.phase <> ALL (:phases::sms_phase[]) THEN false
             WHEN m.attempt <> :attempt::smallint THEN false
             WHEN m.claim <> :claim::integer THEN false
             WHEN NOT :onlyForward THEN true
             WHEN m.phase = 'in_doubt' THEN NOT ${IS_PAST}
             ELSE m.status = ANY (:lower::sms_status[]) END
  RETURNING m.id, m.campaign_id, m.test, m.sender_id, m.created_at, m.scheduled_at, m.previous_status,
            m.previous_delivery_code, m.status, m.delivery_code, m.revision
),
-- One aggregation serves events, sums, timelines and counts. A second one, over stored columns alone, costs more than the quarter and the step of
-- each message do.
alike AS (
  SELECT campaign_id, revision, test, sender_id, ${QUARTER} AS quarter, previous_status, previous_delivery_code, status, delivery_code,
         CASE WHEN status = 'delivered' AND previous_status <> 'delivered' THEN ${stepUntil('now()')} END AS step,
         count(*)::int AS messages, CASE WHEN count(*) < cardinality(:messageIds::uuid[]) THEN array_agg(id) END AS ids
  FROM changed GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
),
deltas AS (
  SELECT campaign_id, ${SMS_STATUSES.map(delta).join(', ')}
  FROM alike WHERE campaign_id IS NOT NULL AND status <> previous_status GROUP BY campaign_id
),
progressed AS (
  UPDATE campaign_progress p
  SET ${SMS_STATUSES.map((status) => `${status} = p.${status} + d.${status}`).join(', ')},
      completed_at = CASE WHEN p.queued + d.queued + p.held + d.held + p.sent + d.sent = 0
                     THEN coalesce(p.completed_at, now()) END
  FROM deltas d
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
SELECT campaign_id, revision, test, sender_id, quarter, previous_status, previous_delivery_code, status, delivery_code, step, messages, ids,
       NULL AS reached
FROM alike
UNION ALL
SELECT id, revision, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, reached FROM reached`;
