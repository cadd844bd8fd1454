import { closeServices, createServices } from '../app.js';
import { type Config, loadConfig } from '../config/config.js';
import { type Caller, type Hints, OPERATOR } from '../domain/context.js';
import { SCOPES } from '../domain/vocabulary.js';
import { createLogger, LOG_LEVELS, type Logger } from '../lib/log/logger.js';
import type { Context, Services } from '../operations/context.js';
import { type OpenDatabase, openMigratedDatabase } from './open-database.js';
import { standardError } from './output.js';
import { ensureSecretKey } from './secret-key.js';

/** Commands leave no hints: the workers of the running server sweep every few seconds. */
export const NO_HINTS: Hints = { announce: async () => undefined, nudge: () => undefined };

/** Runs `work` with what operations stand on, and cleans up after it. */
export async function withServices<T>(work: (services: Services, database: OpenDatabase) => Promise<T>): Promise<T> {
  const config = loadConfig();
  const logger = createCommandLogger(config);
  const database = await openMigratedDatabase(config, logger);
  try {
    const secretKey = ensureSecretKey(config);
    const services = await createServices({ config, logger, databaseUrl: database.url, secretKey }, NO_HINTS);
    try {
      return await work(services, database);
    } finally {
      await closeServices(services);
    }
  } finally {
    await database.close();
  }
}

/** Commands print results, so what is merely interesting stays out of the way. */
export function createCommandLogger({ logLevel }: Pick<Config, 'logLevel'>): Logger {
  const quieter = LOG_LEVELS.indexOf(logLevel) > LOG_LEVELS.indexOf('warn') ? logLevel : 'warn';
  return createLogger({ level: quieter, pretty: true }, standardError);
}

/** The operator may do everything in an organisation. `test`: as with a test key, nothing leaves the sandbox. */
export function actFor(services: Services, organisationId: string, test: boolean): Context {
  const mode = test ? 'test' : 'live';
  const caller: Caller = {
    organisationId,
    actor: OPERATOR,
    address: null,
    mode,
    scopes: SCOPES,
    role: 'owner',
    sessionIds: null,
    senderIds: null,
    enforcesSenderIds: false,
  };
  return { ...services, caller };
}
