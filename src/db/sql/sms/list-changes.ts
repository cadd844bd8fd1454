import type { SmsStatus } from '../../../domain/vocabulary.js';
import type { RowOf } from '../../tables.js';
import type { OrganisationSql } from '../../transaction.js';

export interface ChangeRow
  extends RowOf<'events', 'subject_id' | 'delivery_code' | 'revision' | 'corrected' | 'created_at'> {
  readonly status: SmsStatus;
}

/** The changes of status of several messages, as the event log tells them. */
export function listChangeRows(tx: OrganisationSql, messageIds: readonly string[]): Promise<ChangeRow[]> {
  return tx.sql<ChangeRow>(
    `SELECT subject_id, substr(type, 5) AS status, delivery_code, revision, corrected, created_at
     FROM events WHERE organisation_id = :organisationId AND subject_id = ANY (:messageIds::uuid[]) AND type LIKE 'sms.%'
     ORDER BY subject_id, revision`,
    { messageIds },
  );
}
