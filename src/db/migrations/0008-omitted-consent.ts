import { Migration } from '@mikro-orm/migrations';
import { requireProgram } from '../required-programs.js';

/** Of a person who changes their mind all day, some changes are counted and not kept. */
export class OmittedConsent extends Migration {
  override name = '0008-omitted-consent';

  override up(): void {
    this.addSql('ALTER TABLE consent_changes ADD COLUMN omitted integer NOT NULL DEFAULT 0');
    this.addSql(requireProgram(this.name, '0.2.0'));
  }
}
