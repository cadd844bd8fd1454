import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RunningProgram, runPostrider } from '../support/programs/program.ts';
import { eventually } from '../support/wait.ts';
import { type Installation, install } from './installation.ts';
import { keepOrdering, openOrderBook } from './orders.ts';
import { startServer } from './postgres.ts';
import { type Check, check, type Scene } from './scene.ts';
import { mountDisk } from './small-disk.ts';
import { judge, settle, watchCounts } from './verdict.ts';

export type FullDisk = 'data' | 'log';

const ORDER_SIZE = 400;
const PAUSE_BETWEEN_ORDERS_MS = 50;
/** Of the log a segment of 16 MB is taken at once, and one is kept in reserve. */
const LEFT_MEBIBYTES = { data: 4, log: 20 };
const FULL_WITHIN_MS = 90_000;
const SETTLE_WITHIN_MS = 60_000;
const STAYS_FULL_MS = 3_000;
const SENTENCE = 'The disk of PostgreSQL is full';

/** The disk of PostgreSQL, the tables' or that of its log, runs full under load, and is made larger. */
export async function diskFull(scene: Scene, disk: FullDisk): Promise<Check[]> {
  const small = mountDisk(scene, join(scene.folder, 'disk'));
  const server = await startServer(scene, {
    dataDir: join(disk === 'data' ? small.folder : scene.folder, 'postgres'),
    settings: { wal_recycle: 'off', max_wal_size: '64MB', min_wal_size: '32MB' },
    prepare: (data) => moveLog(data, disk === 'log' ? join(small.folder, 'log') : join(scene.folder, 'log')),
  });
  const installation = await install(scene, server);
  await installation.migrate();
  const customer = await installation.customer('live');
  const [api] = await Promise.all([installation.start('api'), installation.start('worker')]);
  await installation.journal.control({ reportUrl: `${api.url}/callbacks/journal` });
  const book = openOrderBook([customer], () => [api.url]);
  const counts = watchCounts(server);
  await book.bulk(ORDER_SIZE);

  const load = keepOrdering(book, ORDER_SIZE, PAUSE_BETWEEN_ORDERS_MS);
  small.leaveMebibytes(LEFT_MEBIBYTES[disk]);
  scene.say(`${LEFT_MEBIBYTES[disk]} MB are left`);
  await eventually('the disk is full', async () => book.seen.has('503') || undefined, FULL_WITHIN_MS);
  scene.say('callers are told to come again');
  const whileFull = await lookAround(installation, api, disk);
  await sleep(STAYS_FULL_MS);
  const ended = !server.isRunning();
  small.leaveMebibytes(1_000);
  scene.say(`there is room again${ended ? ', and PostgreSQL has to be started' : ''}`);
  if (ended) await server.start();
  const begunAt = book.orders.length;
  await eventually('orders are taken again', async () => book.orders.length > begunAt || undefined, SETTLE_WITHIN_MS);
  await load.stop();
  const settled = await settle(installation, SETTLE_WITHIN_MS);
  const ready = await eventually('ready', async () => (await readiness(api)).status === 200 || undefined).catch(
    () => false,
  );
  return [
    check('what callers saw', JSON.stringify(Object.fromEntries(book.seen)), !book.seen.has('500')),
    ...whileFull,
    check('PostgreSQL', ended ? 'had ended, and was started again' : 'went on running', true),
    check('ready by itself when there was room again', String(ready), ready),
    settled,
    ...(await judge(installation, book.orders)),
    await counts.stop(),
  ];
}

function moveLog(data: string, to: string): void {
  execFileSync('cp', ['-a', join(data, 'pg_wal'), to]);
  rmSync(join(data, 'pg_wal'), { recursive: true });
  execFileSync('ln', ['-s', to, join(data, 'pg_wal')]);
}

/** PostgreSQL does not survive that its log cannot be written: then it is away, which is another sentence. */
async function lookAround(installation: Installation, api: RunningProgram, disk: FullDisk): Promise<Check[]> {
  const { status, detail } = await readiness(api);
  const doctor = await runPostrider(['doctor'], { ...installation.env, PORT: new URL(api.url).port });
  const saidFull = (text: string) => disk === 'log' || text.includes(SENTENCE);
  const words = doctor.stdout.split('\n').find((line) => /^WRONG +(room|database)/.test(line)) ?? doctor.stdout;
  return [
    check('while it is full, /readyz says', `${status} ${detail}`, status === 503 && saidFull(detail)),
    check('doctor says', words, doctor.code === 1 && saidFull(doctor.stdout)),
    check('the log says so', String(api.output().includes(SENTENCE)), saidFull(api.output())),
  ];
}

async function readiness(api: RunningProgram): Promise<{ status: number; detail: string }> {
  const answer = await fetch(`${api.url}/readyz`);
  const body = (await answer.json()) as { detail?: string };
  return { status: answer.status, detail: body.detail ?? '' };
}
