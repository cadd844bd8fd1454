import { afterEach, describe, expect, it } from '@jest/globals';
import { type EntityMetadata, MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { schemaConfig } from '../../src/db/entities/schema-config.js';
import { LIVE_STATUSES, SMS_STATUSES, STATUS_RANK } from '../../src/domain/vocabulary.js';
import { createTestDatabase, isOnCitus } from '../support/database/database.js';
import { useServices } from '../support/use-services.js';

/** What MikroORM would change in a migrated database, and why it must not. */
const LEFT_TO_MIGRATIONS = {
  'drop function if exists "all_organisations"()': 'policies call it',
  'drop function if exists "current_organisation"()': 'policies call it',
};

/** What is changed in a migrated database, and by what MikroORM would undo it. */
const DIFFERENCES: Readonly<Record<string, readonly [statement: string, change: string]>> = {
  'a table that no entity states': [
    'CREATE TABLE surplus_table (id uuid PRIMARY KEY)',
    'drop table if exists "surplus_table"',
  ],
  'a missing table': ['DROP TABLE chat_receipts', 'create table "chat_receipts"'],
  'a column that no entity states': ['ALTER TABLE webhook_endpoints ADD COLUMN surplus text', 'drop column "surplus"'],
  'a missing column': ['ALTER TABLE campaigns DROP COLUMN reference', 'alter table "campaigns" add "reference"'],
  'another type': ['ALTER TABLE sms_messages ALTER COLUMN segments TYPE integer', '"segments" type smallint'],
  'a column that may be null': ['ALTER TABLE invitations ALTER COLUMN email DROP NOT NULL', '"email" set not null'],
  'another default': ['ALTER TABLE suppressions ALTER COLUMN test SET DEFAULT true', '"test" set default false'],
  'a missing default': [
    'ALTER TABLE webhook_endpoints ALTER COLUMN not_before DROP DEFAULT',
    `"not_before" set default '-infinity'`,
  ],
  'a missing index': ['DROP INDEX chat_messages_session', 'create index "chat_messages_session"'],
  'an index that no entity states': ['CREATE INDEX surplus_index ON campaigns (name)', 'drop index "surplus_index"'],
  'an index of other columns': [
    'DROP INDEX events_subject; CREATE INDEX events_subject ON events (organisation_id, subject_id)',
    'create index "events_subject" on "events" ("subject_id")',
  ],
  'an index of other rows': [
    `DROP INDEX webhook_deliveries_open;
     CREATE INDEX webhook_deliveries_open ON webhook_deliveries (organisation_id, endpoint_id, status, sequence)`,
    `where status <> 'delivered'`,
  ],
  'a missing unique key': [
    'ALTER TABLE people DROP CONSTRAINT people_email_key',
    'add constraint "people_email_key" unique',
  ],
  'a missing foreign key': [
    'ALTER TABLE campaign_progress DROP CONSTRAINT campaign_progress_organisation_id_campaign_id_fkey',
    'add constraint "campaign_progress_organisation_id_campaign_id_fkey" foreign key',
  ],
  'a foreign key that cascades': [
    `ALTER TABLE api_keys DROP CONSTRAINT api_keys_organisation_id_fkey;
     ALTER TABLE api_keys ADD CONSTRAINT api_keys_organisation_id_fkey FOREIGN KEY (organisation_id)
       REFERENCES organisations ON DELETE CASCADE`,
    'add constraint "api_keys_organisation_id_fkey" foreign key',
  ],
  'a check that no entity states': [
    'ALTER TABLE sms_due ADD CONSTRAINT surplus_check CHECK (size > 0)',
    'drop constraint "surplus_check"',
  ],
  'a missing policy': [
    'DROP POLICY one_organisation_appends ON audit_entries',
    'create policy "one_organisation_appends" on "audit_entries"',
  ],
  'a weaker policy': [
    'ALTER POLICY one_organisation ON campaigns USING (true)',
    'create policy "one_organisation" on "campaigns"',
  ],
  'a policy that no entity states': [
    'CREATE POLICY surplus_policy ON audit_entries FOR DELETE USING (true)',
    'drop policy "surplus_policy" on "audit_entries"',
  ],
  'row level security that spares the owner': [
    'ALTER TABLE memberships NO FORCE ROW LEVEL SECURITY',
    'alter table "memberships" force row level security',
  ],
  'row level security that is off': [
    'ALTER TABLE sms_messages DISABLE ROW LEVEL SECURITY',
    'alter table "sms_messages" enable row level security',
  ],
};

/** On Citus the policies are other ones, and Citus takes no two commands in one text. */
const itComparesSchemas = isOnCitus() ? it.skip : it;

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp();
});

describe('entities and migrations', () => {
  itComparesSchemas('state the same schema, but for what only migrations can state', async () => {
    expect(await changesAfter('SELECT 1')).toEqual(Object.keys(LEFT_TO_MIGRATIONS));
  });

  let changes: Promise<string[]> | undefined;
  itComparesSchemas.each(Object.entries(DIFFERENCES))('are seen to differ by %s', async (_, [, change]) => {
    changes ??= changesAfter(
      Object.values(DIFFERENCES)
        .map(([statement]) => statement)
        .join(';\n'),
    );
    expect((await changes).filter((one) => one.includes(change))).toHaveLength(1);
  });

  // MikroORM compares no words of enums, no expressions of indexes and no primary keys.
  it('state the same words of enums', async () => {
    const { orm, query } = await open();
    const properties = tablesOf(orm).flatMap(({ props }) => props.filter(({ nativeEnumName }) => nativeEnumName));
    const rows = await query<{ name: string; words: string[] }>(
      `SELECT typname AS name, array_agg(enumlabel::text ORDER BY enumsortorder) AS words
       FROM pg_enum JOIN pg_type t ON t.oid = enumtypid WHERE typnamespace = 'public'::regnamespace GROUP BY typname`,
    );
    expect(Object.fromEntries(properties.map(({ nativeEnumName, items }) => [nativeEnumName, items]))).toEqual(
      Object.fromEntries(rows.map(({ name, words }) => [name, words])),
    );
  });

  it('state the same expressions of indexes', async () => {
    const { orm, query } = await open();
    const indexes = tablesOf(orm).flatMap((meta) => meta.indexes.filter(({ expression }) => expression));
    const rows = await query<{ name: string; expression: string }>(
      `SELECT i.relname AS name, pg_get_indexdef(i.oid) AS expression FROM pg_index JOIN pg_class i ON i.oid = indexrelid
       WHERE indexprs IS NOT NULL AND relnamespace = 'public'::regnamespace`,
    );
    const inOneLine = (all: readonly { readonly name?: string; readonly expression?: unknown }[]) =>
      new Map(all.map(({ name, expression }) => [name, String(expression).replace(/\s+/g, ' ')]));
    expect(inOneLine(indexes)).toEqual(inOneLine(rows));
  });

  it('state the same primary keys', async () => {
    const { orm, query } = await open();
    const rows = await query<{ table: string; columns: string[] }>(
      `SELECT relname AS table, (SELECT array_agg(attname::text ORDER BY place)
                                 FROM unnest(conkey) WITH ORDINALITY AS k (number, place)
                                 JOIN pg_attribute ON attrelid = conrelid AND attnum = number) AS columns
       FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
       WHERE contype = 'p' AND relnamespace = 'public'::regnamespace AND relname <> 'migrations'`,
    );
    expect(
      Object.fromEntries(
        tablesOf(orm).map((meta) => [meta.tableName, meta.getPrimaryProps().flatMap((key) => key.fieldNames)]),
      ),
    ).toEqual(Object.fromEntries(rows.map(({ table, columns }) => [table, columns])));
  });
});

/**
 * The statements with which MikroORM would bring a database that these have changed to what the entities state.
 */
async function changesAfter(statements: string): Promise<string[]> {
  const { orm, query } = await open();
  await query(statements);
  const sql = await orm.schema.getUpdateSchemaSQL({ wrap: false });
  return sql.split(/;\n+/).filter(Boolean);
}

async function open() {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const orm = await MikroORM.init(schemaConfig({ url: database.url, poolSize: 1 }));
  cleanups.push(
    database.drop,
    () => client.end(),
    () => orm.close(),
  );
  const query = async <Row extends object>(text: string) => (await client.query<Row>(text)).rows;
  return { orm, query };
}

function tablesOf(orm: MikroORM): EntityMetadata[] {
  return [...orm.getMetadata().getAll().values()];
}

describe('words', () => {
  const services = useServices();

  it('every status has a rank and a count of its own', async () => {
    expect(Object.keys(STATUS_RANK).sort()).toEqual([...SMS_STATUSES].sort());
    const { rows } = await services.superuser.query<{ column_name: string }>(
      `SELECT column_name FROM information_schema.columns
       WHERE table_schema = 'public' AND table_name = 'campaign_progress' AND data_type = 'integer'`,
    );
    expect(rows.map((row) => row.column_name).sort()).toEqual([...SMS_STATUSES].sort());
  });

  it('the ranks are those of the rules: live below sent, ended above it, delivered higher, cancelled for ever', () => {
    expect(STATUS_RANK).toEqual({
      queued: 0,
      held: 0,
      sent: 1,
      failed: 2,
      undelivered: 2,
      blocked: 2,
      delivered: 3,
      cancelled: 4,
    });
    expect(LIVE_STATUSES.every((status) => STATUS_RANK[status] < STATUS_RANK.failed)).toBe(true);
  });
});
