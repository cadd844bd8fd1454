import { Migration } from '@mikro-orm/migrations';
import { isolate } from './isolation.js';

/**
 * Messages of large campaigns are found through `campaign_numbers`, without an index entry each. Calls that read or change messages wait until the
 * table is filled and the smaller index is made.
 */
export class CampaignNumbers extends Migration {
  override name = '0053-campaign-numbers';

  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

/** Deleted messages have left gaps among the positions. min() of an id is new in PostgreSQL 18. */
export const FILL = `
WITH parts AS MATERIALIZED (
  SELECT organisation_id, campaign_id, (position - 100) / 375 AS part,
         min(id::text COLLATE "C")::uuid AS first_id, max(id::text COLLATE "C")::uuid AS last_id,
         max((position - 100) % 375) AS last_place, array_agg((position - 100) % 375 ORDER BY position) AS places,
         array_agg(CASE WHEN mobile ~ '^[0-9]+$' THEN right(mobile, 9)::integer WHEN mobile IS NOT NULL THEN 0 END ORDER BY position) AS digits
  FROM sms_messages WHERE position >= 100 GROUP BY 1, 2, 3
)
INSERT INTO campaign_numbers (organisation_id, campaign_id, part, first_id, last_id, last_digits)
SELECT organisation_id, campaign_id, part, first_id, last_id, digits
FROM parts WHERE cardinality(places) = last_place + 1
UNION ALL
SELECT organisation_id, campaign_id, part, first_id, last_id, array_agg(digits[array_position(places, place)] ORDER BY place)
FROM parts, generate_series(0, last_place) AS place WHERE cardinality(places) <= last_place GROUP BY 1, 2, 3, 4, 5`;

const STATEMENTS = [
  // SET reaches the nodes of Citus, set_config() does not.
  `SET LOCAL postrider.every_organisation = 'on'`,
  // DROP INDEX needs this lock. Raising a weaker lock later could deadlock with a transaction that has read messages and waits to change them.
  'LOCK TABLE sms_messages IN ACCESS EXCLUSIVE MODE',
  `CREATE TABLE campaign_numbers (
     organisation_id uuid NOT NULL,
     campaign_id     uuid NOT NULL,
     part            integer NOT NULL,
     first_id        uuid NOT NULL,
     last_id         uuid NOT NULL,
     last_digits     integer[] NOT NULL,
     PRIMARY KEY (organisation_id, campaign_id, part)
   )`,
  FILL,
  ...isolate('campaign_numbers'),
  'DROP INDEX sms_messages_mobile',
  `CREATE INDEX sms_messages_mobile ON sms_messages (organisation_id, mobile, id)
   WHERE mobile IS NOT NULL AND coalesce(position, 0) < 100`,
  `SET LOCAL postrider.every_organisation = ''`,
];
