import { isolate } from '../isolation.js';

/** What people send to our numbers, and what they have said of messages to them. */
export const INBOUND = [
  `CREATE TYPE consent_wish AS ENUM ('stop', 'start', 'help')`,
  `CREATE TYPE consent_change AS ENUM ('opted_out', 'opted_in')`,

  `CREATE TABLE inbound_messages (
     organisation_id uuid NOT NULL,
     id              uuid NOT NULL,
     sender          text,
     -- The sender, if we can write to it.
     mobile          text,
     own_number      text NOT NULL,
     gateway         text NOT NULL,
     gateway_key     text NOT NULL,
     text            text,
     keyword         consent_wish,
     incomplete      boolean NOT NULL DEFAULT false,
     test            boolean NOT NULL,
     sent_at         timestamptz,
     received_at     timestamptz NOT NULL,
     redacted_at     timestamptz,
     PRIMARY KEY (organisation_id, id)
   )`,
  // A repeated delivery by the gateway has the same key.
  'CREATE UNIQUE INDEX inbound_messages_key ON inbound_messages (organisation_id, gateway, gateway_key, sender)',
  'CREATE INDEX inbound_messages_mobile ON inbound_messages (organisation_id, mobile, id)',
  ...isolate('inbound_messages'),

  `CREATE TABLE consent_changes (
     organisation_id uuid NOT NULL,
     id              uuid NOT NULL,
     mobile          text,
     change          consent_change NOT NULL,
     word            text NOT NULL,
     own_number      text NOT NULL,
     inbound_id      uuid NOT NULL,
     created_at      timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (organisation_id, id)
   )`,
  'CREATE INDEX consent_changes_mobile ON consent_changes (organisation_id, mobile, id)',
  ...isolate('consent_changes'),
];
