import type { EveryOrganisationSql } from '../../postgres/transaction.js';

/**
 * Locks no rows first, as the statements below do: no statement locks rows of several organisations. Of all
 * transactions only erasures of numbers write answers that are as old, and they are short.
 */
export async function deleteOldAnswers(tx: EveryOrganisationSql, hours: number, limit: number): Promise<number> {
  const rows = await tx.sql(
    `WITH old AS (
       SELECT organisation_id, operation, key FROM idempotency_keys
       WHERE created_at < now() - make_interval(hours => :hours)
       LIMIT :limit
     )
     DELETE FROM idempotency_keys k USING old o
     WHERE k.organisation_id = o.organisation_id AND k.operation = o.operation AND k.key = o.key
     RETURNING 1`,
    { hours, limit },
  );
  return rows.length;
}

/** Counters that nothing needs any longer. */
const OLD = {
  rate_limits: `second < extract(epoch FROM now() - interval '1 hour')`,
  // An hour after the window has ended, because these windows use the clocks of processes.
  account_tries: `expire < extract(epoch FROM now() - interval '1 hour') * 1000`,
} as const;

/** Deletes counters of calls or of tries. */
export async function deleteOldCounts(
  tx: EveryOrganisationSql,
  table: keyof typeof OLD,
  limit: number,
): Promise<number> {
  const rows = await tx.sql(
    `WITH old AS (SELECT key FROM ${table} WHERE ${OLD[table]} LIMIT :limit FOR UPDATE SKIP LOCKED)
     DELETE FROM ${table} c USING old o WHERE c.key = o.key
     RETURNING 1`,
    { limit },
  );
  return rows.length;
}

export interface Retentions {
  readonly organisation_id: string;
  /** The node that has the rows of the organisation; one PostgreSQL is the node 0. */
  readonly node: number;
  /** Until numbers and texts are redacted. */
  readonly redacted_after: number;
  /** Until messages are deleted; null: never. */
  readonly deleted_after: number | null;
}

/** The retentions of each organisation, in days, in the order of their ids. */
export function listRetentions(
  tx: EveryOrganisationSql,
  usual: { readonly retentionDays: number; readonly messageRetentionDays: number | undefined },
): Promise<Retentions[]> {
  return tx.sql<Retentions>(RETENTIONS, {
    redactedAfter: usual.retentionDays,
    deletedAfter: usual.messageRetentionDays ?? null,
  });
}

export const DAYS = `
coalesce(retention_days, :redactedAfter) AS redacted_after,
coalesce(message_retention_days, :deletedAfter::integer) AS deleted_after`;

export const RETENTIONS = `
SELECT organisation_id, 0 AS node, ${DAYS} FROM organisations ORDER BY organisation_id`;
