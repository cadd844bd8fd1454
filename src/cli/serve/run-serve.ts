import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { type App, loadServerModules, startApp } from '../../app.js';
import type { Role } from '../../config/command-line.js';
import { loadConfig } from '../../config/config.js';
import { withDatabase } from '../../db/orm.js';
import { armFaultPoints } from '../../lib/fault-points.js';
import { createLogger, type Logger } from '../../lib/log/logger.js';
import { acceptSecretKeys } from '../../operations/upkeep/accepted-keys.js';
import { type ServiceOptions, secretKeysOf } from '../../services.js';
import type { CommonOptions } from '../command.js';
import { detachFromReader, isTerminal } from '../output.js';
import { ensureSecretKey } from '../private-file.js';
import { type BannerFacts, logBanner, printBanner } from './banner.js';
import { ensureDemo } from './demo.js';
import { runUntilStopped, stopWithStarter } from './lifetime.js';
import { explainListening, requireFreePorts } from './ports.js';
import { openServerDatabase } from './server-database.js';

interface ServeOptions extends CommonOptions {
  readonly role: Role;
  readonly open?: true;
}

export async function serve({ role, json, open }: ServeOptions): Promise<void> {
  const config = loadConfig();
  detachFromReader();
  const forPeople = isTerminal() && !json;
  const logger = createLogger({ level: config.logLevel, pretty: forPeople });
  armFaultPoints(config.faultPoints ?? []);
  await requireFreePorts(config);

  const started = Promise.withResolvers<App>();
  const onHangUp = () => void started.promise.then((app) => app.reloadGateways());
  await runUntilStopped(
    { logger, stopTimeoutMs: config.shutdownTimeoutSeconds * 1000, onHangUp },
    async (interrupted, onStop, fail) => {
      if (config.npmLifecycleEvent) stopWithStarter(logger, interrupted);
      // Starts loading now, while the database starts in a process of its own; startApp reports a failure.
      loadServerModules(role).catch(() => undefined);
      const database = await openServerDatabase(config, logger, { interrupted, fail });
      onStop(database.close);
      const secretKey = ensureSecretKey(config);
      const options: ServiceOptions = { config, logger, databaseUrl: database.url, secretKey };
      await acceptOwnKeys(options);
      const tryOut = database.embedded && config.nodeEnv !== 'production' ? await ensureDemo(options) : null;
      interrupted.throwIfAborted();
      const app = await startApp(options, role).catch((error: unknown) => {
        throw explainListening(error, config);
      });
      onStop(app.stop);
      started.resolve(app);
      const setUp = await findSetUp(app);
      const facts = { config, role, database: database.description, tryOut, setUp };
      if (forPeople) printBanner(facts);
      else if (logger.isLevelEnabled('info')) logBanner(facts);
      if (open) openBrowser(setUp === null || setUp === 'unknown' ? `${config.publicUrl}/app/` : setUp.link, logger);
    },
  );
}

/** Before anything is written with the key: a server with another key would look healthy, and refuse every call. */
async function acceptOwnKeys({ config, logger, databaseUrl: url, secretKey }: ServiceOptions): Promise<void> {
  const secretKeys = secretKeysOf(config, secretKey);
  const verdict = await withDatabase({ url, poolSize: 1, logger }, (db) => acceptSecretKeys({ db, secretKeys }));
  if (verdict === 'own') return;
  logger.warn(
    'nothing in the database tells whether SECRET_KEY has made its API keys; the next call with one of them does',
  );
}

/** A database that stops responding must not delay the start. */
const SET_UP_PATIENCE_MS = 5_000;

async function findSetUp({ setUpLink }: App): Promise<BannerFacts['setUp']> {
  const lookUp = setUpLink.then(
    (link) => (link === null ? null : { link }),
    () => 'unknown' as const,
  );
  return Promise.race([lookUp, sleep(SET_UP_PATIENCE_MS, 'unknown' as const, { ref: false })]);
}

/** The program that opens an address as the user's desktop does, with the arguments before the address. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};
const ELSEWHERE = ['xdg-open'] as const;

/** Without one the server goes on: the banner has the address as well. */
function openBrowser(address: string, logger: Logger): void {
  const [program, ...before] = OPENERS[process.platform] ?? ELSEWHERE;
  const browser = spawn(program, [...before, address], { stdio: 'ignore', detached: true });
  browser.once('error', (error) => logger.warn({ err: error }, 'no browser could be opened'));
  browser.unref();
}
