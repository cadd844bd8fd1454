import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Installation, install } from './installation.ts';
import { buildVersion } from './old-version.ts';
import { keepOrdering, type OrderBook, openOrderBook } from './orders.ts';
import { startServer } from './postgres.ts';
import type { Program } from './program.ts';
import { type Check, check, type Scene } from './scene.ts';
import { judge, settle, watchCounts } from './verdict.ts';

export interface UpgradeOptions {
  /** A commit, branch or tag; when not given, the newest with fewer migrations. */
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

/** Two processes of each role are replaced one by one, under load, after the new version has migrated the database. */
export async function upgrade(scene: Scene, { from }: UpgradeOptions): Promise<Check[]> {
  const old = buildVersion(scene, from);
  const server = await startServer(scene, { dataDir: join(scene.folder, 'postgres') });
  const installation = await install(scene, server);
  await installation.migrate(old.root);
  const customers = [];
  for (let count = 0; count < CUSTOMERS; count += 1) customers.push(await installation.customer('live', old.root));
  const ofOld = (role: 'api' | 'worker') => installation.start(role, { root: old.root });
  const apis = await Promise.all([ofOld('api'), ofOld('api')]);
  const workers = await Promise.all([ofOld('worker'), ofOld('worker')]);
  await installation.journal.control({ reportUrl: `${apis[0]?.url}/callbacks/journal` });
  const book = openOrderBook(customers, () => apis.filter((api) => !api.hasEnded()).map(({ url }) => url));
  const counts = watchCounts(server);
  const load = keepOrdering(book, ORDER_SIZE, PAUSE_BETWEEN_ORDERS_MS);

  const before = await during(scene, book, 'the old version alone', () => sleep(STEADY_MS));
  const migration = await during(scene, book, 'the migration, while somebody reads for long', () =>
    migrate(installation),
  );
  const beside = await during(scene, book, 'the old version on the new tables', () => sleep(STEADY_MS));
  const replacing = await during(scene, book, 'replacing the processes', async () => {
    await replaceAll(installation, workers, 'worker');
    await replaceAll(installation, apis, 'api');
  });
  const after = await during(scene, book, 'the new version alone', () => sleep(STEADY_MS));
  await load.stop();
  const settled = await settle(installation, SETTLE_WITHIN_MS);
  const failures = [...apis, ...workers].map(complaintsOf).reduce((sum, one) => sum + one, 0);
  return [
    check('from', `${old.commit.slice(0, 9)} with ${old.migrations.length} migrations`, true),
    ...[before, migration, beside, replacing, after],
    check('what callers saw', JSON.stringify(Object.fromEntries(book.seen)), !book.seen.has('500')),
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

async function migrate({ server, migrate: run }: Installation): Promise<void> {
  const reading = server.sql('SELECT pg_sleep($1), count(*) FROM api_keys, organisations', [LONG_READ_MS / 1000]);
  await Promise.all([reading, sleep(500).then(() => run())]);
}

/** A new one is there before an old one goes, at an address of its own, as behind a load balancer. */
async function replaceAll(installation: Installation, programs: Program[], role: 'api' | 'worker'): Promise<void> {
  for (const old of [...programs]) {
    const fresh = await installation.start(role);
    programs.push(fresh);
    if (role === 'api') await installation.journal.control({ reportUrl: `${fresh.url}/callbacks/journal` });
    programs.splice(programs.indexOf(old), 1);
    await old.signal('SIGTERM');
  }
}

const complaintsOf = (program: Program) =>
  program
    .output()
    .split('\n')
    .filter((line) => /"level":"(error|fatal)"/.test(line)).length;
