import type { RowOf } from '../../tables.js';
import type { OrganisationSql } from '../../transaction.js';

/** What the route of a message depends on. The number is null after redaction. */
export type DestinationRow = RowOf<'sms_messages', 'id' | 'mobile' | 'sender_id'>;

export function findDestinations(tx: OrganisationSql, messageIds: readonly string[]): Promise<DestinationRow[]> {
  return tx.sql<DestinationRow>(
    'SELECT id, mobile, sender_id FROM sms_messages WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[])',
    { messageIds },
  );
}
