import type { RowOf } from '../../tables.js';
import type { EveryOrganisationSql, OrganisationSql } from '../../transaction.js';

export interface AttemptOwner extends RowOf<'sms_attempts', 'organisation_id' | 'message_id' | 'number'> {
  readonly provider_id: string;
}

/** Whose attempts the gateway means by its own ids. */
export function findAttemptsByProviderId(tx: EveryOrganisationSql, gateway: string, providerIds: readonly string[]) {
  return tx.sql<AttemptOwner>(
    `SELECT organisation_id, message_id, number, provider_id FROM sms_attempts
     WHERE provider_id = ANY (:providerIds) AND gateway = :gateway AND found_by_provider_id`,
    { gateway, providerIds },
  );
}

/** Those of the messages that were cancelled. */
export async function findCancelled(tx: OrganisationSql, messageIds: readonly string[]): Promise<string[]> {
  const rows = await tx.sql<RowOf<'sms_messages', 'id'>>(
    `SELECT id FROM sms_messages
     WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[])
       AND CASE WHEN status = 'cancelled' THEN true ELSE false END
     ORDER BY id`,
    { messageIds },
  );
  return rows.map((row) => row.id);
}

/** Returns the ids of the messages that are delivered. */
export async function findDelivered(tx: OrganisationSql, messageIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.sql<RowOf<'sms_messages', 'id'>>(
    `SELECT id FROM sms_messages
     WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[])
       AND CASE WHEN status = 'delivered' THEN true ELSE false END`,
    { messageIds },
  );
  return new Set(rows.map((row) => row.id));
}

/** Those of the messages that have failed only because the outcome of their last attempt never became known. */
export async function findOutcomeUnknown(
  tx: OrganisationSql,
  messageIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (messageIds.length === 0) return new Set();
  const rows = await tx.sql<RowOf<'sms_messages', 'id'>>(
    `SELECT m.id FROM sms_messages m
     JOIN sms_attempts a ON a.organisation_id = :organisationId AND a.message_id = m.id AND a.number = m.attempt
     WHERE m.organisation_id = :organisationId AND m.id = ANY (:messageIds::uuid[])
       AND CASE WHEN m.status = 'failed' THEN a.outcome = 'unknown' ELSE false END`,
    { messageIds },
  );
  return new Set(rows.map((row) => row.id));
}

/**
 * Locks the messages, and answers those that it leaves out because their gateway has not answered yet. Whoever writes
 * that answer down is not waited for: it may in turn wait for the counts of a campaign that we hold.
 */
export async function lockAllButSubmitting(tx: OrganisationSql, messageIds: readonly string[]) {
  const rows = await tx.sql<RowOf<'sms_messages', 'id'>>(
    `WITH locked AS (
       SELECT id FROM sms_messages
       WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[])
         AND CASE WHEN phase = 'submitting' THEN false ELSE true END
       ORDER BY id FOR NO KEY UPDATE
     )
     SELECT id FROM sms_messages
     WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[]) AND id NOT IN (SELECT id FROM locked)`,
    { messageIds },
  );
  return new Set(rows.map((row) => row.id));
}
