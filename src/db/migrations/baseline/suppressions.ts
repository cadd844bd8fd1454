import { isolate } from '../isolation.js';

/** Numbers that messages must not go to, and the sender IDs that messages may come from. */
export const SUPPRESSIONS = [
  `CREATE TYPE suppression_source AS ENUM ('gateway', 'manual', 'keyword')`,
  `CREATE TYPE sender_status AS ENUM ('pending', 'approved', 'rejected')`,

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
     -- Holds for test messages alone.
     test            boolean NOT NULL DEFAULT false,
     PRIMARY KEY (organisation_id, id)
   )`,
  'CREATE UNIQUE INDEX suppressions_number ON suppressions (organisation_id, mobile, sender_id)',
  ...isolate('suppressions'),

  // Suppressions that hold although the number was erased.
  `CREATE TABLE erased_suppressions (
     organisation_id uuid NOT NULL,
     mobile_hash     bytea NOT NULL,
     sender_id       text NOT NULL,
     id              uuid NOT NULL,
     delivery_code   smallint NOT NULL,
     source          suppression_source NOT NULL,
     test            boolean NOT NULL,
     created_at      timestamptz NOT NULL,
     PRIMARY KEY (organisation_id, mobile_hash, sender_id)
   )`,
  ...isolate('erased_suppressions'),

  `CREATE TABLE gateway_opt_outs (
     gateway     text NOT NULL,
     -- Keyed hash: numbers are compared with it, and none can be read from it.
     mobile_hash bytea NOT NULL,
     -- '' = of all senders' messages.
     sender_id   text NOT NULL,
     created_at  timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (gateway, mobile_hash, sender_id)
   )`,

  `CREATE TABLE sender_ids (
     organisation_id uuid NOT NULL REFERENCES organisations,
     id              uuid NOT NULL,
     name            text NOT NULL,
     -- ISO 3166 codes; null: everywhere.
     countries       text[],
     status          sender_status NOT NULL DEFAULT 'pending',
     -- Why it was rejected.
     reason          text,
     -- It is rejected, and messages that were accepted with it are held until it is approved.
     holds_messages  boolean NOT NULL DEFAULT false,
     decided_at      timestamptz,
     -- A gateway has last answered 402 for it then.
     refused_at      timestamptz,
     refused_by      text,
     created_at      timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (organisation_id, id),
     UNIQUE (organisation_id, name)
   )`,
  // Every claim asks which sender IDs of the organisation hold messages. Hardly ever does one.
  'CREATE INDEX sender_ids_rejected ON sender_ids (organisation_id, name) WHERE holds_messages',
  ...isolate('sender_ids'),
];
