import { isolate } from '../isolation.js';

const VOCABULARY = [
  `CREATE TYPE sms_status AS ENUM
     ('queued', 'sent', 'delivered', 'failed', 'undelivered', 'blocked', 'held', 'cancelled')`,
  `CREATE TYPE sms_phase AS ENUM
     ('scheduled', 'ready', 'submitting', 'in_doubt', 'waiting_retry', 'waiting_report', 'paused', 'done')`,
  `CREATE TYPE sms_encoding AS ENUM ('gsm7', 'ucs2')`,
  `CREATE TYPE hold_reason AS ENUM ('insufficient_credit', 'risk_review', 'sender_id_rejected')`,
  `CREATE TYPE pause_reason AS ENUM ('caller', 'failures')`,
  `CREATE TYPE attempt_outcome AS ENUM ('accepted', 'queued', 'held', 'rejected', 'unknown')`,
  `CREATE TYPE due_purpose AS ENUM ('dispatch', 'resolve', 'hold', 'approval', 'report')`,
];

const CAMPAIGNS = [
  `CREATE TABLE campaigns (
     organisation_id   uuid NOT NULL REFERENCES organisations,
     id                uuid NOT NULL,
     name              text,
     body              text,
     sender_id         text,
     reference         text,
     metadata          jsonb,
     test              boolean NOT NULL,
     at_least_once     boolean NOT NULL,
     total             integer NOT NULL,
     accepted          integer NOT NULL,
     invalid           integer NOT NULL,
     duplicates        integer NOT NULL,
     suppressed        integer NOT NULL,
     scheduled_at      timestamptz,
     started_at        timestamptz,
     cancelled_at      timestamptz,
     redacted_at       timestamptz,
     created_at        timestamptz NOT NULL DEFAULT now(),
     -- Counts the events of the campaign.
     revision          integer NOT NULL DEFAULT 1,
     created_by_kind   actor_kind,
     created_by_id     uuid,
     created_by_name   text,
     paused_at         timestamptz,
     pause_reason      pause_reason,
     pause_on_failures boolean NOT NULL DEFAULT false,
     -- The campaign whose failed messages this one sends again.
     retry_of          uuid,
     -- No message is submitted afterwards.
     valid_until       timestamptz,
     -- The list is ordered by it. No index is used for lower() itself: row level security trusts no function that may leak.
     sort_name         text NOT NULL GENERATED ALWAYS AS (lower(coalesce(name, ''))) STORED,
     PRIMARY KEY (organisation_id, id)
   )`,
  // Every claim asks which campaigns of the organisation are paused. Hardly ever is one.
  'CREATE INDEX campaigns_paused ON campaigns (organisation_id, id) WHERE paused_at IS NOT NULL',
  'CREATE INDEX campaigns_total ON campaigns (organisation_id, total, id)',
  'CREATE INDEX campaigns_name ON campaigns (organisation_id, sort_name, id)',
  'CREATE INDEX campaigns_unredacted ON campaigns (organisation_id, id) WHERE redacted_at IS NULL',
  ...isolate('campaigns'),

  // Apart from campaigns because it changes with every batch; narrow and loosely filled, so updates stay in the page.
  // Only the end of a campaign changes the column of the indexes.
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
  'CREATE INDEX campaign_progress_open ON campaign_progress (organisation_id, campaign_id) WHERE completed_at IS NULL',
  // A place in the list has no null. Row level security would trust no coalesce() in a condition of the index, and
  // without the column itself PostgreSQL would read the table for each entry.
  `CREATE INDEX campaign_progress_completed ON campaign_progress
     (organisation_id, (CASE WHEN completed_at IS NULL THEN 'infinity'::timestamptz ELSE completed_at END), campaign_id)
     INCLUDE (completed_at)`,
  ...isolate('campaign_progress'),

  // Status changes per campaign and ten seconds: the curve that a dashboard draws.
  `CREATE TABLE campaign_timeline (
     organisation_id uuid NOT NULL,
     campaign_id     uuid NOT NULL,
     bucket          timestamptz NOT NULL,
     status          sms_status NOT NULL,
     changes         integer NOT NULL,
     PRIMARY KEY (organisation_id, campaign_id, bucket, status)
   ) WITH (fillfactor = 50)`,
  ...isolate('campaign_timeline'),

  // Messages of large campaigns are found by the last digits of their numbers, without an index entry each.
  `CREATE TABLE campaign_numbers (
     organisation_id uuid NOT NULL,
     campaign_id     uuid NOT NULL,
     part            integer NOT NULL,
     first_id        uuid NOT NULL,
     last_id         uuid NOT NULL,
     last_digits     integer[] NOT NULL,
     PRIMARY KEY (organisation_id, campaign_id, part)
   )`,
  ...isolate('campaign_numbers'),
];

const MESSAGES = [
  // No foreign key to campaigns: it costs 60 % of the intake. The intake statement inserts both at once.
  // No index on anything that changes, and room in the page for three more versions of every row: so 99 of 100 status
  // changes stay within their page (76 at a fillfactor of 50). What is due stands in sms_due instead.
  `CREATE TABLE sms_messages (
     organisation_id        uuid NOT NULL,
     id                     uuid NOT NULL,
     campaign_id            uuid,
     -- Order of the recipients in the bulk call, from 0, without gaps.
     position               integer,
     mobile                 text,
     -- Null if the text is that of the campaign.
     body                   text,
     sender_id              text,
     reference              text,
     metadata               jsonb,
     segments               smallint NOT NULL,
     encoding               sms_encoding NOT NULL,
     test                   boolean NOT NULL,
     at_least_once          boolean NOT NULL,
     status                 sms_status NOT NULL,
     -- Before the last change: lets one UPDATE tell exactly what it changed, without locking the rows first.
     previous_status        sms_status,
     phase                  sms_phase NOT NULL,
     delivery_code          smallint,
     hold_reason            hold_reason,
     -- The current attempt: its number, where, and when it was begun. sms_attempts has what else there is to say.
     attempt                smallint NOT NULL DEFAULT 0,
     gateway                text,
     submitted_at           timestamptz,
     -- A gateway has accepted it at least once.
     handed_over            boolean NOT NULL DEFAULT false,
     -- Counts the changes of the public status.
     revision               integer NOT NULL DEFAULT 1,
     scheduled_at           timestamptz,
     next_action_at         timestamptz,
     redacted_at            timestamptz,
     created_at             timestamptz NOT NULL DEFAULT now(),
     updated_at             timestamptz NOT NULL DEFAULT now(),
     created_by_kind        actor_kind,
     created_by_id          uuid,
     created_by_name        text,
     previous_delivery_code smallint,
     -- Counts the claims: a worker settles an answer only for the claim that led to it.
     claim                  integer NOT NULL DEFAULT 0,
     -- It is not submitted afterwards.
     valid_until            timestamptz,
     -- A row of the log tells of up to five hundred messages, and no index leads from one of them to it.
     sent_at                timestamptz,
     delivered_at           timestamptz,
     PRIMARY KEY (organisation_id, id)
   ) WITH (fillfactor = 30)`,
  `CREATE UNIQUE INDEX sms_messages_campaign ON sms_messages (organisation_id, campaign_id, position)
     WHERE campaign_id IS NOT NULL`,
  // The others stand in campaign_numbers.
  `CREATE INDEX sms_messages_mobile ON sms_messages (organisation_id, mobile, id)
     WHERE mobile IS NOT NULL AND coalesce(position, 0) < 100`,
  'CREATE INDEX sms_messages_reference ON sms_messages (organisation_id, reference, id) WHERE reference IS NOT NULL',
  ...isolate('sms_messages'),

  // Attempts with something to say beyond "accepted by a gateway that knows it by our reference": that one is told by
  // the message itself, and a row for it would cost a quarter of the dispatch.
  `CREATE TABLE sms_attempts (
     organisation_id      uuid NOT NULL,
     message_id           uuid NOT NULL,
     number               smallint NOT NULL,
     gateway              text NOT NULL,
     provider_id          text,
     -- Reports of this gateway name only its own id, so the row must be found by it.
     found_by_provider_id boolean NOT NULL,
     outcome              attempt_outcome NOT NULL,
     delivery_code        smallint,
     raw_code             text,
     raw_reason           text,
     requested_at         timestamptz NOT NULL,
     finished_at          timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (organisation_id, message_id, number)
   )`,
  'CREATE INDEX sms_attempts_provider ON sms_attempts (provider_id, gateway) WHERE found_by_provider_id',
  ...isolate('sms_attempts'),

  // Rows, and not an array of the attempt: behind row level security PostgreSQL uses an index for equality only, since
  // what other operators do with rows of others could be observed.
  `CREATE TABLE sms_attempt_parts (
     organisation_id uuid NOT NULL,
     message_id      uuid NOT NULL,
     -- Of the attempt.
     number          smallint NOT NULL,
     part            smallint NOT NULL,
     gateway         text NOT NULL,
     provider_id     text NOT NULL,
     -- What was reported: 100, or why it failed. Null until then.
     delivery_code   smallint,
     PRIMARY KEY (organisation_id, message_id, number, part)
   ) WITH (fillfactor = 80)`,
  'CREATE INDEX sms_attempt_parts_provider ON sms_attempt_parts (provider_id, gateway)',
  ...isolate('sms_attempt_parts'),

  // Which message is the retry of which.
  `CREATE TABLE sms_retries (
     organisation_id uuid NOT NULL,
     message_id      uuid NOT NULL,
     retry_id        uuid NOT NULL,
     PRIMARY KEY (organisation_id, message_id)
   )`,
  'CREATE INDEX sms_retries_retry ON sms_retries (organisation_id, retry_id)',
  ...isolate('sms_retries'),

  // Messages that did not arrive or are held. The status is a text: behind row level security PostgreSQL searches no
  // index by an enum.
  `CREATE TABLE sms_troubles (
     organisation_id uuid NOT NULL,
     message_id      uuid NOT NULL,
     status          text NOT NULL,
     delivery_code   smallint,
     PRIMARY KEY (organisation_id, message_id)
   )`,
  'CREATE INDEX sms_troubles_status ON sms_troubles (organisation_id, status, message_id)',
  'CREATE INDEX sms_troubles_code ON sms_troubles (organisation_id, delivery_code, message_id)',
  ...isolate('sms_troubles'),
];

export const SMS = [...VOCABULARY, ...CAMPAIGNS, ...MESSAGES];
