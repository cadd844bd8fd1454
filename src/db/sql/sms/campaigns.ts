import type { OrganisationSql } from '../../transaction.js';
import { CAMPAIGN_COLUMNS, type CampaignRow } from './rows.js';

export async function findCampaign(tx: OrganisationSql, campaignId: string): Promise<CampaignRow | null> {
  const [row] = await tx.sql<CampaignRow>(
    `SELECT ${CAMPAIGN_COLUMNS} FROM campaigns c
     JOIN campaign_progress p ON p.organisation_id = c.organisation_id AND p.campaign_id = c.id
     WHERE c.organisation_id = :organisationId AND c.id = :campaignId`,
    { campaignId },
  );
  return row ?? null;
}
