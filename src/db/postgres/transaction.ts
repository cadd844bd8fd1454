import type { RunsSql } from '../../domain/context.js';
import { type Connection, run, send } from './connection.js';
import { LogWrites } from './log-writes.js';
import type { Compiled, Reachable, Values } from './statement.js';

export type Row = Record<string, unknown>;

/** A transaction, for a statement on tables that belong to no organisation. */
export interface Sql {
  /** Runs a statement with named parameters, such as `:gateway`. */
  sql<R extends object = Row>(statement: string, values?: Values): Promise<R[]>;
  /** Runs a statement that Kysely has compiled, with numbered parameters. */
  query<R extends object = Row>(compiled: Compiled): Promise<R[]>;
}

/**
 * A transaction that sees and writes the rows of one organisation. Its statements have the parameter `:organisationId`.
 */
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
export abstract class Tx implements Sql, RunsSql {
  constructor(
    protected readonly client: Connection,
    protected readonly reachable: Reachable = null,
    /** Statements behind the locks of event logs, which run with COMMIT. */
    readonly logWrites = new LogWrites(),
  ) {}

  async sql<R extends object = Row>(statement: string, values: Values = {}): Promise<R[]> {
    const { reachable } = this;
    return (await run(this.client, { statement, values, reachable })).rows;
  }

  async query<R extends object = Row>(compiled: Compiled): Promise<R[]> {
    return (await run(this.client, compiled)).rows;
  }

  /** For pg-boss, which inserts jobs in this transaction. */
  executeSql(sql: string, parameters: unknown[] = []): Promise<{ rows: Row[] }> {
    return send(this.client, { sql, parameters });
  }
}

export class OrganisationTx extends Tx implements OrganisationSql {
  constructor(
    client: Connection,
    readonly organisationId: string,
    reachable: Reachable = null,
    logWrites?: LogWrites,
  ) {
    super(client, reachable, logWrites);
  }

  override async sql<R extends object = Row>(statement: string, values: OwnValues = {}): Promise<R[]> {
    const { organisationId, reachable } = this;
    return (await run(this.client, { statement, values, organisationId, reachable })).rows;
  }
}

export class EveryOrganisationTx extends Tx implements EveryOrganisationSql {
  readonly sees = 'every organisation';

  /** False while the server that has the rows of some organisations is away. */
  get reachesAll(): boolean {
    return this.reachable === null;
  }

  /** Whether the server that has the rows of this organisation is there. */
  reaches(organisationId: string): boolean {
    return this.reachable?.has(organisationId) ?? true;
  }

  /** The same transaction, for statements about one organisation. */
  of(organisationId: string): OrganisationTx {
    return new OrganisationTx(this.client, organisationId, this.reachable, this.logWrites);
  }
}

/** Groups by organisation, in the order of ids: the lock order of transactions for several organisations. */
export function byOrganisation<Item>(
  items: readonly Item[],
  organisationOf: (item: Item) => string,
): [organisationId: string, items: Item[]][] {
  return [...Map.groupBy(items, organisationOf)].toSorted(([one], [other]) => (one < other ? -1 : 1));
}

/** A transaction that sees people, and no row of any organisation. */
export class PeopleTx extends Tx {
  readonly sees = 'people';
}

/** Runs work in a savepoint: if it fails, only the work and its events are undone. */
export async function inSavepoint<T>(tx: Tx, name: string, work: () => Promise<T>): Promise<T> {
  const { count } = tx.logWrites;
  await tx.sql(`SAVEPOINT ${name}`);
  try {
    return await work();
  } catch (error) {
    tx.logWrites.truncate(count);
    // If this fails too, the transaction has ended, and the caller gets the error that ended it.
    await tx.sql(`ROLLBACK TO SAVEPOINT ${name}`).catch(() => undefined);
    throw error;
  }
}

/**
 * Awaits statements of a transaction that were sent in this order without waiting for each other. If one fails,
 * PostgreSQL refuses those behind it: then this rejects with the error of the first, whichever answer the process reads
 * first.
 */
export async function together<const Sent extends readonly Promise<unknown>[]>(
  sent: Sent,
): Promise<{ -readonly [Place in keyof Sent]: Awaited<Sent[Place]> }> {
  const ends = await Promise.allSettled(sent);
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
  return ends.map((end) => (end as PromiseFulfilledResult<unknown>).value) as never;
}

/** Thrown by work that another transaction has overtaken: what it has read is out of date, so it runs again. */
export class OvertakenError extends Error {
  readonly code = '40001';

  constructor() {
    super('Another transaction has changed what this one has read.');
  }
}

/** Deadlock detected, could not serialise. */
const RETRYABLE_SQLSTATES = new Set<unknown>(['40P01', '40001']);
const UNIQUE_VIOLATION = '23505';
/**
 * Name the keys of event logs and of stored answers. Citus adds a number to the name, and passes no field with it on.
 */
const REPEATABLE_KEYS = /\b(?:events|idempotency_keys)_pkey/;

/**
 * Whether PostgreSQL rolled the transaction back for a reason that may not recur. Two transactions append the same
 * sequence if Citus has moved the log to another node between the lock of one and its insert: locks of rows stay on the
 * old node. Two store an answer for the same idempotency key if one of them has locked it on the node and the other on
 * the coordinator: the second one, repeated, finds the answer.
 */
export function mayRunAgain(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { readonly code?: unknown; readonly message?: unknown };
  return RETRYABLE_SQLSTATES.has(code) || (code === UNIQUE_VIOLATION && REPEATABLE_KEYS.test(String(message)));
}
