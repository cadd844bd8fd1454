import { plainArray } from '../array-parameters.js';
import type { OrganisationSql } from '../transaction.js';

/** What the way of a message depends on. */
export interface DestinationRow {
  readonly id: string;
  /** Null after redaction. */
  readonly mobile: string | null;
  readonly sender_id: string | null;
}

export function findDestinations(tx: OrganisationSql, messageIds: readonly string[]): Promise<DestinationRow[]> {
  return tx.sql<DestinationRow>(
    'SELECT id, mobile, sender_id FROM sms_messages WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[])',
    { messageIds: plainArray(messageIds) },
  );
}
