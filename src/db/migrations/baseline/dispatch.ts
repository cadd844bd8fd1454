import { isolate } from '../isolation.js';

/** The agenda, gateways, and what follows from messages: sums, and how far housekeeping has come. */
export const DISPATCH = [
  // The agenda: which messages a worker has to look at, why, and when. A worker leases a row by moving due_at to the
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
     priority        smallint NOT NULL DEFAULT 1,
     PRIMARY KEY (organisation_id, id)
   ) WITH (fillfactor = 50)`,
  // Compressing ids was a tenth of PostgreSQL's work for a bulk call, and random ids shrink by a fifth at most.
  'ALTER TABLE sms_due ALTER COLUMN message_ids SET STORAGE EXTERNAL',
  // An index for each purpose: comparing enums is not leakproof, so under row level security PostgreSQL looks none up
  // in an index.
  ...['dispatch', 'resolve', 'hold', 'approval', 'report'].map(
    (purpose) =>
      `CREATE INDEX sms_due_${purpose} ON sms_due (gateway, organisation_id, priority, due_at)
         WHERE purpose = '${purpose}'`,
  ),
  // Tells whether anything is due at a gateway without a look at each organisation that has something on the agenda.
  // Its condition is always true, and no lease states it: a lease that followed this index would walk over what is due
  // in all other organisations.
  'CREATE INDEX sms_due_by_time ON sms_due (gateway, due_at) WHERE tries >= 0',
  ...isolate('sms_due'),

  `CREATE TABLE gateway_accounts (
     organisation_id uuid NOT NULL,
     gateway         text NOT NULL,
     paused_at       timestamptz NOT NULL DEFAULT now(),
     next_probe_at   timestamptz NOT NULL,
     PRIMARY KEY (organisation_id, gateway)
   )`,
  ...isolate('gateway_accounts'),

  // Organisations whose messages wait for a gateway that is down are told so by events.
  `CREATE TABLE gateway_alerts (
     organisation_id uuid NOT NULL,
     gateway         text NOT NULL,
     id              uuid NOT NULL,
     is_down         boolean NOT NULL,
     revision        integer NOT NULL,
     changed_at      timestamptz NOT NULL,
     PRIMARY KEY (organisation_id, gateway)
   )`,
  ...isolate('gateway_alerts'),

  // Workers note the gateways that they cannot reach, so that other processes know.
  `CREATE UNLOGGED TABLE gateway_outages (
     gateway     text NOT NULL,
     process_id  uuid NOT NULL,
     since       timestamptz NOT NULL DEFAULT now(),
     code        text,
     next_try_at timestamptz NOT NULL,
     PRIMARY KEY (gateway, process_id)
   )`,
  `CREATE UNLOGGED TABLE gateway_pacing (
     gateway     text PRIMARY KEY,
     tokens      double precision NOT NULL,
     refilled_at timestamptz NOT NULL
   ) WITH (fillfactor = 20)`,

  // Sums of messages by the time of their acceptance.
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
  ...isolate('sms_delivery_times'),

  // How far redaction and deletion have come, and which of the older messages had not ended by then.
  `CREATE TABLE sms_bounds (
     organisation_id uuid NOT NULL,
     task            text NOT NULL,
     up_to           uuid NOT NULL,
     PRIMARY KEY (organisation_id, task)
   )`,
  ...isolate('sms_bounds'),
  `CREATE TABLE sms_deferred (
     organisation_id uuid NOT NULL,
     task            text NOT NULL,
     message_id      uuid NOT NULL,
     PRIMARY KEY (organisation_id, task, message_id)
   )`,
  ...isolate('sms_deferred'),
];
