import type { StoredReports } from '../../../domain/stored-reports.js';
import { newId } from '../../../lib/ids.js';
import type { Sql } from '../../transaction.js';

/** The tables that keep the reports of gateways and engines until a worker folds them into messages. */
export type Inbox = 'sms_reports' | 'chat_reports';

/** Stores reports of one gateway. A worker folds them after `delaySeconds`. */
export async function storeReports(
  tx: Sql,
  inbox: Inbox,
  gateway: string,
  reports: readonly object[],
  delaySeconds: number,
  parked?: { tries: number; ageSeconds: number },
): Promise<void> {
  if (reports.length === 0) return;
  await tx.sql(
    `INSERT INTO ${inbox} (id, gateway, reports, size, due_at, tries, received_at)
     VALUES (:id, :gateway, :reports, :size, now() + make_interval(secs => :delaySeconds), :tries,
       now() - make_interval(secs => :ageSeconds))`,
    {
      id: newId(),
      gateway,
      reports: JSON.stringify(reports),
      size: reports.length,
      delaySeconds,
      tries: parked?.tries ?? 0,
      ageSeconds: parked?.ageSeconds ?? 0,
    },
  );
}

/**
 * Takes due reports out of safe keeping, about `limit` of them; they are gone only if the transaction commits. Several
 * callers at once take different ones.
 */
export function takeReports<Report>(tx: Sql, inbox: Inbox, limit: number): Promise<StoredReports<Report>[]> {
  return tx.sql<StoredReports<Report>>(
    `WITH due AS (
       SELECT id, size, due_at FROM ${inbox} WHERE due_at <= now()
       ORDER BY due_at LIMIT :limit FOR UPDATE SKIP LOCKED
     ),
     chosen AS (
       SELECT id FROM (SELECT id, sum(size) OVER (ORDER BY due_at, id) - size AS before FROM due) d WHERE before < :limit
     )
     DELETE FROM ${inbox} r USING chosen c WHERE r.id = c.id
     RETURNING r.gateway, r.reports, r.tries, extract(epoch FROM now() - r.received_at)::float8 AS age_seconds`,
    { limit },
  );
}
