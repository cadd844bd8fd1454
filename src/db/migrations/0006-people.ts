import { Migration } from '@mikro-orm/migrations';
import { isolate, isolateAppendOnly } from './isolation.js';

/** People, what they may do in which organisation, what they did, and the mails that are on their way to them. */
export class People extends Migration {
  override name = '0006-people';

  override up(): void {
    for (const statement of [...types, ...people, ...organisations]) this.addSql(statement);
    for (const table of TENANT_TABLES) for (const statement of isolate(table)) this.addSql(statement);
    for (const statement of isolateAppendOnly('audit_entries')) this.addSql(statement);
  }
}

const types = [
  `CREATE TYPE member_role AS ENUM ('owner', 'admin', 'developer', 'operator', 'viewer')`,
  `CREATE TYPE code_purpose AS ENUM ('email_verification', 'password_reset')`,
  `CREATE TYPE actor_kind AS ENUM ('key', 'person', 'operator')`,
  `CREATE TYPE sender_status AS ENUM ('pending', 'approved', 'rejected')`,
];

/** People belong to no organisation: they come before the first, and may be in several. */
const people = [
  `CREATE TABLE people (
     id            uuid PRIMARY KEY,
     -- In lower case.
     email         text NOT NULL UNIQUE,
     name          text NOT NULL,
     -- Null until the address is verified: whoever signs up with an address has yet to show that it is theirs.
     password_hash text,
     verified_at   timestamptz,
     created_at    timestamptz NOT NULL DEFAULT now()
   )`,
  // One live code per person and purpose: asking again replaces it.
  `CREATE TABLE one_time_codes (
     person_id      uuid NOT NULL REFERENCES people,
     purpose        code_purpose NOT NULL,
     -- Keyed hashes: whoever reads the database can use neither.
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
     expires_at   timestamptz NOT NULL
   )`,
  'CREATE INDEX person_sessions_person ON person_sessions (person_id)',
  // Waiting to be sent; what has been sent is gone from here.
  `CREATE TABLE mails (
     id         uuid PRIMARY KEY,
     -- Recipient and text, sealed with the secret key of the installation. Null: a mail to nobody, written so that
     -- asking for one takes as long whether somebody is there or not.
     content    bytea,
     attempts   smallint NOT NULL DEFAULT 0,
     due_at     timestamptz NOT NULL DEFAULT now(),
     -- Afterwards nobody needs it any more.
     expires_at timestamptz NOT NULL,
     created_at timestamptz NOT NULL DEFAULT now()
   )`,
  'CREATE INDEX mails_due ON mails (due_at)',
];

const organisations = [
  // Messages may leave under approved sender ids only.
  'ALTER TABLE organisations ADD COLUMN enforce_sender_ids boolean NOT NULL DEFAULT false',
  // Null: not restricted.
  'ALTER TABLE api_keys ADD COLUMN session_ids uuid[]',
  'ALTER TABLE api_keys ADD COLUMN sender_ids text[]',
  // Single addresses and networks, such as 192.0.2.0/24.
  'ALTER TABLE api_keys ADD COLUMN addresses text[]',
  // The key that this one has taken the place of.
  'ALTER TABLE api_keys ADD COLUMN replaces uuid',
  `CREATE TABLE memberships (
     organisation_id uuid NOT NULL REFERENCES organisations,
     person_id       uuid NOT NULL REFERENCES people,
     role            member_role NOT NULL,
     created_at      timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (organisation_id, person_id)
   )`,
  'CREATE INDEX memberships_person ON memberships (person_id)',
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
  `CREATE TABLE sender_ids (
     organisation_id uuid NOT NULL REFERENCES organisations,
     id              uuid NOT NULL,
     name            text NOT NULL,
     -- ISO 3166 codes; null: everywhere.
     countries       text[],
     status          sender_status NOT NULL DEFAULT 'pending',
     -- Why it was rejected.
     reason          text,
     decided_at      timestamptz,
     -- A gateway has last answered 402 for it then.
     refused_at      timestamptz,
     refused_by      text,
     created_at      timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (organisation_id, id),
     UNIQUE (organisation_id, name)
   )`,
];

const TENANT_TABLES = ['memberships', 'invitations', 'sender_ids'];
