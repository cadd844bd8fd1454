import { setTimeout as sleep } from 'node:timers/promises';
import { acrossOrganisations, inOrganisation } from '../../src/db/transaction.js';
import type { Services } from '../../src/domain/context.js';
import type { EventType } from '../../src/domain/events/event.js';
import type { WebhookDeliveryStatus } from '../../src/domain/vocabulary.js';
import { numberEvents } from '../../src/operations/events/number-events.js';

const LOOK_AGAIN_MS = 5;

/** Gives every event its place in the log, as soon as no transaction on the server is older: other tests run there too. */
export async function numberAll(services: Services): Promise<void> {
  for (;;) {
    await numberEvents(services);
    const [log] = await acrossOrganisations(services.orm, (tx) =>
      tx.sql<{ complete: boolean }>(
        `SELECT (SELECT count(*) FROM events) = (SELECT coalesce(sum(size), 0) FROM event_slices) AS complete`,
      ),
    );
    if (log?.complete) return;
    await sleep(LOOK_AGAIN_MS);
  }
}

interface Delivery {
  readonly sequence?: number;
  readonly type?: EventType;
  readonly status?: WebhookDeliveryStatus;
}

/** As if an event had been posted to an endpoint. */
export async function addDelivery(
  { orm }: Pick<Services, 'orm'>,
  organisationId: string,
  webhookId: string,
  { sequence = 1, type = 'sms.delivered', status = 'dead' }: Delivery = {},
): Promise<void> {
  await inOrganisation(orm, organisationId, (tx) =>
    tx.sql(
      `INSERT INTO webhook_deliveries (organisation_id, endpoint_id, sequence, xact_id, entry_id, type, status, attempts,
         next_attempt_at, response_status, response_body, error, duration_ms)
       VALUES ($1, $2, $3, '1', 1, $4, $5::webhook_delivery_status, 11,
         CASE WHEN $5 = 'waiting' THEN now() + interval '1 hour' END, 500, 'out of order', NULL, 12)`,
      [organisationId, webhookId, sequence, type, status],
    ),
  );
}
