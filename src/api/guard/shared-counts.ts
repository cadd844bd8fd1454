import type { Pool } from 'pg';
import { RATE_LIMIT_WINDOW_SECONDS } from '../../domain/limits.js';

/** What a counter knows of the last minute. */
export interface Count {
  /** Calls that were admitted in the last 60 seconds: more than the limit if it has just been lowered. */
  readonly calls: number;
  /** Time until one call more than now would be admitted; 0 without calls. */
  readonly msLeft: number;
}

export interface CountedCall extends Count {
  readonly admitted: boolean;
}

interface Counter {
  readonly key: string;
  readonly limit: number;
}

interface SharedCounts {
  /** Counts a call unless the limit is used up. No process ever gets more calls of a key admitted in any 60 seconds. */
  add(key: string, limit: number): Promise<CountedCall>;
  /** Returns the counters without counting; those without a call are missing. */
  read(counters: readonly Counter[]): Promise<Map<string, Count>>;
}

interface Call extends Counter {
  readonly counted: (count: CountedCall) => void;
  readonly failed: (error: unknown) => void;
}

/** The maximum number of calls that one statement counts. */
const CALLS_TOGETHER = 500;

/**
 * Counts calls in PostgreSQL, one statement at a time, which counts all calls that arrived during the previous one. No
 * call waits for others to arrive. With 50 callers of an organisation a statement for each call costs the API 1.6 times
 * the processor time, and PostgreSQL 1.8 times.
 */
export function createSharedCounts(pool: Pool): SharedCounts {
  const waiting: Call[] = [];
  let isCounting = false;

  async function countWaiting(): Promise<void> {
    while (waiting.length > 0) await countTogether(pool, takeCalls(waiting));
    isCounting = false;
  }

  return {
    add: (key, limit) =>
      new Promise((counted, failed) => {
        waiting.push({ key, limit, counted, failed });
        if (isCounting) return;
        isCounting = true;
        // Runs after all requests that arrived in this turn of the event loop: otherwise PostgreSQL takes 1.25 times as
        // long.
        setImmediate(() => void countWaiting());
      }),
    async read(counters) {
      const values = [counters.map(({ key }) => key)];
      const { rows } = await pool.query<CountRow>({ name: 'read calls', text: READ, values });
      const limits = new Map(counters.map(({ key, limit }) => [key, limit]));
      return new Map(rows.map((row) => [row.key, countOf(row, limits.get(row.key) as number)]));
    },
  };
}

/** Takes the calls of one statement, which knows one limit for each key. Calls with another limit stay in the queue. */
function takeCalls(waiting: Call[]): Call[] {
  const first = waiting.splice(0, CALLS_TOGETHER);
  const limits = new Map(first.map(({ key, limit }) => [key, limit]));
  waiting.unshift(...first.filter(({ key, limit }) => limits.get(key) !== limit));
  return first.filter(({ key, limit }) => limits.get(key) === limit);
}

async function countTogether(pool: Pool, calls: readonly Call[]): Promise<void> {
  // Lock order: by key in all processes. Otherwise two statements could deadlock.
  const byKey = [...Map.groupBy(calls, ({ key }) => key)].sort(([one], [other]) => (one < other ? -1 : 1));
  const values = [
    byKey.map(([key]) => key),
    byKey.map(([, { length }]) => length),
    byKey.map(([, [first]]) => first?.limit),
  ];
  try {
    const { rows } = await pool.query<CountRow>({ name: 'count calls', text: COUNT, values });
    const counters = new Map(rows.map((row) => [row.key, row]));
    for (const [key, ofKey] of byKey) answer(ofKey, counters.get(key) as CountRow);
  } catch (error) {
    for (const { failed } of calls) failed(error);
  }
}

/** Admits the first calls, as many as PostgreSQL has; each gets a number of its own. */
function answer(calls: readonly Call[], row: CountRow): void {
  const { calls: last, msLeft } = countOf(row, (calls[0] as Call).limit);
  for (const [index, { counted }] of calls.entries()) {
    const admitted = index < row.admitted;
    counted({ calls: admitted ? last - row.admitted + index + 1 : last, msLeft, admitted });
  }
}

interface CountRow {
  readonly key: string;
  /** How many of the calls of the last statement were admitted. */
  readonly admitted: number;
  /** Doubles, because the driver returns larger integers as strings. */
  readonly second: number;
  readonly now: number;
  readonly totals: readonly number[];
}

/**
 * The current second and the sixty before it: with sixty in all, calls late in one second would count for 59 seconds
 * only.
 */
const SECONDS = RATE_LIMIT_WINDOW_SECONDS + 1;

function countOf({ second, now, totals }: CountRow, limit: number): Count {
  if (second - Math.floor(now) > AHEAD_SECONDS) return { calls: 0, msLeft: 0 };
  const age = Math.min(Math.max(Math.floor(now) - second, 0), SECONDS);
  const callsSince = (total: number) => ((totals[0] as number) - total + TOTALS_END) % TOTALS_END;
  const calls = callsSince(totals[SECONDS - age] as number);
  // The call after which fewer are left: the oldest, or a later one if a lowered limit is exceeded.
  const leaving = totals.findLastIndex((total) => callsSince(total) < Math.min(calls, limit));
  if (leaving === -1) return { calls: 0, msLeft: 0 };
  // Otherwise a counter that is ahead would tell callers to wait for longer than a window.
  const secondsLeft = Math.min(second - leaving + SECONDS - now, SECONDS);
  return { calls, msLeft: secondsLeft * 1000 };
}

/**
 * Totals begin again at 0 here, because a caller who calls all the time would exceed the integers of PostgreSQL after
 * years.
 */
const TOTALS_END = 2 ** 30;

/** By the clock of the database, because clocks of processes differ. */
const SECOND = 'floor(extract(epoch FROM now()))::bigint';

/**
 * How far a counter may be ahead of a statement that reads it: the statement took its time when it began, and may have
 * waited for a lock while later ones counted. Longer than a statement may take (RATE_LIMIT_PATIENCE_MS in app.ts).
 */
const AHEAD_SECONDS = 3;

/**
 * Seconds since the last call of the key: SECONDS if it was earlier than that. A counter that is further ahead than a
 * statement can be late was written before the clock was set back: its calls are forgotten, here and in `countOf`, so
 * that it locks no caller out.
 */
const AGE = `CASE WHEN excluded.second < known.second - ${AHEAD_SECONDS} THEN ${SECONDS}
  ELSE least(greatest(excluded.second - known.second, 0), ${SECONDS}) END::integer`;

/** The calls that still count are those after the last second that has left the window. */
const LEFT = `excluded.allowed - (known.totals[1] - known.totals[${SECONDS + 1} - ${AGE}] + ${TOTALS_END}) % ${TOTALS_END}`;
const ADMITTED = `least(excluded.admitted, greatest(${LEFT}, 0))`;

/**
 * Refused calls are not counted: a client that keeps calling would never be admitted again. `totals[1]` is the number
 * of calls ever admitted (modulo TOTALS_END), `totals[1 + n]` that number n seconds before `second`; so one subtraction
 * counts a window.
 */
const COUNT = `
INSERT INTO rate_limits AS known (key, allowed, admitted, second, totals)
SELECT key, allowed, least(calls, allowed), ${SECOND}, least(calls, allowed) || array_fill(0, ARRAY[${SECONDS}])
FROM unnest($1::text[], $2::integer[], $3::integer[]) AS c (key, calls, allowed)
ON CONFLICT (key) DO UPDATE SET
  allowed = excluded.allowed,
  admitted = ${ADMITTED},
  second = CASE WHEN ${AGE} = ${SECONDS} THEN excluded.second ELSE greatest(excluded.second, known.second) END,
  totals = (known.totals[1] + ${ADMITTED}) % ${TOTALS_END} || array_fill(known.totals[1], ARRAY[${AGE}]) || known.totals[2:${SECONDS + 1} - ${AGE}]
RETURNING key, admitted, second::float8, extract(epoch FROM now())::float8 AS now, totals`;

const READ = `
SELECT key, admitted, second::float8, extract(epoch FROM now())::float8 AS now, totals FROM rate_limits
WHERE key = ANY ($1::text[])`;
