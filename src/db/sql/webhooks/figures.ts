import { LIMITS } from '../../../domain/limits.js';
import type { OrganisationSql } from '../../postgres/transaction.js';
import { LOG } from '../events/log.js';

export interface BacklogRow {
  readonly id: string;
  readonly behind: number;
}

/**
 * How many events each endpoint has yet to get: those behind its place in the log, and deliveries that wait. In any
 * order.
 */
export function listBacklogs(tx: OrganisationSql, ids: readonly string[]): Promise<BacklogRow[]> {
  return tx.sql<BacklogRow>(
    `SELECT e.id, (greatest(log.newest - greatest(e.last_sequence, log.oldest_sequence - 1), 0) + w.waiting)::float8 AS behind
     FROM ${LOG}
     CROSS JOIN webhook_endpoints e
     CROSS JOIN LATERAL (
       SELECT count(*) AS waiting FROM (
         -- The endpoint comes to those behind its place once more.
         SELECT FROM webhook_deliveries
         WHERE organisation_id = :organisationId AND endpoint_id = e.id AND status = 'waiting'
           AND sequence <= e.last_sequence
         LIMIT :counted
       ) d
     ) w
     WHERE e.organisation_id = :organisationId AND e.id = ANY (:ids::uuid[])`,
    { ids, counted: LIMITS.webhookWaitingCounted },
  );
}

export interface RecentRow {
  readonly id: string;
  readonly delivered: number;
  readonly failed: number;
  readonly p95_ms: number | null;
}

/** What came of the last posts of each endpoint, as far as they are recent. In any order. */
export function listRecent(tx: OrganisationSql, ids: readonly string[]): Promise<RecentRow[]> {
  return tx.sql<RecentRow>(
    `SELECT e.id,
            count(*) FILTER (WHERE d.response_status BETWEEN 200 AND 299)::int AS delivered,
            count(d.sequence) FILTER (WHERE NOT coalesce(d.response_status BETWEEN 200 AND 299, false))::int AS failed,
            percentile_disc(0.95) WITHIN GROUP (ORDER BY d.duration_ms) AS p95_ms
     FROM unnest(:ids::uuid[]) AS e (id)
     LEFT JOIN LATERAL (
       SELECT sequence, response_status, duration_ms, attempted_at FROM webhook_deliveries
       WHERE organisation_id = :organisationId AND endpoint_id = e.id ORDER BY sequence DESC LIMIT :most
     ) d ON d.attempted_at > now() - make_interval(hours => :hours)
     GROUP BY e.id`,
    { ids, most: LIMITS.webhookRecentDeliveries, hours: LIMITS.webhookRecentHours },
  );
}
