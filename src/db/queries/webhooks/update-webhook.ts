import type { EventType } from '../../../domain/events/event.js';
import type { WebhookStatus } from '../../../domain/vocabulary.js';
import type { OrganisationSql } from '../../transaction.js';
import { NEWEST } from '../events/read-log.js';

/** What stays as it is, is null. */
export interface WebhookChanges {
  readonly url: string | null;
  /** Empty: none any more. */
  readonly description: string | null;
  readonly types: readonly EventType[] | null;
  readonly status: WebhookStatus | null;
}

/**
 * Changes what is meant and nothing else: a worker may be calling the endpoint just now. One that is made active, or has
 * moved, has failed nobody yet: it is called at once, unless a worker is at it.
 */
export async function updateWebhookRow(
  tx: OrganisationSql,
  id: string,
  { url, description, types, status }: WebhookChanges,
): Promise<void> {
  await tx.sql(UPDATE, { id, url, description, types, status });
}

const STARTS_ANEW = `(:status = 'active' OR :url <> url)`;

const UPDATE = `
UPDATE webhook_endpoints
SET url = coalesce(:url::text, url),
    description = CASE WHEN :description::text IS NULL THEN description ELSE nullif(:description, '') END,
    types = coalesce(:types::text[], types),
    status = coalesce(:status::webhook_status, status),
    disabled_reason = CASE WHEN :status IS NULL THEN disabled_reason END,
    failures = CASE WHEN ${STARTS_ANEW} THEN 0 ELSE failures END,
    failing_since = CASE WHEN ${STARTS_ANEW} THEN NULL ELSE failing_since END,
    due_at = CASE WHEN ${STARTS_ANEW} THEN now() ELSE due_at END,
    not_before = CASE WHEN ${STARTS_ANEW} AND lease_id IS NULL THEN '-infinity' ELSE not_before END,
    updated_at = now()
WHERE organisation_id = :organisationId AND id = :id`;

/**
 * Nothing that is in the log by now is posted any more; what waits to be tried again can still be asked for. False when
 * there was no backlog.
 */
export async function skipBacklog(tx: OrganisationSql, id: string): Promise<boolean> {
  const moved = await tx.sql(
    `UPDATE webhook_endpoints e
     SET last_sequence = l.newest FROM (SELECT ${NEWEST} AS newest FROM event_logs l WHERE l.organisation_id = :organisationId) l
     WHERE e.organisation_id = :organisationId AND e.id = :id AND e.last_sequence <> l.newest
     RETURNING 1`,
    { id },
  );
  const dropped = await tx.sql(
    `UPDATE webhook_deliveries
     SET next_attempt_at = NULL,
         -- It had been taken before, and somebody wanted it posted once more.
         status = CASE WHEN response_status BETWEEN 200 AND 299 THEN 'delivered' ELSE 'dead' END::webhook_delivery_status
     WHERE organisation_id = :organisationId AND endpoint_id = :id AND status = 'waiting'
     RETURNING 1`,
    { id },
  );
  return moved.length + dropped.length > 0;
}
