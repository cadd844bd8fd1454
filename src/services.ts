import { readFile } from 'node:fs/promises';
import type { Config } from './config/config.js';
import { openDatabase } from './db/orm.js';
import type { Hints } from './domain/context.js';
import { LIMITS } from './domain/limits.js';
import type { SecretKeys } from './domain/secret-keys.js';
import { compileNumbers } from './domain/sms/inbound/own-numbers.js';
import { compileRoutes } from './domain/sms/routing.js';
import {
  configureFromText,
  configureGateways,
  GatewayConfigError,
  type GatewaySetup,
} from './gateways/configure/gateways-file.js';
import { openMailer } from './gateways/mail/mailer.js';
import { CircuitBreaker, CircuitBreakers } from './lib/async/circuit-breaker.js';
import { UnderWay } from './lib/async/under-way.js';
import { DatabaseClock } from './lib/database-clock.js';
import type { Logger } from './lib/log/logger.js';
import { createHttpClient } from './lib/net/http-client.js';
import type { Reach } from './lib/net/public-address.js';
import type { Services } from './operations/context.js';
import { Outages } from './operations/sms/dispatch/outages.js';

export interface ServiceOptions {
  readonly config: Config;
  readonly logger: Logger;
  readonly databaseUrl: string;
  readonly secretKey: string;
}

/** Creates the services that operations need, in a server and in a command. */
export async function createServices(options: ServiceOptions, hints: Hints): Promise<Services> {
  return assembleServices(options, hints, await readGateways(options.config, options.secretKey));
}

/** As `createServices`, for a process that keeps the setup to compare it at SIGHUP. */
export async function assembleServices(
  options: ServiceOptions,
  hints: Hints,
  { gateways, engines, routes, numbers }: GatewaySetup,
): Promise<Services> {
  const { config, logger, databaseUrl: url, secretKey } = options;
  const { databasePoolSize: poolSize, connectsToNodes } = config;
  const db = await openDatabase({ url, poolSize, connectsToNodes, logger });
  const webhookReach = reachOf(config);
  return {
    db,
    logger,
    hints,
    gateways,
    engines,
    routing: compileRoutes(routes),
    numbers: compileNumbers(numbers),
    http: createHttpClient({ reach: webhookReach, maxReceivedBytes: LIMITS.webhookReceivedBytes }),
    breakers: new Map([...gateways.keys()].map((name) => [name, new CircuitBreaker()])),
    outages: new Outages(db, logger),
    phoneBreakers: new CircuitBreakers(),
    handOvers: new UnderWay(),
    databaseClock: new DatabaseClock(),
    policy: { ...config, batchSize: config.dispatchBatchSize, webhookReach },
    mailer: await openMailer(config, logger),
    secretKey,
    secretKeys: secretKeysOf(config, secretKey),
  };
}

export function secretKeysOf({ previousSecretKey }: Pick<Config, 'previousSecretKey'>, secretKey: string): SecretKeys {
  return previousSecretKey === undefined ? [secretKey] : [secretKey, previousSecretKey];
}

/** Closes the services and their connections. */
export async function closeServices({ http, mailer, db }: Services): Promise<void> {
  await mailer.close();
  await http.close();
  await db.close();
}

/** Without DATABASE_URL, people try the program out with a receiver on the same machine. */
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
