import { Migration } from '@mikro-orm/migrations';
import { requireProgram } from '../required-programs.js';

// A migration for each table: one that waits for the locks of several can deadlock with transactions under way.

export class CategoryOfMessages extends Migration {
  override name = '0007-category-of-messages';

  override up(): void {
    this.addSql('ALTER TABLE sms_messages ADD COLUMN promotional boolean NOT NULL DEFAULT false');
    this.addSql(requireProgram(this.name, '0.2.0'));
  }
}

export class CategoryOfCampaigns extends Migration {
  override name = '0007-category-of-campaigns';

  override up(): void {
    this.addSql(`CREATE TYPE message_category AS ENUM ('transactional', 'promotional')`);
    this.addSql(`ALTER TABLE campaigns ADD COLUMN category message_category NOT NULL DEFAULT 'transactional'`);
    this.addSql(requireProgram(this.name, '0.2.0'));
  }
}

export class CategoryOfSuppressions extends Migration {
  override name = '0007-category-of-suppressions';

  override up(): void {
    this.addSql('ALTER TABLE suppressions ADD COLUMN promotional_only boolean NOT NULL DEFAULT false');
    this.addSql('ALTER TABLE erased_suppressions ADD COLUMN promotional_only boolean NOT NULL DEFAULT false');
    this.addSql(requireProgram(this.name, '0.2.0'));
  }
}

export class CategoryOfConsent extends Migration {
  override name = '0007-category-of-consent';

  override up(): void {
    this.addSql('ALTER TABLE consent_changes ADD COLUMN promotional_only boolean NOT NULL DEFAULT false');
    this.addSql(requireProgram(this.name, '0.2.0'));
  }
}

export class ScopeOfStop extends Migration {
  override name = '0007-category-scope-of-stop';

  override up(): void {
    this.addSql(`CREATE TYPE stop_scope AS ENUM ('all', 'promotional')`);
    this.addSql(`ALTER TABLE organisations ADD COLUMN stop_scope stop_scope NOT NULL DEFAULT 'all'`);
    this.addSql(requireProgram(this.name, '0.2.0'));
  }
}
