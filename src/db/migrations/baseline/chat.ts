import { isolate } from '../isolation.js';

/** Sessions and their history, groups, messages and who has them. */
export const CHAT = [
  `CREATE TYPE session_state AS ENUM
     ('stopped', 'starting', 'scan_qr', 'connected', 'stalled', 'disconnected', 'failed')`,
  `CREATE TYPE chat_message_type AS ENUM ('text', 'image', 'video', 'voice', 'file')`,
  `CREATE TYPE chat_status AS ENUM ('pending', 'sent', 'delivered', 'read', 'failed')`,
  `CREATE TYPE chat_phase AS ENUM ('submitting', 'in_doubt', 'settled')`,
  `CREATE TYPE chat_error AS ENUM
     ('session_not_connected', 'provider_rejected', 'provider_unavailable', 'provider_timeout', 'provider_failed')`,

  `CREATE TABLE chat_sessions (
     organisation_id      uuid NOT NULL REFERENCES organisations,
     id                   uuid NOT NULL,
     name                 text NOT NULL,
     engine               text NOT NULL,
     test                 boolean NOT NULL,
     state                session_state NOT NULL,
     -- Before the last change: tells the statement that changes it whether a phone came or went.
     previous_state       session_state,
     reason               text,
     phone_number         text,
     state_since          timestamptz NOT NULL DEFAULT now(),
     -- Counts the changes of the state.
     revision             integer NOT NULL DEFAULT 1,
     -- When the engine last said, or showed by an ack, that the state is as it stands here.
     confirmed_at         timestamptz,
     -- The engine's own time of its last report: an older one does not undo it.
     reported_at          timestamptz,
     -- Something was handed over at that time, and no ack of anything has come since.
     unacked_since        timestamptz,
     groups_refreshed_at  timestamptz,
     -- The process that writes the time here may ask the engine for its groups; others use what is stored.
     groups_claimed_at    timestamptz,
     created_at           timestamptz NOT NULL DEFAULT now(),
     updated_at           timestamptz NOT NULL DEFAULT now(),
     -- Counts the codes that the engine shows to be scanned.
     qr_attempt           integer NOT NULL DEFAULT 0,
     PRIMARY KEY (organisation_id, id)
   )`,
  // Engines know a session by its id alone.
  'CREATE INDEX chat_sessions_id ON chat_sessions (id)',
  ...isolate('chat_sessions'),

  `CREATE TABLE chat_session_changes (
     organisation_id uuid NOT NULL,
     session_id      uuid NOT NULL,
     revision        integer NOT NULL,
     state           session_state NOT NULL,
     reason          text,
     changed_at      timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (organisation_id, session_id, revision),
     FOREIGN KEY (organisation_id, session_id) REFERENCES chat_sessions (organisation_id, id) ON DELETE CASCADE
   )`,
  ...isolate('chat_session_changes'),

  // What the events of a deleted phone still need of it; kept for as long as the last of them.
  `CREATE TABLE deleted_chat_sessions (
     organisation_id uuid NOT NULL REFERENCES organisations,
     id              uuid NOT NULL,
     test            boolean NOT NULL,
     PRIMARY KEY (organisation_id, id)
   )`,
  // Acks of a deleted phone's messages still come, and name it by its id alone.
  'CREATE INDEX deleted_chat_sessions_id ON deleted_chat_sessions (id)',
  ...isolate('deleted_chat_sessions'),

  `CREATE TABLE chat_groups (
     organisation_id   uuid NOT NULL,
     session_id        uuid NOT NULL,
     chat_id           text NOT NULL,
     name              text NOT NULL,
     participant_count integer,
     PRIMARY KEY (organisation_id, session_id, chat_id),
     FOREIGN KEY (organisation_id, session_id) REFERENCES chat_sessions (organisation_id, id) ON DELETE CASCADE
   )`,
  ...isolate('chat_groups'),

  // Without a foreign key to the session: what was sent stays on record when the session is deleted. No index on the
  // status, so changes of it stay in their page.
  `CREATE TABLE chat_messages (
     organisation_id   uuid NOT NULL REFERENCES organisations,
     id                uuid NOT NULL,
     session_id        uuid NOT NULL,
     -- Where it was handed over: for a test key the sandbox, whatever engine the session has.
     engine            text NOT NULL,
     -- The engine's id for it. Before the engine has answered: the id that it was asked to use.
     message_id        text NOT NULL,
     recipient         text,
     is_group          boolean NOT NULL,
     type              chat_message_type NOT NULL,
     body              text,
     url               text,
     filename          text,
     mime_type         text,
     test              boolean NOT NULL,
     status            chat_status NOT NULL DEFAULT 'pending',
     previous_status   chat_status,
     phase             chat_phase NOT NULL DEFAULT 'submitting',
     error             chat_error,
     -- The engine's own words, for support.
     provider_reason   text,
     -- In groups: how many participants have it, and have read it.
     delivered_count   integer NOT NULL DEFAULT 0,
     read_count        integer NOT NULL DEFAULT 0,
     -- Counts the changes of the status; the first event has revision 1.
     revision          integer NOT NULL DEFAULT 0,
     redacted_at       timestamptz,
     created_at        timestamptz NOT NULL DEFAULT now(),
     updated_at        timestamptz NOT NULL DEFAULT now(),
     sent_at           timestamptz,
     delivered_at      timestamptz,
     read_at           timestamptz,
     created_by_kind   actor_kind,
     created_by_id     uuid,
     created_by_name   text,
     PRIMARY KEY (organisation_id, id)
   )`,
  'CREATE INDEX chat_messages_message_id ON chat_messages (organisation_id, message_id)',
  'CREATE INDEX chat_messages_session ON chat_messages (organisation_id, session_id, id)',
  'CREATE INDEX chat_messages_recipient ON chat_messages (organisation_id, recipient, id)',
  // Few rows at any time: those whose answer is under way or was lost.
  `CREATE INDEX chat_messages_unsettled ON chat_messages (organisation_id, session_id, created_at)
     WHERE phase <> 'settled'`,
  ...isolate('chat_messages'),

  `CREATE TABLE chat_receipts (
     organisation_id uuid NOT NULL,
     message_id      uuid NOT NULL,
     -- A hash: the counts need to know participants apart, not who they are.
     participant     bytea NOT NULL,
     read            boolean NOT NULL,
     was_read        boolean,
     PRIMARY KEY (organisation_id, message_id, participant)
   )`,
  ...isolate('chat_receipts'),
];
