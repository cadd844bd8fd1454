import { Migration } from '@mikro-orm/migrations';

/**
 * Counts calls by the second, so that limits slide. What the old table has counted is forgotten; a process of the version before finds
 * no columns of its own, and counts alone until it is replaced.
 */
export class SlidingLimits extends Migration {
  override name = '0016-sliding-limits';

  override up(): void {
    this.addSql('DROP TABLE rate_limits');
    this.addSql(`CREATE UNLOGGED TABLE rate_limits (
       key      text PRIMARY KEY,
       allowed  integer NOT NULL,
       admitted integer NOT NULL,
       second   bigint NOT NULL,
       totals   integer[] NOT NULL
     ) WITH (fillfactor = 20)`);
  }
}
