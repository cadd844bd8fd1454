import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import type { Context } from '../../../src/operations/context.js';
import { createTestDatabase, isOnCitus, type TestDatabase } from '../../support/database/database.js';
import { startFilling } from '../../support/database/rows-in-every-table.js';
import { newOrganisation, startServices, type TestServices } from '../../support/services.js';

describe('organisations that share tables', () => {
  let database: TestDatabase;
  let services: TestServices;
  let owner: Context;
  let stranger: Context;
  let tables: string[];

  beforeAll(async () => {
    database = await createTestDatabase();
    const filling = await startFilling(database);
    services = filling.services;
    [owner, stranger] = [await newOrganisation(services), await newOrganisation(services)];
    await filling.fill(owner);
    const rows = await services.sql<{ name: string }>(
      `SELECT c.table_name AS name FROM information_schema.columns c
       JOIN information_schema.tables t USING (table_schema, table_name)
       WHERE c.table_schema = 'public' AND c.column_name = 'organisation_id' AND t.table_type = 'BASE TABLE' ORDER BY 1`,
    );
    tables = rows.map(({ name }) => name);
  });

  afterAll(async () => {
    await services.stop();
    await database.drop();
  });

  const everyTable = async (check: (table: string) => Promise<unknown>) => {
    const findings: unknown[] = [];
    for (const table of tables) findings.push([table, await check(table)]);
    return findings;
  };
  const all = (value: unknown) => tables.map((table) => [table, value]);
  const ownersRows = (table: string) =>
    services.superuser
      .query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table} WHERE organisation_id = $1`, [
        owner.caller.organisationId,
      ])
      .then(({ rows }) => rows[0]?.count ?? 0);

  it('the tables are those that the catalogue names, and each has rows of the owner', async () => {
    expect(tables.length).toBeGreaterThanOrEqual(21);
    expect(tables).toEqual(expect.arrayContaining(['organisations', 'sms_messages', 'events', 'sms_due', 'api_keys']));
    expect(await everyTable(async (table) => (await ownersRows(table)) > 0)).toEqual(all(true));
  });

  it('row level security is on, and forced, for every one of them', async () => {
    const rows = await services.sql(
      `SELECT relname, relrowsecurity, relforcerowsecurity FROM pg_class
       WHERE relname = ANY ($1) AND relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace ORDER BY relname`,
      [tables],
    );
    expect(rows).toEqual(tables.map((relname) => ({ relname, relrowsecurity: true, relforcerowsecurity: true })));
  });

  it('nobody can pass row level security by: the program is no superuser', async () => {
    const [role] = await services.db.acrossOrganisations((tx) =>
      tx.sql('SELECT rolsuper, rolbypassrls FROM pg_roles WHERE rolname = current_user'),
    );
    expect(role).toEqual({ rolsuper: false, rolbypassrls: false });
  });

  it('a stranger sees nothing, whatever the table', async () => {
    const seen = (table: string) =>
      services.db.inOrganisation(stranger.caller.organisationId, (tx) =>
        tx.sql(`SELECT 1 FROM ${table} WHERE organisation_id = :ownerId`, {
          ownerId: owner.caller.organisationId,
        }),
      );
    expect(await everyTable(async (table) => (await seen(table)).length)).toEqual(all(0));
    const other = (table: string) =>
      services.db.inOrganisation(stranger.caller.organisationId, (tx) =>
        tx.sql(`SELECT 1 FROM ${table} WHERE organisation_id <> :organisationId`),
      );
    expect(await everyTable(async (table) => (await other(table)).length)).toEqual(all(0));
  });

  it('a stranger changes and deletes nothing, whatever the table', async () => {
    const before = await everyTable(ownersRows);
    for (const table of tables) {
      await services.db.inOrganisation(stranger.caller.organisationId, async (tx) => {
        const changed = await tx.sql(
          `UPDATE ${table} SET organisation_id = organisation_id WHERE organisation_id = :ownerId RETURNING 1`,
          { ownerId: owner.caller.organisationId },
        );
        const deleted = await tx.sql(`DELETE FROM ${table} WHERE organisation_id = :ownerId RETURNING 1`, {
          ownerId: owner.caller.organisationId,
        });
        expect([table, changed.length, deleted.length]).toEqual([table, 0, 0]);
      });
    }
    expect(await everyTable(ownersRows)).toEqual(before);
  });

  it('nobody inserts a row for another organisation, or gives one away', async () => {
    for (const table of tables) {
      const rows = await services.sql(`SELECT * FROM ${table} WHERE organisation_id = $1 LIMIT 1`, [
        owner.caller.organisationId,
      ]);
      const columns = await services.sql<{ column_name: string }>(
        `SELECT column_name FROM information_schema.columns
         WHERE table_schema = 'public' AND table_name = $1 AND is_identity = 'NO' AND is_generated = 'NEVER'`,
        [table],
      );
      const names = columns.map((row) => row.column_name).join(', ');
      // A whole row, written anew under the stranger's setting: neither keys nor missing values refuse it first.
      await services.sql(`CREATE TABLE IF NOT EXISTS copy_${table} AS SELECT * FROM ${table} LIMIT 0`);
      await services.sql(`INSERT INTO copy_${table} SELECT * FROM ${table} WHERE organisation_id = $1 LIMIT 1`, [
        owner.caller.organisationId,
      ]);
      await services.sql(`GRANT SELECT ON copy_${table} TO PUBLIC`);
      expect([table, rows.length]).toEqual([table, 1]);
      const insert = services.db.inOrganisation(stranger.caller.organisationId, (tx) =>
        tx.sql(`INSERT INTO ${table} (${names}) SELECT ${names} FROM copy_${table}`),
      );
      await expect(insert).rejects.toThrow('row-level security');
      const give = services.db.inOrganisation(owner.caller.organisationId, (tx) =>
        tx.sql(`UPDATE ${table} SET organisation_id = :strangerId`, {
          strangerId: stranger.caller.organisationId,
        }),
      );
      // What nobody changes is not refused but out of reach; see audit-log.test.ts. Citus moves no row of any table.
      if (table === 'audit_entries' && !isOnCitus()) await give;
      else await expect(give).rejects.toThrow(/row-level security|foreign key|partition value/);
      await services.sql(`DROP TABLE copy_${table}`);
    }
  });

  it('without an organisation nothing is visible, and nothing can be written', async () => {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    try {
      const visible = async (table: string) => (await client.query(`SELECT 1 FROM ${table}`)).rows.length;
      expect(await everyTable(visible)).toEqual(all(0));
      const insert = client.query(
        `INSERT INTO suppressions (organisation_id, id, mobile, delivery_code, source)
         VALUES ($1, gen_random_uuid(), '1', 409, 'manual')`,
        [owner.caller.organisationId],
      );
      await expect(insert).rejects.toThrow('row-level security');
    } finally {
      await client.end();
    }
  });

  it('the setting ends with its transaction, also when that fails', async () => {
    const small = await startServices(database, { gateways: [], poolSize: 1 });
    try {
      const { organisationId } = owner.caller;
      await small.db.inOrganisation(organisationId, (tx) => tx.sql('SELECT 1'));
      await expect(small.db.inOrganisation(organisationId, (tx) => tx.sql('SELECT 1/0'))).rejects.toThrow('zero');
      await small.db.acrossOrganisations((tx) => tx.sql('SELECT 1'));
      const rows = await small.db.inOrganisation(stranger.caller.organisationId, (tx) =>
        tx.sql('SELECT count(*)::int AS count FROM sms_messages'),
      );
      expect(rows).toEqual([{ count: 0 }]);
    } finally {
      await small.stop();
    }
  });

  it.each(["x' OR '1'='1", '', 'not-a-uuid', '00000000-0000-0000-0000-00000000000G'])(
    'an organisation id that is none never reaches the database: %s',
    (id) => {
      expect(() => services.db.inOrganisation(id, async () => 1)).toThrow('UUID');
    },
  );
});
