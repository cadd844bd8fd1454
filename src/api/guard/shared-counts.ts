import type { Pool } from 'pg';

/** What stands at a key after a call was counted. */
export interface Count {
  readonly calls: number;
  /** Until the window ends, which the first of its calls began. */
  readonly msLeft: number;
}

interface SharedCounts {
  /** Counts one call; no two calls of all processes get the same number of a window. */
  add(key: string, windowSeconds: number): Promise<Count>;
  /** How the keys stand, without counting; those without a window are missing. */
  read(keys: readonly string[]): Promise<Map<string, Count>>;
}

interface Call {
  readonly key: string;
  readonly windowSeconds: number;
  readonly counted: (count: Count) => void;
  readonly failed: (error: unknown) => void;
}

/** Of one statement; more wait for the next. */
const CALLS_TOGETHER = 500;

/**
 * Counts calls in PostgreSQL. A statement for each call was a fifth of the work of a send; so one statement runs at a time, and
 * takes all calls that came while the one before it was under way. Nobody waits for others to come.
 */
export function createSharedCounts(pool: Pool): SharedCounts {
  const waiting: Call[] = [];
  let isCounting = false;

  async function countWaiting(): Promise<void> {
    while (waiting.length > 0) await countTogether(pool, waiting.splice(0, CALLS_TOGETHER));
    isCounting = false;
  }

  return {
    add: (key, windowSeconds) =>
      new Promise((counted, failed) => {
        waiting.push({ key, windowSeconds, counted, failed });
        if (isCounting) return;
        isCounting = true;
        // After all requests that have arrived in the same moment.
        setImmediate(() => void countWaiting());
      }),
    async read(keys) {
      const { rows } = await pool.query<CountRow>({ name: 'read calls', text: READ, values: [keys] });
      return new Map(rows.map((row) => [row.key, countOf(row)]));
    },
  };
}

async function countTogether(pool: Pool, calls: readonly Call[]): Promise<void> {
  // In one order in all processes, so that none waits for a row of another that waits for one of its own.
  const byKey = [...Map.groupBy(calls, ({ key }) => key)].sort(([one], [other]) => (one < other ? -1 : 1));
  const values = [
    byKey.map(([key]) => key),
    byKey.map(([, { length }]) => length),
    byKey.map(([, [first]]) => first?.windowSeconds),
  ];
  try {
    const { rows } = await pool.query<CountRow>({ name: 'count calls', text: COUNT, values });
    const counts = new Map(rows.map((row) => [row.key, countOf(row)]));
    for (const [key, ofKey] of byKey) {
      const { calls: last, msLeft } = counts.get(key) as Count;
      for (const [index, { counted }] of ofKey.entries()) counted({ calls: last - ofKey.length + index + 1, msLeft });
    }
  } catch (error) {
    for (const { failed } of calls) failed(error);
  }
}

interface CountRow {
  readonly key: string;
  readonly points: number;
  /** A double, since the driver makes text of larger integers. */
  readonly ms_left: number;
}

const countOf = ({ points, ms_left: msLeft }: CountRow): Count => ({ calls: points, msLeft });

const RATE_LIMITS_TABLE = 'rate_limits';
/** The database's clock: processes may disagree about the time. */
const NOW_MS = '(extract(epoch FROM now()) * 1000)::bigint';

/** Within a second, since statements that overlap need not be written in the order of their beginnings. */
const A_MOMENT_MS = 1_000;
/** No window of today can end so late: it began when the clock was ahead, and nobody is locked out for that. */
const IS_OVER = `(known.expire <= ${NOW_MS} OR known.expire > excluded.expire + ${A_MOMENT_MS})`;

const COUNT = `
INSERT INTO ${RATE_LIMITS_TABLE} AS known (key, points, expire)
SELECT key, calls, ${NOW_MS} + seconds * 1000 FROM unnest($1::text[], $2::int[], $3::int[]) AS c (key, calls, seconds)
ON CONFLICT (key) DO UPDATE SET
  points = CASE WHEN ${IS_OVER} THEN 0 ELSE known.points END + excluded.points,
  expire = CASE WHEN ${IS_OVER} THEN excluded.expire ELSE known.expire END
RETURNING key, points, (expire - ${NOW_MS})::float8 AS ms_left`;

const READ = `
SELECT key, points, (expire - ${NOW_MS})::float8 AS ms_left FROM ${RATE_LIMITS_TABLE}
WHERE key = ANY ($1::text[]) AND expire > ${NOW_MS}`;
