import type { MikroORM } from '@mikro-orm/postgresql';
import type pg from 'pg';
import type { DatabaseObserver, MovedMessages } from '../domain/health.js';
import { createKeyedSemaphore, type KeyedSemaphore } from '../lib/async/semaphore.js';
import { ALL_IN_USE, isDatabaseAway, isDiskFull, isStatementTimeout } from '../lib/database-away.js';
import type { Nodes } from './citus/nodes.js';
import { Outage } from './citus/outage.js';
import { findReachable, listNodes } from './citus/reachable.js';
import { begin, type Connection, commit, giveUp, runInOnePacket, send } from './postgres/connection.js';
import { LogWrites } from './postgres/log-writes.js';
import { type Compiled, numberParameters, type Reachable, type Statement, type Values } from './postgres/statement.js';
import {
  type EveryOrganisationSql,
  EveryOrganisationTx,
  mayRunAgain,
  type OrganisationSql,
  OrganisationTx,
  PeopleTx,
  type Row,
  type Sql,
  type Tx,
  together,
} from './postgres/transaction.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const DEADLOCK_RETRIES = 4;
/** How long the process assumes that the disk is full after PostgreSQL has said so. */
const FULL_FOR_MS = 10_000;

/**
 * Of the connections, for the calls of one organisation. With half of them its calls were a third slower on a busy
 * machine while no other organisation called.
 */
const SHARE = 0.8;
/**
 * How long a call waits for others of its organisation, before it fails as it does if the pool has no connection: also
 * behind connections that hang.
 */
const LONGEST_WAIT = { ms: 10_000, message: ALL_IN_USE };

/** Whose rows a transaction is for. */
interface Scope {
  /** Tells row level security. */
  readonly settings: string;
  readonly organisationId?: string | undefined;
  readonly reachable?: Reachable;
}

const EVERY_ORGANISATION: Scope = { settings: `SET LOCAL postrider.every_organisation = 'on'` };
const NO_ORGANISATION: Scope = { settings: `SET LOCAL postrider.organisation = ''` };

type LogsGrown = (organisationIds: readonly string[]) => void;

/**
 * The database of a process, and the ways to begin a transaction. Each may run its `work` more than once, so `work`
 * must not leave traces outside of the transaction.
 */
export class Database implements Sql {
  private readonly room = { refusedAtMs: Number.NEGATIVE_INFINITY, refusals: 0 };
  private logsGrown: LogsGrown = () => undefined;
  private observer: DatabaseObserver = { moved: () => undefined, waited: () => undefined };
  /**
   * Does not change while a server runs. Not known until it has been connected. Like the room, one for this and all
   * that are derived.
   */
  private readonly tables: { areDistributed?: boolean } = {};
  private readonly signal: AbortSignal | null = null;
  private readonly prefersNodes: boolean = false;
  private readonly inShare: KeyedSemaphore | null = null;

  /** MikroORM has opened the pool, and migrates. */
  constructor(
    readonly orm: MikroORM,
    readonly pool: pg.Pool,
    /** Null if no transaction goes to nodes of Citus themselves. */
    readonly nodes: Nodes | null = null,
    private readonly outage = new Outage(),
  ) {}

  /** Runs `work` in one transaction that sees and writes the rows of this organisation only. */
  inOrganisation<T>(organisationId: string, work: (tx: OrganisationTx) => Promise<T>): Promise<T> {
    const scope = ofOrganisation(organisationId);
    const open = (client: Connection) => new OrganisationTx(client, organisationId, this.outage.known);
    return this.repeatedly(() => this.runOnce(scope, open, work));
  }

  /**
   * The same for one statement: BEGIN, statement and COMMIT are sent together, in one round trip instead
   * of three.
   */
  atOnceInOrganisation<T>(organisationId: string, work: (tx: OrganisationSql) => Promise<T>): Promise<T> {
    const scope = ofOrganisation(organisationId);
    return this.repeatedly(() => this.runAtOnce(scope, (statement) => work({ organisationId, ...statement })));
  }

  /**
   * Runs one statement that appends events itself (see `appending`), in one packet with the lock of the organisation's
   * log. Other transactions wait for that lock, so the statement must wait for none of them: it reads, and inserts rows
   * with new ids.
   */
  appendAtOnce<R extends object = Row>(organisationId: string, statement: string, values: Values): Promise<R[]> {
    const scope = ofOrganisation(organisationId);
    const logWrites = new LogWrites();
    logWrites.add({ organisationId, statement, values });
    return this.repeatedly(async () => {
      const rows = await this.onConnection(organisationId, (client) =>
        runInOnePacket<R>(client, scope.settings, logWrites.statements),
      );
      this.noteGrownLogs(logWrites);
      return rows;
    });
  }

  /** For the few places that must see every organisation: authentication, the agenda, housekeeping, metrics. */
  acrossOrganisations<T>(work: (tx: EveryOrganisationTx) => Promise<T>): Promise<T> {
    return this.amongReachable((reachable) => {
      const scope = { ...EVERY_ORGANISATION, reachable };
      return this.repeatedly(() => this.runOnce(scope, (client) => new EveryOrganisationTx(client, reachable), work));
    });
  }

  /** `acrossOrganisations` for work that is one statement, in one round trip. */
  atOnceAcrossOrganisations<T>(work: (tx: EveryOrganisationSql) => Promise<T>): Promise<T> {
    return this.amongReachable((reachable) => this.askAll(work, reachable));
  }

  /** Whether the process knows of a node of Citus that is away. */
  get missesNodes(): boolean {
    return !this.outage.isOver;
  }

  /** The nodes of Citus, and whether they answer as far as the process knows; none on one PostgreSQL. */
  async readNodes(): Promise<{ readonly name: string; readonly isUp: boolean }[]> {
    if (!(await this.isDistributed())) return [];
    const away = new Set(this.outage.nodesAway);
    return (await listNodes(this)).map((name) => ({ name, isUp: !away.has(name) }));
  }

  /** For tables of people, who have accounts before they have organisations. No row of an organisation is visible. */
  amongPeople<T>(work: (tx: PeopleTx) => Promise<T>): Promise<T> {
    return this.repeatedly(() => this.runOnce(NO_ORGANISATION, (client) => new PeopleTx(client), work));
  }

  /** One statement in a transaction of its own, on tables that belong to no organisation. */
  async sql<R extends object = Row>(statement: string, values: Values = {}): Promise<R[]> {
    return this.query(numberParameters({ statement, values }));
  }

  async query<R extends object = Row>(compiled: Compiled): Promise<R[]> {
    try {
      return (await send<R>(this.pool, compiled)).rows;
    } catch (error) {
      this.noteRoom(error);
      throw error;
    }
  }

  /** Whether Citus has spread the tables over nodes. */
  async isDistributed(): Promise<boolean> {
    return this.tables.areDistributed ?? this.onConnection(undefined, async (client) => client.forms !== null);
  }

  /**
   * What a question about all organisations costs that took so long: as much where it goes to every shard, nothing
   * worth counting on one PostgreSQL, however long the way to it is.
   */
  async costOfAskingAll(tookMs: number): Promise<number> {
    return (await this.isDistributed()) ? tookMs : 0;
  }

  /**
   * Calls `listener` after each commit of this process that has written to event logs, with the organisations of the
   * logs.
   */
  onLogsGrown(listener: LogsGrown): void {
    this.logsGrown = listener;
  }

  /** For the metrics. */
  observe(observer: DatabaseObserver): void {
    this.observer = observer;
  }

  /** Tells of messages that one statement has accepted and counted by itself. */
  noteMoves(moves: readonly MovedMessages[]): void {
    if (moves.length > 0) this.observer.moved(moves);
  }

  /**
   * False if PostgreSQL refused a write a moment ago. No query can ask for this: whether the disk is full depends on
   * what is written.
   */
  get hasRoom(): boolean {
    return performance.now() - this.room.refusedAtMs > FULL_FOR_MS;
  }

  /** The same database for work that ends with the signal: it begins no transaction afterwards. */
  until(signal: AbortSignal): Database {
    return this.derive({ signal: this.signal ? AbortSignal.any([this.signal, signal]) : signal });
  }

  /**
   * The same database for transactions of one organisation that need nothing but its own rows: no people, keys, paces
   * or stored reports. They neither notify nor announce hints. On Citus they may run on the node that has these rows,
   * where only distributed and reference tables are (docs/tables.md, "On Citus").
   */
  get selfContained(): Database {
    return this.derive({ prefersNodes: true });
  }

  /**
   * The same database for calls: the transactions of one organisation have at most four fifths of the connections, and
   * its others wait outside of the pool, whose queue is FIFO. So a burst of calls that wait for each other's locks
   * leaves connections for others. No transaction may wait for another one of its organisation: it could wait for
   * itself.
   */
  withShares(): Database {
    const width = Math.floor(SHARE * this.pool.options.max);
    return this.derive({ inShare: createKeyedSemaphore(width, undefined, LONGEST_WAIT) });
  }

  /** How many statements PostgreSQL has refused because its disk is full. */
  get refusedForRoom(): number {
    return this.room.refusals;
  }

  async connect(organisationId?: string): Promise<Connection> {
    this.signal?.throwIfAborted();
    if (this.prefersNodes && this.nodes && organisationId !== undefined) return this.nodes.connect(organisationId);
    if (this.pool.idleCount > this.pool.waitingCount) return (await this.pool.connect()) as Connection;
    const startedAt = performance.now();
    try {
      return (await this.pool.connect()) as Connection;
    } finally {
      this.observer.waited((performance.now() - startedAt) / 1000);
    }
  }

  /** Closes the pool as well: MikroORM does so only if a query went through its own layers. */
  async close(): Promise<void> {
    await this.nodes?.close();
    await this.orm.close();
    if (!this.pool.ending) await this.pool.end();
  }

  private derive(
    changes: { readonly signal: AbortSignal } | { readonly prefersNodes: true } | { readonly inShare: KeyedSemaphore },
  ): Database {
    return Object.assign(Object.create(this) as Database, changes);
  }

  private askAll<T>(work: (tx: EveryOrganisationSql) => Promise<T>, reachable: Reachable): Promise<T> {
    const scope = { ...EVERY_ORGANISATION, reachable };
    return this.repeatedly(() =>
      this.runAtOnce(scope, (statement) => work({ sees: 'every organisation', ...statement })),
    );
  }

  /**
   * While a node of Citus is away, every statement about all organisations fails. Then `run` runs once more, about
   * those that are reachable on other nodes; until the node is back it runs about these at once.
   */
  private async amongReachable<T>(run: (reachable: Reachable) => Promise<T>): Promise<T> {
    const find = () => this.askAll(findReachable, null);
    try {
      return await run(this.outage.reachable(find));
    } catch (error) {
      // A node that hangs makes statements run into their time limit.
      const mayBeNode = isDatabaseAway(error) || isStatementTimeout(error);
      if (!mayBeNode || !this.tables.areDistributed) throw error;
      const found = await this.outage.ask(find).catch(() => null);
      if (!found?.reachable) throw error;
      return run(found.reachable);
    }
  }

  private async runOnce<T, SomeTx extends Tx>(
    scope: Scope,
    open: (client: Connection) => SomeTx,
    work: (tx: SomeTx) => Promise<T>,
  ): Promise<T> {
    const { result, logWrites } = await this.onConnection(scope.organisationId, async (client) => {
      const tx = open(client);
      // If BEGIN or the settings fail, this fails with their error, not with that of statements that PostgreSQL then
      // refuses.
      const [, , result] = await together(
        client.inOnePacket(() => [...begin(client, scope.settings), work(tx)] as const),
      );
      const committed = (await Promise.all(client.inOnePacket(() => commit(client, tx.logWrites.statements)))).at(-1);
      // PostgreSQL answers so, without an error, if the work has hidden that one of its statements failed.
      if (committed?.command === 'ROLLBACK')
        throw new Error('The transaction was rolled back: one of its statements had failed.');
      return { result, logWrites: tx.logWrites };
    });
    this.noteGrownLogs(logWrites);
    return result;
  }

  /** Gives `work` functions of which one runs its one statement. */
  private runAtOnce<T>(
    { settings, organisationId, reachable }: Scope,
    work: (statement: Sql) => Promise<T>,
  ): Promise<T> {
    return this.onConnection(organisationId, (client) => {
      let isOver = false;
      const runOne = async <R extends object>(statement: Statement | Compiled) => {
        if (isOver) throw new Error('The transaction was for one statement only.');
        isOver = true;
        return runInOnePacket<R>(client, settings, [statement]);
      };
      return work({
        sql: (statement, values = {}) => runOne({ statement, values, organisationId, reachable }),
        query: runOne,
      });
    });
  }

  /** Runs a transaction again that PostgreSQL ended because of a deadlock. */
  private async repeatedly<T>(run: () => Promise<T>): Promise<T> {
    for (let tries = 0; ; tries += 1) {
      try {
        return await run();
      } catch (error) {
        this.noteRoom(error);
        if (tries >= DEADLOCK_RETRIES || !mayRunAgain(error)) throw error;
      }
    }
  }

  private onConnection<T>(organisationId: string | undefined, use: (client: Connection) => Promise<T>): Promise<T> {
    const run = () => this.connectAndUse(organisationId, use);
    return this.inShare && organisationId !== undefined ? this.inShare(organisationId, run) : run();
  }

  private async connectAndUse<T>(
    organisationId: string | undefined,
    use: (client: Connection) => Promise<T>,
  ): Promise<T> {
    const client = await this.connect(organisationId);
    this.tables.areDistributed ??= client.forms !== null;
    try {
      const result = await use(client);
      client.release();
      return result;
    } catch (error) {
      await giveUp(client);
      if (organisationId !== undefined && isDatabaseAway(error)) this.nodes?.forgetHome(organisationId);
      throw error;
    }
  }

  private noteGrownLogs({ organisationIds, moves }: LogWrites): void {
    this.noteMoves(moves);
    if (organisationIds.length > 0) this.logsGrown(organisationIds);
  }

  /** Sees every failure of a statement. */
  private noteRoom(error: unknown): void {
    if (!isDiskFull(error)) return;
    this.room.refusedAtMs = performance.now();
    this.room.refusals += 1;
  }
}

function ofOrganisation(organisationId: string): Scope {
  // The id becomes part of a statement, which saves a round trip per transaction; hence the strict check.
  if (!UUID.test(organisationId)) throw new Error('An organisation id must be a lower-case UUID.');
  return { settings: `SET LOCAL postrider.organisation = '${organisationId}'`, organisationId };
}
