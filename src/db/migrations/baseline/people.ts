import { isolate, isolateAppendOnly } from '../isolation.js';

export const ORGANISATIONS = [
  `CREATE TYPE key_mode AS ENUM ('live', 'test')`,
  `CREATE TYPE member_role AS ENUM ('owner', 'admin', 'developer', 'operator', 'viewer')`,
  `CREATE TYPE actor_kind AS ENUM ('key', 'person', 'operator')`,
  `CREATE TABLE organisations (
     organisation_id        uuid PRIMARY KEY,
     name                   text NOT NULL,
     demo                   boolean NOT NULL DEFAULT false,
     -- After this many days numbers and texts are redacted, counts stay; null: the setting of the installation.
     retention_days         integer,
     created_at             timestamptz NOT NULL DEFAULT now(),
     -- Messages may leave under approved sender ids only.
     enforce_sender_ids     boolean NOT NULL DEFAULT false,
     time_zone              text NOT NULL DEFAULT 'UTC',
     -- Of campaigns that do not say it themselves.
     pause_on_failures      boolean NOT NULL DEFAULT false,
     -- The age at which messages are deleted.
     message_retention_days integer,
     -- The rate limits that the operator has set, by their names in the API.
     calls_per_minute       jsonb NOT NULL DEFAULT '{}',
     -- Of sends that do not say it themselves.
     smart_encoding         boolean NOT NULL DEFAULT false
   )`,
  ...isolate('organisations'),

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
     -- Null: not restricted.
     session_ids     uuid[],
     sender_ids      text[],
     -- Single addresses and networks, such as 192.0.2.0/24.
     addresses       text[],
     -- The key that this one has taken the place of.
     replaces        uuid,
     created_by_kind actor_kind,
     created_by_id   uuid,
     created_by_name text,
     -- The address of its last use.
     last_used_from  text,
     -- The secret key that the hash was made with, so that it can be replaced.
     secret_key_id   text,
     PRIMARY KEY (organisation_id, id)
   )`,
  ...isolate('api_keys'),
];

/** People belong to no organisation: they come before the first, and may be in several. */
export const PEOPLE = [
  `CREATE TYPE code_purpose AS ENUM ('email_verification', 'password_reset')`,
  `CREATE TABLE people (
     id            uuid PRIMARY KEY,
     -- In lower case.
     email         text NOT NULL UNIQUE,
     name          text NOT NULL,
     -- Null until the address is verified: a person who signs up with an address has yet to show that it is theirs.
     password_hash text,
     verified_at   timestamptz,
     created_at    timestamptz NOT NULL DEFAULT now(),
     -- Export links and marks of devices carry this number; those with another number have ended.
     revocations   integer NOT NULL DEFAULT 0
   )`,
  // One live code per person and purpose: asking again replaces it.
  `CREATE TABLE one_time_codes (
     person_id      uuid NOT NULL REFERENCES people,
     purpose        code_purpose NOT NULL,
     -- Keyed hashes: a reader of the database can use neither.
     challenge_hash bytea NOT NULL,
     code_hash      bytea NOT NULL,
     tries          smallint NOT NULL DEFAULT 0,
     expires_at     timestamptz NOT NULL,
     -- Of a sign-up: they become the person's when the code is used, by the one who gave them.
     name           text,
     password_hash  text,
     created_at     timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (person_id, purpose)
   )`,
  'CREATE INDEX one_time_codes_challenge ON one_time_codes (challenge_hash)',
  `CREATE TABLE person_sessions (
     id           uuid PRIMARY KEY,
     person_id    uuid NOT NULL REFERENCES people,
     -- Keyed hash of the token in the cookie.
     token_hash   bytea NOT NULL UNIQUE,
     created_at   timestamptz NOT NULL DEFAULT now(),
     last_seen_at timestamptz NOT NULL DEFAULT now(),
     expires_at   timestamptz NOT NULL,
     -- Of its last use.
     address      text,
     user_agent   text
   )`,
  'CREATE INDEX person_sessions_person ON person_sessions (person_id)',

  `CREATE TABLE memberships (
     organisation_id uuid NOT NULL REFERENCES organisations,
     person_id       uuid NOT NULL REFERENCES people,
     role            member_role NOT NULL,
     created_at      timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (organisation_id, person_id)
   )`,
  'CREATE INDEX memberships_person ON memberships (person_id)',
  ...isolate('memberships'),

  `CREATE TABLE invitations (
     organisation_id uuid NOT NULL REFERENCES organisations,
     id              uuid NOT NULL,
     email           text NOT NULL,
     role            member_role NOT NULL,
     -- Keyed hash of the token in the link.
     token_hash      bytea NOT NULL,
     -- Name of the actor.
     invited_by      text NOT NULL,
     created_at      timestamptz NOT NULL DEFAULT now(),
     expires_at      timestamptz NOT NULL,
     PRIMARY KEY (organisation_id, id),
     -- Inviting again replaces the link.
     UNIQUE (organisation_id, email)
   )`,
  'CREATE INDEX invitations_token ON invitations (token_hash)',
  ...isolate('invitations'),

  `CREATE TABLE audit_entries (
     organisation_id uuid NOT NULL REFERENCES organisations,
     id              uuid NOT NULL,
     action          text NOT NULL,
     actor_kind      actor_kind NOT NULL,
     -- Null for the operator.
     actor_id        uuid,
     -- As it was then: keys and people can be renamed.
     actor_name      text NOT NULL,
     address         text,
     subject_type    text NOT NULL,
     subject_id      text,
     before          jsonb,
     after           jsonb,
     created_at      timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (organisation_id, id)
   )`,
  ...isolateAppendOnly('audit_entries'),
];
