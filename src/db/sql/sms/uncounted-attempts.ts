import type { OrganisationSql } from '../../transaction.js';

/**
 * How many earlier attempts of each message no retry rule counts: the gateway had no credit, or nobody knows, or knew, that it
 * had the message at all. Messages without any are left out.
 */
export async function countUncountedAttempts(
  tx: OrganisationSql,
  messageIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (messageIds.length === 0) return new Map();
  const rows = await tx.sql<{ message_id: string; uncounted: number }>(
    `SELECT a.message_id, count(*)::integer AS uncounted
     FROM sms_messages m
     JOIN sms_attempts a ON a.organisation_id = :organisationId AND a.message_id = m.id AND a.number < m.attempt
     WHERE m.organisation_id = :organisationId AND m.id = ANY (:messageIds::uuid[])
       AND (a.outcome = 'unknown' OR a.delivery_code = 405)
     GROUP BY a.message_id`,
    { messageIds },
  );
  return new Map(rows.map((row) => [row.message_id, row.uncounted]));
}
