import { Pool } from 'pg';
import { openDatabase } from '../../src/db/orm.js';
import type { ChatEngine } from '../../src/domain/chat/engine.js';
import { type DeliveryPolicy, type Hints, OPERATOR, type WakeUp } from '../../src/domain/context.js';
import { LIMITS } from '../../src/domain/limits.js';
import type { Mailer } from '../../src/domain/people/mail.js';
import { compileNumbers, type OwnNumber } from '../../src/domain/sms/inbound/own-numbers.js';
import { compileRoutes, type Route } from '../../src/domain/sms/routing.js';
import { DUE_PURPOSES, type DuePurpose, SCOPES } from '../../src/domain/vocabulary.js';
import { CircuitBreaker, CircuitBreakers } from '../../src/lib/async/circuit-breaker.js';
import { UnderWay } from '../../src/lib/async/under-way.js';
import { DatabaseClock } from '../../src/lib/database-clock.js';
import { createLogger } from '../../src/lib/log/logger.js';
import { createHttpClient } from '../../src/lib/net/http-client.js';
import { foldEngineReports } from '../../src/operations/chat/engine-reports.js';
import type { Context, Services } from '../../src/operations/context.js';
import { createOrganisation } from '../../src/operations/people/organisations.js';
import { holdRejectedNext } from '../../src/operations/sms/dispatch/approval.js';
import { takeTurn } from '../../src/operations/sms/dispatch/campaign-job.js';
import { expireNext } from '../../src/operations/sms/dispatch/expire.js';
import {
  type DispatchTurn,
  listDueOrganisations,
  listOrganisationsForJobs,
} from '../../src/operations/sms/dispatch/lease.js';
import { Outages } from '../../src/operations/sms/dispatch/outages.js';
import { resolveNext } from '../../src/operations/sms/dispatch/resolve.js';
import { probeBalance } from '../../src/operations/sms/dispatch/resume.js';
import { foldInbound } from '../../src/operations/sms/inbound/fold-inbound.js';
import { foldReports } from '../../src/operations/sms/reports/fold-reports.js';
import { isOnCitus, type TestDatabase } from './database/database.js';
import { travel } from './database/time-travel.js';
import type { ProgrammableGateway } from './gateways/programmable-gateway.js';
import { POLICY } from './policy.js';

export interface TestServices extends Services {
  /** Sees every row of every organisation. */
  readonly superuser: Pool;
  /** Of its database. */
  readonly url: string;
  readonly wakeUps: WakeUp[];
  /** Rows of a statement of the superuser. */
  // biome-ignore lint/suspicious/noExplicitAny: rows of all shapes.
  sql<Row extends object = any>(text: string, parameters?: readonly unknown[]): Promise<Row[]>;
  travel(seconds: number): Promise<void>;
  /** The clock of the database is set forward, and no time passes. */
  stepClock(seconds: number): Promise<void>;
  /** Believes the gateway to be down for half a minute, which no test takes. */
  breakDown(gateway: string): void;
  stop(): Promise<void>;
}

export interface ServicesOptions {
  readonly gateways: readonly ProgrammableGateway[];
  readonly engines?: readonly ChatEngine[];
  readonly policy?: Partial<DeliveryPolicy>;
  /** Default: one route for everybody through all gateways. */
  readonly routes?: readonly Route[];
  readonly numbers?: readonly OwnNumber[];
  readonly wake?: (wakeUp: WakeUp) => void;
  readonly poolSize?: number;
  /** False for tests that look at connections, or hold locks, of the coordinator. */
  readonly connectsToNodes?: boolean;
  readonly mailer?: Mailer;
}

/** Where nobody reads any. */
const NO_MAIL: Mailer = { send: async () => ({ kind: 'sent' }), close: async () => undefined };
/** More turns than any test needs: work that is never done is a fault, not a reason to wait. */
const MOST_TURNS = 1_000;

/** What one process has, with gateways in memory. Several of them on one database are several processes. */
export async function startServices(database: TestDatabase, options: ServicesOptions): Promise<TestServices> {
  const logger = createLogger({ level: 'silent', pretty: false });
  const { poolSize = 8, connectsToNodes = isOnCitus() } = options;
  const db = await openDatabase({ url: database.url, poolSize, connectsToNodes, logger });
  const superuser = new Pool({ connectionString: database.superuserUrl, max: 2 });
  // The database is dropped beneath a connection that has not quite closed.
  superuser.on('error', () => undefined);
  return build({ db, logger, superuser, url: database.url }, options);
}

/** The same process with other gateways: their work stays apart from that of all others on the database. */
export function withGateways(
  services: TestServices,
  options: Omit<ServicesOptions, 'poolSize' | 'connectsToNodes'>,
): TestServices {
  return build(services, options);
}

const SECRET_KEY = 'a key for tests that nobody else uses';

function build(
  { db, logger, superuser, url }: Pick<TestServices, 'db' | 'logger' | 'superuser' | 'url'>,
  options: ServicesOptions,
) {
  const wakeUps: WakeUp[] = [];
  const policy = { ...POLICY, ...options.policy };
  const http = createHttpClient({ reach: policy.webhookReach, maxReceivedBytes: LIMITS.webhookReceivedBytes });
  const breakers = new Map(options.gateways.map(({ name }) => [name, createBreaker()]));
  const [first, ...others] = options.gateways.map(({ name }) => name);
  const clocks = { passedMs: 0, databaseMs: 0 };
  return {
    db,
    logger,
    superuser,
    url,
    wakeUps,
    sql: async (text: string, parameters: readonly unknown[] = []) =>
      (await superuser.query(text, [...parameters])).rows,
    hints: hintsTo((wakeUp) => {
      wakeUps.push(wakeUp);
      options.wake?.(wakeUp);
    }),
    gateways: new Map(options.gateways.map((gateway) => [gateway.name, gateway])),
    engines: new Map((options.engines ?? []).map((engine) => [engine.name, engine])),
    outages: new Outages(db, logger),
    phoneBreakers: new CircuitBreakers(),
    handOvers: new UnderWay(),
    databaseClock: createClock(clocks),
    breakers,
    routing: compileRoutes(options.routes ?? (first ? [{ organisationId: null, gateways: [first, ...others] }] : [])),
    numbers: compileNumbers(options.numbers ?? []),
    policy,
    http,
    mailer: options.mailer ?? NO_MAIL,
    secretKey: SECRET_KEY,
    secretKeys: [SECRET_KEY] as const,
    async travel(seconds: number) {
      await travel(superuser, seconds);
      clocks.passedMs += seconds * 1000;
      clocks.databaseMs += seconds * 1000;
    },
    async stepClock(seconds: number) {
      await travel(superuser, seconds);
      clocks.databaseMs += seconds * 1000;
    },
    breakDown: (gateway: string) => breakers.get(gateway)?.breakDown(),
    async stop() {
      await http.close();
      await db.close();
      await superuser.end();
    },
  };
}

/**
 * A process that has run for long. Time travel moves the stored times instead of the clocks, so the clocks are moved
 * here.
 */
function createClock(moved: { readonly passedMs: number; readonly databaseMs: number }): DatabaseClock {
  const clock = new DatabaseClock(() => performance.now() + moved.passedMs);
  const { note, passedForCertain } = clock;
  clock.note = (nowMs) => note.call(clock, nowMs + moved.databaseMs);
  clock.passedForCertain = (ageMs, nowMs) => passedForCertain.call(clock, ageMs, nowMs + moved.databaseMs);
  clock.note(Date.now());
  return clock;
}

/** With a clock that can be moved on, since only a failure after a pause makes the next one longer. */
function createBreaker() {
  let aheadMs = 0;
  const breaker = new CircuitBreaker(() => performance.now() + aheadMs);
  return Object.assign(breaker, {
    breakDown() {
      for (let failure = 0; failure < 10; failure += 1) {
        aheadMs += breaker.pauseMs;
        breaker.failed();
      }
    },
  });
}

function hintsTo(wake: (wakeUp: WakeUp) => void): Hints {
  return {
    async announce(_transaction, wakeUp) {
      wake(wakeUp);
    },
    nudge: wake,
    passOn: () => undefined,
  };
}

/** A new organisation, and somebody who may do everything in its name. */
export async function newOrganisation(services: Services, name = 'An organisation'): Promise<Context> {
  const { id } = await createOrganisation(services, { name });
  return onBehalfOf(services, id);
}

export function onBehalfOf(services: Services, organisationId: string): Context {
  return {
    ...services,
    caller: {
      organisationId,
      actor: { kind: 'key', id: organisationId, name: 'a key' },
      address: '127.0.0.1',
      mode: 'live',
      scopes: SCOPES,
      role: null,
      sessionIds: null,
      senderIds: null,
      enforcesSenderIds: false,
      callsPerMinute: {},
      smartEncoding: false,
      tokenExpiresAt: null,
    },
  };
}

/** The same caller with a test key. */
export function withTestKey<Some extends Context>(context: Some): Some {
  return { ...context, caller: { ...context.caller, mode: 'test' } };
}

/** What the operator does in the name of the organisation. */
export function byOperator<Some extends Context>(context: Some): Some {
  return { ...context, caller: { ...context.caller, actor: OPERATOR } };
}

/** The same process, and the warnings that it logs. */
export function overhear<Some extends Services>(services: Some): { services: Some; warnings: unknown[][] } {
  const warnings: unknown[][] = [];
  const warn = { value: (...line: unknown[]) => void warnings.push(line) };
  return { services: { ...services, logger: Object.create(services.logger, { warn }) }, warnings };
}

/**
 * Does everything that is due now, as workers would, one turn after the other; or each so many times at once, as when a
 * job is handed out again.
 */
export async function drain(services: Services, times = 1): Promise<void> {
  for (let turns = 0; turns < MOST_TURNS; turns += 1) {
    if (!(await oneRound(services, times))) return;
  }
  throw new Error('There is always something due: a turn that does nothing says that it did.');
}

/** So much time passes, and then everything that is due is done. */
export async function drainAfter(services: TestServices, seconds: number): Promise<void> {
  await services.travel(seconds);
  await drain(services);
}

async function oneRound(services: Services, times: number): Promise<boolean> {
  const atOnce = async (turn: () => Promise<boolean>) =>
    (await Promise.all(Array.from({ length: times }, turn))).includes(true);
  let worked = await atOnce(async () => (await foldReports(services)) > 0);
  worked = (await atOnce(() => foldInbound(services))) || worked;
  worked = (await atOnce(() => foldEngineReports(services))) || worked;
  for (const gateway of services.gateways.keys()) {
    for (const purpose of DUE_PURPOSES) {
      for (const organisationId of await listDueOrganisations(services, purpose, gateway)) {
        worked = (await atOnce(() => oneTurn(services, purpose, { gateway, organisationId }))) || worked;
      }
    }
    for (const organisationId of await listOrganisationsForJobs(services, gateway)) {
      worked = (await atOnce(() => takeTurn(services, { gateway, organisationId, isJob: true }))) || worked;
    }
  }
  return worked;
}

function oneTurn(services: Services, purpose: DuePurpose, turn: DispatchTurn): Promise<boolean> {
  if (purpose === 'resolve') return resolveNext(services, turn);
  if (purpose === 'approval') return holdRejectedNext(services, turn);
  if (purpose !== 'dispatch') return expireNext(services, turn, purpose);
  return takeTurn(services, turn);
}

/** What the sweep does for each gateway. */
export async function probeBalances(services: Services): Promise<void> {
  await Promise.all([...services.gateways.keys()].map((gateway) => probeBalance(services, gateway)));
}

/** Mobile numbers that are valid, and different for different places below a million. */
export function mobile(place: number): string {
  return String(254_711_000_000 + place);
}

export function mobiles(count: number, first = 0): { to: string }[] {
  return Array.from({ length: count }, (_, index) => ({ to: mobile(first + index) }));
}
