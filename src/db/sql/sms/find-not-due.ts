import type { RowOf } from '../../tables.js';
import type { OrganisationSql } from '../../transaction.js';

export interface NotDueMessage extends RowOf<'sms_messages', 'id'> {
  /** In whole milliseconds, and not before its time. */
  readonly due_at_ms: number;
}

/** Those of the messages that have to leave later. */
export function findNotDue(tx: OrganisationSql, messageIds: readonly string[]): Promise<NotDueMessage[]> {
  return tx.sql<NotDueMessage>(
    `SELECT id, ceil(extract(epoch FROM next_action_at) * 1000)::float8 AS due_at_ms FROM sms_messages
     WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[])
       AND CASE WHEN phase IN ('ready', 'scheduled', 'waiting_retry') THEN coalesce(next_action_at > now(), false)
                ELSE false END
     ORDER BY id`,
    { messageIds },
  );
}
