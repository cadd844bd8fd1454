import type { EveryOrganisationSql, OrganisationSql } from '../../postgres/transaction.js';
import type { RowOf } from '../../tables.js';
import { LOG } from '../events/log.js';
import { SECRETS_IN_FORCE } from './endpoints.js';

export type DueEndpoint = RowOf<'webhook_endpoints', 'organisation_id' | 'id'>;

/** `due_at` changes if new work arrives during the lease. */
export interface LeasedEndpoint
  extends RowOf<'webhook_endpoints', 'id' | 'url' | 'types' | 'test' | 'failures' | 'due_at'> {
  /** Encrypted; the previous one only while it is valid. */
  readonly secrets: readonly Buffer[];
  readonly last_sequence: number;
}

/** In the words of the index of due endpoints. */
export const isEndpointDueBy = (moment: string) => `status = 'active' AND greatest(due_at, not_before) <= ${moment}`;

/** Lists due endpoints, longest due first, without those of the excluded organisations. */
export function listDueEndpoints(
  tx: EveryOrganisationSql,
  excludedOrganisations: readonly string[],
  limit: number,
): Promise<DueEndpoint[]> {
  return tx.sql<DueEndpoint>(DUE_ENDPOINTS, { excludedOrganisations, limit });
}

export const DUE_ENDPOINTS = `
SELECT organisation_id, id FROM webhook_endpoints
WHERE ${isEndpointDueBy('now()')} AND organisation_id <> ALL (:excludedOrganisations::uuid[])
ORDER BY greatest(due_at, not_before) LIMIT :limit`;

/** Leases an endpoint; null if another worker has the lease or the endpoint is no longer due. */
export async function leaseEndpoint(
  tx: OrganisationSql,
  id: string,
  leaseId: string,
  seconds: number,
): Promise<LeasedEndpoint | null> {
  const [row] = await tx.sql<LeasedEndpoint>(
    `WITH leased AS (
       UPDATE webhook_endpoints SET lease_id = :leaseId, not_before = now() + make_interval(secs => :seconds)
       WHERE organisation_id = :organisationId AND id = :id AND status = 'active' AND due_at <= now() AND not_before <= now()
       RETURNING id, url, types, test, last_sequence, failures, due_at, secret, previous_secret, previous_secret_until
     )
     SELECT id, url, types, test, last_sequence::float8 AS last_sequence, failures, due_at::text AS due_at,
       ${SECRETS_IN_FORCE} AS secrets
     FROM leased`,
    { id, leaseId, seconds },
  );
  return row ?? null;
}

/** The range of the log that a turn has processed. */
export interface LogProgress {
  readonly after: number;
  readonly lastSequence: number;
}

export interface Release extends LogProgress {
  readonly leaseId: string;
  readonly leased: LeasedEndpoint;
  readonly failures: number;
  /** The endpoint has accepted at least one event in this turn. */
  readonly hasSucceeded: boolean;
  readonly pauseSeconds: number;
}

/** Locks a leased endpoint while its deliveries are stored; null if the lease has expired. */
export async function lockLeased(
  tx: OrganisationSql,
  id: string,
  leaseId: string,
): Promise<Pick<LeasedEndpoint, 'last_sequence'> | null> {
  const [row] = await tx.sql<Pick<LeasedEndpoint, 'last_sequence'>>(
    `SELECT last_sequence::float8 AS last_sequence FROM webhook_endpoints
     WHERE organisation_id = :organisationId AND id = :id AND lease_id = :leaseId FOR UPDATE`,
    { id, leaseId },
  );
  return row ?? null;
}

/**
 * Stores the progress of a turn. Returns false if the turn must end: the endpoint was paused, the lease has expired, or
 * another process has moved its place in the log.
 */
export async function advanceEndpoint(
  tx: OrganisationSql,
  id: string,
  leaseId: string,
  { after, lastSequence }: LogProgress,
): Promise<boolean> {
  const [row] = await tx.sql<{ is_active: boolean }>(
    `UPDATE webhook_endpoints SET last_sequence = :lastSequence
     WHERE organisation_id = :organisationId AND id = :id AND lease_id = :leaseId AND last_sequence = :after
     RETURNING status = 'active' AS is_active`,
    { id, leaseId, after, lastSequence },
  );
  return row?.is_active ?? false;
}

/**
 * Ends the lease and stores the outcome of the turn, unless another worker has the lease by now. Changes made during
 * the turn take precedence: a moved place in the log, new work, and a new URL, whose failures start at zero.
 */
export async function releaseEndpoint(tx: OrganisationSql, release: Release): Promise<void> {
  const { leased, leaseId, after, lastSequence, failures, hasSucceeded, pauseSeconds } = release;
  await tx.sql(RELEASE, {
    id: leased.id,
    leaseId,
    after,
    lastSequence,
    dueAt: leased.due_at,
    failures,
    hasSucceeded,
    pauseSeconds,
    url: leased.url,
  });
}

const RELEASE = `
UPDATE webhook_endpoints e
SET last_sequence = CASE WHEN e.last_sequence = :after::bigint THEN :lastSequence::bigint ELSE e.last_sequence END,
    due_at = CASE WHEN e.due_at <> :dueAt::timestamptz OR e.last_sequence <> :after::bigint THEN e.due_at
                  WHEN :lastSequence::bigint < log.newest THEN now()
                  ELSE coalesce((SELECT min(next_attempt_at) FROM webhook_deliveries
                                 WHERE organisation_id = :organisationId AND endpoint_id = :id AND status = 'waiting'
                                   AND sequence >= log.oldest_sequence), 'infinity')
             END,
    not_before = CASE WHEN e.url = :url THEN now() + make_interval(secs => :pauseSeconds) ELSE '-infinity' END,
    lease_id = NULL,
    failures = CASE WHEN e.url = :url THEN :failures ELSE 0 END,
    failing_since = CASE WHEN :failures = 0 OR e.url <> :url THEN NULL WHEN :hasSucceeded THEN now()
                         ELSE coalesce(e.failing_since, now()) END
FROM ${LOG}
WHERE e.organisation_id = :organisationId AND e.id = :id AND e.lease_id = :leaseId`;
