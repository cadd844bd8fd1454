import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import type { Page } from 'playwright-core';
import { openEmbeddedPostgres } from '../../../src/db/embedded.js';
import { createLogger } from '../../../src/lib/log/logger.js';
import { migrateDatabase } from '../../../src/migrate-database.js';
import { type Receiver, startReceiver } from '../../support/gateways/receiver.js';
import { openStage, type Stage } from '../stage.js';

export interface Environment {
  readonly stage: Stage;
  /** Organisations by the number of their messages, the smallest first. The owner of the stage owns them as well. */
  readonly filled: readonly Filled[];
  /** An endpoint for webhooks, on this machine. */
  readonly receiver: Receiver;
  readonly options: Options;
  /** Opens a page of the console as an owner; in the organisation of the stage if no other is named. */
  open(path: string, more?: { readonly organisationId?: string; readonly width?: number }): Promise<Page>;
}

export interface Filled {
  readonly messages: number;
  readonly organisationId: string;
}

export interface Options {
  readonly minutes: number;
  readonly rows: readonly number[];
  readonly rounds: number;
  readonly dataDir: string | undefined;
}

const ROOT = resolve(import.meta.dirname, '../../..');
/** On the disk, as the data of an installation are: the folder of the tests is in memory. */
const CACHE = join(ROOT, 'node_modules/.cache');
/** As many recipients as a campaign may have. */
export const CAMPAIGN_SIZE = 10_000;
/** Live messages to these numbers leave at the speed of a gateway that is limited. */
export const SLOW_PREFIX = '1202557';
export const BRISK_PREFIX = '1202556';
const BRISK_PER_SECOND = 150;

/** Runs the program, PostgreSQL and Chromium, until `perform` has ended. */
export async function withEnvironment<Result>(
  options: Options,
  rows: readonly number[],
  perform: (environment: Environment) => Promise<Result>,
): Promise<Result> {
  const stops: (() => unknown)[] = [];
  try {
    const dataDir = resolve(options.dataDir ?? join(CACHE, `postrider-measure-${process.pid}`));
    mkdirSync(dataDir, { recursive: true });
    if (!options.dataDir) stops.push(() => rmSync(dataDir, { recursive: true, force: true }));
    const logger = createLogger({ level: 'error', pretty: true });
    const postgres = await openEmbeddedPostgres({ dataDir, port: 0, logger });
    stops.push(() => postgres.stop());
    const filled = await prepareTemplate(postgres, dataDir, rows);
    process.env.POSTRIDER_TEST_URL = postgres.url;
    process.env.POSTRIDER_TEST_SUPERUSER_URL = postgres.superuserUrl;
    const receiver = await startReceiver();
    stops.push(() => receiver.stop());
    const gateways = join(dataDir, 'gateways.json');
    writeFileSync(gateways, JSON.stringify(gatewaysFor(options.minutes)));
    const stage = await openStage({ GATEWAYS_FILE: gateways, ALLOW_PRIVATE_NETWORK_URLS: 'true' });
    stops.push(() => stage.close());
    await joinFilled(stage, filled);
    return await perform({ stage, filled, receiver, options, open: opener(stage) });
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

/** The slow one is still busy with a whole campaign when it has been watched for so many minutes. */
function gatewaysFor(minutes: number) {
  const limited = (name: string, ratePerSecond: number) => ({
    name,
    kind: 'sandbox',
    rate_per_second: ratePerSecond,
    options: { delay_ms: 500 },
  });
  return {
    gateways: [limited('slow', CAMPAIGN_SIZE / ((minutes + 3) * 60)), limited('brisk', BRISK_PER_SECOND)],
    routes: [
      { gateways: ['sandbox'] },
      { prefixes: [SLOW_PREFIX], gateways: ['slow'] },
      { prefixes: [BRISK_PREFIX], gateways: ['brisk'] },
    ],
  };
}

/** Every database of a stage is a copy of this one, so what is filled into it once is in all of them. */
async function prepareTemplate(
  { url, superuserUrl }: { readonly url: string; readonly superuserUrl: string },
  dataDir: string,
  rows: readonly number[],
): Promise<Filled[]> {
  const note = join(dataDir, 'filled.json');
  const known: Filled[] = existsSync(note) ? JSON.parse(readFileSync(note, 'utf8')) : [];
  await allowConnections(superuserUrl, true);
  await migrateDatabase(url, createLogger({ level: 'error', pretty: true }));
  for (const messages of rows) {
    if (known.some((each) => each.messages === messages)) continue;
    known.push({ messages, organisationId: await fill(url, messages) });
    writeFileSync(note, JSON.stringify(known));
  }
  // A database can be copied only while nobody is connected to it.
  await allowConnections(superuserUrl, false);
  return known.filter(({ messages }) => rows.includes(messages)).toSorted((a, b) => a.messages - b.messages);
}

async function allowConnections(superuserUrl: string, isAllowed: boolean): Promise<void> {
  const client = new Client({ connectionString: superuserUrl });
  await client.connect();
  await client.query(`ALTER DATABASE postrider ALLOW_CONNECTIONS ${isAllowed}`);
  await client.end();
}

async function fill(url: string, messages: number): Promise<string> {
  const args = ['--messages', String(messages), '--seed', String(messages), '--organisations', '1', '--add', '--json'];
  const child = spawn(process.execPath, ['test/fill/run.ts', ...args], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH ?? '',
      DATABASE_URL: url,
      SECRET_KEY: 'the keys of these organisations are not used',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (chunk) => (printed += chunk));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`npm run fill ended with ${code}.`);
  return (JSON.parse(printed) as { organisations: { id: string }[] }).organisations[0]?.id ?? '';
}

async function joinFilled(stage: Stage, filled: readonly Filled[]): Promise<void> {
  const { email } = await stage.personWith('owner');
  for (const { organisationId } of filled) {
    await stage.server.sql(
      `INSERT INTO memberships (organisation_id, person_id, role, created_at)
       SELECT $1, id, 'owner', now() FROM people WHERE email = $2`,
      [organisationId, email],
    );
  }
}

function opener(stage: Stage): Environment['open'] {
  return async (path, { organisationId = stage.organisationId, width = 1280 } = {}) => {
    // The shortest way to a page whose browser has the cookie.
    const { page } = await stage.open('/account', { width });
    if (organisationId !== stage.organisationId || path !== '/account') {
      await page.goto(`${stage.server.url}/app/${organisationId}${path}`);
    }
    return page;
  };
}
