import type { ConfiguredGateway, GatewayInbox } from './domain/sms/gateway.js';
import { compileNumbers, type OwnNumbers } from './domain/sms/inbound/own-numbers.js';
import { compileRoutes, type Routing } from './domain/sms/routing.js';
import { GatewayConfigError, type GatewaySetup } from './gateways/configure/gateways-file.js';
import { CircuitBreaker } from './lib/async/circuit-breaker.js';
import type { Logger } from './lib/log/logger.js';
import type { Workers } from './workers/workers.js';

/** What all services of a process share, so a change is seen everywhere at once. */
export interface Replaceable {
  readonly gateways: Map<string, ConfiguredGateway>;
  readonly breakers: Map<string, CircuitBreaker>;
  readonly routing: Routing;
  readonly numbers: OwnNumbers;
}

export interface GatewayReplacement {
  /** Reloads GATEWAYS_FILE. If anything is wrong with it, logs what, and everything stays as it was. */
  reload(): Promise<void>;
  /** Begins no further change. Resolves when the change under way has ended. */
  stop(): Promise<void>;
}

interface Options {
  readonly current: Replaceable;
  readonly setup: GatewaySetup;
  readonly read: () => Promise<GatewaySetup>;
  /** Null in a process of the role `api`, which opens no connections to gateways. */
  readonly work: { readonly workers: Workers; readonly inbox: GatewayInbox } | null;
  readonly measured: (configured: ConfiguredGateway) => ConfiguredGateway;
  readonly onReplaced: () => Promise<void>;
  readonly logger: Logger;
}

/**
 * Replaces the gateways and routes of a running process, at SIGHUP. Gateways whose entries are the same go on
 * undisturbed. The worker stops the pumps of the others, which ends their submissions; the agenda keeps the rest.
 * Gateways, breakers and routes, which all services of the process share, change in one turn of the event loop.
 */
export function createGatewayReplacement(options: Options): GatewayReplacement {
  const { read, work, logger } = options;
  const stopping = new AbortController();
  let setup = options.setup;
  let last = Promise.resolve();

  const reloadOnce = async () => {
    if (stopping.signal.aborted) return;
    try {
      const next = await read();
      requireSameEngines(setup, next);
      const change = compare(setup, next);
      // Submissions end with the gateways that they began with. What is due meanwhile waits on the agenda.
      const leaving = [...change.changed, ...change.removed];
      await Promise.all(leaving.map((name) => work?.workers.removeGateway(name)));
      if (stopping.signal.aborted) return;
      const old = exchange(options, next, change);
      setup = next;
      await connect(options, change, old);
      logger.info(change, 'GATEWAYS_FILE was reloaded');
      await options.onReplaced();
    } catch (error) {
      if (!(error instanceof GatewayConfigError)) throw error;
      logger.error({ problems: error.problems }, 'GATEWAYS_FILE is refused; the gateways stay as they were');
    }
  };
  return {
    reload() {
      last = last.then(reloadOnce).catch((error) => logger.error({ err: error }, 'the gateways could not be replaced'));
      return last;
    },
    stop() {
      stopping.abort();
      return last;
    },
  };
}

/** Phones and their reports hang on the engines of a process. */
function requireSameEngines(before: GatewaySetup, after: GatewaySetup): void {
  if (before.engineEntries === after.engineEntries) return;
  throw new GatewayConfigError(['engines: they cannot be changed while the process runs. Restart it.']);
}

interface Change {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

function compare({ gatewayEntries: before }: GatewaySetup, { gatewayEntries: after }: GatewaySetup): Change {
  const both = [...after.keys()].filter((name) => before.has(name));
  return {
    added: [...after.keys()].filter((name) => !before.has(name)),
    changed: both.filter((name) => before.get(name) !== after.get(name)),
    removed: [...before.keys()].filter((name) => !after.has(name)),
  };
}

/**
 * Puts the gateways and routes of the file in the place of those that the process has, and returns the gateways that
 * have left.
 */
function exchange(
  { current: { gateways, breakers, routing, numbers }, measured }: Options,
  next: GatewaySetup,
  { added, changed, removed }: Change,
): ConfiguredGateway[] {
  const leaving = [...changed, ...removed];
  const old = leaving.flatMap((name) => gateways.get(name) ?? []);
  for (const name of leaving) {
    gateways.delete(name);
    breakers.delete(name);
  }
  for (const name of [...added, ...changed]) {
    gateways.set(name, measured(next.gateways.get(name) as ConfiguredGateway));
    breakers.set(name, new CircuitBreaker());
  }
  Object.assign(routing, compileRoutes(next.routes));
  Object.assign(numbers, compileNumbers(next.numbers));
  return old;
}

/** Closes the connections of old gateways and starts the new ones. One that fails does not stop the others. */
async function connect(
  { current: { gateways }, work, logger }: Options,
  { added, changed }: Change,
  old: readonly ConfiguredGateway[],
): Promise<void> {
  if (!work) return;
  const attempt = async (name: string, run: () => Promise<unknown>) => {
    try {
      await run();
    } catch (error) {
      logger.error({ err: error, gateway: name }, 'a connection of a gateway could not be replaced');
    }
  };
  // A centre may allow no more connections than the old gateway holds.
  await Promise.all(old.map(({ gateway }) => attempt(gateway.name, async () => gateway.stop?.())));
  for (const name of [...added, ...changed]) {
    await attempt(name, async () => gateways.get(name)?.gateway.start?.(work.inbox));
    work.workers.addGateway(name);
  }
  work.workers.wakeAll();
}
