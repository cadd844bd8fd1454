import type { Tx } from '../transaction.js';

export interface AttemptOwner {
  readonly organisation_id: string;
  readonly message_id: string;
  readonly number: number;
  readonly provider_id: string;
}

/** Whose attempts the gateway means by its own ids. */
export function findAttemptsByProviderId(tx: Tx, gateway: string, providerIds: readonly string[]) {
  return tx.sql<AttemptOwner>(
    `SELECT organisation_id, message_id, number, provider_id FROM sms_attempts
     WHERE provider_id = ANY ($2) AND gateway = $1 AND found_by_provider_id`,
    [gateway, providerIds],
  );
}

/** Locks the messages, and answers those whose gateway has not answered yet: their reports have to wait for that. */
export async function lockAndFindSubmitting(tx: Tx, organisationId: string, messageIds: readonly string[]) {
  const rows = await tx.sql<{ id: string }>(
    `WITH locked AS (
       SELECT id, phase FROM sms_messages WHERE organisation_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR UPDATE
     )
     SELECT id FROM locked WHERE phase = 'submitting'`,
    [organisationId, messageIds],
  );
  return new Set(rows.map((row) => row.id));
}
