import type { RowOf } from '../../tables.js';
import type { Sql } from '../../transaction.js';

/** A process that has died, or has nothing for a gateway, does not say any more that it cannot reach it. */
const EXPIRES_AFTER = `interval '6 minutes'`;
/** Within any statement that reads the table. */
export const LASTS = `next_try_at > now() - ${EXPIRES_AFTER}`;
const FORGOTTEN_AFTER = `interval '1 hour'`;

interface Outage extends RowOf<'gateway_outages', 'gateway' | 'process_id' | 'code'> {
  readonly pauseMs: number;
}

/** Notes that a process cannot reach a gateway, and forgets what processes noted long ago. */
export async function noteOutage(db: Sql, outage: Outage): Promise<void> {
  await db.sql(
    `INSERT INTO gateway_outages AS o (gateway, process_id, code, next_try_at)
     VALUES (:gateway, :process_id, :code, now() + make_interval(secs => :pauseMs / 1000.0))
     ON CONFLICT (gateway, process_id) DO UPDATE
     SET code = excluded.code, next_try_at = excluded.next_try_at,
         since = CASE WHEN o.next_try_at < excluded.since - ${EXPIRES_AFTER} THEN excluded.since ELSE o.since END`,
    { ...outage },
  );
  await db.sql(`DELETE FROM gateway_outages WHERE next_try_at < now() - ${FORGOTTEN_AFTER}`);
}

export async function endOutage(db: Sql, gateway: string, processId: string): Promise<void> {
  await db.sql('DELETE FROM gateway_outages WHERE gateway = :gateway AND process_id = :processId', {
    gateway,
    processId,
  });
}

/** Shorter ones are no news: the next call of the gateway may succeed. */
const NEWS_AFTER = `interval '30 seconds'`;

export interface OutageRow extends RowOf<'gateway_outages', 'gateway' | 'since' | 'code' | 'next_try_at'> {
  readonly has_lasted: boolean;
}

/**
 * The gateways that a process says it cannot reach: since when the first of them says so, and what the last one was
 * told.
 */
export function readOutages(db: Sql): Promise<OutageRow[]> {
  return db.sql<OutageRow>(
    `SELECT gateway, min(since) AS since, (array_agg(code ORDER BY next_try_at DESC))[1] AS code, max(next_try_at) AS next_try_at,
            min(since) <= now() - ${NEWS_AFTER} AS has_lasted
     FROM gateway_outages WHERE ${LASTS} GROUP BY gateway`,
  );
}
