import type { OrganisationSql, OrganisationTx } from '../../transaction.js';
import { readLogEnds } from './read-log.js';

/** Part of a log. */
export interface OldPart {
  readonly from: number;
  readonly to: number;
}

/**
 * Finds the events older than `days` among the first `limit` of a log; null: there are none. The newest event is kept however
 * old it is, so that `max(sequence)` finds it at the end of the primary key and need not pass over deleted rows.
 */
export async function findOldPart(tx: OrganisationSql, days: number, limit: number): Promise<OldPart | null> {
  const { oldest, newest } = await readLogEnds(tx);
  const [row] = await tx.sql<OldPart>(
    `SELECT min(sequence)::float8 AS from, max(sequence)::float8 AS to
     FROM (SELECT sequence, created_at FROM events
           WHERE organisation_id = :organisationId AND sequence >= :oldest::bigint AND sequence < :newest::bigint
           ORDER BY sequence LIMIT :limit) e
     WHERE created_at < now() - make_interval(days => :days)
     HAVING count(*) > 0`,
    { oldest, newest, limit, days },
  );
  return row ?? null;
}

/** Deletes that part of a log, its deliveries, and deleted phones that no later event is about. */
export async function deleteEvents(tx: OrganisationTx, { from, to }: OldPart): Promise<void> {
  await tx.sql(
    `WITH deliveries AS (
            DELETE FROM webhook_deliveries WHERE organisation_id = :organisationId AND sequence <= :to::bigint
              AND endpoint_id = ANY (ARRAY(SELECT id FROM webhook_endpoints WHERE organisation_id = :organisationId))
          ),
          phones AS (
            DELETE FROM deleted_chat_sessions d WHERE organisation_id = :organisationId
              AND NOT EXISTS (SELECT FROM events e
                              WHERE e.organisation_id = :organisationId AND e.subject_id = d.id AND e.sequence > :to::bigint)
          )
     DELETE FROM events WHERE organisation_id = :organisationId AND sequence BETWEEN :from::bigint AND :to::bigint`,
    { from, to },
  );
  // With COMMIT, because transactions that append wait for this row.
  tx.logWrites.add({
    organisationId: tx.organisationId,
    statement: MOVE_OLDEST,
    values: { to },
  });
}

/** Another worker may have moved it further since this part was found. */
const MOVE_OLDEST = `
UPDATE event_logs SET oldest_sequence = :to::bigint + 1
WHERE organisation_id = :organisationId AND oldest_sequence <= :to::bigint`;
