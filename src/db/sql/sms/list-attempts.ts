import type { OrganisationSql } from '../../transaction.js';
import type { AttemptRow } from './rows.js';

/** The hand-overs of several messages, in order: what is kept, and the current one where the message itself tells it. */
export function listAttemptRows(
  tx: OrganisationSql,
  messageIds: readonly string[],
): Promise<(AttemptRow & { readonly message_id: string })[]> {
  return tx.sql<AttemptRow & { readonly message_id: string }>(
    `SELECT message_id, number, gateway, provider_id, outcome, delivery_code, raw_code, raw_reason, requested_at,
            finished_at
     FROM sms_attempts WHERE organisation_id = :organisationId AND message_id = ANY (:messageIds::uuid[])
     UNION ALL
     SELECT id, attempt, gateway, NULL, 'accepted', 101, NULL, NULL, submitted_at, submitted_at
     FROM sms_messages m
     WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[]) AND attempt > 0 AND phase <> 'submitting'
       AND NOT EXISTS (SELECT 1 FROM sms_attempts a
                       WHERE a.organisation_id = :organisationId AND a.message_id = m.id AND a.number = m.attempt)
     ORDER BY message_id, number`,
    { messageIds },
  );
}
