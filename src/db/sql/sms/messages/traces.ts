import { isTracing } from '../../../../lib/trace/tracing.js';
import { uuidArray } from '../../../postgres/array-parameters.js';
import type { OrganisationSql } from '../../../postgres/transaction.js';

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
