import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createAccountLimits } from './api/guard/account-limits.js';
import { createRateLimits } from './api/guard/rate-limits.js';
import type { Role } from './config/command-line.js';
import { weaknessesOf } from './config/weaknesses.js';
import { listen } from './db/postgres/listen.js';
import type { EngineReportSink } from './domain/chat/engine.js';
import type { ConfiguredGateway, GatewayInbox } from './domain/sms/gateway.js';
import type { ApiOptions } from './http/api.js';
import type { Health } from './http/metrics/health.js';
import { createMetrics, type Metrics } from './http/metrics/metrics.js';
import type { HttpServer } from './http/server.js';
import { type Stop, stopAtOnce, stopInTurn } from './lib/async/stop.js';
import { useTracer } from './lib/trace/tracing.js';
import { VERSION } from './lib/version.js';
import { receiveEngineReports } from './operations/chat/engine-reports.js';
import type { Services } from './operations/context.js';
import { startAnnouncing } from './operations/events/announce-events.js';
import { findSetUpLink } from './operations/people/set-up.js';
import { openGatewayInbox } from './operations/sms/gateways/gateway-inbox.js';
import { warnOfOrphanedNumbers } from './operations/sms/inbound/orphaned-numbers.js';
import { checkReady, readHealthFigures } from './operations/upkeep/health.js';
import type { CampaignJobs } from './queue/campaign-jobs.js';
import { openQueue } from './queue/queue.js';
import { createGatewayReplacement, type Replaceable } from './replace-gateways.js';
import { assembleServices, closeServices, readGateways, type ServiceOptions } from './services.js';
import { startSweep } from './workers/sweep.js';
import { createWorkers, type Workers } from './workers/workers.js';

export interface App {
  /** The URL at which the process listens: the API, or, in the worker role, health checks only. */
  readonly address: string;
  /**
   * The link that creates the first account; null if an account exists, and for workers. Rejects if the database is
   * unreachable.
   */
  readonly setUpLink: Promise<string | null>;
  /** Reloads GATEWAYS_FILE, or logs why it is refused. Never rejects. */
  reloadGateways(): Promise<void>;
  /**
   * Accepts no new work and finishes running work. Returns false if some part failed to stop or was abandoned at the
   * deadline.
   */
  stop(): Promise<boolean>;
}

/** Rate limits are read on every call and must not wait behind bulk statements. */
const RATE_LIMIT_POOL_SIZE = 4;
/** Every call waits for this response; without it, a process counts alone. */
const RATE_LIMIT_PATIENCE_MS = 2_000;

/** The part of the stop time that is reserved for settling what did not end, logging it, and closing. */
const LAST_STEPS_MS = 5_000;

interface Stops {
  /**
   * Stops that end the intake of work. They run at the same time, or workers would start work while calls are
   * finished.
   */
  readonly intake: Stop[];
  /** Stops of resources that work needs, in reverse order after the intake. */
  readonly resources: Stop[];
}

const loadHttp = () => import('./http/server.js');
const loadApi = () => import('./http/api.js');

/**
 * GraphQL takes longer to load than everything else together. Commands and workers never load it, and other servers
 * load it while their database starts.
 */
export async function loadServerModules(role: Role): Promise<void> {
  await Promise.all([loadHttp(), role === 'worker' ? null : loadApi()]);
}

/** Builds and starts a process of the given role. */
export async function startApp(options: ServiceOptions, role: Role): Promise<App> {
  const stops: Stops = { intake: [], resources: [] };
  const { logger } = options;
  const stop = () => stopInTurn([() => stopAtOnce(stops.intake, logger), ...stops.resources.toReversed()], logger);
  try {
    return { ...(await start(options, role, stops)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(options: ServiceOptions, role: Role, stops: Stops): Promise<Omit<App, 'stop'>> {
  const { config, logger, databaseUrl } = options;
  if (config.allowPrivateNetworkUrls) {
    logger.warn(
      'ALLOW_PRIVATE_NETWORK_URLS is set: callers can make this server and chat engines call addresses of private networks',
    );
  }
  if (role !== 'api' && config.nodeEnv === 'production' && config.smtpUrl === undefined) {
    logger.warn('SMTP_URL is not set: people get no mail, so they cannot verify an address or reset a password');
  }
  for (const weakness of weaknessesOf(config)) logger.warn(weakness);
  stops.resources.push(await startTraces(options, role));
  let workers: Workers | null = null;
  const queue = openQueue(
    { url: config.listenUrl ?? databaseUrl, logger },
    { onHint: role === 'api' ? null : (wakeUp) => workers?.wake(wakeUp) },
  );
  stops.resources.push(queue.stop);
  const metrics = createMetrics();
  const read = () => readGateways(config, options.secretKey);
  const setup = await read();
  const services = measured(await assembleServices(options, queue.hints, setup), metrics);
  services.db.observe(metrics.database);
  metrics.watch({ breakers: services.breakers, refusedForRoom: () => services.db.refusedForRoom });
  stops.resources.unshift(() => closeServices(services));
  stops.resources.push(startAnnouncing(services).stop);
  const gatewayInbox = openGatewayInbox(services, metrics.countReports);
  const engineReports: EngineReportSink = {
    accept: (engine, received, delayMs) => receiveEngineReports(services, engine, received, delayMs),
  };
  // In every role: the API submits chat messages itself, and workers watch the phones.
  for (const engine of services.engines.values()) {
    await engine.start?.(engineReports);
    stops.resources.push(async () => engine.stop?.());
  }
  if (role !== 'api') {
    stops.intake.push(queue.leaveHints);
    const intake = { gatewayInbox, sweepMs: config.sweepIntervalMs };
    workers = await startWorkers(services, queue.campaignJobs, intake, stops);
  }
  const gateways = createGatewayReplacement({
    current: services,
    setup,
    read,
    work: workers && { workers, inbox: gatewayInbox },
    measured: (configured) => measuredGateway(configured, metrics),
    onReplaced: () => warnOfOrphanedNumbers(services),
    logger,
  });
  stops.intake.push(gateways.stop);

  // Requested now, so that it is known when the server listens.
  const setUpLink = role === 'worker' ? Promise.resolve(null) : findSetUpLink(services);
  setUpLink.catch(() => undefined);
  const { createHttpServer } = await loadHttp();
  const stopMs = config.shutdownTimeoutSeconds * 1000;
  const answerMs = Math.max(stopMs - LAST_STEPS_MS, stopMs / 2);
  const closeMs = (answerMs + stopMs) / 2;
  const health: Health = {
    metrics,
    readFigures: () => readHealthFigures(services),
    servesMetrics: config.metricsPort === config.port,
    checkReady: () => checkReady(services),
  };
  if (!health.servesMetrics) {
    const { listenForMetrics } = await import('./http/metrics/health.js');
    stops.resources.push(await listenForMetrics(health, { host: config.host, port: config.metricsPort }));
  }
  const http = await createHttpServer({
    logger,
    trustProxy: config.trustProxy,
    // No load balancer routes calls to a worker.
    graceMs: role === 'worker' ? 0 : config.shutdownGraceSeconds * 1000,
    closeTimeoutMs: closeMs,
    health,
    api: role === 'worker' ? null : await openApi(options, services, { gatewayInbox, engineReports }, stops),
  });
  stops.intake.push(() => closeHttp(http, services, { answerMs, closeMs }));
  const address = await http.listen(config.host, config.port);
  return { address, setUpLink, reloadGateways: gateways.reload };
}

/**
 * Loads the SDK of OpenTelemetry only if traces have somewhere to go. It stops last, so that the spans of the stop are
 * sent too.
 */
async function startTraces({ config, logger }: ServiceOptions, role: Role): Promise<Stop> {
  const { otlpEndpoint: endpoint, tracesSampler: sampler, tracesSamplerRatio: samplerRatio } = config;
  if (endpoint === undefined) return async () => undefined;
  const { startOpenTelemetry } = await import('./lib/trace/open-telemetry.js');
  const { tracer, stop } = startOpenTelemetry({ logger, endpoint, sampler, samplerRatio, role });
  useTracer(tracer);
  return stop;
}

/**
 * Finishes running calls. Responses of chat engines are stored even if the caller has gone. Messages whose engine does
 * not respond in time become in doubt, while their callers can still be told.
 */
async function closeHttp(
  http: HttpServer,
  { handOvers, logger }: Services,
  { answerMs, closeMs }: { readonly answerMs: number; readonly closeMs: number },
): Promise<void> {
  // If the database is unreachable nothing can be stored, and the rest must be closed all the same.
  const timedOut = sleep(closeMs, undefined, { ref: false });
  const giveUp = setTimeout(() => {
    const messages = handOvers.giveUp();
    if (messages > 0)
      logger.warn({ messages }, 'chat engines did not respond before the stop; their messages are in doubt');
  }, answerMs);
  try {
    await http.close();
  } finally {
    await Promise.race([handOvers.ended(), timedOut]);
    clearTimeout(giveUp);
  }
}

/** Wraps the services so that calls of gateways, engines, webhooks and the mail server are counted and timed. */
function measured(services: Services, metrics: Metrics): Services & Replaceable {
  const gateways = [...services.gateways].map(
    ([name, configured]) => [name, measuredGateway(configured, metrics)] as const,
  );
  const engines = [...services.engines].map(([name, engine]) => [name, metrics.measuredEngine(engine)] as const);
  const http = metrics.measuredClient(services.http);
  const mailer = metrics.measuredMailer(services.mailer);
  const breakers = new Map(services.breakers);
  return { ...services, gateways: new Map(gateways), breakers, engines: new Map(engines), http, mailer };
}

function measuredGateway(configured: ConfiguredGateway, metrics: Metrics): ConfiguredGateway {
  return { ...configured, gateway: metrics.measured(configured.gateway) };
}

async function startWorkers(
  services: Services,
  campaignJobs: CampaignJobs,
  { gatewayInbox, sweepMs }: { readonly gatewayInbox: GatewayInbox; readonly sweepMs: number },
  stops: Stops,
) {
  const { gateways, logger } = services;
  // Reads the map at the stop, because SIGHUP may have replaced gateways.
  stops.resources.push(() => stopAtOnce([...gateways.values()].map(stopOf), logger));
  for (const { gateway } of gateways.values()) await gateway.start?.(gatewayInbox);
  const workers = createWorkers(services, campaignJobs);
  const sweep = startSweep(services, workers, sweepMs);
  stops.intake.push(workers.stop, sweep.stop);
  await warnOfOrphanedNumbers(services);
  return workers;
}

const stopOf = ({ gateway }: ConfiguredGateway): Stop => {
  return async () => gateway.stop?.();
};

async function openApi(
  { config, logger, databaseUrl }: ServiceOptions,
  services: Services,
  sinks: Pick<ApiOptions, 'gatewayInbox' | 'engineReports'>,
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
  stops.resources.push(() => pool.end());
  const { createApi } = await loadApi();
  const api = await createApi({
    dependencies: {
      services,
      rateLimits: createRateLimits(pool, logger, config.callsPerMinute),
      accountLimits: createAccountLimits(pool, logger),
    },
    ...sinks,
    publicUrl: config.publicUrl,
    allowedOrigins: config.allowedOrigins,
    trustsHost: config.nodeEnv !== 'production',
    chatPathSegment: config.chatPathSegment,
    bodyLimitBytes: config.bodyLimitBytes,
    version: VERSION,
  });
  const { channels, noticeAll: onGap } = api.subscriptions;
  stops.resources.push(listen({ url: config.listenUrl ?? databaseUrl, logger, channels, onGap }).stop);
  return api;
}
