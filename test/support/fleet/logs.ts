import { EVENTS } from '../events.js';
import type { Sql } from './counts.js';
import { repeatedly } from './repeatedly.js';

export interface LogReader {
  /** Ends the reading with one more look. Returns how often it looked and every place that was ever out of order. */
  stop(): Promise<{ readonly looks: number; readonly wrong: readonly string[] }>;
}

const LOOK_EVERY_MS = 500;

/** The numbers of a log are dense from its oldest event on, and times and the changes of a subject follow them. */
const OUT_OF_ORDER = `
SELECT organisation_id || ' at ' || sequence AS place
FROM (
  SELECT e.*, l.oldest_sequence + row_number() OVER log - 1 AS wanted, lag(created_at) OVER log AS time_before,
         lag(revision) OVER (PARTITION BY e.organisation_id, subject_id ORDER BY sequence) AS revision_before
  FROM ${EVENTS} e JOIN event_logs l USING (organisation_id)
  WINDOW log AS (PARTITION BY e.organisation_id ORDER BY sequence)
) e
WHERE sequence <> wanted OR created_at < time_before OR revision <= revision_before`;

/**
 * Looks at all logs until it is stopped, or the test is over. A look that fails, because the database is away, is none.
 */
export function startLogReader(sql: Sql, over: AbortSignal): LogReader {
  const wrong = new Set<string>();
  let looks = 0;
  const look = async () => {
    for (const { place } of await sql<{ place: string }>(OUT_OF_ORDER)) wrong.add(place);
    looks += 1;
  };
  const reading = repeatedly(() => look().catch(() => undefined), LOOK_EVERY_MS, over);
  return {
    async stop() {
      await reading.stop();
      await look();
      return { looks, wrong: [...wrong] };
    },
  };
}
