import { readFile } from 'node:fs/promises';
import type { Config } from './config/config.js';
import { openDatabase } from './db/orm.js';
import type { Hints, Services } from './domain/context.js';
import { configureGateways } from './gateways/configure.js';
import { CircuitBreaker } from './lib/circuit-breaker.js';
import type { Logger } from './lib/logger.js';
import { receiveReports } from './operations/reports/receive-reports.js';
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
  /** Where the API listens; null in the worker role. */
  readonly address: string | null;
  /** Finishes what is under way and takes nothing new. */
  stop(): Promise<void>;
}

/** Builds and starts one process of the given role. Everything that knows more than one adapter is here. */
export async function startApp(options: AppOptions, role: Role): Promise<App> {
  const { config, logger } = options;
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const stopOne of stops.reverse().splice(0)) await stopOne();
  };
  try {
    let workers: Workers | null = null;
    const queue = openQueue(
      { url: options.databaseUrl, logger },
      { onHint: role === 'api' ? null : (wakeUp) => workers?.wake(wakeUp) },
    );
    stops.push(queue.stop);
    const services = await createServices(options, queue.hints);
    stops.unshift(() => services.orm.close());
    if (role !== 'api') {
      workers = await startWorkers(services, config.sweepIntervalMs, stops);
    }
    const address = role === 'worker' ? null : null;
    return { address, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startWorkers(services: Services, sweepIntervalMs: number, stops: (() => Promise<void>)[]) {
  for (const { gateway } of services.gateways.values()) {
    await gateway.start?.({
      accept: (name, reports, delayMs) => receiveReports(services, name, reports, delayMs),
    });
    stops.push(async () => gateway.stop?.());
  }
  const workers = createWorkers(services);
  stops.push(workers.stop);
  const sweep = startSweep(services, workers, sweepIntervalMs);
  stops.push(sweep.stop);
  return workers;
}

/** What operations stand on. */
export async function createServices(options: AppOptions, hints: Hints): Promise<Services> {
  const { config, logger, databaseUrl: url, secretKey } = options;
  const orm = await openDatabase({ url, poolSize: config.databasePoolSize, logger });
  const file = config.gatewaysFile ? JSON.parse(await readFile(config.gatewaysFile, 'utf8')) : null;
  const { gateways, routes } = configureGateways(file, config);
  return {
    orm,
    logger,
    hints,
    gateways,
    routes,
    breakers: new Map([...gateways.keys()].map((name) => [name, new CircuitBreaker()])),
    policy: { ...config, batchSize: config.dispatchBatchSize },
    secretKey,
  };
}
