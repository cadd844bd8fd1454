import { Migration } from '@mikro-orm/migrations';
import { isolate } from './isolation.js';

/**
 * Tenancy: every table with an organisation_id has the key (organisation_id, id), foreign keys include it, and forced
 * row level security shows a transaction the rows of one organisation (app.organisation_id) or, where the program says
 * so explicitly, of all (app.all_organisations). Migration 0014 renames the settings.
 *
 * No triggers and no unique keys without organisation_id on the hot tables, so that they can be distributed.
 */
export class Foundation extends Migration {
  override name = '0001-foundation';

  override up(): void {
    for (const statement of [...vocabulary, ...tenancy, ...tables, ...operationalTables]) this.addSql(statement);
    for (const table of TENANT_TABLES) for (const statement of isolate(table)) this.addSql(statement);
  }
}

const vocabulary = [
  `CREATE TYPE sms_status AS ENUM
     ('queued', 'sent', 'delivered', 'failed', 'undelivered', 'blocked', 'held', 'cancelled')`,
  `CREATE TYPE sms_phase AS ENUM
     ('scheduled', 'ready', 'submitting', 'in_doubt', 'waiting_retry', 'waiting_report', 'paused', 'done')`,
  `CREATE TYPE sms_encoding AS ENUM ('gsm7', 'ucs2')`,
  `CREATE TYPE hold_reason AS ENUM ('insufficient_credit', 'risk_review')`,
  `CREATE TYPE attempt_outcome AS ENUM ('accepted', 'queued', 'held', 'rejected', 'unknown')`,
  `CREATE TYPE due_purpose AS ENUM ('dispatch', 'resolve', 'hold', 'report')`,
  `CREATE TYPE suppression_source AS ENUM ('gateway', 'manual')`,
  `CREATE TYPE key_mode AS ENUM ('live', 'test')`,
];

const tenancy = [
  `CREATE FUNCTION current_organisation() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE AS
     $$ SELECT nullif(current_setting('app.organisation_id', true), '')::uuid $$`,
  `CREATE FUNCTION all_organisations() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS
     $$ SELECT coalesce(current_setting('app.all_organisations', true), '') = 'on' $$`,
];

const tables = [
  `CREATE TABLE organisations (
     organisation_id uuid PRIMARY KEY,
     name            text NOT NULL,
     demo            boolean NOT NULL DEFAULT false,
     -- After this many days numbers and texts are redacted, counts stay; null: the setting of the installation.
     retention_days  integer,
     created_at      timestamptz NOT NULL DEFAULT now()
   )`,
  `CREATE TABLE api_keys (
     organisation_id uuid NOT NULL REFERENCES organisations,
     id              uuid NOT NULL,
     name            text NOT NULL,
     -- Keyed hash of the whole key; the key itself is shown once and never stored.
     hash            bytea NOT NULL UNIQUE,
     hint            text NOT NULL,
     mode            key_mode NOT NULL,
     scopes          text[] NOT NULL,
     expires_at      timestamptz,
     revoked_at      timestamptz,
     last_used_at    timestamptz,
     created_at      timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (organisation_id, id)
   )`,
  `CREATE TABLE campaigns (
     organisation_id uuid NOT NULL REFERENCES organisations,
     id              uuid NOT NULL,
     name            text,
     body            text,
     sender_id       text,
     reference       text,
     metadata        jsonb,
     test            boolean NOT NULL,
     at_least_once   boolean NOT NULL,
     total           integer NOT NULL,
     accepted        integer NOT NULL,
     invalid         integer NOT NULL,
     duplicates      integer NOT NULL,
     suppressed      integer NOT NULL,
     scheduled_at    timestamptz,
     started_at      timestamptz,
     cancelled_at    timestamptz,
     redacted_at     timestamptz,
     created_at      timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (organisation_id, id)
   )`,
  // Apart from campaigns because it changes with every batch; narrow and loosely filled, so updates stay in the page.
  `CREATE TABLE campaign_progress (
     organisation_id uuid NOT NULL,
     campaign_id     uuid NOT NULL,
     queued          integer NOT NULL DEFAULT 0,
     sent            integer NOT NULL DEFAULT 0,
     delivered       integer NOT NULL DEFAULT 0,
     failed          integer NOT NULL DEFAULT 0,
     undelivered     integer NOT NULL DEFAULT 0,
     blocked         integer NOT NULL DEFAULT 0,
     held            integer NOT NULL DEFAULT 0,
     cancelled       integer NOT NULL DEFAULT 0,
     completed_at    timestamptz,
     PRIMARY KEY (organisation_id, campaign_id),
     FOREIGN KEY (organisation_id, campaign_id) REFERENCES campaigns (organisation_id, id)
   ) WITH (fillfactor = 20)`,
  // Status changes per campaign and ten seconds: the curve that a dashboard draws.
  `CREATE TABLE campaign_timeline (
     organisation_id uuid NOT NULL,
     campaign_id     uuid NOT NULL,
     bucket          timestamptz NOT NULL,
     status          sms_status NOT NULL,
     changes         integer NOT NULL,
     PRIMARY KEY (organisation_id, campaign_id, bucket, status)
   ) WITH (fillfactor = 50)`,
  // No foreign key to campaigns: it costs 60 % of the intake. The intake statement inserts both at once.
  // No index on anything that changes, and room in the page for three more versions of every row: so 99 of 100 status
  // changes stay within their page (76 at a fillfactor of 50). What is due stands in sms_due instead.
  `CREATE TABLE sms_messages (
     organisation_id uuid NOT NULL,
     id              uuid NOT NULL,
     campaign_id     uuid,
     -- Order of the recipients in the bulk call, from 0, without gaps.
     position        integer,
     mobile          text,
     -- Null in a campaign whose text is the same for all: it stands in the campaign.
     body            text,
     sender_id       text,
     reference       text,
     metadata        jsonb,
     segments        smallint NOT NULL,
     encoding        sms_encoding NOT NULL,
     test            boolean NOT NULL,
     at_least_once   boolean NOT NULL,
     status          sms_status NOT NULL,
     -- Before the last change: lets one UPDATE tell exactly what it changed, without locking the rows first.
     previous_status sms_status,
     phase           sms_phase NOT NULL,
     delivery_code   smallint,
     hold_reason     hold_reason,
     -- The current attempt: its number, where, and when it was begun. sms_attempts has what else there is to say.
     attempt         smallint NOT NULL DEFAULT 0,
     gateway         text,
     submitted_at    timestamptz,
     -- A gateway has accepted it at least once.
     handed_over     boolean NOT NULL DEFAULT false,
     -- Counts the changes of the public status.
     revision        integer NOT NULL DEFAULT 1,
     scheduled_at    timestamptz,
     next_action_at  timestamptz,
     redacted_at     timestamptz,
     created_at      timestamptz NOT NULL DEFAULT now(),
     updated_at      timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (organisation_id, id)
   ) WITH (fillfactor = 30)`,
  `CREATE UNIQUE INDEX sms_messages_campaign ON sms_messages (organisation_id, campaign_id, position)
     WHERE campaign_id IS NOT NULL`,
  // Attempts with something to say beyond "accepted by a gateway that knows it by our reference": that one is told by
  // the message itself, and a row for it would cost a quarter of the dispatch.
  `CREATE TABLE sms_attempts (
     organisation_id uuid NOT NULL,
     message_id      uuid NOT NULL,
     number          smallint NOT NULL,
     gateway         text NOT NULL,
     provider_id     text,
     -- Reports of this gateway name only its own id, so the row must be found by it.
     found_by_provider_id boolean NOT NULL,
     outcome         attempt_outcome NOT NULL,
     delivery_code   smallint,
     raw_code        text,
     raw_reason      text,
     requested_at    timestamptz NOT NULL,
     finished_at     timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (organisation_id, message_id, number)
   )`,
  `CREATE INDEX sms_attempts_provider ON sms_attempts (provider_id, gateway) WHERE found_by_provider_id`,
  `CREATE TABLE suppressions (
     organisation_id uuid NOT NULL REFERENCES organisations,
     id              uuid NOT NULL,
     mobile          text NOT NULL,
     -- '' = for every sender of the organisation.
     sender_id       text NOT NULL DEFAULT '',
     delivery_code   smallint NOT NULL,
     source          suppression_source NOT NULL,
     reason          text,
     created_at      timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (organisation_id, id)
   )`,
  `CREATE UNIQUE INDEX suppressions_number ON suppressions (organisation_id, mobile, sender_id)`,
  // The ordered log. Readers go by (xact_id, sequence) and stop below the oldest running transaction, so that what
  // commits late is never skipped. Later migrations call the second column entry_id.
  `CREATE TABLE events (
     organisation_id uuid NOT NULL,
     xact_id         xid8 NOT NULL DEFAULT pg_current_xact_id(),
     sequence        bigint GENERATED ALWAYS AS IDENTITY (CACHE 100),
     type            text NOT NULL,
     subject_id      uuid NOT NULL,
     campaign_id     uuid,
     revision        integer NOT NULL,
     delivery_code   smallint,
     -- A late report contradicted an earlier outcome.
     corrected       boolean NOT NULL DEFAULT false,
     created_at      timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (organisation_id, xact_id, sequence)
   )`,
  `CREATE INDEX events_subject ON events (organisation_id, subject_id, revision)`,
  `CREATE TABLE idempotency_keys (
     organisation_id uuid NOT NULL,
     operation       text NOT NULL,
     key             text NOT NULL,
     request_hash    bytea NOT NULL,
     result          jsonb NOT NULL,
     created_at      timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (organisation_id, operation, key)
   )`,
  // The agenda: which messages somebody has to look at, why, and when. A worker leases a row by moving due_at to the
  // end of its lease; a row that comes due with a lease_id was left behind by a worker that died.
  `CREATE TABLE sms_due (
     organisation_id uuid NOT NULL,
     id              uuid NOT NULL,
     gateway         text NOT NULL,
     purpose         due_purpose NOT NULL,
     due_at          timestamptz NOT NULL,
     message_ids     uuid[] NOT NULL,
     size            integer NOT NULL,
     tries           integer NOT NULL DEFAULT 0,
     lease_id        uuid,
     PRIMARY KEY (organisation_id, id)
   ) WITH (fillfactor = 50)`,
  `CREATE INDEX sms_due_agenda ON sms_due (purpose, gateway, organisation_id, due_at)`,
  `CREATE TABLE gateway_accounts (
     organisation_id uuid NOT NULL,
     gateway         text NOT NULL,
     paused_at       timestamptz NOT NULL DEFAULT now(),
     next_probe_at   timestamptz NOT NULL,
     PRIMARY KEY (organisation_id, gateway)
   )`,
];

/** Belong to no organisation. The unlogged ones may be lost in a crash of PostgreSQL without harm. */
const operationalTables = [
  // Reports in safe keeping until they are folded into messages; also those that match nothing yet.
  `CREATE TABLE sms_reports (
     id          uuid PRIMARY KEY,
     gateway     text NOT NULL,
     -- Written and read as a whole; json is taken as it is, jsonb would be taken apart.
     reports     json NOT NULL,
     size        integer NOT NULL,
     received_at timestamptz NOT NULL DEFAULT now(),
     due_at      timestamptz NOT NULL,
     tries       integer NOT NULL DEFAULT 0
   )`,
  `CREATE INDEX sms_reports_due ON sms_reports (due_at)`,
  `CREATE UNLOGGED TABLE gateway_pacing (
     gateway     text PRIMARY KEY,
     tokens      double precision NOT NULL,
     refilled_at timestamptz NOT NULL
   ) WITH (fillfactor = 20)`,
  // The columns are those that rate-limiter-flexible expects.
  `CREATE UNLOGGED TABLE rate_limits (
     key    varchar(255) PRIMARY KEY,
     points integer NOT NULL DEFAULT 0,
     expire bigint
   ) WITH (fillfactor = 20)`,
];

const TENANT_TABLES = [
  'organisations',
  'api_keys',
  'campaigns',
  'campaign_progress',
  'campaign_timeline',
  'sms_messages',
  'sms_attempts',
  'suppressions',
  'events',
  'idempotency_keys',
  'sms_due',
  'gateway_accounts',
];
