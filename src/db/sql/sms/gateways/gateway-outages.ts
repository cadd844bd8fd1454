import { CODE_OF, RETRY_RULES, type RetryRule } from '../../../../domain/sms/delivery-codes.js';
import type { Sql } from '../../../postgres/transaction.js';
import type { RowOf } from '../../../tables.js';

/**
 * The next attempt of messages for which a gateway has refused access, and a minute more: a worker calls a gateway that
 * is down within that span if anything waits for it. A process that has died, or has nothing for the gateway, does not.
 */
const { atMostSeconds } = RETRY_RULES.get(CODE_OF.GatewayError) as RetryRule;
export const CALLED_WITHIN = `interval '${atMostSeconds / 60 + 1} minutes'`;
/** Within any statement that reads the table. */
export const LASTS = `next_try_at > now() - ${CALLED_WITHIN}`;
const FORGOTTEN_AFTER = `interval '1 hour'`;

interface Outage extends RowOf<'gateway_outages', 'gateway' | 'process_id' | 'code'> {
  readonly pauseMs: number;
}

/** Notes that a gateway takes no messages of a process, and forgets what processes noted long ago. */
export async function noteOutage(db: Sql, outage: Outage): Promise<void> {
  await db.sql(
    `INSERT INTO gateway_outages AS o (gateway, process_id, code, next_try_at)
     VALUES (:gateway, :process_id, :code, now() + make_interval(secs => :pauseMs / 1000.0))
     ON CONFLICT (gateway, process_id) DO UPDATE
     SET code = excluded.code, next_try_at = excluded.next_try_at,
         since = CASE WHEN o.next_try_at < excluded.since - ${CALLED_WITHIN} THEN excluded.since ELSE o.since END`,
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
 * The gateways that take no messages of a process: since when the first process says so, and what the last one was
 * told.
 */
export function readOutages(db: Sql): Promise<OutageRow[]> {
  return db.sql<OutageRow>(
    `SELECT gateway, min(since) AS since, (array_agg(code ORDER BY next_try_at DESC))[1] AS code, max(next_try_at) AS next_try_at,
            min(since) <= now() - ${NEWS_AFTER} AS has_lasted
     FROM gateway_outages WHERE ${LASTS} GROUP BY gateway`,
  );
}
