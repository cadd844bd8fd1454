import { Migration } from '@mikro-orm/migrations';
import { isolate } from './isolation.js';

/** Pausing of campaigns, by callers and by the dispatcher, and which message is the retry of which. */
export class CampaignControl extends Migration {
  override name = '0020-campaign-control';

  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `CREATE TYPE pause_reason AS ENUM ('caller', 'failures')`,
  `ALTER TABLE campaigns
     ADD COLUMN paused_at timestamptz,
     ADD COLUMN pause_reason pause_reason,
     ADD COLUMN pause_on_failures boolean NOT NULL DEFAULT false,
     ADD COLUMN retry_of uuid`,
  // Every claim asks which campaigns of the organisation are paused. Hardly ever is one.
  'CREATE INDEX campaigns_paused ON campaigns (organisation_id, id) WHERE paused_at IS NOT NULL',
  'ALTER TABLE organisations ADD COLUMN pause_on_failures boolean NOT NULL DEFAULT false',
  `CREATE TABLE sms_retries (
     organisation_id uuid NOT NULL,
     message_id      uuid NOT NULL,
     retry_id        uuid NOT NULL,
     PRIMARY KEY (organisation_id, message_id)
   )`,
  ...isolate('sms_retries'),
];
