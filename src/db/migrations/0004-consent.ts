import { Migration } from '@mikro-orm/migrations';
import { requireProgram } from '../required-programs.js';

/** What people say of messages is also learned from calls and imports, not from keywords alone. */
export class Consent extends Migration {
  override name = '0004-consent';

  override up(): void {
    this.addSql(`CREATE TYPE consent_source AS ENUM ('keyword', 'manual', 'import')`);
    this.addSql(`ALTER TABLE consent_changes
      ADD COLUMN source consent_source NOT NULL DEFAULT 'keyword',
      -- '' = of every sender of the organisation.
      ADD COLUMN sender_id text NOT NULL DEFAULT '',
      ADD COLUMN proof text,
      ADD COLUMN changed_at timestamptz,
      ADD COLUMN created_by_kind actor_kind,
      ADD COLUMN created_by_id uuid,
      ADD COLUMN created_by_name text,
      ADD COLUMN test boolean NOT NULL DEFAULT false,
      ALTER COLUMN word DROP NOT NULL,
      ALTER COLUMN own_number DROP NOT NULL,
      ALTER COLUMN inbound_id DROP NOT NULL`);
    this.addSql(`SET LOCAL postrider.every_organisation = 'on'`);
    this.addSql('UPDATE consent_changes SET changed_at = created_at');
    this.addSql(`ALTER TABLE consent_changes
      ALTER COLUMN source DROP DEFAULT,
      ALTER COLUMN changed_at SET NOT NULL`);
    this.addSql(requireProgram(this.name, '0.2.0'));
  }
}
