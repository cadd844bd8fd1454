import { Migration } from '@mikro-orm/migrations';

/** Where an event stands in the log, and what is settled of it, by functions: copies have others. Migration 0014 drops them. */
export class LogPositions extends Migration {
  override name = '0010-log-positions';

  override up(): void {
    this.addSql('CREATE FUNCTION event_position() RETURNS xid8 LANGUAGE sql STABLE RETURN pg_current_xact_id()');
    this.addSql(
      'CREATE FUNCTION event_horizon() RETURNS xid8 LANGUAGE sql STABLE RETURN pg_snapshot_xmin(pg_current_snapshot())',
    );
    this.addSql('ALTER TABLE events ALTER COLUMN xact_id SET DEFAULT event_position()');
  }
}
