import { Migration } from '@mikro-orm/migrations';

/**
 * Tries at sign-ins, codes and links in a table that is logged: `rate_limits` is not, so a crash of PostgreSQL empties it, and
 * everybody could guess anew. Ordinary calls stay there, since logging each would slow it down.
 */
export class AccountTries extends Migration {
  override name = '0012-account-tries';

  override up(): void {
    // The columns are those that rate-limiter-flexible expects.
    this.addSql(`CREATE TABLE account_tries (
       key    varchar(255) PRIMARY KEY,
       points integer NOT NULL DEFAULT 0,
       expire bigint
     ) WITH (fillfactor = 20)`);
  }
}
