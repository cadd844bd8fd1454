import { beforeEach, describe, expect, it } from '@jest/globals';
import { listRetentions, type Retentions } from '../../src/db/sql/upkeep/housekeeping.js';
import { isDatabaseAway } from '../../src/lib/database-away.js';
import { createHousekeeping, runHousekeeping } from '../../src/operations/upkeep/housekeeping.js';
import { isOnCitus } from '../support/database/database.js';
import { asSuperuser } from '../support/database/given-server.js';
import { newOrganisation, type TestServices } from '../support/services.js';
import { useServices } from '../support/use-services.js';

const MOST_TRIES = 50;

/** One PostgreSQL is one node. */
(isOnCitus() ? describe : describe.skip)('housekeeping on several nodes of Citus', () => {
  const services = useServices();
  const sql = (text: string, values: unknown[] = []) => services.superuser.query(text, values);
  const listAll = () => services.db.acrossOrganisations((tx) => listRetentions(tx, services.policy));

  /** At least so many organisations on each of two nodes, by node. */
  const fillTwoNodes = async (atLeast: number): Promise<[readonly Retentions[], readonly Retentions[]]> => {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const groups = [...Map.groupBy(await listAll(), ({ node }) => node).values()];
      const [one, other] = groups;
      if (one && other && Math.min(one.length, other.length) >= atLeast) return [one, other];
      await newOrganisation(services);
    }
    throw new Error('The organisations are all on one node.');
  };
  const idOf = (organisations: readonly Retentions[], place = 0) => organisations[place]?.organisation_id ?? '';

  const storeOldChatMessages = (organisationId: string, messages = 1) =>
    sql(
      `INSERT INTO chat_messages (organisation_id, id, session_id, engine, message_id, is_group, type, test)
       SELECT $1, ('01970000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $1, 'waha', n::text, false, 'text', false
       FROM generate_series(1, $2) n`,
      [organisationId, messages],
    );
  const redacted = async () =>
    (
      await sql('SELECT DISTINCT organisation_id AS id FROM chat_messages WHERE redacted_at IS NOT NULL ORDER BY 1')
    ).rows.map(({ id }) => id);

  beforeEach(async () => {
    await sql('DELETE FROM chat_messages');
    await sql('DELETE FROM sms_bounds');
  });

  /** Does something before each transaction of an organisation. */
  const before = (act: (organisationId: string) => unknown): TestServices => {
    const { db } = services;
    const inOrganisation: typeof db.inOrganisation = async (organisationId, work) => {
      await act(organisationId);
      return db.inOrganisation(organisationId, work);
    };
    return { ...services, db: Object.create(db, { inOrganisation: { value: inOrganisation } }) };
  };

  it('visits organisations of two nodes at the same time', async () => {
    const [one, other] = await fillTwoNodes(1);
    const begun = new Map([idOf(one), idOf(other)].map((id) => [id, Promise.withResolvers<void>()]));
    // Each waits for the other: one after the other they would never end.
    const together = before((id) => {
      begun.get(id)?.resolve();
      return begun.has(id) ? Promise.all([...begun.values()].map(({ promise }) => promise)) : undefined;
    });
    expect(await runHousekeeping(together)).toBe(true);
  });

  it('visits organisations of one node one after the other', async () => {
    const [own] = await fillTwoNodes(2);
    const ids = new Set(own.map(({ organisation_id: id }) => id));
    const visits: string[] = [];
    const watching = before((id) => void (ids.has(id) && visits.push(id)));
    await storeOldChatMessages(idOf(own, 0), 1_200);
    await storeOldChatMessages(idOf(own, 1), 1_200);
    await runHousekeeping(watching);
    // First each for what is to be erased, then each for everything else.
    const turns = visits.filter((id, place) => id !== visits[place - 1]);
    expect(turns).toEqual([...ids, ...ids]);
  });

  it('has one visit on each node if there is no time, and goes on with the next ones', async () => {
    const nodes = await fillTwoNodes(2);
    for (const { organisation_id: id } of nodes.flat()) await storeOldChatMessages(id);
    const keepHouse = createHousekeeping({ longestMs: 0 });
    for (const runs of [1, 2]) {
      expect(await keepHouse(services)).toBe(false);
      const visited = nodes.flatMap((own) => own.slice(0, runs)).map(({ organisation_id: id }) => id);
      expect(await redacted()).toEqual(visited.toSorted());
    }
  });

  it('ends only when the work on every node has ended, if it fails on one', async () => {
    const [one, other] = await fillTwoNodes(1);
    for (const { organisation_id: id } of other) await storeOldChatMessages(id, 1_200);
    const failing = before((id) => {
      if (id === idOf(one)) throw Object.assign(new Error('made for a test'), { code: '57P03' });
    });
    await expect(runHousekeeping(failing)).rejects.toThrow('made for a test');
    const { rows: left } = await sql('SELECT FROM chat_messages WHERE redacted_at IS NULL');
    expect(left).toHaveLength(0);
  });

  it('goes on with what is on other nodes while a node is away', async () => {
    const [one, other] = await fillTwoNodes(1);
    await storeOldChatMessages(idOf(one));
    await storeOldChatMessages(idOf(other));
    await sql(
      `INSERT INTO rate_limits (key, allowed, admitted, second, totals) VALUES ('old', 7, 1, 1, array_fill(1, ARRAY[62]))`,
    );
    await takeAway(one, async () => {
      const reason: unknown = await runHousekeeping(services).catch((error: unknown) => error);
      expect(isDatabaseAway(reason)).toBe(true);
    });
    expect(await redacted()).toEqual([idOf(other)]);
    expect((await sql('SELECT FROM rate_limits')).rows).toEqual([]);
    expect(await runHousekeeping(services)).toBe(true);
    expect(await redacted()).toEqual([idOf(one), idOf(other)].toSorted());
  });

  /** No one can connect to the test's database on the node of these organisations while `work` runs. */
  const takeAway = async ([organisation]: readonly Retentions[], work: () => Promise<void>) => {
    const { rows } = await sql('SELECT nodename AS host, nodeport AS port FROM pg_dist_node WHERE groupid = $1', [
      organisation?.node,
    ]);
    const [{ name }] = (await sql('SELECT current_database() AS name')).rows as [{ name: string }];
    const node = `postgres://postgres@${rows[0].host}:${rows[0].port}/postgres`;
    const allow = (isAllowed: boolean) =>
      asSuperuser(node, async (client) => {
        await client.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS ${isAllowed}`);
        if (!isAllowed) {
          await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
        }
      });
    await allow(false);
    try {
      await work();
    } finally {
      await allow(true);
    }
  };
});
