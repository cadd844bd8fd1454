import type { Change } from '../../../domain/events/cut-log.js';
import type { Tx } from '../../transaction.js';

/** Organisations whose log has events that are not numbered yet: one look at the end of each log. */
export async function listUnnumberedLogs(tx: Tx): Promise<string[]> {
  const rows = await tx.sql<{ organisation_id: string }>(
    `SELECT organisation_id FROM event_logs l
     WHERE (SELECT true FROM events e
            WHERE e.organisation_id = l.organisation_id AND (e.xact_id, e.entry_id) > (l.last_xact_id, l.last_entry_id)
              AND e.xact_id < pg_snapshot_xmin(pg_current_snapshot())
            ORDER BY e.xact_id, e.entry_id LIMIT 1)`,
  );
  return rows.map((row) => row.organisation_id);
}

export interface LogEnd {
  readonly last_sequence: number;
  readonly last_xact_id: string;
  readonly last_entry_id: string;
}

/** The right to number; null while somebody else has it. */
export async function lockLog(tx: Tx, organisationId: string): Promise<LogEnd | null> {
  const [row] = await tx.sql<LogEnd>(
    `SELECT last_sequence::float8, last_xact_id::text, last_entry_id::text
     FROM event_logs WHERE organisation_id = $1 FOR UPDATE SKIP LOCKED`,
    [organisationId],
  );
  return row ?? null;
}

export interface UnnumberedEvent extends Change {
  readonly xactId: string;
  readonly entryId: string;
  /** Older than every running transaction, so nothing can appear before it any more. */
  readonly isSettled: boolean;
}

/** What follows the end of the numbered log. */
export async function readUnnumbered(
  tx: Tx,
  organisationId: string,
  { last_xact_id: xactId, last_entry_id: entryId }: LogEnd,
  limit: number,
): Promise<UnnumberedEvent[]> {
  return tx.sql<UnnumberedEvent>(
    `SELECT xact_id::text AS "xactId", entry_id::text AS "entryId", subject_id AS "subjectId", revision,
            xact_id < pg_snapshot_xmin(pg_current_snapshot()) AS "isSettled"
     FROM events
     WHERE organisation_id = $1 AND (xact_id, entry_id) > ($2::xid8, $3::bigint)
     ORDER BY events.xact_id, events.entry_id LIMIT $4`,
    [organisationId, xactId, entryId, limit],
  );
}

/** Numbers the next `size` events, the last of which is `until`; answers where the numbered log ends then. */
export async function cutSlice(
  tx: Tx,
  organisationId: string,
  end: LogEnd,
  size: number,
  { xactId, entryId }: UnnumberedEvent,
): Promise<LogEnd> {
  const { last_sequence: last } = end;
  const parameters = [organisationId, last, size, end.last_xact_id, end.last_entry_id, xactId, entryId];
  await tx.sql(CUT, parameters);
  return { last_sequence: last + size, last_xact_id: xactId, last_entry_id: entryId };
}

const CUT = `
WITH cut AS (
  INSERT INTO event_slices (organisation_id, first_sequence, size, after_xact_id, after_entry_id, until_xact_id,
                            until_entry_id)
  VALUES ($1, $2::bigint + 1, $3, $4::xid8, $5::bigint, $6::xid8, $7::bigint)
)
UPDATE event_logs SET last_sequence = $2::bigint + $3::integer, last_xact_id = $6::xid8, last_entry_id = $7::bigint
WHERE organisation_id = $1`;

/** Gives the organisation's webhook endpoints work, and tells all who listen. */
export async function announceEvents(tx: Tx, organisationId: string, channel: string): Promise<void> {
  await tx.sql(
    `WITH woken AS (
       -- One that waits for its turn keeps its place; but each row is written, since a turn that ends must notice.
       UPDATE webhook_endpoints SET due_at = CASE WHEN due_at <= now() AND lease_id IS NULL THEN due_at ELSE now() END
       WHERE organisation_id = $1 AND status = 'active'
     )
     SELECT pg_notify($2, $1::text)`,
    [organisationId, channel],
  );
}
