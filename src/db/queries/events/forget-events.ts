import type { Tx } from '../../transaction.js';

/** The end of what was numbered so long ago, or of its first slices. */
export interface OldEnd {
  readonly sequence: number;
  readonly xact_id: string;
  readonly entry_id: string;
}

export async function findOldEnd(tx: Tx, organisationId: string, days: number, slices: number): Promise<OldEnd | null> {
  const [row] = await tx.sql<OldEnd>(
    `SELECT (first_sequence + size - 1)::float8 AS sequence, until_xact_id::text AS xact_id,
            until_entry_id::text AS entry_id
     FROM (SELECT * FROM event_slices WHERE organisation_id = $1 ORDER BY first_sequence LIMIT $3) s
     WHERE numbered_at < now() - make_interval(days => $2)
     ORDER BY first_sequence DESC LIMIT 1`,
    [organisationId, days, slices],
  );
  return row ?? null;
}

/**
 * Deletes the log up to there, with what was delivered of it and what is known of deleted phones that only these events
 * are about. Sequences go on where they are.
 */
export async function deleteEventsUpTo(
  tx: Tx,
  organisationId: string,
  { sequence, xact_id, entry_id }: OldEnd,
): Promise<void> {
  await tx.sql(
    `WITH slices AS (DELETE FROM event_slices WHERE organisation_id = $1 AND first_sequence <= $2::bigint),
          deliveries AS (
            DELETE FROM webhook_deliveries WHERE organisation_id = $1 AND sequence <= $2::bigint
              AND endpoint_id = ANY (ARRAY(SELECT id FROM webhook_endpoints WHERE organisation_id = $1))
          ),
          phones AS (
            DELETE FROM deleted_chat_sessions d WHERE organisation_id = $1
              AND NOT EXISTS (SELECT FROM events e WHERE e.organisation_id = $1 AND e.subject_id = d.id
                                AND (e.xact_id, e.entry_id) > ($3::xid8, $4::bigint))
          ),
          -- Somebody else who keeps house may have come further since the end was looked up.
          log AS (
            UPDATE event_logs SET oldest_sequence = greatest(oldest_sequence, $2::bigint + 1) WHERE organisation_id = $1
          )
     DELETE FROM events WHERE organisation_id = $1 AND (xact_id, entry_id) <= ($3::xid8, $4::bigint)`,
    [organisationId, sequence, xact_id, entry_id],
  );
}
