import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createAccountLimits } from './api/guard/account-limits.js';
import { createRateLimits } from './api/guard/rate-limits.js';
import type { Config } from './config/config.js';
import { weaknessesOf } from './config/weaknesses.js';
import { listen } from './db/listen.js';
import { openDatabase } from './db/orm.js';
import type { EngineReportSink } from './domain/chat/engine.js';
import type { Hints } from './domain/context.js';
import { EVENTS_CHANNEL } from './domain/events/channel.js';
import type { OptOutSink, ReportSink } from './domain/sms/gateway.js';
import { compileRoutes } from './domain/sms/routing.js';
import { configureGateways, GatewayConfigError, type GatewaySetup } from './gateways/configure.js';
import { configureFromText } from './gateways/configure-from-text.js';
import { openMailer } from './gateways/mail/registry.js';
import type { ApiOptions } from './http/api.js';
import { createMetrics, type Metrics } from './http/metrics.js';
import type { HttpServer } from './http/server.js';
import { CircuitBreaker, CircuitBreakers } from './lib/async/circuit-breaker.js';
import { type Stop, stopAtOnce, stopInTurn } from './lib/async/stop.js';
import { UnderWay } from './lib/async/under-way.js';
import type { Logger } from './lib/log/logger.js';
import type { Reach } from './lib/net/public-address.js';
import { createPublicClient } from './lib/net/public-client.js';
import { VERSION } from './lib/version.js';
import { receiveEngineReports } from './operations/chat/receive-engine-reports.js';
import type { Services } from './operations/context.js';
import { startAnnouncing } from './operations/events/announce-events.js';
import { findSetUpLink } from './operations/people/accounts/find-set-up-link.js';
import { checkReady } from './operations/plumbing/check-ready.js';
import { readHealthFigures } from './operations/plumbing/read-health-figures.js';
import { receiveReports } from './operations/sms/reports/receive-reports.js';
import { receiveOptOuts } from './operations/sms/suppressions/receive-opt-outs.js';
import { openQueue } from './queue/queue.js';
import { startSweep } from './workers/sweep.js';
import { createWorkers, type Workers } from './workers/workers.js';

export const ROLES = ['all', 'api', 'worker'] as const;
export type Role = (typeof ROLES)[number];

export interface AppOptions {
  readonly config: Config;
  readonly logger: Logger;
  readonly databaseUrl: string;
  readonly secretKey: string;
}

export interface App {
  /** Where the process listens: the API, or, in the worker role, its health alone. */
  readonly address: string;
  /** What makes the first account; null once somebody has one, and for workers. Rejects when the database is away. */
  readonly setUpLink: Promise<string | null>;
  /** Finishes what is under way and takes nothing new. Returns whether all of it has ended in order. */
  stop(): Promise<boolean>;
}

/** Rate limits are asked on every call and must not wait behind bulk statements. */
const RATE_LIMIT_POOL_SIZE = 4;
/** Every call waits for this answer; without it, a process counts alone. */
const RATE_LIMIT_PATIENCE_MS = 2_000;

/** Of the time to stop, what is kept for writing down what did not end by itself, telling it, and closing. */
const LAST_STEPS_MS = 5_000;

interface Stops {
  /** Who takes work: all at the same time, or workers would go on taking while callers are being answered. */
  readonly takers: Stop[];
  /** What they stand on: after them, the last first. */
  readonly others: Stop[];
}

/**
 * GraphQL and HTTP take longer to load than everything else together. Commands never load them, and a server may do so
 * while its database starts.
 */
export async function loadServerModules() {
  const [{ createApi }, { createHttpServer }] = await Promise.all([
    import('./http/api.js'),
    import('./http/server.js'),
  ]);
  return { createApi, createHttpServer };
}

/** Builds and starts one process of the given role. Everything that knows more than one adapter is here. */
export async function startApp(options: AppOptions, role: Role): Promise<App> {
  const stops: Stops = { takers: [], others: [] };
  const { logger } = options;
  const stop = () => stopInTurn([() => stopAtOnce(stops.takers, logger), ...stops.others.toReversed()], logger);
  try {
    return { ...(await start(options, role, stops)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(options: AppOptions, role: Role, stops: Stops): Promise<Omit<App, 'stop'>> {
  const { config, logger, databaseUrl } = options;
  if (config.allowPrivateNetworkUrls) {
    logger.warn(
      'ALLOW_PRIVATE_NETWORK_URLS is set: callers can make this server and chat engines call addresses of private networks',
    );
  }
  if (role !== 'api' && config.nodeEnv === 'production' && config.smtpUrl === undefined) {
    logger.warn('SMTP_URL is not set: people get no mail, so nobody can verify an address or reset a password');
  }
  for (const weakness of weaknessesOf(config)) logger.warn(weakness);
  let workers: Workers | null = null;
  const queue = openQueue(
    { url: databaseUrl, logger },
    { onHint: role === 'api' ? null : (wakeUp) => workers?.wake(wakeUp) },
  );
  stops.others.push(queue.stop);
  const metrics = createMetrics();
  const services = measured(await createServices(options, queue.hints), metrics);
  stops.others.unshift(() => closeServices(services));
  stops.others.push(startAnnouncing(services).stop);
  const reports: ReportSink = {
    async accept(gateway, received, delayMs) {
      await receiveReports(services, gateway, received, delayMs);
      metrics.countReports(gateway, received);
    },
  };
  const optOuts: OptOutSink = { accept: (gateway, received) => receiveOptOuts(services, gateway, received) };
  const engineReports: EngineReportSink = {
    accept: (engine, received, delayMs) => receiveEngineReports(services, engine, received, delayMs),
  };
  // In every role: the API hands chat messages over itself, and workers look after the phones.
  for (const engine of services.engines.values()) {
    await engine.start?.(engineReports);
    stops.others.push(async () => engine.stop?.());
  }
  if (role !== 'api') workers = await startWorkers(services, reports, config.sweepIntervalMs, stops);

  // Asked for now, so that it is known when the server listens.
  const setUpLink = role === 'worker' ? Promise.resolve(null) : findSetUpLink(services);
  setUpLink.catch(() => undefined);
  const { createHttpServer } = await loadServerModules();
  const stopMs = config.shutdownTimeoutSeconds * 1000;
  const answerMs = Math.max(stopMs - LAST_STEPS_MS, stopMs / 2);
  const closeMs = (answerMs + stopMs) / 2;
  const http = await createHttpServer({
    logger,
    trustProxy: config.trustProxy,
    // No load balancer sends calls to a worker.
    graceMs: role === 'worker' ? 0 : config.shutdownGraceSeconds * 1000,
    closeTimeoutMs: closeMs,
    health: { metrics, readFigures: () => readHealthFigures(services), checkReady: () => checkReady(services) },
    api: role === 'worker' ? null : await openApi(options, services, { reports, optOuts, engineReports }, stops),
  });
  stops.takers.push(() => closeHttp(http, services, { answerMs, closeMs }));
  const address = await http.listen(config.host, config.port);
  return { address, setUpLink };
}

/**
 * Answers who is under way. What engines say is written down also when its caller has gone; for engines that say nothing
 * in all the time, their messages are in doubt, and the callers learn it while they can still be answered.
 */
async function closeHttp(
  http: HttpServer,
  { handOvers, logger }: Services,
  { answerMs, closeMs }: { readonly answerMs: number; readonly closeMs: number },
): Promise<void> {
  // Without a database nothing can be written down, and the rest has to be closed all the same.
  const resignation = sleep(closeMs, undefined, { ref: false });
  const impatience = setTimeout(() => {
    const messages = handOvers.giveUp();
    if (messages > 0)
      logger.warn({ messages }, 'chat engines did not answer before the end; their messages are in doubt');
  }, answerMs);
  try {
    await http.close();
  } finally {
    await Promise.race([handOvers.ended(), resignation]);
    clearTimeout(impatience);
  }
}

/** The same services, with every call of a gateway, an engine, a webhook or a mail server counted and timed. */
function measured(services: Services, metrics: Metrics): Services {
  const gateways = [...services.gateways].map(
    ([name, { gateway, pace }]) => [name, { gateway: metrics.measured(gateway), pace }] as const,
  );
  const engines = [...services.engines].map(([name, engine]) => [name, metrics.measuredEngine(engine)] as const);
  const http = metrics.measuredClient(services.http);
  const mailer = metrics.measuredMailer(services.mailer);
  return { ...services, gateways: new Map(gateways), engines: new Map(engines), http, mailer };
}

async function startWorkers(services: Services, reports: ReportSink, sweepIntervalMs: number, stops: Stops) {
  for (const { gateway } of services.gateways.values()) {
    await gateway.start?.(reports);
    stops.others.push(async () => gateway.stop?.());
  }
  const workers = createWorkers(services);
  const sweep = startSweep(services, workers, sweepIntervalMs);
  stops.takers.push(workers.stop, sweep.stop);
  return workers;
}

async function openApi(
  { config, logger, databaseUrl }: AppOptions,
  services: Services,
  sinks: Pick<ApiOptions, 'reports' | 'optOuts' | 'engineReports'>,
  stops: Stops,
) {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: RATE_LIMIT_POOL_SIZE,
    connectionTimeoutMillis: RATE_LIMIT_PATIENCE_MS,
    query_timeout: RATE_LIMIT_PATIENCE_MS,
    statement_timeout: RATE_LIMIT_PATIENCE_MS,
    keepAlive: true,
  });
  stops.others.push(() => pool.end());
  const { createApi } = await loadServerModules();
  const api = await createApi({
    dependencies: {
      services,
      rateLimits: createRateLimits(pool, logger),
      accountLimits: createAccountLimits(pool, logger),
    },
    ...sinks,
    publicUrl: config.publicUrl,
    allowedOrigins: config.allowedOrigins,
    trustsHost: config.nodeEnv !== 'production',
    bodyLimitBytes: config.bodyLimitBytes,
    version: VERSION,
  });
  const { notice, noticeAll } = api.subscriptions;
  const hearing = { onNotification: notice, onGap: noticeAll };
  stops.others.push(listen({ url: databaseUrl, channel: EVENTS_CHANNEL, logger, ...hearing }).stop);
  return api;
}

/** What operations stand on. */
export async function createServices(options: AppOptions, hints: Hints): Promise<Services> {
  const { config, logger, databaseUrl: url, secretKey } = options;
  const { gateways, engines, routes } = await readGateways(config, secretKey);
  const db = await openDatabase({ url, poolSize: config.databasePoolSize, logger });
  const webhookReach = reachOf(config);
  return {
    db,
    logger,
    hints,
    gateways,
    engines,
    routing: compileRoutes(routes),
    http: createPublicClient(webhookReach),
    breakers: new Map([...gateways.keys()].map((name) => [name, new CircuitBreaker()])),
    phoneBreakers: new CircuitBreakers(),
    handOvers: new UnderWay(),
    policy: { ...config, batchSize: config.dispatchBatchSize, webhookReach },
    mailer: openMailer(config, logger),
    secretKey,
  };
}

/** With their connections. */
export async function closeServices({ http, mailer, db }: Services): Promise<void> {
  await mailer.close();
  await http.close();
  await db.close();
}

/** Who tries the program out has the receiver on the same machine. */
function reachOf({ allowPrivateNetworkUrls, databaseUrl, nodeEnv }: Config): Reach {
  if (allowPrivateNetworkUrls) return 'any';
  return databaseUrl === undefined && nodeEnv !== 'production' ? 'loopback' : 'public';
}

export async function readGateways(
  { gatewaysFile: path, ...config }: Config,
  secretKey: string,
): Promise<GatewaySetup> {
  const defaults = { ...config, secretKey };
  if (!path) return configureGateways(null, defaults);
  const text = await readFile(path, 'utf8').catch(() => {
    throw new GatewayConfigError([`The file ${path} cannot be read.`]);
  });
  return configureFromText(text, path, defaults);
}
