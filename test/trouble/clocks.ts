import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { clockProbes } from './clock-probes.ts';
import { type FakeClock, findFaketime, makeClock } from './fake-clock.ts';
import { install } from './installation.ts';
import { keepOrdering, openOrderBook } from './orders.ts';
import { startServer } from './postgres.ts';
import { CannotRun, type Check, check, type Scene } from './scene.ts';
import { judge, settle, watchCounts } from './verdict.ts';

const HOUR_SECONDS = 3_600;
/** Of a doubt: a lease, a call and the longest freeze. */
const SETTLE_WITHIN_MS = 90_000;
const ORDER_SIZE = 120;
/** Fewer bulk calls than the limit allows in a minute: who is throttled comes too late with what is scheduled. */
const PAUSE_BETWEEN_ORDERS_MS = 1_200;
/** So slowly that every jump comes in the middle of campaigns. */
const PACE = { batch_size: 20, concurrency: 2, rate_per_second: 150 };
/**
 * Some calls reach the gateway when the program has long given them up, and has looked them up in vain. A clock that
 * is set forward meanwhile must not make "not found" count: the message would be sent again, and the first call
 * arrive after it.
 */
const SLOW_CALLS = { slowRate: 0.05, slowMs: 4_000 };

export interface ClocksOptions {
  /** How long a clock goes wrong each time. */
  readonly wrongForMs: number;
}

/**
 * The clocks of the program's processes and of PostgreSQL are set an hour forth and back in the middle of campaigns.
 */
export async function clocks(scene: Scene, { wrongForMs }: ClocksOptions): Promise<Check[]> {
  const library = findFaketime();
  if (!library) throw new CannotRun('needs libfaketime (Debian: apt-get install faketime)');
  const program = makeClock(library, join(scene.folder, 'program.clock'));
  const database = makeClock(library, join(scene.folder, 'database.clock'));
  const server = await startServer(scene, { dataDir: join(scene.folder, 'postgres'), env: database.env });
  const env = { ...program.env, ALLOW_PRIVATE_NETWORK_URLS: 'true' };
  const installation = await install(scene, server, { env, pace: PACE, journal: SLOW_CALLS, lookupSettleSeconds: 0 });
  await installation.migrate();
  const customer = await installation.customer('live');
  const [api] = await Promise.all([
    installation.start('api'),
    installation.start('worker'),
    installation.start('worker'),
  ]);
  await installation.journal.control({ reportUrl: `${api.url}/callbacks/journal` });

  scene.say('everything runs');
  const book = openOrderBook([customer], () => [api.url]);
  const probes = await clockProbes(scene, installation, { api, customer, book });
  const counts = watchCounts(server);
  const load = keepOrdering(book, ORDER_SIZE, PAUSE_BETWEEN_ORDERS_MS);
  await sleep(1_000);

  const setAll = (who: readonly FakeClock[], hours: number) => {
    for (const clock of who) clock.set(hours * HOUR_SECONDS);
  };
  for (const [name, who] of [
    ['program', [program]],
    ['PostgreSQL', [database]],
    ['both', [program, database]],
  ] as const) {
    for (const hours of [1, -1]) {
      await probes.beforeWrong(name, hours);
      scene.say(`the clock of ${name} is set ${hours > 0 ? 'forth' : 'back'} by an hour`);
      setAll(who, hours);
      const probed = probes.whileWrong(name, hours);
      await sleep(wrongForMs);
      await probed;
      scene.say('and set right again');
      setAll(who, 0);
      await probes.setRight(name, hours);
      await sleep(1_000);
    }
  }
  await load.stop();
  const settled = await settle(installation, SETTLE_WITHIN_MS);
  const { slow } = (await installation.journal.journal()).faults;
  return [
    settled,
    ...(await judge(installation, book.orders)),
    await counts.stop(),
    check('calls that reached the gateway late', slow, slow > 0),
    check('what callers saw', JSON.stringify(Object.fromEntries(book.seen)), !book.seen.has('500')),
    ...(await probes.verdict()),
  ];
}
