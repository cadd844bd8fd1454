import { Migration } from '@mikro-orm/migrations';
import { isolate } from './isolation.js';

/** Export links that work, so that an organisation sees them and can end each one. Links from before have no row. */
export class ExportLinks extends Migration {
  override name = '0065-export-links';

  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `CREATE TABLE export_links (
     organisation_id uuid NOT NULL REFERENCES organisations,
     id              uuid NOT NULL,
     what            text NOT NULL,
     campaign_id     uuid,
     conditions      text[] NOT NULL,
     format          text NOT NULL,
     created_by_kind actor_kind,
     created_by_id   uuid,
     created_by_name text,
     revocations     integer,
     created_at      timestamptz NOT NULL DEFAULT now(),
     expires_at      timestamptz NOT NULL,
     PRIMARY KEY (organisation_id, id)
   )`,
  ...isolate('export_links'),
];
