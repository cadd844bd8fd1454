import { Migration } from '@mikro-orm/migrations';
import { isolate } from './isolation.js';

/** Who reads the event log: its numbering for everybody, webhook endpoints and what was delivered to them. */
export class EventsOut extends Migration {
  override name = '0004-events-out';

  override up(): void {
    for (const statement of tables) this.addSql(statement);
    for (const table of TENANT_TABLES) for (const statement of isolate(table)) this.addSql(statement);
  }
}

const tables = [
  // The sequence of an event is its place in the organisation's log, which only the numbering below decides.
  'ALTER TABLE events RENAME COLUMN sequence TO entry_id',
  // Counts the events of the campaign.
  'ALTER TABLE campaigns ADD COLUMN revision integer NOT NULL DEFAULT 1',
  // How far the log of an organisation is numbered. Whoever numbers it locks this row.
  `CREATE TABLE event_logs (
     organisation_id uuid PRIMARY KEY REFERENCES organisations,
     last_sequence   bigint NOT NULL DEFAULT 0,
     last_xact_id    xid8 NOT NULL DEFAULT '0',
     last_entry_id   bigint NOT NULL DEFAULT 0,
     -- Older events have been deleted.
     oldest_sequence bigint NOT NULL DEFAULT 1
   ) WITH (fillfactor = 50)`,
  // Row level security holds for migrations as well.
  `SELECT set_config('app.all_organisations', 'on', true)`,
  'INSERT INTO event_logs (organisation_id) SELECT organisation_id FROM organisations',
  // Sequences without a write per event: a slice says that the events between two places of the log are numbered from
  // here on. Slices never change.
  `CREATE TABLE event_slices (
     organisation_id uuid NOT NULL,
     first_sequence  bigint NOT NULL,
     size            integer NOT NULL,
     after_xact_id   xid8 NOT NULL,
     after_entry_id  bigint NOT NULL,
     until_xact_id   xid8 NOT NULL,
     until_entry_id  bigint NOT NULL,
     numbered_at     timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (organisation_id, first_sequence)
   )`,
  `CREATE TYPE webhook_status AS ENUM ('active', 'paused', 'disabled')`,
  `CREATE TYPE webhook_disabled_reason AS ENUM ('gone', 'failing')`,
  `CREATE TABLE webhook_endpoints (
     organisation_id       uuid NOT NULL REFERENCES organisations,
     id                    uuid NOT NULL,
     url                   text NOT NULL,
     description           text,
     -- Null: every type.
     types                 text[],
     -- Gets the events of test messages, and no others.
     test                  boolean NOT NULL,
     status                webhook_status NOT NULL DEFAULT 'active',
     disabled_reason       webhook_disabled_reason,
     -- Sealed with the secret key of the installation.
     secret                bytea NOT NULL,
     -- After a rotation the old secret signs as well, until then.
     previous_secret       bytea,
     previous_secret_until timestamptz,
     created_at            timestamptz NOT NULL DEFAULT now(),
     updated_at            timestamptz NOT NULL DEFAULT now(),
     -- The last event of the log that was taken up for it: delivered, or noted down in webhook_deliveries.
     last_sequence         bigint NOT NULL,
     -- When there is something to do for it.
     due_at                timestamptz NOT NULL DEFAULT now(),
     -- Until then nobody calls it: a worker is at it, or it has failed and is left alone.
     not_before            timestamptz NOT NULL DEFAULT '-infinity',
     lease_id              uuid,
     -- Calls that failed one after the other, and since when none has succeeded.
     failures              integer NOT NULL DEFAULT 0,
     failing_since         timestamptz,
     -- Counts its events.
     revision              integer NOT NULL DEFAULT 0,
     PRIMARY KEY (organisation_id, id)
   ) WITH (fillfactor = 50)`,
  `CREATE INDEX webhook_endpoints_due ON webhook_endpoints (greatest(due_at, not_before)) WHERE status = 'active'`,
  `CREATE TYPE webhook_delivery_status AS ENUM ('waiting', 'delivered', 'dead')`,
  `CREATE TABLE webhook_deliveries (
     organisation_id uuid NOT NULL,
     endpoint_id     uuid NOT NULL,
     sequence        bigint NOT NULL,
     -- Where the event stands in the log.
     xact_id         xid8 NOT NULL,
     entry_id        bigint NOT NULL,
     type            text NOT NULL,
     status          webhook_delivery_status NOT NULL,
     attempts        integer NOT NULL,
     next_attempt_at timestamptz,
     -- What came of the last attempt.
     response_status smallint,
     response_body   text,
     error           text,
     duration_ms     integer NOT NULL,
     attempted_at    timestamptz NOT NULL DEFAULT now(),
     created_at      timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (organisation_id, endpoint_id, sequence),
     FOREIGN KEY (organisation_id, endpoint_id) REFERENCES webhook_endpoints (organisation_id, id) ON DELETE CASCADE
   )`,
  `CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (organisation_id, endpoint_id, next_attempt_at)
     WHERE status = 'waiting'`,
  `CREATE INDEX webhook_deliveries_status ON webhook_deliveries (organisation_id, endpoint_id, status, sequence)`,
];

const TENANT_TABLES = ['event_logs', 'event_slices', 'webhook_endpoints', 'webhook_deliveries'];
