import type { Tx } from '../transaction.js';

export interface ClaimedMessage {
  readonly id: string;
  readonly attempt: number;
  readonly mobile: string;
  readonly text: string;
  readonly sender_id: string | null;
  readonly segments: number;
  /** The campaign, if this is the first that is taken of it. */
  readonly starts_campaign: string | null;
  /** The number was suppressed after intake: the code that says why. It must not be sent. */
  readonly suppressed_by: number | null;
}

const CLAIMED = `m.id, m.attempt, m.mobile, coalesce(m.body, c.body) AS text, m.sender_id, m.segments,
  CASE WHEN c.started_at IS NULL THEN c.id END AS starts_campaign,
  (SELECT max(s.delivery_code) FROM suppressions s
   WHERE s.organisation_id = $1 AND s.mobile = m.mobile AND s.sender_id IN ('', coalesce(m.sender_id, ''))
  ) AS suppressed_by`;

/**
 * Takes messages for submission. Must be committed before a byte is sent: a crash then leaves them `submitting`, which
 * is read as "in doubt" and never as "not sent". Messages that were cancelled, blocked, held or put off meanwhile are not
 * taken.
 */
export function claimMessages(
  tx: Tx,
  organisationId: string,
  gateway: string,
  messageIds: readonly string[],
  limit: number,
): Promise<ClaimedMessage[]> {
  return tx.sql<ClaimedMessage>(
    `WITH ready AS (
       SELECT id, campaign_id FROM sms_messages
       WHERE organisation_id = $1 AND id = ANY ($3::uuid[]) AND phase IN ('ready', 'scheduled', 'waiting_retry')
         AND coalesce(next_action_at <= now(), true)
       ORDER BY id LIMIT $4
       FOR UPDATE
     )
     UPDATE sms_messages m
     SET phase = 'submitting', attempt = m.attempt + 1, gateway = $2, next_action_at = NULL, updated_at = now()
     FROM ready r
     LEFT JOIN campaigns c ON c.organisation_id = $1 AND c.id = r.campaign_id
     WHERE m.organisation_id = $1 AND m.id = r.id
     RETURNING ${CLAIMED}`,
    [organisationId, gateway, messageIds, limit],
  );
}

/** The same attempt once more, with the same reference, for gateways that recognise it. */
export function claimInDoubt(tx: Tx, organisationId: string, messageIds: readonly string[]): Promise<ClaimedMessage[]> {
  return tx.sql<ClaimedMessage>(
    `WITH doubtful AS (
       SELECT id, campaign_id FROM sms_messages
       WHERE organisation_id = $1 AND id = ANY ($2::uuid[]) AND phase = 'in_doubt'
       ORDER BY id
       FOR UPDATE
     )
     UPDATE sms_messages m
     SET phase = 'submitting', updated_at = now()
     FROM doubtful r
     LEFT JOIN campaigns c ON c.organisation_id = $1 AND c.id = r.campaign_id
     WHERE m.organisation_id = $1 AND m.id = r.id
     RETURNING ${CLAIMED}`,
    [organisationId, messageIds],
  );
}
