import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { asSuperuser } from '../support/database/given-server.js';

/** `block_writes`: writes wait while rows are copied. `force_logical`: only while the copy takes over. */
export type MoveMode = 'block_writes' | 'force_logical';

/** The group of shards that an organisation is in, its node, and of the other nodes the one with the fewest shards. */
const PLACES = `
SELECT s.shardid, s.nodename AS from_name, s.nodeport AS from_port, n.nodename AS to_name, n.nodeport AS to_port
FROM citus_shards s, pg_dist_node n
WHERE s.shardid = get_shard_id_for_distribution_column('sms_messages', $1::uuid)
  AND n.groupid > 0 AND n.isactive AND (n.nodename, n.nodeport) <> (s.nodename, s.nodeport)
ORDER BY (SELECT count(*) FROM citus_shards o WHERE (o.nodename, o.nodeport) = (n.nodename, n.nodeport)), n.nodeid
LIMIT 1`;

/** Moves all shards that are on one node with an organisation's rows to another node. Returns what it did. */
export function moveShards(superuserUrl: string, organisationId: string, mode: MoveMode): Promise<string> {
  return asSuperuser(superuserUrl, async (client) => {
    const { rows } = await client.query(PLACES, [organisationId]);
    await move(client, rows[0], mode);
    return `shard ${rows[0].shardid} from ${rows[0].from_port} to ${rows[0].to_port}`;
  });
}

interface Place {
  readonly shardid: string;
  readonly from_name: string;
  readonly from_port: number;
  readonly to_name: string;
  readonly to_port: number;
}

async function move(client: pg.Client, place: Place, mode: MoveMode): Promise<void> {
  const { shardid, from_name, from_port, to_name, to_port } = place;
  const target = new URL(`postgres://${client.user}@${to_name}:${to_port}/${client.database}`);
  const isOver = new AbortController();
  const letting = mode === 'force_logical' ? letRowsIn(target.href, isOver.signal) : undefined;
  try {
    const values = [shardid, from_name, from_port, to_name, to_port, mode];
    await client.query('SELECT citus_move_shard_placement($1, $2, $3, $4, $5, $6)', values);
  } finally {
    isOver.abort();
    await letting;
  }
}

const NEW_ROLES = `
SELECT rolname AS name FROM pg_roles WHERE rolname LIKE 'citus_shard_move_subscription_role_%' AND NOT rolbypassrls`;
const LOOK_EVERY_MS = 200;

/**
 * Citus makes a role on the target node that replicates rows as the owner of the tables. PostgreSQL refuses this where
 * row level security holds for the owner too, and the move would wait for ever. The operator has to let the role pass
 * it.
 */
async function letRowsIn(superuserUrl: string, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    await asSuperuser(superuserUrl, async (client) => {
      await client.query('SET citus.enable_ddl_propagation = off');
      const { rows } = await client.query<{ name: string }>(NEW_ROLES);
      for (const { name } of rows) await client.query(`ALTER ROLE ${name} BYPASSRLS`);
    }).catch(() => undefined);
    await sleep(LOOK_EVERY_MS);
  }
}
