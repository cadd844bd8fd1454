import { EVENTS_CHANNEL } from '../../../domain/events/event.js';
import { amongReachable, isReachable, type Reachable } from '../../citus/reachable.js';
import type { Database } from '../../database.js';
import { together } from '../../postgres/together.js';
import type { EveryOrganisationSql, EveryOrganisationTx } from '../../postgres/transaction.js';
import { CLOCK } from '../clock.js';
import { newestWhere } from './log.js';

/**
 * Makes the webhook endpoints of these organisations due and notifies the processes that listen for events. Returns
 * whether there are such endpoints.
 */
export async function announceEvents(db: Database, organisationIds: readonly string[]): Promise<boolean> {
  const notified = { organisationIds, eventsChannel: EVENTS_CHANNEL };
  if (await db.isDistributed()) {
    return db.acrossReachable((reachable) => db.acrossOrganisations((tx) => announceOnNodes(tx, notified, reachable)));
  }
  const [row] = await db.atOnceAcrossOrganisations((tx) => tx.sql<Announced>(ANNOUNCE, notified));
  return (row?.endpoints ?? 0) > 0;
}

interface Announced {
  readonly endpoints: number;
}

/** Citus locks endpoints of one organisation only, and no process listens on its nodes. */
async function announceOnNodes(
  tx: EveryOrganisationTx,
  notified: { readonly organisationIds: readonly string[]; readonly eventsChannel: string },
  reachable: Reachable,
): Promise<boolean> {
  const among = notified.organisationIds.filter((id) => isReachable(reachable, id)).toSorted();
  // `together` wants statements in the order in which they are sent.
  const notifying = tx.sql(`SELECT ${NOTIFY}`, notified);
  const due = among.map((id) => tx.of(id).sql<Announced>(MAKE_DUE));
  const [, ...rows] = await together([notifying, ...due]);
  return rows.flat().some(({ endpoints }) => endpoints > 0);
}

const makingDue = (organisations: string) => `
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
  SET due_at = CASE WHEN e.due_at <= clock.now AND e.lease_id IS NULL THEN e.due_at ELSE clock.now END
  FROM locked l, ${CLOCK}
  WHERE e.organisation_id = ${organisations} AND e.organisation_id = l.organisation_id AND e.id = l.id
  RETURNING 1
)`;

const NOTIFY = 'pg_notify(:eventsChannel, id::text) FROM unnest(:organisationIds::uuid[]) AS id';

const ANNOUNCE = `${makingDue('ANY (:organisationIds::uuid[])')}
SELECT (SELECT count(*)::int FROM due) AS endpoints, ${NOTIFY}`;

const MAKE_DUE = `${makingDue(':organisationId')}
SELECT count(*)::int AS endpoints FROM due`;

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
export async function listUnannounced(
  tx: EveryOrganisationSql,
  from: string,
  limit: number,
  reachable: Reachable = null,
): Promise<Unannounced> {
  const among = amongReachable(reachable);
  const statement = tx.isDistributed ? unannouncedOfNodes(among.condition) : UNANNOUNCED;
  const values = { from, limit, ...among.values };
  const [row] = await tx.sql<{ looked: number; last: string | null; behind: string[] }>(statement, values);
  const { looked = 0, last = null, behind = [] } = row ?? {};
  return { organisationIds: behind, next: looked < limit || last === null ? FIRST_ORGANISATION : last };
}

const portion = (among = '') => `
SELECT organisation_id, status, lease_id, due_at, last_sequence FROM webhook_endpoints
WHERE organisation_id >= :from ${among} ORDER BY organisation_id LIMIT :limit`;

/**
 * Of the endpoints `e`. One look into the index of events for each; as a join, PostgreSQL would read the logs of all
 * organisations.
 */
const isBehind = (among = '') => `status = 'active' AND lease_id IS NULL AND due_at > now()
  AND last_sequence < (${newestWhere(`organisation_id = e.organisation_id${among}`)})${among}`;

const UNANNOUNCED = `
WITH portion AS (${portion()})
SELECT (SELECT count(*)::int FROM portion) AS looked,
  (SELECT organisation_id FROM portion ORDER BY organisation_id DESC LIMIT 1) AS last,
  ARRAY(SELECT DISTINCT organisation_id FROM portion e WHERE ${isBehind()}) AS behind`;

/** Citus looks into another table for each row of a table, not for each row of a portion. */
const unannouncedOfNodes = (among: string) => `
WITH portion AS MATERIALIZED (${portion(among)}),
looked AS MATERIALIZED (
  SELECT count(*)::int AS looked, (SELECT organisation_id FROM portion ORDER BY organisation_id DESC LIMIT 1) AS last FROM portion
),
behind AS MATERIALIZED (
  SELECT DISTINCT organisation_id FROM webhook_endpoints e
  WHERE organisation_id >= :from AND organisation_id <= (SELECT last FROM looked) AND ${isBehind(among)}
)
SELECT looked, last, ARRAY(SELECT organisation_id FROM behind) AS behind FROM looked`;
