import { resolve } from 'node:path';
import { type Process, runBuild, type Settings, startBuild } from '../processes.ts';
import { forgetCalls } from '../scenarios/latency.ts';
import type { Tenant } from '../scenarios/tenants.ts';
import type { Database, Stage } from '../stage.ts';

const COMMANDS_AT_ONCE = 4;

/**
 * A program that has been built, with a database that its own migrations made and organisations that its own commands
 * made.
 */
export interface Build {
  readonly name: string;
  readonly dist: string;
  readonly template: string;
  readonly tenants: Tenants;
}

/** Organisations with a test key, and the first of them with a live one. */
export interface Tenants {
  readonly test: readonly Tenant[];
  readonly live: readonly Tenant[];
}

/** A build at work on a database of its own, for one scenario. */
export interface Site {
  readonly database: Database;
  readonly tenants: Tenants;
  readonly api: Process;
  readonly worker: Process | null;
  /** How many statements the build has sent so far. */
  countStatements(): Promise<number>;
  /** The limits are for a minute, and a round must not wait for the next. */
  forgetCalls(): Promise<unknown>;
}

/** Only by the commands and routes of the build, since its modules may be other ones than ours. */
export async function prepareBuild(stage: Stage, name: string, dist: string, organisations: number): Promise<Build> {
  const template = `against_${name}`;
  const database = await stage.createDatabase(template, 'template1');
  await runBuild(database, resolve(dist), ['migrate']);
  const test: Tenant[] = [];
  while (test.length < organisations) {
    const together = Array.from({ length: Math.min(COMMANDS_AT_ONCE, organisations - test.length) }, () =>
      createTenant(database, resolve(dist)),
    );
    test.push(...(await Promise.all(together)));
  }
  const live = [await withKey(database, resolve(dist), test[0] as Tenant, 'live')];
  // A template must have no connections.
  await database.superuser.end();
  return { name, dist: resolve(dist), template, tenants: { test, live } };
}

async function createTenant(database: Database, dist: string): Promise<Tenant> {
  const made = await runBuild(database, dist, ['organisation', 'create', 'Bench']);
  // Builds before this name called the id organisation_id.
  const { id, organisation_id: organisationId = id as string } = made as { id?: string; organisation_id?: string };
  return withKey(database, dist, { organisationId }, 'test');
}

async function withKey(
  database: Database,
  dist: string,
  { organisationId }: Pick<Tenant, 'organisationId'>,
  mode: 'test' | 'live',
): Promise<Tenant> {
  const command = ['key', 'create', '--organisation', organisationId, '--name', 'bench', '--mode', mode];
  const { key } = (await runBuild(database, dist, command)) as { key: string };
  const headers = { authorization: `Bearer ${key}`, 'x-organisation-id': organisationId };
  return { organisationId, headers: { ...headers, 'content-type': 'application/json' } };
}

export interface SiteOptions {
  readonly scenario: string;
  readonly hasWorker: boolean;
  readonly settings: Settings;
}

export async function openSite(
  stage: Stage,
  build: Build,
  { scenario, hasWorker, settings }: SiteOptions,
): Promise<Site> {
  const name = `against_${build.name}_${scenario.replaceAll('-', '_')}`;
  const database = await stage.createDatabase(name, build.template);
  await database.superuser.query('CREATE EXTENSION pg_stat_statements');
  const api = await startBuild(stage, database, build.dist, 'api', settings);
  const worker = hasWorker ? await startBuild(stage, database, build.dist, 'worker', settings) : null;
  const role = new URL(database.url).username;
  return {
    database,
    tenants: build.tenants,
    api,
    worker,
    async countStatements() {
      const { rows } = await database.superuser.query<{ calls: number }>(STATEMENTS, [role]);
      return rows[0]?.calls ?? Number.NaN;
    },
    forgetCalls: () => forgetCalls(database),
  };
}

const STATEMENTS = `SELECT coalesce(sum(calls), 0)::float8 AS calls
  FROM pg_stat_statements
  WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND userid = (SELECT oid FROM pg_roles WHERE rolname = $1)`;
