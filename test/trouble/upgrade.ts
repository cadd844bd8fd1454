import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { repeatedly } from '../support/fleet/repeatedly.ts';
import { ROOT, type RunningProgram } from '../support/programs/program.ts';
import { readEventLog } from './event-reader.ts';
import { type Customer, type Installation, install, STOP_TIMEOUT_MS } from './installation.ts';
import { buildNextVersion } from './next-version.ts';
import { buildVersion, thisVersion, type Version } from './old-version.ts';
import { keepOrdering, type OrderBook, openOrderBook } from './orders.ts';
import { type Server, startServer } from './postgres.ts';
import { type Check, check, type Scene } from './scene.ts';
import { sendSteadily } from './steady-sends.ts';
import { judge, settle, watchCounts } from './verdict.ts';

export interface UpgradeOptions {
  /** A commit, branch or tag to come from; when not given, this version goes on to a made-up next one. */
  readonly from: string | undefined;
}

/** Each may order sixty times a minute. */
const CUSTOMERS = 4;
const ORDER_SIZE = 100;
const PAUSE_BETWEEN_ORDERS_MS = 250;
const STEADY_MS = 4_000;
/** An order that waits for longer is one that somebody complains about. */
const LONGEST_WAIT_MS = 5_000;
const SETTLE_WITHIN_MS = 60_000;
/** A backup, say: it holds the tables for so long, and a migration must not make everybody else wait behind it. */
const LONG_READ_MS = 15_000;
/** What a migration of the next version has to change. */
const OLD_MESSAGES = 200_000;
const LONGEST_LOCK_MS = 5_000;
/** A migration waits for a lock for two seconds at most, and all sends wait behind it. */
const LONGEST_GAP_MS = 3_000;
/** As many as the pace of the sends needs, given their limits of calls. */
const SENDING_CUSTOMERS = 2;
const LOOK_FOR_LOCKS_EVERY_MS = 20;

/** Two processes of each role are replaced one by one, under load, after the new version has migrated the database. */
export async function upgrade(scene: Scene, { from }: UpgradeOptions): Promise<Check[]> {
  const { old, root } = buildBoth(scene, from);
  const server = await startServer(scene, { dataDir: join(scene.folder, 'postgres') });
  const installation = await install(scene, server);
  await installation.migrate(old.root);
  const customers = [];
  for (let count = 0; count < CUSTOMERS; count += 1) customers.push(await installation.customer('live', old.root));
  const ofOld = (role: 'api' | 'worker') => installation.start(role, { root: old.root });
  if (from === undefined) await fillMessages(scene, server, await installation.customer('live', old.root));
  const apis = await Promise.all([ofOld('api'), ofOld('api')]);
  const workers = await Promise.all([ofOld('worker'), ofOld('worker')]);
  await installation.journal.control({ reportUrl: `${apis[0]?.url}/callbacks/journal` });
  const urls = () => apis.filter((api) => !api.hasEnded()).map(({ url }) => url);
  const book = openOrderBook(customers, urls);
  const counts = watchCounts(server);
  const load = keepOrdering(book, ORDER_SIZE, PAUSE_BETWEEN_ORDERS_MS);
  const urlNow = () => apis.find((api) => !api.hasEnded())?.url ?? '';
  const noteStatus = (status: number) =>
    void book.seen.set(`${status} to a reader`, (book.seen.get(`${status} to a reader`) ?? 0) + 1);
  const sends = sendSteadily(customers.slice(0, SENDING_CUSTOMERS), urls, LONGEST_GAP_MS);
  const reader = readEventLog(customers[0] as Customer, urlNow, noteStatus);

  const before = await steady(scene, book, 'the old version alone');
  const locks = watchLocks(server);
  const migration = await during(scene, book, 'the migration, while another session reads for long', () =>
    migrate(installation, root),
  );
  const locked = await locks.stop();
  const beside = await steady(scene, book, 'the old version on the new tables');
  const replace = async () => {
    await replaceAll(installation, root, workers, 'worker');
    await replaceAll(installation, root, apis, 'api');
  };
  const replacing = await during(scene, book, 'replacing the processes', replace);
  const after = await steady(scene, book, 'the new version alone');
  await load.stop();
  const sent = await sends.stop();
  const read = await reader.stop();
  const settled = await settle(installation, SETTLE_WITHIN_MS);
  const failures = [...apis, ...workers].map(complaintsOf).reduce((sum, one) => sum + one, 0);
  return [
    check('from', `${old.commit.slice(0, 9)} with ${old.migrations.length} migrations`, true),
    ...[before, migration, locked, beside, replacing, after, sent],
    check(
      'what callers saw',
      JSON.stringify(Object.fromEntries(book.seen)),
      ![...book.seen.keys()].some((word) => word.startsWith('500')),
    ),
    read,
    check('errors in the logs of the new version', failures, failures === 0),
    settled,
    ...(await judge(installation, book.orders)),
    await counts.stop(),
  ];
}

/** The longest that an order waited for its yes meanwhile. */
async function during(scene: Scene, book: OrderBook, what: string, happen: () => Promise<unknown>): Promise<Check> {
  scene.say(what);
  book.forget();
  const orders = book.orders.length;
  const startedAt = performance.now();
  await happen();
  // The order that waits just now counts as well.
  const waitedMs = book.longestMs();
  const found = `${waitedMs.toFixed(0)} ms; ${book.orders.length - orders} orders in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
  return check(`longest wait of an order: ${what}`, found, waitedMs < LONGEST_WAIT_MS);
}

/** Orders must also arrive: one that is refused at once waits for nothing. */
async function steady(scene: Scene, book: OrderBook, what: string): Promise<Check> {
  const orders = book.orders.length;
  const { met, ...seen } = await during(scene, book, what, () => sleep(STEADY_MS));
  return { ...seen, met: met && book.orders.length > orders };
}

async function migrate({ server, migrate: run }: Installation, root: string): Promise<void> {
  const reading = server.sql(
    'SELECT pg_sleep($1), count(*) FROM api_keys, organisations, (SELECT FROM sms_messages LIMIT 1) AS one',
    [LONG_READ_MS / 1000],
  );
  await Promise.all([reading, sleep(500).then(() => run(root))]);
}

/** The version that runs first, and the folder of the one that replaces it. */
function buildBoth(scene: Scene, from: string | undefined): { readonly old: Version; readonly root: string } {
  return from === undefined
    ? { old: thisVersion(), root: buildNextVersion(scene) }
    : { old: buildVersion(scene, from), root: ROOT };
}

/** Messages of another customer, which a migration has to change. */
async function fillMessages(scene: Scene, server: Server, { organisationId }: Customer): Promise<void> {
  scene.say(`writing ${OLD_MESSAGES} messages`);
  await server.sql(
    `INSERT INTO sms_messages (organisation_id, id, mobile, body, segments, encoding, test, at_least_once, status, phase, attempt)
     SELECT $1, gen_random_uuid(), (254733000000 + place)::text, 'An old message', 1, 'gsm7', false, false, 'delivered', 'done', 1
     FROM generate_series(1, $2) AS place`,
    [organisationId, OLD_MESSAGES],
  );
}

/** How long a session that only wants to look at the event log had to wait for its turn. */
function watchLocks(server: Server): { stop(): Promise<Check> } {
  let longestMs = 0;
  const watching = repeatedly(async () => {
    const startedAt = performance.now();
    await server.sql('SELECT FROM event_logs LIMIT 1');
    longestMs = Math.max(longestMs, performance.now() - startedAt);
  }, LOOK_FOR_LOCKS_EVERY_MS);
  return {
    async stop() {
      await watching.stop();
      return check('longest lock of the event log', `${longestMs.toFixed(0)} ms`, longestMs < LONGEST_LOCK_MS);
    },
  };
}

/** A new one is there before an old one goes, at an address of its own, as behind a load balancer. */
async function replaceAll(
  installation: Installation,
  root: string,
  programs: RunningProgram[],
  role: 'api' | 'worker',
): Promise<void> {
  for (const old of [...programs]) {
    const fresh = await installation.start(role, { root });
    programs.push(fresh);
    if (role === 'api') await installation.journal.control({ reportUrl: `${fresh.url}/callbacks/journal` });
    programs.splice(programs.indexOf(old), 1);
    await old.term(STOP_TIMEOUT_MS);
  }
}

const complaintsOf = (program: RunningProgram) =>
  program
    .output()
    .split('\n')
    .filter((line) => /"level":"(error|fatal)"/.test(line)).length;
