import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { asTyped } from '../../config/as-typed.js';
import { type Config, loadConfig } from '../../config/config.js';
import { weaknessesOf } from '../../config/weaknesses.js';
import { findRunningEmbedded } from '../../db/embedded.js';
import { type DatabaseOptions, openDatabase } from '../../db/orm.js';
import { countDue } from '../../db/sql/sms/agenda.js';
import type { Logger } from '../../lib/log/logger.js';
import { readGateways } from '../../services.js';
import { type CommonOptions, explainFailure, MIGRATE_FIRST } from '../command.js';
import { openCommandDatabase } from '../open-database.js';
import { printResult } from '../output.js';
import { requireFreePorts } from '../serve/ports.js';
import { formatTable } from '../table.js';
import { styleState } from '../terminal-text.js';
import { createCommandLogger } from '../with-services.js';
import { examineCitus } from './examine-citus.js';
import { examineGateways, examineMail, type Finding, fine, wrong } from './examine-gateways.js';
import { examineGrowth } from './examine-growth.js';
import { examineSecretKeys } from './examine-secret-keys.js';
import { type DatabaseFacts, needsMigration, OLDEST_VERSION, probeDatabase, probeRoom } from './probe-database.js';
import { examinePooling } from './probe-pooling.js';

export async function doctor({ json }: CommonOptions): Promise<void> {
  const findings = await examine();
  const wrong = findings.filter(({ ok }) => !ok).length;
  const rows = findings.map(({ ok, subject, words }) => [ok ? 'ok' : 'WRONG', subject, words]);
  const verdict = wrong === 0 ? 'All checks passed.' : `${wrong} of ${findings.length} findings need attention.`;
  printResult(
    json,
    { ok: wrong === 0, findings },
    `${formatTable([{ title: '', paint: styleState }, 'WHAT', 'FINDING'], rows)}\n\n${verdict}`,
  );
  if (wrong > 0) process.exitCode = 1;
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
    ...weaknessesOf(config).map((words) => wrong('settings', words)),
    examineFolder(config),
    await examinePort(config),
    await examineMail(config),
    ...gateways.findings,
    ...(await examineDatabase(config, logger, gateways.names)),
  ];
}

interface ExaminedGateways {
  readonly findings: readonly Finding[];
  /** The names of the configured gateways; null if the file is not valid. */
  readonly names: ReadonlySet<string> | null;
}

/** Checks GATEWAYS_FILE and every gateway in it. */
async function examineGatewaysFile(config: Config): Promise<ExaminedGateways> {
  try {
    // Before the first start there may be no secret key; this check does not create one.
    const setup = await readGateways(config, config.secretKey ?? '');
    return { findings: await examineGateways(setup), names: new Set(setup.gateways.keys()) };
  } catch (error) {
    return { findings: explainFailure(error).map((words) => wrong('gateways', words)), names: null };
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

async function examineDatabase(
  config: Config,
  logger: Logger,
  gateways: ExaminedGateways['names'],
): Promise<Finding[]> {
  const neverStarted = !config.databaseUrl && !statSync(join(config.dataDir, 'postgres'), { throwIfNoEntry: false });
  if (neverStarted) return [fine('database', `not created yet: the first "${asTyped('serve')}" creates it`)];
  try {
    const wasRunning = config.databaseUrl !== undefined || findRunningEmbedded(config.dataDir) !== undefined;
    const database = await openCommandDatabase(config, logger);
    try {
      const facts = await probeDatabase(database.url);
      const pending = await needsMigration(database.url, facts, logger);
      const migrated = pending
        ? wrong('migrations', MIGRATE_FIRST)
        : fine('migrations', `up to date, ${facts.queues} queues`);
      return [
        ...judgeFacts(facts, `${database.description}${wasRunning ? '' : ' (started for this check)'}`),
        ...(config.databaseUrl ? [await judgePooling(config.databaseUrl, config.listenUrl)] : []),
        migrated,
        await examineRoom(database.url),
        ...(pending
          ? []
          : await examineCitus({ url: database.url, poolSize: 2, connectsToNodes: config.connectsToNodes, logger })),
        ...(pending || !gateways
          ? []
          : await examineAgenda({ url: database.url, poolSize: config.databasePoolSize, logger }, gateways)),
        ...(pending ? [] : [await examineGrowth(config, { url: database.url, poolSize: 2, logger })]),
        ...(pending ? [] : await examineSecretKeys(config, { url: database.url, poolSize: 2, logger })),
      ];
    } finally {
      await database.close();
    }
  } catch (error) {
    return explainFailure(error).map((words) => wrong('database', words));
  }
}

async function judgePooling(databaseUrl: string, listenUrl: string | undefined): Promise<Finding> {
  const { kind, words } = await examinePooling(databaseUrl, listenUrl);
  return kind === 'works' ? fine('connection pool', words) : wrong('connection pool', words);
}

async function examineRoom(url: string): Promise<Finding> {
  return probeRoom(url).then(
    () => fine('room', 'the database has free disk space'),
    (error: unknown) => wrong('room', explainFailure(error).join(' ')),
  );
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
      ? fine('clock', `the clock of the database is ${clockAheadMs} ms ahead`)
      : wrong(
          'clock',
          `The clock of the database is ${clockAheadMs} ms ahead of this machine: synchronise both by NTP.`,
        ),
  ];
}

/** Finds messages of gateways that are no longer configured: no worker submits them, so they would wait for ever. */
async function examineAgenda(database: DatabaseOptions, gateways: ReadonlySet<string>): Promise<Finding[]> {
  const due = await countWaiting(database);
  const orphaned = due.filter(({ gateway }) => !gateways.has(gateway));
  if (orphaned.length === 0) return [fine('agenda', 'every waiting message has a configured gateway')];
  return orphaned.map(({ gateway, messages }) =>
    wrong(
      'agenda',
      `"${gateway}" is not configured, but ${messages} of its messages wait: add it again, or cancel them.`,
    ),
  );
}

async function countWaiting(options: DatabaseOptions) {
  const db = await openDatabase(options);
  try {
    return await db.acrossOrganisations(countDue);
  } finally {
    await db.close();
  }
}
