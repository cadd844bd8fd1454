import { isolate } from '../isolation.js';

export const WEBHOOKS = [
  `CREATE TYPE webhook_status AS ENUM ('active', 'paused', 'disabled')`,
  `CREATE TYPE webhook_disabled_reason AS ENUM ('gone', 'failing')`,
  `CREATE TYPE webhook_delivery_status AS ENUM ('waiting', 'delivered', 'dead')`,

  `CREATE TABLE webhook_endpoints (
     organisation_id       uuid NOT NULL REFERENCES organisations,
     id                    uuid NOT NULL,
     url                   text NOT NULL,
     description           text,
     -- Null: every type.
     types                 text[],
     -- Gets the events of test messages, and no others.
     test                  boolean NOT NULL,
     status                webhook_status NOT NULL DEFAULT 'active',
     disabled_reason       webhook_disabled_reason,
     -- Sealed with the secret key of the installation.
     secret                bytea NOT NULL,
     -- After a rotation the old secret signs as well, until then.
     previous_secret       bytea,
     previous_secret_until timestamptz,
     created_at            timestamptz NOT NULL DEFAULT now(),
     updated_at            timestamptz NOT NULL DEFAULT now(),
     -- The last event of the log that was taken up for it: delivered, or noted down in webhook_deliveries.
     last_sequence         bigint NOT NULL,
     -- When there is something to do for it.
     due_at                timestamptz NOT NULL DEFAULT now(),
     -- Until then no worker calls it: one is at it, or it has failed and is left alone.
     not_before            timestamptz NOT NULL DEFAULT '-infinity',
     lease_id              uuid,
     -- Calls that failed one after the other, and since when none has succeeded.
     failures              integer NOT NULL DEFAULT 0,
     failing_since         timestamptz,
     -- Counts its events.
     revision              integer NOT NULL DEFAULT 0,
     PRIMARY KEY (organisation_id, id)
   ) WITH (fillfactor = 50)`,
  `CREATE INDEX webhook_endpoints_due ON webhook_endpoints (greatest(due_at, not_before)) WHERE status = 'active'`,
  ...isolate('webhook_endpoints'),

  // No foreign key to the endpoint: checking it took more than half of the time. A worker that writes deliveries holds
  // a lock on the endpoint, and housekeeping deletes those of endpoints that are gone.
  `CREATE TABLE webhook_deliveries (
     organisation_id uuid NOT NULL,
     endpoint_id     uuid NOT NULL,
     sequence        bigint NOT NULL,
     type            text NOT NULL,
     status          webhook_delivery_status NOT NULL,
     attempts        integer NOT NULL,
     next_attempt_at timestamptz,
     -- What came of the last attempt.
     response_status smallint,
     response_body   text,
     error           text,
     duration_ms     integer NOT NULL,
     attempted_at    timestamptz NOT NULL DEFAULT now(),
     created_at      timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (organisation_id, endpoint_id, sequence)
   )`,
  `CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (organisation_id, endpoint_id, next_attempt_at)
     WHERE status = 'waiting'`,
  // Nearly all are delivered at once, and nothing looks for those.
  `CREATE INDEX webhook_deliveries_open ON webhook_deliveries (organisation_id, endpoint_id, status, sequence)
     WHERE status <> 'delivered'`,
  ...isolate('webhook_deliveries'),
];
