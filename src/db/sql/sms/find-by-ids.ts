import type { OrganisationSql } from '../../transaction.js';
import { CAMPAIGN_COLUMNS, type CampaignRow, MESSAGE_COLUMNS, type MessageRow, OUTCOME_UNKNOWN } from './rows.js';

/** Several at once, in any order, for fields that would else ask once for every line of a page. */
export function findCampaigns(tx: OrganisationSql, ids: readonly string[]): Promise<CampaignRow[]> {
  return tx.sql<CampaignRow>(
    `SELECT ${CAMPAIGN_COLUMNS} FROM campaigns c
     JOIN campaign_progress p ON p.organisation_id = c.organisation_id AND p.campaign_id = c.id
     WHERE c.organisation_id = :organisationId AND c.id = ANY (:ids::uuid[])`,
    { ids },
  );
}

export function findMessages(tx: OrganisationSql, ids: readonly string[]): Promise<MessageRow[]> {
  return tx.sql<MessageRow>(
    `SELECT ${MESSAGE_COLUMNS}, ${OUTCOME_UNKNOWN} FROM sms_messages
     WHERE organisation_id = :organisationId AND id = ANY (:ids::uuid[])`,
    { ids },
  );
}
