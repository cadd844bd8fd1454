import { Migration } from '@mikro-orm/migrations';

/** Work of the installation that one worker does for all of them. */
export class PeriodicTasks extends Migration {
  override name = '0050-periodic-tasks';

  override up(): void {
    this.addSql(`CREATE TABLE periodic_tasks (
       name text PRIMARY KEY,
       every_seconds double precision NOT NULL,
       due_at timestamptz NOT NULL DEFAULT now(),
       worker_id uuid,
       lease_id uuid,
       runs integer NOT NULL DEFAULT 0,
       started_at timestamptz,
       ended_at timestamptz,
       failed_at timestamptz
     ) WITH (fillfactor = 20)`);
  }
}
