import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkOut } from './old-version.ts';
import type { Scene } from './scene.ts';

const MIGRATIONS = ['NextColumn', 'NextIndex', 'NextBackFill'];

/**
 * Migrations as the next version may bring them: a column, an index and a back-fill of the largest table. Calls go on
 * meanwhile, because the column takes a moment, the index is made concurrently, and the back-fill commits after each
 * thousand rows. The last two set what they need by themselves: outside of a transaction all statements run on the one
 * connection that is idle in the pool.
 */
const SOURCE = `import { Migration } from '@mikro-orm/migrations';
import { requireProgram } from '../required-programs.js';

export class NextColumn extends Migration {
  override name = '9001-next-column';

  override up(): void {
    this.addSql('ALTER TABLE sms_messages ADD COLUMN next_kind text');
    this.addSql(requireProgram(this.name, '0.2.0'));
  }
}

export class NextIndex extends Migration {
  override name = '9002-next-index';

  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    // It waits for transactions that are under way, and blocks none.
    this.addSql('SET lock_timeout = 0');
    // A run that was interrupted leaves an index that is not valid.
    this.addSql('DROP INDEX CONCURRENTLY IF EXISTS sms_messages_next_kind');
    this.addSql('CREATE INDEX CONCURRENTLY sms_messages_next_kind ON sms_messages (organisation_id, next_kind, id)');
    this.addSql('RESET lock_timeout');
    this.addSql(requireProgram(this.name, '0.2.0'));
  }
}

export class NextBackFill extends Migration {
  override name = '9003-next-back-fill';

  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(\`DO $do$
      DECLARE
        organisation uuid := '00000000-0000-0000-0000-000000000000';
        message uuid := '00000000-0000-0000-0000-000000000000';
      BEGIN
        LOOP
          PERFORM set_config('postrider.every_organisation', 'on', true);
          WITH page AS (
            SELECT organisation_id, id FROM sms_messages WHERE (organisation_id, id) > (organisation, message)
            ORDER BY organisation_id, id LIMIT 1000
          ), filled AS (
            UPDATE sms_messages m SET next_kind = 'old' FROM page
            WHERE m.organisation_id = page.organisation_id AND m.id = page.id AND m.next_kind IS NULL
          )
          SELECT organisation_id, id INTO organisation, message FROM page ORDER BY organisation_id DESC, id DESC LIMIT 1;
          EXIT WHEN NOT FOUND;
          COMMIT;
        END LOOP;
      END $do$\`);
    this.addSql(requireProgram(this.name, '0.2.0'));
  }
}
`;

/** Builds this version with the migrations of a next one. Returns its folder. */
export function buildNextVersion(scene: Scene): string {
  const { root, build } = checkOut(scene, 'HEAD', 'next');
  writeFileSync(join(root, 'src/db/migrations/9001-next.ts'), SOURCE);
  const path = join(root, 'src/db/migrations/index.ts');
  const list = readFileSync(path, 'utf8');
  const names = MIGRATIONS.join(', ');
  const registered = `import { ${names} } from './9001-next.js';\n${list.replace('] as const;', `, ${names}$&`)}`;
  if (registered.split(names).length !== 3) throw new Error(`${path} lists migrations in another way than it did.`);
  writeFileSync(path, registered);
  build();
  return root;
}
