import { Migration } from '@mikro-orm/migrations';
import { requireProgram } from '../required-programs.js';

/** Which programs the database needs, so that an older one finds out although it does not know the migration. */
export class RequiredPrograms extends Migration {
  override name = '0067-required-programs';

  override up(): void {
    this.addSql(`CREATE TABLE required_programs (
       migration      text PRIMARY KEY,
       oldest_program text NOT NULL
     )`);
    this.addSql(requireProgram(this.name, '0.2.0'));
  }
}
