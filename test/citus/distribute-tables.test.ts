import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Client } from 'pg';
import { examineNodes, examinePlacement } from '../../src/db/citus/examine.js';
import { DISTRIBUTED_TABLES, REFERENCE_TABLES } from '../../src/db/citus/placement.js';
import { openDatabase } from '../../src/db/orm.js';
import type { EveryOrganisationTx } from '../../src/db/postgres/transaction.js';
import { retireKey } from '../../src/db/sql/kernel/secret-keys.js';
import { createLogger } from '../../src/lib/log/logger.js';
import { migrateDatabase } from '../../src/migrate-database.js';
import { sendSms } from '../../src/operations/sms/send/send-sms.js';
import { receiveOptOuts } from '../../src/operations/sms/suppressions/receive-opt-outs.js';
import { checkReady } from '../../src/operations/upkeep/health.js';
import {
  createTestCluster,
  createTestDatabase,
  isOnCitus,
  type NodeAddresses,
  onWorkers,
  sealTemplate,
  type TestDatabase,
} from '../support/database/database.js';
import { startFilling } from '../support/database/rows-in-every-table.js';
import { accept, createProgrammableGateway } from '../support/gateways/programmable-gateway.js';
import { drain, mobile, newOrganisation, startServices } from '../support/services.js';
import { eventually } from '../support/wait.js';

jest.setTimeout(180_000);

const logger = createLogger({ level: 'silent', pretty: false });
const WAITING = mobile(700);

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp();
});

// `npm run test:citus` runs these.
(isOnCitus() ? describe : describe.skip)('tables that are distributed over the nodes of Citus', () => {
  let cluster: TestDatabase;
  let template: string;
  let organisations: readonly [string, string];

  beforeAll(async () => {
    cluster = await createTestCluster();
    await migrateDatabase(cluster.url, logger);
    organisations = await fillForTwo(cluster);
    template = await sealTemplate(cluster);
  });
  afterAll(() => cluster.drop());

  /** A database whose tables are on the coordinator still, with the rows of two organisations. */
  const openPlain = async () => open(await createTestDatabase({ template }));

  async function openDistributed() {
    const database = await openPlain();
    await distribute(database);
    return database;
  }

  it('keep every row, and leave none on the disk of the coordinator', async () => {
    const database = await openPlain();
    const before = await rowsOf(database);
    expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([]);
    await distribute(database);
    expect(await rowsOf(database)).toEqual(before);
    expect(await database.ask(KEPT_LOCALLY)).toEqual([]);
    expect(await database.examine()).toEqual([]);
  });

  it('hold what the program goes on with', async () => {
    const database = await openDistributed();
    const gateway = createProgrammableGateway({ react: () => accept() });
    const services = await startServices(database, { gateways: [gateway] });
    cleanups.push(services.stop);
    await drain(services);
    expect(gateway.takenNumbers().filter((number) => number === WAITING)).toHaveLength(1);
    const rows = await database.ask(`SELECT status FROM sms_messages WHERE mobile = '${WAITING}'`);
    expect(rows).toEqual([{ status: 'sent' }]);
  });

  it('are as they were after a second run', async () => {
    const database = await openDistributed();
    const before = [await structureOf(database), await rowsOf(database)];
    const logged: string[] = [];
    await distribute(database, (table) => logged.push(table));
    expect([await structureOf(database), await rowsOf(database)]).toEqual(before);
    expect(logged).toEqual([]);
  });

  it('are all of them as they were if the connection is lost amid them, and the next run distributes them', async () => {
    const database = await openPlain();
    const before = [await structureOf(database), await rowsOf(database)];
    let ended: Promise<unknown> | undefined;
    const distributing = distribute(database, (table) => {
      if (table === 'sms_messages') ended = endConnection(database);
    });
    await expect(distributing).rejects.toThrow(/terminat/i);
    await ended;
    expect([await structureOf(database), await rowsOf(database)]).toEqual(before);
    await distribute(database);
    expect(await rowsOf(database)).toEqual(before[1]);
    expect(await database.examine()).toEqual([]);
  });

  it('are missed if one of them is left on the coordinator, until the next migration distributes it', async () => {
    const database = await openDistributed();
    await database.ask(`SELECT undistribute_table('erased_suppressions')`);
    const db = await openDatabase({ url: database.url, poolSize: 1, logger });
    cleanups.push(() => db.close());
    await expect(checkReady({ db, secretKeys: ['any'] })).rejects.toThrow('not migrated');
    await migrateDatabase(database.url, logger);
    await checkReady({ db, secretKeys: ['any'] });
    expect(await database.examine()).toEqual([]);
  });

  it('force row level security on every shard of every node', async () => {
    const database = await openDistributed();
    for (const node of nodesOf(database)) {
      const client = await connect(node.superuserUrl);
      await client.query(SHOW_SHARDS);
      const { rows } = await client.query<{ name: string; forced: boolean }>(TABLES_OF_ORGANISATIONS);
      expect(rows.length).toBeGreaterThan(DISTRIBUTED_TABLES.length);
      expect(rows.filter(({ forced }) => !forced)).toEqual([]);
    }
  });

  it('show an organisation its own rows alone, whichever node it asks', async () => {
    const database = await openDistributed();
    const [own, other] = organisations;
    for (const node of nodesOf(database)) {
      const client = await connect(node.url);
      for (const table of DISTRIBUTED_TABLES) {
        expect([table, await seenBy(own, client, table)]).toEqual([table, [own]]);
        expect([table, await seenBy(null, client, table)]).toEqual([table, []]);
        const remove = `DELETE FROM ${table} WHERE organisation_id = '${other}'`;
        expect([table, await writesOf(own, client, remove)]).toEqual([table, 0]);
        const insert = writesOf(own, client, await insertAgain(database, table, other));
        await expect(insert).rejects.toThrow(`violates row-level security policy for table "${table}`);
      }
    }
  });

  it('show it no more if it asks a node for its shards', async () => {
    const database = await openDistributed();
    const [own, other] = organisations;
    const before = await rowsOf(database);
    const seen = new Set<string>();
    for (const { client, shard, table, holds } of await shardsOf(database)) {
      for (const id of await seenBy(own, client, shard)) seen.add(`${table} of ${id}`);
      expect([shard, await seenBy(null, client, shard)]).toEqual([shard, []]);
      const remove = `DELETE FROM ${shard} WHERE organisation_id = '${other}'`;
      expect([shard, await writesOf(own, client, remove)]).toEqual([shard, 0]);
      if (!holds.includes(other)) continue;
      const insert = writesOf(own, client, await insertAgain(database, table, other, shard));
      await expect(insert).rejects.toThrow(`violates row-level security policy for table "${shard}"`);
    }
    expect([...seen].sort()).toEqual(DISTRIBUTED_TABLES.map((table) => `${table} of ${own}`).sort());
    expect(await rowsOf(database)).toEqual(before);
  });

  it('are joined by a table that is plain, as one that a migration has made', async () => {
    const database = await openDistributed();
    const before = await rowsOf(database);
    const plain = ['sms_statistics', 'gateway_opt_outs'];
    for (const table of plain) await database.ask(`SELECT undistribute_table('${table}')`);
    expect(await database.examine()).toEqual([
      'sms_statistics, gateway_opt_outs are not distributed: migrate --distribute does so.',
    ]);
    await migrateDatabase(database.url, logger);
    expect(await database.examine()).toEqual([]);
    expect(await rowsOf(database)).toEqual(before);
  });

  it('are not joined by a table of the coordinator unseen', async () => {
    const database = await openDistributed();
    await database.ask(`SELECT citus_add_local_table_to_metadata('sms_reports')`);
    expect(await database.examine()).toEqual([
      'Citus manages sms_reports, where some statements pass row level security: undistribute_table makes them plain tables again.',
    ]);
  });

  it('are found by the examination if one of their shards shows its owner all rows', async () => {
    const database = await openDistributed();
    const [node] = onWorkers(database) as [NodeAddresses];
    const superuser = await connect(node.superuserUrl);
    await superuser.query(SHOW_SHARDS);
    const { rows } = await superuser.query<{ shard: string }>(`${SHARDS} AND p.logicalrelid = 'events'::regclass`);
    await superuser.query(`ALTER TABLE ${rows[0]?.shard} NO FORCE ROW LEVEL SECURITY`);
    const words =
      'row level security is not forced on events: ALTER TABLE … FORCE ROW LEVEL SECURITY on the coordinator.';
    expect(await database.examine()).toEqual([`On ${new URL(node.url).host} ${words}`]);
    await database.ask('ALTER TABLE events NO FORCE ROW LEVEL SECURITY');
    const everywhere = nodesOf(database).map(({ url }) => `On ${new URL(url).host} ${words}`);
    expect((await database.examine()).sort()).toEqual(everywhere.sort());
    await database.ask('ALTER TABLE events FORCE ROW LEVEL SECURITY');
    expect(await database.examine()).toEqual([]);
  });

  it('are out of reach for a program whose settings do not get to the nodes', async () => {
    const database = await openDistributed();
    const name = new URL(database.url).pathname.slice(1);
    await database.ask(`ALTER DATABASE ${name} SET citus.propagate_set_commands = 'none'`);
    await expect(across(database, (tx) => tx.sql('SELECT 1'))).rejects.toThrow(
      "Citus does not tell its nodes which organisation a transaction is for: ALTER DATABASE … SET citus.propagate_set_commands = 'local'.",
    );
    await database.ask(`ALTER DATABASE ${name} SET citus.propagate_set_commands = 'local'`);
    expect(await across(database, (tx) => tx.sql('SELECT 1 AS one'))).toEqual([{ one: 1 }]);
  });
});

interface OpenDatabase extends TestDatabase {
  /** Asks the coordinator as a superuser. */
  ask(text: string): Promise<Record<string, unknown>[]>;
  /** What `doctor` examines. */
  examine(): Promise<string[]>;
}

async function open(database: TestDatabase): Promise<OpenDatabase> {
  cleanups.push(database.drop);
  const client = await connect(database.superuserUrl);
  return {
    ...database,
    ask: async (text) => (await client.query(text)).rows,
    examine: () => across(database, async (tx) => [...(await examineNodes(tx)), ...(await examinePlacement(tx))]),
  };
}

async function connect(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  cleanups.push(() => client.end());
  return client;
}

async function across<T>(database: NodeAddresses, work: (tx: EveryOrganisationTx) => Promise<T>): Promise<T> {
  const db = await openDatabase({ url: database.url, poolSize: 1, logger });
  try {
    return await db.acrossOrganisations(work);
  } finally {
    await db.close();
  }
}

/** Calls `onTable` when a table has been distributed. */
async function distribute({ url }: NodeAddresses, onTable: (table: string) => void = () => undefined): Promise<void> {
  const listening = createLogger(
    { level: 'info', pretty: false },
    {
      write(line) {
        const { msg, table } = JSON.parse(line);
        if (msg === 'distributed') onTable(table);
      },
    },
  );
  await migrateDatabase(url, listening, { distribute: true });
}

/** While it distributes a table. */
async function endConnection({ ask }: OpenDatabase): Promise<void> {
  await eventually('a table is being distributed', async () => {
    const ended = await ask(
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
       WHERE datname = current_database() AND state = 'active' AND query LIKE 'SELECT create_distributed_table(%'`,
    );
    return ended[0];
  });
}

/** Rows of two organisations in every table, and a message of another one that waits. */
async function fillForTwo(database: TestDatabase): Promise<readonly [string, string]> {
  const { services, fill } = await startFilling(database);
  const owners = [await newOrganisation(services), await newOrganisation(services)] as const;
  for (const owner of owners) await fill(owner);
  await sendSms(await newOrganisation(services), { to: WAITING, message: 'Hello' });
  await receiveOptOuts(services, 'north', [{ mobile: mobile(701), senderId: null }]);
  await retireKey(services.db, { id: 'an earlier key', sealed: Buffer.from('sealed') });
  await services.stop();
  return [owners[0].caller.organisationId, owners[1].caller.organisationId];
}

/** All rows of the tables that are to be distributed. */
async function rowsOf({ ask }: OpenDatabase): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const table of [...DISTRIBUTED_TABLES, ...REFERENCE_TABLES]) {
    const rows = await ask(`SELECT to_jsonb(t)::text AS row FROM ${table} t`);
    found[table] = rows.map(({ row }) => row).sort();
  }
  return found;
}

const nodesOf = (database: NodeAddresses): NodeAddresses[] => [database, ...onWorkers(database)];

/** The organisations whose rows a transaction of one of them, or of none, sees. */
async function seenBy(organisationId: string | null, client: Client, table: string): Promise<string[]> {
  return inTransactionOf(organisationId, client, async () => {
    const { rows } = await client.query<{ id: string }>(`SELECT DISTINCT organisation_id AS id FROM ${table}`);
    return rows.map(({ id }) => id);
  });
}

/** How many rows a statement changes in a transaction of the organisation, which is rolled back. */
async function writesOf(organisationId: string, client: Client, statement: string): Promise<number | null> {
  return inTransactionOf(organisationId, client, async () => (await client.query(statement)).rowCount);
}

async function inTransactionOf<T>(organisationId: string | null, client: Client, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  try {
    await client.query(`SET LOCAL postrider.organisation = '${organisationId ?? ''}'`);
    return await work();
  } finally {
    await client.query('ROLLBACK');
  }
}

/** The shards of all distributed tables, a connection of the program's role to their node, and whose rows they hold. */
async function shardsOf(database: NodeAddresses) {
  const shards: { client: Client; shard: string; table: string; holds: string[] }[] = [];
  for (const node of onWorkers(database)) {
    const [client, superuser] = [await connect(node.url), await connect(node.superuserUrl)];
    for (const session of [client, superuser]) await session.query(SHOW_SHARDS);
    const { rows } = await superuser.query<{ shard: string; table: string }>(SHARDS);
    for (const row of rows) shards.push({ ...row, client, holds: await seenBy(null, superuser, row.shard) });
  }
  return shards;
}

/** A statement that inserts a row of the organisation once more, into the table or a shard of it. */
async function insertAgain({ ask }: OpenDatabase, table: string, organisationId: string, into = table) {
  const columns = await ask(
    `SELECT quote_ident(attname) AS name FROM pg_attribute WHERE attrelid = '${table}'::regclass AND attnum > 0
       AND NOT attisdropped AND attgenerated = ''`,
  );
  const names = columns.map(({ name }) => name);
  const [row] = await ask(
    `SELECT concat_ws(', ', ${names.map((name) => `quote_nullable(${name}::text)`)}) AS values
     FROM ${table} WHERE organisation_id = '${organisationId}' LIMIT 1`,
  );
  return `INSERT INTO ${into} (${names}) VALUES (${row?.values})`;
}

/** Where tables are, and what holds for them, on all nodes. */
async function structureOf(database: OpenDatabase): Promise<unknown[]> {
  const [settings, placement, ...constraints] = await Promise.all([
    database.ask(
      'SELECT setconfig FROM pg_db_role_setting JOIN pg_database d ON d.oid = setdatabase WHERE datname = current_database()',
    ),
    database.ask('SELECT logicalrelid, shardid FROM pg_dist_shard ORDER BY shardid'),
    ...nodesOf(database).map(async ({ superuserUrl }) => {
      const client = await connect(superuserUrl);
      await client.query(SHOW_SHARDS);
      return (await client.query(STRUCTURE)).rows;
    }),
  ]);
  return [settings, placement, constraints];
}

const STRUCTURE = `
SELECT relname, relkind, relrowsecurity, relforcerowsecurity,
       (SELECT array_agg(pg_get_constraintdef(oid) ORDER BY conname) FROM pg_constraint WHERE conrelid = c.oid) AS constraints,
       (SELECT array_agg(ARRAY[policyname, qual, with_check] ORDER BY policyname) FROM pg_policies WHERE tablename = relname) AS policies
FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') ORDER BY relname`;

/** The tables that have rows in the files of the coordinator, where nothing reads them. */
const KEPT_LOCALLY = `
SELECT logicalrelid::text AS name FROM pg_dist_partition WHERE pg_relation_size(logicalrelid) > 0`;

/** Otherwise the catalogue conceals shards, and Citus refuses to change them. */
const SHOW_SHARDS = 'SET citus.override_table_visibility = off; SET citus.enable_manual_changes_to_shards = on';

const SHARDS = `
SELECT c.relname AS shard, p.logicalrelid::text AS table
FROM pg_dist_partition p JOIN pg_dist_shard s USING (logicalrelid) JOIN pg_class c ON c.relname = p.logicalrelid || '_' || s.shardid
WHERE p.partmethod = 'h'`;

const TABLES_OF_ORGANISATIONS = `
SELECT relname AS name, relrowsecurity AND relforcerowsecurity AS forced
FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND attname = 'organisation_id'
WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`;
