import type { OrganisationSql } from '../../transaction.js';
import { NEWEST } from '../events/read-log.js';

/**
 * Moves the endpoint to the end of the log, and gives up the deliveries that wait for another attempt; a caller can still
 * have those posted again. Returns false if there was no backlog.
 */
export async function skipBacklog(tx: OrganisationSql, id: string): Promise<boolean> {
  const moved = await tx.sql(
    `UPDATE webhook_endpoints e
     SET last_sequence = l.newest
     FROM (SELECT ${NEWEST} AS newest FROM event_logs l WHERE l.organisation_id = :organisationId) l
     WHERE e.organisation_id = :organisationId AND e.id = :id AND e.last_sequence <> l.newest
     RETURNING 1`,
    { id },
  );
  const dropped = await tx.sql(
    `UPDATE webhook_deliveries
     SET next_attempt_at = NULL,
         -- The receiver had taken it before, and a caller wanted it posted once more.
         status = CASE WHEN response_status BETWEEN 200 AND 299 THEN 'delivered' ELSE 'dead' END::webhook_delivery_status
     WHERE organisation_id = :organisationId AND endpoint_id = :id AND status = 'waiting'
     RETURNING 1`,
    { id },
  );
  return moved.length + dropped.length > 0;
}
