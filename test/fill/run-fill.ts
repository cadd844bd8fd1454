import { explainFailure } from '../../src/cli/command.js';
import { type OpenDatabase, openCommandDatabase } from '../../src/cli/database/open-database.js';
import { ensureSecretKey } from '../../src/cli/private-file.js';
import { createCommandLogger } from '../../src/cli/with-services.js';
import { type Config, loadConfig } from '../../src/config/config.js';
import type { Database } from '../../src/db/database.js';
import { openDatabase } from '../../src/db/orm.js';
import { listOrganisations } from '../../src/db/sql/people/organisations.js';
import { MIGRATION_PATIENCE } from '../../src/lib/database-patience.js';
import { migrateDatabase } from '../../src/migrate-database.js';
import { type Filled, type FillOptions, fillDatabase } from './fill-database.js';
import { ADA } from './people.js';

interface RunOptions extends FillOptions {
  readonly add: boolean;
  readonly embedded: boolean;
  readonly json: boolean;
}

/** An expected failure, shown without a stack. */
class Refusal extends Error {}

/** The large tables: autovacuum would process them some minutes later, while the console is in use. */
const VACUUMED =
  'sms_messages, sms_attempts, campaigns, campaign_progress, campaign_timeline, campaign_numbers, events, chat_messages, inbound_messages, conversations, sms_troubles, sms_statistics';
/** Organisations whose keys are shown. */
const KEYS_SHOWN = 3;
const MESSAGES_WORTH_STEPS = 50_000;

export async function runFill(options: RunOptions): Promise<number> {
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort());
  try {
    const { databaseUrl, ...others } = loadConfig();
    const config = options.embedded ? { ...others, databaseUrl: undefined } : { ...others, databaseUrl };
    await fill(config, options, interruption.signal);
    return 0;
  } catch (error) {
    const reasons = error instanceof Refusal ? [error.message] : explainFailure(error);
    for (const reason of reasons) console.error(reason);
    return 1;
  }
}

async function fill(config: Config, options: RunOptions, interrupted: AbortSignal): Promise<void> {
  if (config.nodeEnv === 'production') {
    throw new Refusal('NODE_ENV is "production": the tool makes a person with a published password.');
  }
  const logger = createCommandLogger(config);
  const database = await openCommandDatabase(config, logger);
  try {
    await migrateDatabase(database.url, logger);
    const db = await openDatabase({ url: database.url, poolSize: 2, logger, patience: MIGRATION_PATIENCE });
    try {
      if (!options.add) await refuseFilled(db, database);
      await fillAndTell({ db, secretKey: ensureSecretKey(config) }, database, options, interrupted);
    } finally {
      await db.close();
    }
  } finally {
    await database.close();
  }
}

/** The demo organisation of a first start does not count. */
async function refuseFilled(db: Database, { description }: OpenDatabase): Promise<void> {
  const organisations = (await db.acrossOrganisations(listOrganisations)).filter(({ demo }) => !demo);
  if (organisations.length === 0) return;
  throw new Refusal(
    `The ${description} has ${organisations.length} organisations already. With --add, others are added to them.`,
  );
}

async function fillAndTell(
  keeper: Parameters<typeof fillDatabase>[0],
  { description }: OpenDatabase,
  options: RunOptions,
  interrupted: AbortSignal,
): Promise<void> {
  const startedAt = performance.now();
  const seconds = () => `${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s`;
  const filled: Filled[] = [];
  console.error(`Filling the ${description} with ${options.messages.toLocaleString('en')} messages.`);
  try {
    await fillDatabase(keeper, options, {
      interrupted,
      onStep({ name, messages }, step) {
        if (messages >= MESSAGES_WORTH_STEPS) console.error(`${seconds()}  ${name}: ${step} …`);
      },
      onFilled(each) {
        filled.push(each);
        const { name, messages, events } = each;
        const rows = `${messages.toLocaleString('en')} messages, ${events.toLocaleString('en')} events`;
        console.error(`${seconds()}  ${filled.length} of ${options.organisations}  ${name}: ${rows}`);
      },
    });
  } catch (error) {
    if (!interrupted.aborted) throw error;
    throw new Refusal(
      `Interrupted: ${filled.length} of ${options.organisations} organisations are filled, the others are missing.`,
    );
  }
  console.error(`${seconds()}  VACUUM`);
  await keeper.db.sql(`VACUUM (ANALYZE) ${VACUUMED}`);
  const [row] = await keeper.db.sql<{ size: string }>(
    'SELECT pg_size_pretty(pg_database_size(current_database())) AS size',
  );
  console.error(`${seconds()}  done; the database has ${row?.size}`);
  tell(filled, options);
}

function tell(filled: readonly Filled[], { json }: RunOptions): void {
  if (json) {
    console.log(JSON.stringify({ person: ADA, organisations: filled }));
    return;
  }
  console.log(`\nSign in as ${ADA.email} with the password "${ADA.password}".\n`);
  for (const { id, name, key } of filled.slice(0, KEYS_SHOWN)) {
    console.log(`${name}\n  X-Organisation-Id: ${id}\n  Authorization: Bearer ${key}`);
  }
}
