import type { EventType } from '../../src/domain/events/event.js';
import type { WebhookDeliveryStatus } from '../../src/domain/vocabulary.js';
import type { Services } from '../../src/operations/context.js';
import { announce } from '../../src/operations/events/announce-events.js';

/** Announces every log, as the processes do that have appended to them. */
export async function announceAll(services: Services): Promise<void> {
  const logs = await services.db.acrossOrganisations((tx) => tx.sql<{ id: string }>(LOGS));
  await announce(
    services,
    logs.map(({ id }) => id),
  );
}

const LOGS = 'SELECT organisation_id AS id FROM event_logs';

/** Appends without the program: $1 the organisation, $2 the type, $3 the subjects, $4 the campaign. */
export const INSERT_EVENTS = `
INSERT INTO events (organisation_id, sequence, type, subject_id, campaign_id, revision, created_at)
SELECT $1, (SELECT coalesce(max(sequence), 0) FROM events WHERE organisation_id = $1) + place, $2, id, $4, 1,
       clock_timestamp()
FROM unnest($3::uuid[]) WITH ORDINALITY AS s (id, place)`;

interface Delivery {
  readonly sequence?: number;
  readonly type?: EventType;
  readonly status?: WebhookDeliveryStatus;
}

/** As if an event had been posted to an endpoint. */
export async function addDelivery(
  { db }: Pick<Services, 'db'>,
  organisationId: string,
  webhookId: string,
  { sequence = 1, type = 'sms.delivered', status = 'dead' }: Delivery = {},
): Promise<void> {
  await db.inOrganisation(organisationId, (tx) =>
    tx.sql(
      `INSERT INTO webhook_deliveries (organisation_id, endpoint_id, sequence, type, status, attempts,
         next_attempt_at, response_status, response_body, error, duration_ms)
       VALUES (:organisationId, :webhookId, :sequence, :type, :status::webhook_delivery_status, 11,
         CASE WHEN :status = 'waiting' THEN now() + interval '1 hour' END, 500, 'out of order', NULL, 12)`,
      { webhookId, sequence, type, status },
    ),
  );
}
