import type { Change } from '../../../domain/events/cut-log.js';
import { readColumns } from '../../columns.js';
import type { Tx } from '../../transaction.js';

/** Organisations whose log has events that are not numbered yet: one look at the end of each log. */
export async function listUnnumberedLogs(tx: Tx): Promise<string[]> {
  const rows = await tx.sql<{ organisation_id: string }>(
    `SELECT organisation_id FROM event_logs l
     WHERE (SELECT true FROM events e
            WHERE e.organisation_id = l.organisation_id AND (e.xact_id, e.entry_id) > (l.last_xact_id, l.last_entry_id)
              AND e.xact_id < event_horizon()
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
}

export interface Unnumbered {
  readonly events: readonly UnnumberedEvent[];
  /** So many, from the first, are older than every running transaction: nothing can appear before them any more. */
  readonly settled: number;
}

/** What follows the end of the numbered log. */
export async function readUnnumbered(
  tx: Tx,
  organisationId: string,
  { last_xact_id: xactId, last_entry_id: entryId }: LogEnd,
  limit: number,
): Promise<Unnumbered> {
  const columns = await readColumns(tx, ['xact_id', 'entry_id', 'subject_id', 'revision', 'is_settled'], UNNUMBERED, [
    organisationId,
    xactId,
    entryId,
    limit,
  ]);
  const events = columns.subject_id.map((subjectId, place) => ({
    subjectId,
    revision: Number(columns.revision[place]),
    xactId: columns.xact_id[place] as string,
    entryId: columns.entry_id[place] as string,
  }));
  return { events, settled: columns.is_settled.filter((isSettled) => isSettled === 'true').length };
}

const UNNUMBERED = `
SELECT xact_id, entry_id, subject_id, revision, xact_id < event_horizon() AS is_settled
FROM events
WHERE organisation_id = $1 AND (xact_id, entry_id) > ($2::xid8, $3::bigint)
ORDER BY xact_id, entry_id LIMIT $4`;

/** Gives the next events their numbers: `sizes` are those of the slices that they are cut into. */
export async function cutSlices(
  tx: Tx,
  organisationId: string,
  end: LogEnd,
  events: readonly UnnumberedEvent[],
  sizes: readonly number[],
): Promise<void> {
  let numbered = 0;
  const ends = sizes.map((size) => {
    numbered += size;
    return events[numbered - 1] as UnnumberedEvent;
  });
  await tx.sql(CUT, [
    organisationId,
    end.last_sequence,
    end.last_xact_id,
    end.last_entry_id,
    sizes,
    ends.map(({ xactId }) => xactId),
    ends.map(({ entryId }) => entryId),
  ]);
}

const CUT = `
WITH slices AS (
  SELECT place, size, until_xact_id, until_entry_id,
         $2::bigint + sum(size) OVER (ORDER BY place) AS last_sequence,
         coalesce(lag(until_xact_id) OVER (ORDER BY place), $3::xid8) AS after_xact_id,
         coalesce(lag(until_entry_id) OVER (ORDER BY place), $4::bigint) AS after_entry_id
  FROM unnest($5::int[], $6::xid8[], $7::bigint[]) WITH ORDINALITY AS s (size, until_xact_id, until_entry_id, place)
),
cut AS (
  INSERT INTO event_slices (organisation_id, first_sequence, size, after_xact_id, after_entry_id, until_xact_id,
                            until_entry_id)
  SELECT $1, last_sequence - size + 1, size, after_xact_id, after_entry_id, until_xact_id, until_entry_id FROM slices
)
UPDATE event_logs l SET last_sequence = s.last_sequence, last_xact_id = s.until_xact_id, last_entry_id = s.until_entry_id
FROM (SELECT * FROM slices ORDER BY place DESC LIMIT 1) s
WHERE l.organisation_id = $1`;

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
