import type { MikroORM } from '@mikro-orm/postgresql';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import { noteGrownLogs } from './grown-logs.js';
import { kyselyOn } from './kysely-on-client.js';
import { LogWrites } from './log-writes.js';
import { type Connection, connect, poolOf } from './pool.js';
import { noteRoom } from './room.js';
import { numberParameters, type Statement, type Values } from './statement.js';

export type Row = Record<string, unknown>;

/** A transaction, for a statement on tables that belong to no organisation. */
export interface Sql {
  /** Runs a statement with named parameters, such as `:gateway`. */
  sql<R extends object = Row>(statement: string, values?: Values): Promise<R[]>;
}

/** A transaction that sees and writes the rows of one organisation. Its statements have the parameter `:organisationId`. */
export interface OrganisationSql extends Sql {
  readonly organisationId: string;
  sql<R extends object = Row>(statement: string, values?: OwnValues): Promise<R[]>;
}

/** The transaction has the organisation, so that no caller can name another one. */
type OwnValues = Values & { readonly organisationId?: never };

/** A transaction that sees and writes the rows of every organisation. */
export interface EveryOrganisationSql extends Sql {
  readonly sees: 'every organisation';
}

/** A transaction of several statements. */
abstract class Tx implements Sql {
  private ownKysely: Kysely<unknown> | undefined;

  constructor(
    protected readonly client: Connection,
    /** Statements on event logs, which run with COMMIT. */
    readonly logWrites = new LogWrites(),
  ) {}

  async sql<R extends object = Row>(statement: string, values: Values = {}): Promise<R[]> {
    return (await run(this.client, { statement, values })).rows;
  }

  /** The connection itself, for pg-boss to put jobs into this very transaction. */
  get kysely(): Kysely<unknown> {
    this.ownKysely ??= kyselyOn(this.client);
    return this.ownKysely;
  }
}

export class OrganisationTx extends Tx implements OrganisationSql {
  constructor(
    client: Connection,
    readonly organisationId: string,
    logWrites?: LogWrites,
  ) {
    super(client, logWrites);
  }

  override async sql<R extends object = Row>(statement: string, values: OwnValues = {}): Promise<R[]> {
    const { organisationId } = this;
    return (await run(this.client, { statement, values, organisationId })).rows;
  }
}

export class EveryOrganisationTx extends Tx implements EveryOrganisationSql {
  readonly sees = 'every organisation';

  /** The same transaction, for statements about one organisation. */
  of(organisationId: string): OrganisationTx {
    return new OrganisationTx(this.client, organisationId, this.logWrites);
  }
}

/** A transaction that sees people, and no row of any organisation. */
export class PeopleTx extends Tx {
  readonly sees = 'people';
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const DEADLOCK_RETRIES = 4;
/** Deadlock detected, could not serialise. */
const RETRYABLE_SQLSTATES = new Set(['40P01', '40001']);

/**
 * Runs `work` in one transaction that sees and writes the rows of this organisation only. Every function of this file may
 * run its `work` more than once, so `work` must not leave traces outside of the transaction.
 */
export function inOrganisation<T>(
  orm: MikroORM,
  organisationId: string,
  work: (tx: OrganisationTx) => Promise<T>,
): Promise<T> {
  const settings = ofOrganisation(organisationId);
  return repeatedly(orm, () => runOnce(orm, settings, (client) => new OrganisationTx(client, organisationId), work));
}

/**
 * The same for work that is one statement of plain SQL: beginning, statement and end go to PostgreSQL together, and one
 * answer comes back instead of three.
 */
export function atOnceInOrganisation<T>(
  orm: MikroORM,
  organisationId: string,
  work: (tx: OrganisationSql) => Promise<T>,
): Promise<T> {
  const settings = ofOrganisation(organisationId);
  return repeatedly(orm, () => runAtOnce(orm, settings, organisationId, (sql) => work({ organisationId, sql })));
}

/**
 * Runs one statement that appends events itself (see `appending`), in one packet with the lock of the organisation's log. Other
 * transactions wait for that lock, so the statement must wait for none of them: it reads, and inserts rows with new ids.
 */
export function appendAtOnce<R extends object = Row>(
  orm: MikroORM,
  organisationId: string,
  statement: string,
  values: Values,
): Promise<R[]> {
  const settings = ofOrganisation(organisationId);
  const logWrites = new LogWrites();
  logWrites.add({ organisationId, statement, values });
  return repeatedly(orm, async () => {
    const rows = await onConnection(orm, (client) => runInOnePacket<R>(client, settings, logWrites.statements));
    noteGrownLogs(orm, logWrites.organisationIds);
    return rows;
  });
}

/** For the few places that must see every organisation: authentication, the agenda, housekeeping, metrics. */
export function acrossOrganisations<T>(orm: MikroORM, work: (tx: EveryOrganisationTx) => Promise<T>): Promise<T> {
  return repeatedly(orm, () => runOnce(orm, EVERY_ORGANISATION, (client) => new EveryOrganisationTx(client), work));
}

/** `acrossOrganisations` for work that is one statement, in one round trip. */
export function atOnceAcrossOrganisations<T>(
  orm: MikroORM,
  work: (tx: EveryOrganisationSql) => Promise<T>,
): Promise<T> {
  return repeatedly(orm, () =>
    runAtOnce(orm, EVERY_ORGANISATION, undefined, (sql) => work({ sees: 'every organisation', sql })),
  );
}

const EVERY_ORGANISATION = `SET LOCAL postrider.all_organisations = 'on'`;

const NO_ORGANISATION = `SET LOCAL postrider.organisation_id = ''`;

/** For what belongs to people, who come before every organisation. The rows of organisations are out of sight. */
export function amongPeople<T>(orm: MikroORM, work: (tx: PeopleTx) => Promise<T>): Promise<T> {
  return repeatedly(orm, () => runOnce(orm, NO_ORGANISATION, (client) => new PeopleTx(client), work));
}

/** For single statements on tables that belong to no organisation. Each is a transaction of its own. */
export const alone = (orm: MikroORM): Sql => ({
  async sql<R extends object>(statement: string, values: Values = {}): Promise<R[]> {
    try {
      return (await run(poolOf(orm), { statement, values })).rows;
    } catch (error) {
      noteRoom(orm, error);
      throw error;
    }
  },
});

function ofOrganisation(organisationId: string): string {
  // The id becomes part of a statement, which saves a round trip per transaction; hence the strict check.
  if (!UUID.test(organisationId)) throw new Error('An organisation id must be a lower-case UUID.');
  return `SET LOCAL postrider.organisation_id = '${organisationId}'`;
}

/** Deadlocks come and go: the transaction that was chosen to give way runs again. */
async function repeatedly<T>(orm: MikroORM, run: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      noteRoom(orm, error);
      if (tries >= DEADLOCK_RETRIES || !mayRunAgain(error)) throw error;
    }
  }
}

/** Whether the transaction had no effect, and may have one when it runs again. */
export function mayRunAgain(error: unknown): boolean {
  return RETRYABLE_SQLSTATES.has(sqlState(error) ?? '');
}

async function runOnce<T, SomeTx extends Tx>(
  orm: MikroORM,
  settings: string,
  open: (client: Connection) => SomeTx,
  work: (tx: SomeTx) => Promise<T>,
): Promise<T> {
  const { result, logWrites } = await onConnection(orm, async (client) => {
    const tx = open(client);
    const [begun, working] = client.inOnePacket(() => [begin(client, settings), work(tx)]);
    const result = await working;
    await begun;
    await Promise.all(client.inOnePacket(() => [...send(client, tx.logWrites.statements), client.query('COMMIT')]));
    return { result, logWrites: tx.logWrites };
  });
  noteGrownLogs(orm, logWrites.organisationIds);
  return result;
}

/** Gives `work` a function that runs its one statement. */
function runAtOnce<T>(
  orm: MikroORM,
  settings: string,
  organisationId: string | undefined,
  work: (sql: Sql['sql']) => Promise<T>,
): Promise<T> {
  return onConnection(orm, (client) => {
    let isOver = false;
    return work(async <R extends object>(statement: string, values: Values = {}) => {
      if (isOver) throw new Error('The transaction was for one statement only.');
      isOver = true;
      return runInOnePacket<R>(client, settings, [{ statement, values, organisationId }]);
    });
  });
}

/** Returns the rows of the last statement. */
async function runInOnePacket<R extends object>(
  client: Connection,
  settings: string,
  statements: readonly Statement[],
): Promise<R[]> {
  const sent = client.inOnePacket(() => {
    void begin(client, settings);
    // After a failed statement COMMIT rolls back, and that is no error; the statement's own follows.
    return [...send(client, statements), client.query('COMMIT')];
  });
  const results = await Promise.all(sent);
  return results.at(-2)?.rows ?? [];
}

function send(client: Connection, statements: readonly Statement[]): Promise<pg.QueryResult>[] {
  return statements.map((statement) => run(client, statement));
}

function run(on: pg.Pool | Connection, statement: Statement): Promise<pg.QueryResult> {
  const numbered = numberParameters(statement);
  return on.query(numbered.text, numbered.values);
}

async function onConnection<T>(orm: MikroORM, use: (client: Connection) => Promise<T>): Promise<T> {
  const client = await connect(orm);
  try {
    const result = await use(client);
    client.release();
    return result;
  } catch (error) {
    await giveUp(client);
    throw error;
  }
}

/** Runs work whose failure undoes nothing but the work itself, its events included. */
export async function inSavepoint<T>(tx: Tx, name: string, work: () => Promise<T>): Promise<T> {
  const { count } = tx.logWrites;
  await tx.sql(`SAVEPOINT ${name}`);
  try {
    return await work();
  } catch (error) {
    tx.logWrites.truncate(count);
    // If this fails as well, the transaction is over: the caller sees what ended it.
    await tx.sql(`ROLLBACK TO SAVEPOINT ${name}`).catch(() => undefined);
    throw error;
  }
}

/**
 * Sent without waiting for the answer, so that it travels with the first statement. If it fails, the connection is gone
 * and what follows fails too; and without the setting that is made here, row level security would show no rows at all.
 */
function begin(client: Connection, settings: string): Promise<unknown> {
  const begun = client.query(`BEGIN; ${settings}`);
  begun.catch(() => undefined);
  return begun;
}

/** A failing rollback means that the connection is gone, and the transaction with it. */
async function giveUp(client: Connection): Promise<void> {
  await client.query('ROLLBACK').then(
    () => client.release(),
    (error: Error) => client.release(error),
  );
}

/**
 * An array parameter of ids, numbers, or words of our own. Written out here, since the driver would look into each for
 * characters to escape.
 */
export function plainArray(values: readonly (string | number | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`;
}

/** The same for texts: an array parameter, written out if all are plain digits, as phone numbers mostly are. */
export function numbers(texts: readonly string[]): string | readonly string[] {
  return texts.every((text) => DIGITS.test(text)) ? `{${texts.join(',')}}` : texts;
}

const DIGITS = /^[0-9]+$/;

function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : undefined;
}
