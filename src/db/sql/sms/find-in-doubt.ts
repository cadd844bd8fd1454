import type { RowOf } from '../../tables.js';
import type { OrganisationSql } from '../../transaction.js';
import type { DestinationRow } from './find-destinations.js';

export interface DoubtfulMessage extends DestinationRow, RowOf<'sms_messages', 'attempt' | 'at_least_once'> {
  /** Since the attempt was first submitted. */
  readonly age_seconds: number;
}

/** Those of the messages that are in doubt, and whose own time to be looked at has come. */
export function findInDoubt(tx: OrganisationSql, messageIds: readonly string[]): Promise<DoubtfulMessage[]> {
  return tx.sql<DoubtfulMessage>(
    `SELECT id, mobile, sender_id, attempt, at_least_once,
            extract(epoch FROM now() - submitted_at)::float8 AS age_seconds
     FROM sms_messages
     WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[]) AND phase = 'in_doubt'
       AND next_action_at <= now()`,
    { messageIds },
  );
}

/**
 * Whether the gateway has reported something, between the submission of one of these messages and the end of its wait, that no
 * worker has read yet. It may be about the message.
 */
export async function hasUnreadReports(
  tx: OrganisationSql,
  gateway: string,
  messageIds: readonly string[],
): Promise<boolean> {
  const rows = await tx.sql(
    `SELECT 1
     FROM (SELECT min(submitted_at) AS since, max(next_action_at) AS until FROM sms_messages
           WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[]) AND phase = 'in_doubt'
             AND next_action_at <= now()) waited
     JOIN sms_reports r ON r.gateway = :gateway AND r.due_at <= now() AND r.received_at BETWEEN waited.since AND waited.until
     LIMIT 1`,
    { messageIds, gateway },
  );
  return rows.length > 0;
}
