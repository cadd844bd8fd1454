import { Migration } from '@mikro-orm/migrations';
import { isolate } from './isolation.js';

/**
 * Indexes by number and reference, a table of the messages that did not arrive or are held, and sums of messages by the time of
 * their acceptance. Sends wait while these are filled from the messages: about four seconds for a million.
 *
 * The program before does not keep the new tables, so row level security refuses it from here on, as migration 0014 did with its
 * predecessors: it names its organisation by another setting than the new program.
 */
export class SearchAndStatistics extends Migration {
  override name = '0019-search-and-statistics';

  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `SELECT set_config('postrider.all_organisations', 'on', true)`,
  'LOCK TABLE sms_messages IN SHARE MODE',
  'CREATE INDEX sms_messages_mobile ON sms_messages (organisation_id, mobile, id) WHERE mobile IS NOT NULL',
  'CREATE INDEX sms_messages_reference ON sms_messages (organisation_id, reference, id) WHERE reference IS NOT NULL',

  `CREATE TABLE sms_troubles (
     organisation_id uuid NOT NULL,
     message_id      uuid NOT NULL,
     status          sms_status NOT NULL,
     delivery_code   smallint,
     PRIMARY KEY (organisation_id, message_id)
   )`,
  `INSERT INTO sms_troubles (organisation_id, message_id, status, delivery_code)
   SELECT organisation_id, id, status, delivery_code FROM sms_messages
   WHERE status IN ('held', 'failed', 'undelivered', 'blocked')`,
  'CREATE INDEX sms_troubles_status ON sms_troubles (organisation_id, status, message_id)',
  'CREATE INDEX sms_troubles_code ON sms_troubles (organisation_id, delivery_code, message_id)',
  ...isolate('sms_troubles'),

  `CREATE TABLE sms_statistics (
     organisation_id uuid NOT NULL,
     quarter         timestamptz NOT NULL,
     test            boolean NOT NULL,
     -- Empty: the gateway chose it.
     sender_id       text NOT NULL,
     status          sms_status NOT NULL,
     -- 0: none.
     delivery_code   smallint NOT NULL,
     messages        integer NOT NULL,
     PRIMARY KEY (organisation_id, quarter, test, sender_id, status, delivery_code)
   ) WITH (fillfactor = 50)`,
  `INSERT INTO sms_statistics (organisation_id, quarter, test, sender_id, status, delivery_code, messages)
   SELECT organisation_id, date_bin('15 minutes', created_at, 'epoch'), test, coalesce(sender_id, ''), status,
          coalesce(delivery_code, 0), count(*)
   FROM sms_messages GROUP BY 1, 2, 3, 4, 5, 6`,
  ...isolate('sms_statistics'),

  `CREATE TABLE sms_delivery_times (
     organisation_id uuid NOT NULL,
     quarter         timestamptz NOT NULL,
     test            boolean NOT NULL,
     sender_id       text NOT NULL,
     step            smallint NOT NULL,
     messages        integer NOT NULL,
     PRIMARY KEY (organisation_id, quarter, test, sender_id, step)
   ) WITH (fillfactor = 50)`,
  `INSERT INTO sms_delivery_times (organisation_id, quarter, test, sender_id, step, messages)
   SELECT organisation_id, date_bin('15 minutes', created_at, 'epoch'), test, coalesce(sender_id, ''),
          floor(12 * log(greatest(10 * extract(epoch FROM updated_at - coalesce(scheduled_at, created_at))::float8, 1))), count(*)
   FROM sms_messages WHERE status = 'delivered' GROUP BY 1, 2, 3, 4, 5`,
  ...isolate('sms_delivery_times'),

  `SELECT set_config('postrider.all_organisations', '', true)`,
  `CREATE OR REPLACE FUNCTION current_organisation() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE AS $$
     SELECT CASE
       WHEN current_setting('postrider.organisation', true) <> '' THEN current_setting('postrider.organisation', true)::uuid
       WHEN current_setting('postrider.organisation_id', true) <> '' OR current_setting('postrider.all_organisations', true) <> ''
         OR current_setting('app.organisation_id', true) <> '' OR current_setting('app.all_organisations', true) <> ''
         THEN refuse_outdated_program()
     END $$`,
  `CREATE OR REPLACE FUNCTION all_organisations() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS
     $$ SELECT coalesce(current_setting('postrider.every_organisation', true), '') = 'on' $$`,
];
