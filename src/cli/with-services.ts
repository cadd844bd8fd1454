import { type Config, loadConfig } from '../config/config.js';
import type { Organisation } from '../db/sql/people/organisations.js';
import { type Caller, type Hints, OPERATOR } from '../domain/context.js';
import { LIMITS } from '../domain/limits.js';
import type { Page, PageArguments } from '../domain/paging.js';
import { SCOPES } from '../domain/vocabulary.js';
import { createLogger, LOG_LEVELS, type Logger } from '../lib/log/logger.js';
import type { Context, Services } from '../operations/context.js';
import { judgeSecretKeys } from '../operations/upkeep/accepted-keys.js';
import { closeServices, createServices } from '../services.js';
import { type OpenDatabase, openMigratedDatabase } from './database/open-database.js';
import type { OrganisationOptions } from './options.js';
import { standardError } from './output.js';
import { chooseOrganisation } from './people/choose-organisation.js';
import { type RememberedOrganisation, rememberedOrganisation } from './people/remembered-organisation.js';
import { ensureSecretKey } from './private-file.js';

/** Commands send no hints: a worker finds their work at its next look. */
export const NO_HINTS: Hints = { announce: async () => undefined, nudge: () => undefined, passOn: () => undefined };

interface CommandServices extends Services {
  readonly remembered: RememberedOrganisation;
}

/** Runs `work` with the services that operations need, and closes them afterwards. */
export async function withServices<T>(
  work: (services: CommandServices, database: OpenDatabase) => Promise<T>,
  { requiresKey = true }: { readonly requiresKey?: boolean } = {},
): Promise<T> {
  const config = loadConfig();
  const logger = createCommandLogger(config);
  const database = await openMigratedDatabase(config, logger);
  try {
    const secretKey = ensureSecretKey(config);
    const services = await createServices({ config, logger, databaseUrl: database.url, secretKey }, NO_HINTS);
    try {
      if (requiresKey) await judgeSecretKeys(services);
      return await work({ ...services, remembered: rememberedOrganisation(config) }, database);
    } finally {
      await closeServices(services);
    }
  } finally {
    await database.close();
  }
}

/** Makes a logger that hides lines below warnings, because commands print results. */
export function createCommandLogger({ logLevel }: Pick<Config, 'logLevel'>): Logger {
  const quieter = LOG_LEVELS.indexOf(logLevel) > LOG_LEVELS.indexOf('warn') ? logLevel : 'warn';
  return createLogger({ level: quieter, pretty: true }, standardError);
}

/** Runs `work` as the operator, in the organisation that the options name. */
export function withOrganisation<T>(
  options: Pick<OrganisationOptions, 'organisation'>,
  work: (context: Context, organisation: Organisation, database: OpenDatabase) => Promise<T>,
): Promise<T> {
  return withServices(async (services, database) => {
    const organisation = await chooseOrganisation(services, options.organisation);
    return work(actFor(services, organisation), organisation, database);
  });
}

/** The context of the operator, who may do everything in an organisation. Its settings apply to messages as well. */
export function actFor(
  services: Services,
  { id, enforceSenderIds, smartEncoding }: Pick<Organisation, 'id' | 'enforceSenderIds' | 'smartEncoding'>,
): Context {
  const caller: Caller = {
    organisationId: id,
    actor: OPERATOR,
    address: null,
    mode: 'live',
    scopes: SCOPES,
    role: 'owner',
    sessionIds: null,
    senderIds: null,
    enforcesSenderIds: enforceSenderIds,
    callsPerMinute: {},
    smartEncoding,
    tokenExpiresAt: null,
  };
  return { ...services, caller };
}

/** As with a test key, messages stay in the sandbox: those of the demo, and any with --test. */
export function forSending(context: Context, { demo }: Organisation, { test }: { readonly test?: true }): Context {
  return test || demo ? { ...context, caller: { ...context.caller, mode: 'test' } } : context;
}

/** Yields all pages of a list, at least one, so that a long list need not fit into memory. */
export async function* everyPage<Row>(
  list: (page: PageArguments) => Promise<Page<Row>>,
): AsyncGenerator<readonly Row[]> {
  for (let after: string | null = null; ; ) {
    const page: Page<Row> = await list({ first: LIMITS.connectionPageMax, after });
    yield page.nodes;
    if (!page.hasNextPage) return;
    after = page.ends().endCursor;
  }
}

export async function everyRow<Row>(list: (page: PageArguments) => Promise<Page<Row>>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const page of everyPage(list)) rows.push(...page);
  return rows;
}
