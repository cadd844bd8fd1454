import type { Tx } from '../transaction.js';
import type { AttemptRow } from './rows.js';

/** The hand-overs of several messages, in order. */
export function listAttemptRows(
  tx: Tx,
  organisationId: string,
  messageIds: readonly string[],
): Promise<(AttemptRow & { readonly message_id: string })[]> {
  return tx.sql<AttemptRow & { readonly message_id: string }>(
    `SELECT message_id, number, gateway, provider_id, outcome, delivery_code, raw_code, raw_reason, requested_at,
            finished_at
     FROM sms_attempts WHERE organisation_id = $1 AND message_id = ANY ($2::uuid[]) ORDER BY message_id, number`,
    [organisationId, messageIds],
  );
}
