import type { Sql } from '../../postgres/transaction.js';

export interface TaskPeriod {
  readonly name: string;
  readonly everySeconds: number;
}

/** Adds tasks that are new, which are due at once, and applies periods that have changed. */
export async function registerTasks(db: Sql, tasks: readonly TaskPeriod[]): Promise<void> {
  await db.sql(
    `INSERT INTO periodic_tasks AS t (name, every_seconds)
     SELECT * FROM unnest(:names::text[], :periods::float8[]) ORDER BY 1
     ON CONFLICT (name) DO UPDATE
     SET every_seconds = excluded.every_seconds,
         due_at = least(t.due_at, now() + make_interval(secs => excluded.every_seconds))
     WHERE t.every_seconds <> excluded.every_seconds`,
    { names: tasks.map(({ name }) => name), periods: tasks.map(({ everySeconds }) => everySeconds) },
  );
}

export interface TaskLease {
  readonly workerId: string;
  readonly leaseSeconds: number;
  /**
   * How long others leave a due task to the worker that ran it last. Probes remember how often an engine did not
   * answer.
   */
  readonly headStartSeconds: number;
}

/** Leases those of the tasks that are due. */
export async function leaseTasks(
  db: Sql,
  names: readonly string[],
  { workerId, leaseSeconds, headStartSeconds }: TaskLease,
): Promise<{ readonly name: string; readonly leaseId: string }[]> {
  return db.sql<{ name: string; leaseId: string }>(
    `UPDATE periodic_tasks
     SET lease_id = gen_random_uuid(), worker_id = :workerId, due_at = now() + make_interval(secs => :leaseSeconds),
         runs = runs + 1, started_at = now()
     WHERE name IN (
       SELECT name FROM periodic_tasks
       WHERE name = ANY (:names::text[]) AND due_at <= now()
         AND (worker_id = :workerId OR worker_id IS NULL OR lease_id IS NOT NULL
              OR due_at <= now() - make_interval(secs => :headStartSeconds))
       FOR UPDATE SKIP LOCKED
     )
     RETURNING name, lease_id AS "leaseId"`,
    { names, workerId, leaseSeconds, headStartSeconds },
  );
}

/** Extends the lease of a run. Returns false if another worker has taken the task over. */
export async function renewTask(db: Sql, leaseId: string, leaseSeconds: number): Promise<boolean> {
  const rows = await db.sql(
    `UPDATE periodic_tasks SET due_at = now() + make_interval(secs => :leaseSeconds)
     WHERE lease_id = :leaseId RETURNING 1`,
    { leaseId, leaseSeconds },
  );
  return rows.length > 0;
}

export type RunEnd = 'done' | 'left work' | 'failed in part' | 'failed';

/** When the next run begins, if that is earlier than the period says. */
const NEXT_RUN_SECONDS: Readonly<Record<RunEnd, number | null>> = {
  done: null,
  'left work': 0,
  'failed in part': null,
  failed: 60,
};

/** Ends a run. A run that left work does not count as ended: monitoring shows a task that never catches up. */
export async function finishTask(db: Sql, leaseId: string, end: RunEnd): Promise<void> {
  await db.sql(
    `UPDATE periodic_tasks
     SET lease_id = NULL,
         due_at = now() + make_interval(secs => least(every_seconds, :nextSeconds::float8)),
         ended_at = CASE WHEN :done THEN now() ELSE ended_at END,
         failed_at = CASE WHEN :failed THEN now() ELSE failed_at END
     WHERE lease_id = :leaseId`,
    {
      leaseId,
      done: end === 'done',
      failed: end === 'failed' || end === 'failed in part',
      nextSeconds: NEXT_RUN_SECONDS[end],
    },
  );
}

/** Gives up the tasks of a worker that stops: other workers continue those that it was running at once. */
export async function giveUpTasks(db: Sql, workerId: string): Promise<void> {
  await db.sql(
    `UPDATE periodic_tasks
     SET worker_id = NULL, lease_id = NULL, due_at = CASE WHEN lease_id IS NULL THEN due_at ELSE now() END
     WHERE worker_id = :workerId`,
    { workerId },
  );
}
