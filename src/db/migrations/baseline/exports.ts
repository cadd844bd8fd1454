import { isolate } from '../isolation.js';

/** Export links that work, so that an organisation sees them and can end each one. */
export const EXPORTS = [
  `CREATE TABLE export_links (
     organisation_id uuid NOT NULL REFERENCES organisations,
     id              uuid NOT NULL,
     what            text NOT NULL,
     campaign_id     uuid,
     conditions      text[] NOT NULL,
     format          text NOT NULL,
     created_by_kind actor_kind,
     created_by_id   uuid,
     created_by_name text,
     -- Of the person who made it, at that time.
     revocations     integer,
     created_at      timestamptz NOT NULL DEFAULT now(),
     expires_at      timestamptz NOT NULL,
     PRIMARY KEY (organisation_id, id)
   )`,
  ...isolate('export_links'),
];
