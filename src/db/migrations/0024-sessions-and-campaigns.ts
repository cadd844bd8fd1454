import { Migration } from '@mikro-orm/migrations';

/**
 * Counts the codes that an engine shows to be scanned. Indexes lead to the largest campaigns of an organisation, and to those that
 * are not complete; counts of a campaign still change in place, since only its end changes the column of an index.
 */
export class SessionsAndCampaigns extends Migration {
  override name = '0024-sessions-and-campaigns';

  override up(): void {
    this.addSql('ALTER TABLE chat_sessions ADD COLUMN qr_attempt integer NOT NULL DEFAULT 0');
    this.addSql('CREATE INDEX campaigns_total ON campaigns (organisation_id, total, id)');
    this.addSql(`CREATE INDEX campaign_progress_open ON campaign_progress (organisation_id, campaign_id)
      WHERE completed_at IS NULL`);
  }
}
