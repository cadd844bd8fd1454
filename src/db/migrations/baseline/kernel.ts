import { isolate } from '../isolation.js';

/** Shared by the other rooms. A crash of PostgreSQL may empty the unlogged tables without harm. */
export const KERNEL = [
  `CREATE TABLE idempotency_keys (
     organisation_id uuid NOT NULL,
     operation       text NOT NULL,
     key             text NOT NULL,
     request_hash    bytea NOT NULL,
     result          jsonb NOT NULL,
     created_at      timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (organisation_id, operation, key)
   )`,
  ...isolate('idempotency_keys'),

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
  'CREATE INDEX sms_reports_due ON sms_reports (due_at)',
  'CREATE TABLE chat_reports (LIKE sms_reports INCLUDING ALL)',
  // Inbound SMS until a worker finds their organisations.
  'CREATE TABLE inbound_sms (LIKE sms_reports INCLUDING ALL)',

  // Waiting to be sent; what has been sent is gone from here.
  `CREATE TABLE mails (
     id         uuid PRIMARY KEY,
     -- Recipient and text, sealed with the secret key of the installation. Null: a mail without a recipient, written so
     -- that asking for one takes as long whether the person exists or not.
     content    bytea,
     attempts   smallint NOT NULL DEFAULT 0,
     due_at     timestamptz NOT NULL DEFAULT now(),
     -- Afterwards it is of no use any more.
     expires_at timestamptz NOT NULL,
     created_at timestamptz NOT NULL DEFAULT now()
   )`,
  'CREATE INDEX mails_due ON mails (due_at)',

  // Counts calls by the second, so that limits slide.
  `CREATE UNLOGGED TABLE rate_limits (
     key      text PRIMARY KEY,
     allowed  integer NOT NULL,
     admitted integer NOT NULL,
     second   bigint NOT NULL,
     totals   integer[] NOT NULL
   ) WITH (fillfactor = 20)`,
  // Tries at sign-ins, codes and links. It is logged: after a crash of PostgreSQL everybody could guess anew otherwise.
  // The columns are those that rate-limiter-flexible expects.
  `CREATE TABLE account_tries (
     key    varchar(255) PRIMARY KEY,
     points integer NOT NULL DEFAULT 0,
     expire bigint
   ) WITH (fillfactor = 20)`,

  // Work of the installation that one worker does for all of them.
  `CREATE TABLE periodic_tasks (
     name          text PRIMARY KEY,
     every_seconds double precision NOT NULL,
     due_at        timestamptz NOT NULL DEFAULT now(),
     worker_id     uuid,
     lease_id      uuid,
     runs          integer NOT NULL DEFAULT 0,
     started_at    timestamptz,
     ended_at      timestamptz,
     failed_at     timestamptz
   ) WITH (fillfactor = 20)`,

  // Hashes of opt-outs cannot be made anew, so replaced secret keys stay, sealed with the current one.
  `CREATE TABLE retired_keys (
     id         text PRIMARY KEY,
     sealed     bytea NOT NULL,
     retired_at timestamptz NOT NULL DEFAULT now()
   )`,
  // Fingerprints of the secret keys that belong to the database: a server with another key would refuse every caller.
  `CREATE TABLE accepted_secret_keys (
     id          text PRIMARY KEY,
     accepted_at timestamptz NOT NULL DEFAULT now()
   )`,
  // Which programs the database needs, so that an older one finds out although it does not know the migration.
  `CREATE TABLE required_programs (
     migration      text PRIMARY KEY,
     oldest_program text NOT NULL
   )`,
];
