import { EVENTS_CHANNEL } from '../../../domain/events/event.js';
import type { Database } from '../../database.js';
import type { EveryOrganisationSql } from '../../postgres/transaction.js';
import { newestWhere } from './log.js';

/**
 * Makes the webhook endpoints of these organisations due and notifies the processes that listen for events. Returns
 * whether there are such endpoints.
 */
export async function announceEvents(db: Database, organisationIds: readonly string[]): Promise<boolean> {
  const notified = { organisationIds, eventsChannel: EVENTS_CHANNEL };
  const rows = await db.atOnceAcrossOrganisations((tx) => tx.sql<Announced>(ANNOUNCE, notified));
  return rows.some(({ endpoints }) => endpoints > 0);
}

export interface Announced {
  readonly endpoints: number;
}

export const makingDue = (organisations: string) => `
-- Lock order: endpoints by id. An UPDATE alone locks rows in the order of its plan.
WITH locked AS (
  SELECT organisation_id, id FROM webhook_endpoints
  WHERE organisation_id = ${organisations} AND status = 'active'
  ORDER BY organisation_id, id FOR NO KEY UPDATE
),
due AS (
  -- An endpoint that is already due keeps its place in the queue. Its row is locked nevertheless, so that this statement waits
  -- for a turn that begins or ends at the same moment.
  UPDATE webhook_endpoints e
  SET due_at = CASE WHEN e.due_at <= now() AND e.lease_id IS NULL THEN e.due_at ELSE now() END
  FROM locked l
  WHERE e.organisation_id = ${organisations} AND e.organisation_id = l.organisation_id AND e.id = l.id
  RETURNING 1
)`;

export const NOTIFY = 'pg_notify(:eventsChannel, id::text) FROM unnest(:organisationIds::uuid[]) AS id';

export const ANNOUNCE = `${makingDue('ANY (:organisationIds::uuid[])')}
SELECT (SELECT count(*)::int FROM due) AS endpoints, ${NOTIFY}`;

/** Where a look for unannounced events begins. */
export const FIRST_ORGANISATION = '00000000-0000-0000-0000-000000000000';

export interface Unannounced {
  /**
   * Organisations with an idle endpoint behind the end of its log: the process that appended died before it announced.
   */
  readonly organisationIds: readonly string[];
  /** Where the next look begins. */
  readonly next: string;
}

/**
 * Looks at some endpoints, from those of the organisation `from` on. A look at all would read the ends of as many logs
 * as there are organisations with endpoints. An organisation has fewer endpoints than `limit`.
 */
export async function listUnannounced(tx: EveryOrganisationSql, from: string, limit: number): Promise<Unannounced> {
  const [row] = await tx.sql<{ looked: number; last: string | null; behind: string[] }>(UNANNOUNCED, { from, limit });
  const { looked = 0, last = null, behind = [] } = row ?? {};
  return { organisationIds: behind, next: looked < limit || last === null ? FIRST_ORGANISATION : last };
}

export const PORTION = `
SELECT organisation_id, status, lease_id, due_at, last_sequence FROM webhook_endpoints
WHERE organisation_id >= :from ORDER BY organisation_id LIMIT :limit`;

/**
 * Of the endpoints `e`. One look into the index of events for each; as a join, PostgreSQL would read the logs of all
 * organisations.
 */
export const IS_BEHIND = `status = 'active' AND lease_id IS NULL AND due_at > now()
  AND last_sequence < (${newestWhere('organisation_id = e.organisation_id')})`;

export const UNANNOUNCED = `
WITH portion AS (${PORTION})
SELECT (SELECT count(*)::int FROM portion) AS looked,
  (SELECT organisation_id FROM portion ORDER BY organisation_id DESC LIMIT 1) AS last,
  ARRAY(SELECT DISTINCT organisation_id FROM portion e WHERE ${IS_BEHIND}) AS behind`;
