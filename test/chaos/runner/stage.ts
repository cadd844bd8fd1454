import { type OwnCluster, startOwnCluster } from '../../citus/own-cluster.js';
import { startWahaPeer, type WahaPeer } from '../../gateways/waha/peer.js';
import type { Client } from '../../support/fleet/client.js';
import { assembleFleet, type ClientRoute, type Fleet } from '../../support/fleet/fleet.js';
import { type Member, quietPort, UP_WITHIN_MS } from '../../support/fleet/fleet-member.js';
import { type OwnPostgres, startOwnPostgres } from '../../support/fleet/postgres.js';
import { type DatabaseProxy, startProxy } from '../../support/fleet/proxy.js';
import { describeEngine } from '../../support/fleet/waha-fleet.js';
import type { JournalGateway } from '../../support/gateways/start-journal-gateway.js';
import { eventually } from '../../support/wait.js';
import { type Lives, planFrozenLives, planLives } from './plan-lives.js';
import { drawSettings, environmentOf, type Settings } from './settings.js';

/** Who calls, and how: see load.ts. Two of them have no safeguard, and show what the faults would do. */
export interface Customers {
  readonly bulk: readonly Client[];
  readonly keyed: readonly Client[];
  readonly singles: readonly Client[];
  readonly hooked: readonly Client[];
  /** Who send again what has failed. */
  readonly retried: readonly Client[];
  /** At a gateway that is asked what became of lost answers. */
  readonly asked: readonly Client[];
  /** With a second gateway on their route; see `ROUTES_OF_TWO`. */
  readonly either: readonly Client[];
  readonly chat: Client;
  /** Control: wants to be sent again when in doubt. */
  readonly again: Client;
  /** Control: repeats without a key, and cancels by looking first. */
  readonly naive: Client;
}

export interface Stage {
  readonly settings: Settings;
  readonly fleet: Fleet;
  readonly postgres: OwnPostgres;
  /** The same, if it is a cluster. */
  readonly cluster: OwnCluster | null;
  /** Between each of the members and PostgreSQL, in the order of the members. */
  readonly proxies: readonly DatabaseProxy[];
  readonly apis: readonly Member[];
  readonly workers: readonly Member[];
  readonly members: Member[];
  readonly lives: Lives[];
  /** Two processes: one recognises no reference that comes again, one does. */
  readonly gateways: readonly JournalGateway[];
  readonly customers: Customers;
  /** The chat engine, in this process: its journal is of those that are never killed. */
  readonly engine: WahaPeer;
  stop(): Promise<void>;
}

const ENVIRONMENT = {
  ALLOW_PRIVATE_NETWORK_URLS: 'true',
  WEBHOOK_TIMEOUT_SECONDS: '1',
  BALANCE_PROBE_SECONDS: '1',
  // The engine acknowledges nothing.
  CHAT_ACK_TIMEOUT_SECONDS: '86400',
};
/** By way of both processes. The first gateway gets the messages until its circuit breaker moves them. */
export const ROUTES_OF_TWO = [
  ['asked', 'recognising'],
  ['recognising', 'telling'],
] as const;
/** Messages a call: so few that a fault strikes between many of them. */
const PACE = { batch_size: 50, concurrency: 2 };
/** Two API processes, two workers, and the one that is enlisted later. */
const MEMBERS = 5;
/** Answers that come later than the program waits. */
const LATER_MS = 500;
const REORDER_MS = 400;

export async function setUpStage({ seed, citus }: { readonly seed: number; readonly citus: boolean }): Promise<Stage> {
  const settings = drawSettings(seed);
  const behaviour = {
    stallMs: settings.timeoutMs + LATER_MS,
    reorderReportsMs: REORDER_MS,
    duplicateReports: true,
  };
  const env = { ...ENVIRONMENT, ...environmentOf(settings) };
  const cluster = citus ? await startOwnCluster() : null;
  const postgres = cluster ?? (await startOwnPostgres(await quietPort()));
  const proxies = await Promise.all(Array.from({ length: MEMBERS }, () => startProxy(postgres.url)));
  const fleet = await assembleFleet({ database: postgres, env, journal: { ...behaviour, seed } });
  const engine = await startWahaPeer();
  const stop = async () => {
    await fleet.stop();
    await engine.close();
    await Promise.all(proxies.map((proxy) => proxy.stop()));
  };
  try {
    const recognising = await fleet.addJournal({ ...behaviour, seed: seed + 1, idempotent: true });
    const customers = await signUp(fleet);
    route(fleet, recognising, engine, customers, settings);
    const lives = (['bulk-accepted', 'reported', 'submitted', 'claimed'] as const).map((point, index) =>
      behind(planLives(seed + index, index < 2 ? 'api' : 'worker', point), proxies[index]),
    );
    const [apiA, apiB, workerA, workerB] = lives as [Lives, Lives, Lives, Lives];
    const apis = await Promise.all([fleet.enlist('api', apiA), fleet.enlist('api', cluster ? onNodes(apiB) : apiB)]);
    const workers = await Promise.all([
      fleet.enlist('worker', workerA),
      fleet.enlist('worker', cluster ? onNodes(workerB) : workerB),
    ]);
    return {
      settings,
      fleet,
      postgres,
      cluster,
      proxies,
      apis,
      workers,
      members: [...apis, ...workers],
      lives,
      gateways: [fleet.journal, recognising],
      customers,
      engine,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Lives with a proxy of their own before PostgreSQL, so that this process alone can be cut off. */
function behind({ envOfLife, spare }: Lives, proxy: DatabaseProxy | undefined): Lives {
  if (!proxy) throw new Error('There are more processes than proxies.');
  return { envOfLife: (life) => ({ ...envOfLife(life), DATABASE_URL: proxy.url }), spare };
}

/**
 * Lives that go past the coordinator, beside others that do not: what one of them locks must be locked for the other.
 */
function onNodes({ envOfLife }: Lives): Pick<Lives, 'envOfLife'> {
  return { envOfLife: (life) => ({ ...envOfLife(life), CONNECT_TO_NODES: 'true' }) };
}

/** A third worker, which stands still again and again; after the controls, which count on the other two alone. */
export async function enlistFrozenWorker(
  { fleet, settings, members, lives, proxies }: Stage,
  seed: number,
): Promise<void> {
  const frozen = behind(planFrozenLives(seed, settings), proxies[members.length]);
  lives.push(frozen);
  members.push(await fleet.enlist('worker', frozen));
}

async function signUp(fleet: Fleet): Promise<Customers> {
  const several = (count: number) => Promise.all(Array.from({ length: count }, () => fleet.client()));
  return {
    bulk: await several(4),
    keyed: await several(3),
    singles: await several(3),
    hooked: await several(2),
    retried: await several(2),
    asked: await several(3),
    either: await several(ROUTES_OF_TWO.length),
    chat: await fleet.client(),
    again: await fleet.client(),
    naive: await fleet.client(),
  };
}

/** Each kind of customer is served by each kind of gateway, so far as there are enough of them. */
function route(
  fleet: Fleet,
  recognising: JournalGateway,
  engine: WahaPeer,
  { again, naive, asked, either, chat: _, ...guarded }: Customers,
  { timeoutMs, lookupSettleSeconds }: Settings,
): void {
  const pace = { ...PACE, timeout_ms: timeoutMs };
  // Most go where a worker that wakes up too late would be found out.
  const names = ['telling', 'asked', 'recognising', 'mute'] as const;
  const traits = {
    mute: pace,
    telling: { ...pace, reports_carry_reference: true },
    recognising: { ...pace, journal: recognising, idempotent_reference: true },
    asked: { ...pace, lookup_settle_seconds: lookupSettleSeconds },
  };
  const routes = Object.values(guarded).flatMap((clients) =>
    clients.map((client, index) => [client, names[index % names.length] ?? 'mute'] as const),
  );
  const askedRoutes = asked.map((client) => [client, 'asked'] as const);
  const routesOfTwo = either.map((client, index): ClientRoute => [client, ...(ROUTES_OF_TWO[index] ?? ['mute'])]);
  const all = [...routes, ...askedRoutes, ...routesOfTwo, [again, 'mute'], [naive, 'telling']] as const;
  fleet.route(traits, all, { engines: [describeEngine(engine)] });
}

/** Each of the two processes reports to one API process of the two, and waits for it when it is dead. */
export async function tellWhereToReport({ gateways, apis }: Stage): Promise<void> {
  await Promise.all(
    gateways.map((gateway, index) => gateway.control({ reportUrl: `${apis[index]?.url}/callbacks/{gateway}` })),
  );
}

export async function everybodyUp(members: readonly Member[]): Promise<void> {
  await eventually('everybody is up', async () => members.every((each) => each.isUp()) || undefined, UP_WITHIN_MS);
}
