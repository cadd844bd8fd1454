import { CLAIMABLE } from '../../../../domain/sms/verdict.js';
import type { SmsPhase } from '../../../../domain/vocabulary.js';
import { isTracing } from '../../../../lib/trace/tracing.js';
import { uuidArray } from '../../../postgres/array-parameters.js';
import { type OrganisationSql, OvertakenError } from '../../../postgres/transaction.js';
import type { RowOf } from '../../../tables.js';
import { IS_CAMPAIGN_PAUSED, PAUSED } from '../campaigns/campaign-pauses.js';
import type { DestinationRow } from '../messages/message-states.js';
import { HAS_ERASED_SUPPRESSIONS } from '../recipients/erased-suppressions.js';
import { IS_SENDER_REJECTED, lockedSenders, REJECTED_SENDERS } from '../senders/rejected-senders.js';

export interface ClaimedMessage
  extends DestinationRow,
    RowOf<'sms_messages', 'attempt' | 'claim' | 'segments' | 'test' | 'promotional'> {
  readonly mobile: string;
  /** Its own, or that of its campaign. */
  readonly text: string;
  /** The campaign, if this is the first that is taken of it. */
  readonly starts_campaign: string | null;
  /** Whether its campaign is paused; at a new attempt: has been paused since the statement began. */
  readonly is_paused: boolean;
  /** Its sender ID has been rejected since the statement began. */
  readonly is_sender_rejected: boolean;
  /** Its campaign sends failed messages of another campaign again. */
  readonly is_retry: boolean;
  /** It answers a keyword, so suppressions and opt-outs do not concern it. */
  readonly is_answer: boolean;
  /** The number was suppressed after intake: the code that says why. It must not be sent. */
  readonly suppressed_by: number | null;
  /** The organisation has erased suppressed numbers: find out whether the recipient's is one of them. */
  readonly has_erased_suppressions: true | null;
  /** This gateway has opt-outs: find out whether one of them is the recipient's. */
  readonly gateway_has_opt_outs: true | null;
}

const DOUBTFUL: readonly SmsPhase[] = ['in_doubt'];

/**
 * Takes messages for submission. Must be committed before a byte is sent: a crash then leaves them `submitting`, which
 * is read as "in doubt" and never as "not sent". Messages that were cancelled, blocked, held or put off meanwhile are
 * not taken, nor are those that have expired, or whose campaigns are paused or sender IDs rejected.
 */
export async function claimMessages(tx: OrganisationSql, gateway: string, messageIds: readonly string[]) {
  const claimed = await tx.sql<ClaimedMessage>(NEW_ATTEMPT, {
    messageIds: uuidArray(messageIds),
    gateway,
    phases: CLAIMABLE,
  });
  if (claimed.some((message) => message.is_paused || message.is_sender_rejected)) throw new OvertakenError();
  return claimed;
}

/**
 * The same attempt once more, with the same reference, for gateways that recognise it. It keeps the time of its first
 * submission, by which its doubt ends. Messages that have expired, or whose sender IDs are rejected, are not taken.
 */
export async function claimInDoubt(tx: OrganisationSql, gateway: string, messageIds: readonly string[]) {
  const claimed = await tx.sql<ClaimedMessage>(SAME_ATTEMPT, {
    messageIds: uuidArray(messageIds),
    gateway,
    phases: DOUBTFUL,
  });
  if (claimed.some((message) => message.is_sender_rejected)) throw new OvertakenError();
  return claimed;
}

// The conditions stand in a CASE for the reason given in apply-verdicts. The first opt-out in the order of the key, and
// not any, so that the planner looks into the key once a statement and never scans those of other gateways.
const statement = (startAttempt: string, leaveOut: string, lockCampaigns: string) => `
WITH claimed AS (
  UPDATE sms_messages m
  SET phase = 'submitting', claim = m.claim + 1, ${startAttempt} gateway = :gateway, next_action_at = NULL, updated_at = now()
  FROM ${PAUSED}, ${REJECTED_SENDERS}
  WHERE m.organisation_id = :organisationId AND m.id = ANY (:messageIds::uuid[])
    AND CASE WHEN m.phase <> ALL (:phases::sms_phase[]) THEN false
             WHEN m.valid_until <= now() THEN false
             WHEN ${leaveOut} THEN false
             WHEN ${IS_SENDER_REJECTED} THEN false
             ELSE coalesce(m.next_action_at <= now(), true) END
  RETURNING m.id, m.attempt, m.claim, m.mobile, m.body, m.sender_id, m.segments, m.campaign_id, m.test,
            m.promotional, m.inbound_gateway, m.answers_inbound_id IS NOT NULL AS is_answer
),
-- outlastClaims() takes the lock that this one conflicts with, and changes the row: so this lock waits for it, and returns the new row.
campaign AS (
  SELECT id, body, started_at, paused_at, retry_of FROM campaigns
  WHERE organisation_id = :organisationId AND id = ANY (ARRAY(SELECT campaign_id FROM claimed))
  ${lockCampaigns}
),
sender AS (${lockedSenders("ARRAY(SELECT ltrim(sender_id, '+') FROM claimed)")}
)
SELECT m.id, m.attempt, m.claim, m.mobile, coalesce(m.body, c.body) AS text, m.sender_id, m.segments, m.test, m.promotional,
       CASE WHEN c.started_at IS NULL THEN c.id END AS starts_campaign, c.paused_at IS NOT NULL AS is_paused,
       coalesce(s.holds_messages, false) AS is_sender_rejected, c.retry_of IS NOT NULL AS is_retry,
       m.is_answer, m.inbound_gateway,
       CASE WHEN NOT m.is_answer THEN (
         SELECT max(s.delivery_code) FROM suppressions s
         WHERE s.organisation_id = :organisationId AND s.mobile = m.mobile AND s.sender_id IN ('', coalesce(m.sender_id, ''))
           AND (NOT s.test OR m.test)
           AND (NOT s.promotional_only OR m.promotional)
       ) END AS suppressed_by,
       ${HAS_ERASED_SUPPRESSIONS},
       (SELECT true FROM gateway_opt_outs o WHERE o.gateway = :gateway ORDER BY o.mobile_hash LIMIT 1) AS gateway_has_opt_outs
FROM claimed m
LEFT JOIN campaign c ON c.id = m.campaign_id
LEFT JOIN sender s ON s.name = ltrim(m.sender_id, '+')
ORDER BY m.id`;

const NEW_ATTEMPT = statement('attempt = m.attempt + 1, submitted_at = now(),', IS_CAMPAIGN_PAUSED, 'FOR KEY SHARE');
const SAME_ATTEMPT = statement('', 'm.gateway <> :gateway', '');

/**
 * Returns what the traces of messages are named after: their campaigns, and messages without one. Asks only while
 * tracing is on.
 */
export async function findTraces(tx: OrganisationSql, messageIds: readonly string[]): Promise<string[]> {
  if (!isTracing() || messageIds.length === 0) return [];
  const rows = await tx.sql<{ id: string }>(
    `SELECT DISTINCT coalesce(campaign_id, id) AS id FROM sms_messages
     WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[])`,
    { messageIds: uuidArray(messageIds) },
  );
  return rows.map(({ id }) => id);
}
