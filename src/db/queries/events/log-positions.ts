import type { Tx } from '../../transaction.js';

/**
 * Events are ordered by the transactions that wrote them, as PostgreSQL counts these. A copy that was restored into another
 * server (pg_restore) has events of transactions that are yet to come there: what it wrote now would stand before them,
 * never be numbered, and be deleted as old. Answers where the newest event of such a copy stands; null when all is well.
 */
export async function findPositionAhead(tx: Tx): Promise<string | null> {
  const [row] = await tx.sql<{ newest: string }>(
    `SELECT newest::text FROM (
       SELECT max(greatest(l.last_xact_id, (SELECT e.xact_id FROM events e WHERE e.organisation_id = l.organisation_id
                                            ORDER BY e.xact_id DESC, e.entry_id DESC LIMIT 1))) AS newest
       FROM event_logs l
     ) AS logs
     -- What a snapshot shows was written by transactions before its end. Asking for a transaction of our own instead would
     -- take that before the snapshot, and others could come and end in between.
     WHERE newest::text::bigint - (event_horizon()::text::bigint - pg_snapshot_xmin(pg_current_snapshot())::text::bigint)
           >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint`,
  );
  return row?.newest ?? null;
}

/** Nobody writes events until the transaction ends. */
export async function lockEvents(tx: Tx): Promise<void> {
  await tx.sql('LOCK TABLE events IN SHARE ROW EXCLUSIVE MODE');
}

/** What is written from now on stands behind that, and the order of transactions stays what it is. */
export async function goOnBehind(tx: Tx, newest: string): Promise<void> {
  const behind = (xactId: string) => `(${xactId}::text::bigint + ${BigInt(newest)})::text::xid8`;
  await tx.sql(
    `CREATE OR REPLACE FUNCTION event_position() RETURNS xid8 LANGUAGE sql STABLE
     RETURN ${behind('pg_current_xact_id()')}`,
  );
  await tx.sql(
    `CREATE OR REPLACE FUNCTION event_horizon() RETURNS xid8 LANGUAGE sql STABLE
     RETURN ${behind('pg_snapshot_xmin(pg_current_snapshot())')}`,
  );
}
