import { setTimeout as sleep } from 'node:timers/promises';
import { findCitus, HOW_TO_INSTALL } from '../../citus/find-citus.js';
import { type Node, startNodes, startReplica } from '../../citus/nodes.js';
import { CHAOS_SETTINGS, openOnNodes } from '../../citus/own-cluster.js';
import { asSuperuser } from '../../support/database/given-server.js';
import { type Client, insist } from '../../support/fleet/client.js';
import { assembleFleet, type Fleet } from '../../support/fleet/fleet.js';
import { repeatedly } from '../../support/fleet/repeatedly.js';
import { untilSettled } from '../../support/fleet/settled.js';
import { mobile } from '../../support/services.js';
import { eventually } from '../../support/wait.js';
import { isRefusedForNow } from './calls.js';
import { repeated } from './judge-journal.js';

const STANDBY = 'standby';
/** Until somebody, or something, has noticed that the node is gone. */
const NOTICED_AFTER_MS = 2_000;
const BEFORE_MS = 5_000;
const AFTERWARDS_MS = 5_000;
const SEND_EVERY_MS = 50;
const SETTLE_WITHIN_MS = 60_000;
/** Numbers of the organisation on the other node begin here. */
const ELSEWHERE = 1_000_000;

/**
 * A node that holds shards is lost for good under load. Its streaming replica is promoted and takes its place by
 * `citus_update_node`. The replica is synchronous: otherwise calls that had their response can be lost with the node.
 */
export async function loseNode(): Promise<void> {
  const citus = findCitus();
  if (!citus) throw new Error(HOW_TO_INSTALL);
  const { coordinator, workers, stop } = await startNodes(citus, CHAOS_SETTINGS);
  const [lost] = workers as [Node];
  const { url, superuserUrl } = await openOnNodes(coordinator, stop);
  const replica = await startReplica(citus, lost, STANDBY);
  const drop = async () => {
    await Promise.all([stop(), replica.stop()]);
  };
  await makeSynchronous(lost);
  const fleet = await assembleFleet({ database: { url, superuserUrl, drop } });
  try {
    const there = await clientOn(fleet, lost.port, true);
    const elsewhere = await clientOn(fleet, lost.port, false);
    fleet.route({ telling: { reports_carry_reference: true } }, [
      [there, 'telling'],
      [elsewhere, 'telling'],
    ]);
    const [api] = await Promise.all([fleet.enlist('api'), fleet.enlist('worker')]);
    await fleet.journal.control({ reportUrl: `${api.url}/callbacks/telling` });

    const load = [sendOn(there, api.url, 0), sendOn(elsewhere, api.url, ELSEWHERE)] as const;
    await sleep(BEFORE_MS);
    const lostAt = Date.now();
    await lost.die('SIGKILL');
    await sleep(NOTICED_AFTER_MS);
    const promoteMs = await timed(() => promote(replica));
    const updateMs = await timed(() => takeItsPlace(superuserUrl, lost, replica));
    const replacedMs = Date.now() - lostAt;
    await sleep(AFTERWARDS_MS);
    const sends = await Promise.all(load.map((one) => one.stop()));
    await untilSettled(fleet, SETTLE_WITHIN_MS);
    report({ promoteMs, updateMs, replacedMs, lostAt, sends });
    await judge(
      fleet,
      sends.flatMap(({ messageIds }) => messageIds),
    );
  } finally {
    await fleet.stop();
  }
}

async function makeSynchronous({ superuserUrl }: Node): Promise<void> {
  await asSuperuser(superuserUrl, async (client) => {
    await client.query(`ALTER SYSTEM SET synchronous_standby_names = '${STANDBY}'`);
    await client.query('SELECT pg_reload_conf()');
    await eventually('the replica is synchronous', async () => {
      const { rowCount } = await client.query(`SELECT FROM pg_stat_replication WHERE sync_state = 'sync'`);
      return rowCount === 1 || undefined;
    });
  });
}

/** An organisation whose rows are on the node, or on another one. */
async function clientOn(fleet: Fleet, port: number, isThere: boolean): Promise<Client> {
  for (;;) {
    const client = await fleet.client();
    const [place] = await fleet.sql<{ port: number }>(
      `SELECT nodeport AS port FROM citus_shards
       WHERE shardid = get_shard_id_for_distribution_column('sms_messages', $1::uuid)`,
      [client.organisationId],
    );
    if ((place?.port === port) === isThere) return client;
  }
}

interface Sends {
  readonly messageIds: readonly string[];
  /** When a call got another response than 201, or none. */
  readonly failedAt: readonly number[];
  readonly slowestMs: number;
}

/** Single sends with keys, each repeated until it is served. */
function sendOn(client: Client, url: string, firstNumber: number): { stop(): Promise<Sends> } {
  const messageIds: string[] = [];
  const failedAt: number[] = [];
  let place = 0;
  let slowestMs = 0;
  const send = async (to: string) => {
    const startedAt = Date.now();
    const answer = await insist(async (attempt) => {
      if (attempt > 0) failedAt.push(Date.now());
      return client.post(`${url}/v1/sms/send/`, { to, message: 'Hello' }, { 'idempotency-key': to });
    }, isRefusedForNow);
    if (answer.status !== 201) throw new Error(`A send got ${answer.status}: ${answer.text}`);
    messageIds.push(answer.body.message_id);
    slowestMs = Math.max(slowestMs, Date.now() - startedAt);
  };
  const sending = repeatedly(() => send(mobile(firstNumber + place++)), SEND_EVERY_MS);
  return {
    async stop() {
      await sending.stop();
      return { messageIds, failedAt, slowestMs };
    },
  };
}

async function promote({ superuserUrl }: Node): Promise<void> {
  await asSuperuser(superuserUrl, (client) => client.query('SELECT pg_promote()'));
}

/** The coordinator tells the other nodes. It waits for transactions that still want the lost node. */
async function takeItsPlace(superuserUrl: string, lost: Node, replica: Node): Promise<void> {
  await asSuperuser(superuserUrl, (client) =>
    client.query(`SELECT citus_update_node(nodeid, '127.0.0.1', $1) FROM pg_dist_node WHERE nodeport = $2`, [
      replica.port,
      lost.port,
    ]),
  );
}

async function timed(act: () => Promise<void>): Promise<number> {
  const startedAt = Date.now();
  await act();
  return Date.now() - startedAt;
}

interface Times {
  readonly promoteMs: number;
  readonly updateMs: number;
  readonly replacedMs: number;
  readonly lostAt: number;
  readonly sends: readonly Sends[];
}

function report({ promoteMs, updateMs, replacedMs, lostAt, sends }: Times): void {
  const tell = ({ messageIds, failedAt, slowestMs }: Sends) => {
    const [first, last] = [failedAt[0], failedAt.at(-1)].map((at) => (at === undefined ? '-' : at - lostAt));
    return `${messageIds.length} served; ${failedAt.length} failed calls, from ${first} to ${last} ms after the loss; slowest ${slowestMs} ms`;
  };
  const [there, elsewhere] = sends as [Sends, Sends];
  process.stdout.write(`noticed after      ${NOTICED_AFTER_MS} ms
pg_promote         ${promoteMs} ms
citus_update_node  ${updateMs} ms
replaced after     ${replacedMs} ms
sends of an organisation on the lost node:   ${tell(there)}
sends of an organisation on another node:    ${tell(elsewhere)}
`);
}

/** Nothing is lost, and nothing was sent twice. */
async function judge(fleet: Fleet, messageIds: readonly string[]): Promise<void> {
  const messages = await fleet.sql<{ id: string; status: string }>('SELECT id, status FROM sms_messages');
  const statuses = new Map(messages.map(({ id, status }) => [id, status]));
  const journal = await fleet.acceptances();
  const taken = new Set(journal.map(({ messageId }) => messageId));
  const verdicts = {
    'served sends that are not stored': messageIds.filter((id) => !statuses.has(id)),
    'messages that no call was told of': messages.map(({ id }) => id).filter((id) => !messageIds.includes(id)),
    'numbers that were sent to twice': repeated(journal, 'to'),
    'messages that were taken and are not delivered, or the reverse': messages
      .filter(({ id, status }) => taken.has(id) !== (status === 'delivered'))
      .map(({ id }) => id),
    'messages that were taken and are not stored': [...taken].filter((id) => !statuses.has(id)),
  };
  for (const [what, against] of Object.entries(verdicts)) process.stdout.write(`${against.length} ${what}\n`);
  const broken = Object.values(verdicts).flat();
  if (broken.length > 0) throw new Error(await fleet.history(broken[0] ?? ''));
}
