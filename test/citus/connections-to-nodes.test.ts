import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { examineCitus } from '../../src/cli/doctor/examine-citus.js';
import type { Database } from '../../src/db/database.js';
import { type DatabaseOptions, openDatabase } from '../../src/db/orm.js';
import { newId } from '../../src/lib/ids.js';
import { createLogger } from '../../src/lib/log/logger.js';
import type { Context } from '../../src/operations/context.js';
import { type CallKey, keyOf, onceByKey } from '../../src/operations/kernel/once.js';
import { sendSms } from '../../src/operations/sms/send/send-sms.js';
import { createTestDatabase, isOnCitus, type TestDatabase } from '../support/database/database.js';
import { accept, createProgrammableGateway } from '../support/gateways/programmable-gateway.js';
import { mobile, newOrganisation, startServices, type TestServices } from '../support/services.js';
import { eventually } from '../support/wait.js';
import { limitConnections, onePerNode } from './homes.js';
import { moveShards } from './move-shards.js';

jest.setTimeout(120_000);

// `npm run test:citus` runs these.
(isOnCitus() ? describe : describe.skip)('connections to the nodes themselves', () => {
  let database: TestDatabase;
  let services: TestServices;
  let owners: Map<number, Context>;

  beforeAll(async () => {
    database = await createTestDatabase();
    services = await startServices(database, { gateways: [createProgrammableGateway({ react: () => accept() })] });
    owners = await onePerNode(database, services);
  });
  afterAll(async () => {
    await services.stop();
    await database.drop();
  });

  async function withDatabase<T>(use: (db: Database) => Promise<T>): Promise<T> {
    const db = await openDatabase(optionsOf(database));
    try {
      return await use(db);
    } finally {
      await db.close();
    }
  }

  it('lead to the node of the organisation, and others to the coordinator', async () => {
    const coordinator = Number(new URL(database.url).port);
    for (const [port, { caller }] of owners) {
      expect(await portOf(services.db.selfContained, caller.organisationId)).toBe(port);
      expect(await portOf(services.db, caller.organisationId)).toBe(coordinator);
    }
  });

  it('are replaced by the coordinator while the node takes none', async () => {
    const [port, owner] = [...owners][0] as [number, Context];
    const { organisationId } = owner.caller;
    const limit = (connections: number) => limitConnections(database, port, connections);
    const findings = () => withDatabase(async (other) => (await examineCitus(other)).map(({ words }) => words));
    await withDatabase(async (db) => {
      // Citus keeps the connection to the node that this opens.
      await db.inOrganisation(organisationId, (tx) => tx.sql(COUNT_MESSAGES));
      await limit(0);
      try {
        expect(await portOf(db.selfContained, organisationId)).toBe(Number(new URL(database.url).port));
        const refusal = expect.stringMatching(`this machine cannot connect to 127.0.0.1:${port}: too many connections`);
        expect(await findings()).toContainEqual(refusal);
      } finally {
        await limit(-1);
      }
      expect(await findings()).toEqual([expect.stringMatching('spread over 2 nodes')]);
    });
  });

  it('let no two calls with one idempotency key be accepted, whichever way each goes', async () => {
    const { caller } = [...owners.values()][0] as Context;
    const works: string[] = [];
    // Each has locked the key on its own server, and has found no answer, when both begin to work.
    const accept = (db: Database, key: CallKey | null) =>
      db.inOrganisation(caller.organisationId, (tx) =>
        onceByKey(tx, key, async () => {
          works.push(newId());
          await eventually('both work', async () => works.length >= 2 || undefined);
          return { id: works.at(-1) };
        }),
      );
    const key = keyOf(caller, 'sendSms', { idempotencyKey: newId() });
    const [one, other] = await Promise.all([accept(services.db, key), accept(services.db.selfContained, key)]);
    expect(works).toHaveLength(2);
    expect(one.result).toEqual(other.result);
    expect([one.replayed, other.replayed].sort()).toEqual([false, true]);
  });

  it('reach the rows of an organisation that Citus has moved', async () => {
    const owner = await newOrganisation(services);
    const { organisationId } = owner.caller;
    await sendSms(owner, { to: mobile(2), message: 'Before' });
    const before = await portOf(services.db.selfContained, organisationId);
    await moveShards(database.superuserUrl, organisationId, 'block_writes');
    await sendSms(owner, { to: mobile(3), message: 'After' });
    const [row] = await services.db.selfContained.inOrganisation(organisationId, (tx) =>
      tx.sql<{ count: number }>(COUNT_MESSAGES),
    );
    expect(row?.count).toBe(2);
    expect(await portOf(services.db.selfContained, organisationId)).toBe(before);
  });
});

function optionsOf({ url }: TestDatabase): DatabaseOptions {
  return { url, poolSize: 1, connectsToNodes: true, logger: createLogger({ level: 'silent', pretty: false }) };
}

/** The port of the server that runs a transaction of the organisation. */
async function portOf(db: Database, organisationId: string): Promise<number | undefined> {
  const [row] = await db.inOrganisation(organisationId, (tx) =>
    tx.sql<{ port: number }>('SELECT inet_server_port() AS port'),
  );
  return row?.port;
}

const COUNT_MESSAGES = 'SELECT count(*)::int AS count FROM sms_messages WHERE organisation_id = :organisationId';
