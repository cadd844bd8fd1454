import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import { noteGrownLogs } from './grown-logs.js';
import { kyselyOn } from './kysely-on-client.js';
import { LogWrites, type Statement } from './log-writes.js';
import { type Connection, connect, poolOf } from './pool.js';
import { noteRoom } from './room.js';
import { numberParameters, type Values } from './statement.js';

export type Row = Record<string, unknown>;

/** An open transaction: plain SQL with named parameters for the hot paths, the entity manager for the small tables. */
export interface Tx {
  sql<R extends object = Row>(statement: string, values?: Values): Promise<R[]>;
  /** Statements on event logs, which run with COMMIT. */
  readonly logWrites: LogWrites;
  readonly em: EntityManager;
  /** The connection itself, for pg-boss to put jobs into this very transaction. */
  readonly kysely: Kysely<unknown>;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const DEADLOCK_RETRIES = 4;
/** Deadlock detected, could not serialise. */
const RETRYABLE_SQLSTATES = new Set(['40P01', '40001']);

/**
 * Runs `work` in one transaction that sees and writes the rows of this organisation only. Every function of this file may
 * run its `work` more than once, so `work` must not leave traces outside of the transaction.
 */
export function inOrganisation<T>(orm: MikroORM, organisationId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const settings = ofOrganisation(organisationId);
  return repeatedly(orm, () => runOnce(orm, settings, work));
}

/**
 * The same for work that is one statement of plain SQL: beginning, statement and end go to PostgreSQL together, and one
 * answer comes back instead of three.
 */
export function atOnceInOrganisation<T>(
  orm: MikroORM,
  organisationId: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const settings = ofOrganisation(organisationId);
  return repeatedly(orm, () => runAtOnce(orm, settings, work));
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
export function acrossOrganisations<T>(orm: MikroORM, work: (tx: Tx) => Promise<T>): Promise<T> {
  return repeatedly(orm, () => runOnce(orm, EVERY_ORGANISATION, work));
}

/** `acrossOrganisations` for work that is one statement, in one round trip. */
export function atOnceAcrossOrganisations<T>(orm: MikroORM, work: (tx: Tx) => Promise<T>): Promise<T> {
  return repeatedly(orm, () => runAtOnce(orm, EVERY_ORGANISATION, work));
}

const EVERY_ORGANISATION = `SET LOCAL postrider.all_organisations = 'on'`;

/** For what belongs to people, who come before every organisation. The rows of organisations are out of sight. */
export function amongPeople<T>(orm: MikroORM, work: (tx: Tx) => Promise<T>): Promise<T> {
  return repeatedly(orm, () => runOnce(orm, `SET LOCAL postrider.organisation_id = ''`, work));
}

/** One statement on its own, on tables that belong to no organisation. */
export async function alone<R extends object = Row>(
  orm: MikroORM,
  statement: string,
  values: Values = {},
): Promise<R[]> {
  try {
    return (await run(poolOf(orm), { statement, values })).rows;
  } catch (error) {
    noteRoom(orm, error);
    throw error;
  }
}

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

async function runOnce<T>(orm: MikroORM, settings: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const { result, logWrites } = await onConnection(orm, async (client) => {
    const tx = transactionOn(orm, client);
    const [begun, working] = client.inOnePacket(() => [begin(client, settings), work(tx)]);
    const result = await working;
    await begun;
    await Promise.all(client.inOnePacket(() => [...send(client, tx.logWrites.statements), client.query('COMMIT')]));
    return { result, logWrites: tx.logWrites };
  });
  noteGrownLogs(orm, logWrites.organisationIds);
  return result;
}

function runAtOnce<T>(orm: MikroORM, settings: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  return onConnection(orm, (client) => {
    let isOver = false;
    return work({
      async sql<R extends object>(statement: string, values: Values = {}): Promise<R[]> {
        if (isOver) throw new Error('The transaction was for one statement only.');
        isOver = true;
        return runInOnePacket<R>(client, settings, [{ statement, values }]);
      },
      get logWrites(): never {
        throw new Error('A transaction of one statement appends no events: see appendAtOnce.');
      },
      get kysely(): never {
        throw new Error('A transaction of one statement is for plain SQL.');
      },
      get em(): never {
        throw new Error('A transaction of one statement is for plain SQL.');
      },
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

function run(on: pg.Pool | Connection, { statement, values }: Statement): Promise<pg.QueryResult> {
  const numbered = numberParameters(statement, values);
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

function transactionOn(orm: MikroORM, client: Connection): Tx {
  let kysely: Kysely<unknown> | undefined;
  let em: EntityManager | undefined;
  return {
    logWrites: new LogWrites(),
    async sql<R extends object>(statement: string, values: Values = {}): Promise<R[]> {
      return (await run(client, { statement, values })).rows;
    },
    get kysely() {
      kysely ??= kyselyOn(client);
      return kysely;
    },
    get em() {
      if (!em) {
        em = orm.em.fork();
        em.setTransactionContext(this.kysely);
      }
      return em;
    },
  };
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
