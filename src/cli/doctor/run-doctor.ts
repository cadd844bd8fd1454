import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { asTyped } from '../../config/command-line.js';
import { type Config, loadConfig } from '../../config/config.js';
import { weaknessesOf } from '../../config/weaknesses.js';
import { findRunningEmbedded } from '../../db/embedded.js';
import { withDatabase } from '../../db/orm.js';
import type { GatewaySetup } from '../../gateways/configure/gateways-file.js';
import type { Logger } from '../../lib/log/logger.js';
import { readGateways } from '../../services.js';
import { type CommonOptions, EXIT, explainFailure, MIGRATE_FIRST } from '../command.js';
import { external, type OpenDatabase, openCommandDatabase } from '../database/open-database.js';
import {
  type DatabaseFacts,
  listUnknownMigrations,
  needsMigration,
  OLDEST_VERSION,
  probeDatabase,
  probeRoom,
} from '../database/probe-database.js';
import { examinePooling } from '../database/probe-pooling.js';
import { printResult } from '../output.js';
import { requireFreePorts } from '../serve/ports.js';
import { formatTable } from '../table.js';
import { styleState } from '../terminal-text.js';
import { createCommandLogger } from '../with-services.js';
import { examineGateways, examineMail } from './examine-gateways.js';
import { examineTables } from './examine-tables.js';
import { attempt, type Finding, fine, warning, wrong } from './finding.js';

const LABELS = { ok: 'ok', warning: 'WARNING', fault: 'WRONG' } as const;

export async function doctor({ json }: CommonOptions): Promise<void> {
  const findings = await examine();
  const rows = findings.map(({ level, subject, words }) => [LABELS[level], subject, words]);
  const faults = findings.filter(({ level }) => level === 'fault').length;
  const warnings = findings.filter(({ level }) => level === 'warning').length;
  const ok = faults + warnings === 0;
  const verdict = ok ? 'All checks passed.' : `${findings.length} findings: faults ${faults}, warnings ${warnings}.`;
  printResult(
    json,
    { ok, faults, warnings, findings: findings.map((finding) => ({ ...finding, ok: finding.level === 'ok' })) },
    `${formatTable([{ title: '', paint: styleState }, 'WHAT', 'FINDING'], rows)}\n\n${verdict}`,
  );
  if (!ok) process.exitCode = faults > 0 ? EXIT.failed : EXIT.warned;
}

const PRIVATE_FILES = ['secret.key', 'demo.json', 'postgres.json'];
/** Leases and schedules compare times of the database and of processes. */
const CLOCK_TOLERANCE_MS = 2_000;
const HEALTH_TIMEOUT_MS = 2_000;

/** Runs all checks, each after those that it builds on. */
async function examine(): Promise<Finding[]> {
  let config: Config;
  try {
    config = loadConfig();
  } catch (error) {
    return explainFailure(error).map((words) => wrong('settings', words));
  }
  const logger = createCommandLogger(config);
  const gateways = await examineGatewaysFile(config);
  return [
    fine(
      'settings',
      `${config.nodeEnv}, ${config.gatewaysFile ? `gateways of ${config.gatewaysFile}` : 'sandbox only'}`,
    ),
    ...weaknessesOf(config).map((words) => warning('settings', words)),
    examineFolder(config),
    await examinePort(config),
    await examineMail(config),
    ...gateways.findings,
    ...(await examineDatabase(config, logger, gateways.setup)),
  ];
}

interface ExaminedGateways {
  readonly findings: readonly Finding[];
  /** Null if the file is not valid. */
  readonly setup: GatewaySetup | null;
}

async function examineGatewaysFile(config: Config): Promise<ExaminedGateways> {
  try {
    // Before the first start there may be no secret key; this check does not create one.
    const setup = await readGateways(config, config.secretKey ?? '');
    return { findings: await examineGateways(setup), setup };
  } catch (error) {
    return { findings: explainFailure(error).map((words) => wrong('gateways', words)), setup: null };
  }
}

function examineFolder({ dataDir }: Config): Finding {
  const open = PRIVATE_FILES.filter((name) => {
    const mode = statSync(join(dataDir, name), { throwIfNoEntry: false })?.mode ?? 0;
    return (mode & 0o077) !== 0;
  });
  if (open.length === 0) return fine('data folder', resolve(dataDir));
  return wrong('data folder', `${open.join(', ')} in ${resolve(dataDir)} can be read by other users: chmod 600 them.`);
}

/** A port in use by Postrider itself is fine. */
async function examinePort(config: Config): Promise<Finding> {
  try {
    await requireFreePorts(config);
    return fine('port', `${config.port} is free; no server is running here`);
  } catch (error) {
    const signal = AbortSignal.timeout(HEALTH_TIMEOUT_MS);
    const answer = await fetch(`http://${config.host}:${config.port}/readyz`, { signal }).catch(() => null);
    if (answer?.ok) return fine('port', `a server runs on ${config.port} and is ready`);
    if (answer?.status === 503) return wrong('port', `The server on ${config.port} is not ready: its log says why.`);
    return wrong('port', explainFailure(error).join(' '));
  }
}

async function examineDatabase(config: Config, logger: Logger, setup: ExaminedGateways['setup']): Promise<Finding[]> {
  const neverStarted = !config.databaseUrl && !statSync(join(config.dataDir, 'postgres'), { throwIfNoEntry: false });
  if (neverStarted) return [fine('database', `not created yet: the first "${asTyped('serve')}" creates it`)];
  const wasRunning = config.databaseUrl !== undefined || findRunningEmbedded(config.dataDir) !== undefined;
  let database: OpenDatabase;
  try {
    database = await openCommandDatabase(config, logger);
  } catch (error) {
    return explainFailure(error).map((words) => wrong('database', words));
  }
  const { url } = database;
  const place = `${database.description}${wasRunning ? '' : ' (started for this check)'}`;
  try {
    const facts = await probeDatabase(url);
    const findings = [
      ...judgeFacts(facts, place),
      ...(config.databaseUrl ? await attempt('connection pool', () => judgePooling(config)) : []),
    ];
    const migrations = await attempt('migrations', () => examineMigrations(url, facts, logger));
    findings.push(...migrations, ...(await attempt('room', () => examineRoom(url))));
    // The others read tables.
    if (migrations.some(({ level }) => level === 'fault')) return findings;
    const options = { url, poolSize: 2, connectsToNodes: config.connectsToNodes, logger };
    return [...findings, ...(await withDatabase(options, (db) => examineTables(config, db, setup)))];
  } catch (error) {
    return explainAt(error, place).map((words) => wrong('database', words));
  } finally {
    await database.close();
  }
}

/** Names host and port, which no error of PostgreSQL does. */
const explainAt = (error: unknown, place: string) => explainFailure(error).map((words) => `${place}: ${words}`);

async function examineMigrations(url: string, facts: DatabaseFacts, logger: Logger): Promise<Finding[]> {
  if (await needsMigration(url, facts, logger)) return [wrong('migrations', MIGRATE_FIRST)];
  const unknown = await listUnknownMigrations(url, logger);
  if (unknown.length === 0) return [fine('migrations', `up to date, ${facts.queues} queues`)];
  const words = `up to date, but the database has migrations of a newer version: ${unknown.join(', ')}. Upgrade this program.`;
  return [warning('migrations', words)];
}

async function judgePooling({ databaseUrl, listenUrl }: Config): Promise<Finding[]> {
  try {
    const { kind, words } = await examinePooling(String(databaseUrl), listenUrl);
    const judge = { works: fine, 'works late': warning, fails: wrong }[kind];
    return [judge('connection pool', words)];
  } catch (error) {
    // The database itself has answered before.
    if (listenUrl === undefined) throw error;
    return explainAt(error, `${external(listenUrl).description} of LISTEN_URL`).map((words) =>
      wrong('connection pool', words),
    );
  }
}

async function examineRoom(url: string): Promise<Finding[]> {
  await probeRoom(url);
  return [fine('room', 'the database has free disk space')];
}

function judgeFacts({ version, role, ignoresRowSecurity, clockAheadMs }: DatabaseFacts, place: string): Finding[] {
  const number = `${Math.floor(version / 10_000)}.${version % 10_000}`;
  return [
    version >= OLDEST_VERSION
      ? fine('database', `${place}, version ${number}`)
      : wrong('database', `${place} is version ${number}: PostgreSQL 15 or newer is needed.`),
    ignoresRowSecurity
      ? wrong('role', `"${role}" bypasses row level security: ALTER ROLE "${role}" NOSUPERUSER NOBYPASSRLS.`)
      : fine('role', `"${role}" is subject to row level security`),
    Math.abs(clockAheadMs) <= CLOCK_TOLERANCE_MS
      ? fine('clock', `the clocks of the database and of this machine differ by ${Math.abs(clockAheadMs)} ms`)
      : wrong(
          'clock',
          `The clocks of the database and of this machine differ by ${Math.abs(clockAheadMs)} ms: synchronise both by NTP.`,
        ),
  ];
}
