import type { RowOf } from '../../tables.js';
import type { OrganisationSql } from '../../transaction.js';

export interface OutcomeRow extends RowOf<'sms_messages', 'status'> {
  readonly delivery_code: number;
  readonly count: number;
}

/** One pass over the messages of one campaign. */
export function countOutcomes(tx: OrganisationSql, campaignId: string): Promise<OutcomeRow[]> {
  return tx.sql<OutcomeRow>(
    `SELECT status, delivery_code, count(*)::int AS count FROM sms_messages
     WHERE organisation_id = :organisationId AND campaign_id = :campaignId AND delivery_code IS NOT NULL
     GROUP BY status, delivery_code ORDER BY count(*) DESC, delivery_code, status`,
    { campaignId },
  );
}
