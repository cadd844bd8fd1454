import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { CompiledQuery, type Kysely } from 'kysely';

export type Row = Record<string, unknown>;

/** An open transaction: plain SQL with real parameters for the hot paths, the entity manager for the small tables. */
export interface Tx {
  sql<R extends object = Row>(text: string, parameters?: readonly unknown[]): Promise<R[]>;
  readonly em: EntityManager;
  /** The connection itself, for pg-boss to put jobs into this very transaction. */
  readonly kysely: Kysely<unknown>;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const DEADLOCK_RETRIES = 4;
/** Deadlock detected, could not serialise: the transaction had no effect and may be run again. */
const RETRYABLE_SQLSTATES = new Set(['40P01', '40001']);

/** Runs `work` in one transaction that sees and writes the rows of this organisation only. */
export function inOrganisation<T>(orm: MikroORM, organisationId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  // The id becomes part of a statement, which saves a round trip per transaction; hence the strict check.
  if (!UUID.test(organisationId)) throw new Error('An organisation id must be a lower-case UUID.');
  return inTransaction(orm, `SELECT set_config('app.organisation_id', '${organisationId}', true)`, work);
}

/** For the few places that must see every organisation: authentication, the agenda, housekeeping, metrics. */
export function acrossOrganisations<T>(orm: MikroORM, work: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(orm, `SELECT set_config('app.all_organisations', 'on', true)`, work);
}

/** One statement on its own, on tables that belong to no organisation. */
export async function alone<R extends object = Row>(
  orm: MikroORM,
  text: string,
  parameters: readonly unknown[] = [],
): Promise<R[]> {
  const client = orm.em.getConnection().getClient<unknown>();
  return (await client.executeQuery<R>(CompiledQuery.raw(text, [...parameters]))).rows;
}

/** `work` may run more than once, so it must not leave traces outside of the transaction. */
async function inTransaction<T>(orm: MikroORM, settings: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await runOnce(orm, settings, work);
    } catch (error) {
      if (tries >= DEADLOCK_RETRIES || !RETRYABLE_SQLSTATES.has(sqlState(error) ?? '')) throw error;
    }
  }
}

function runOnce<T>(orm: MikroORM, settings: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = orm.em.getConnection().getClient<unknown>();
  return client.connection().execute(async (connection) => {
    await connection.executeQuery(CompiledQuery.raw(`BEGIN; ${settings}`));
    try {
      const result = await work(transactionOn(orm, connection));
      await connection.executeQuery(CompiledQuery.raw('COMMIT'));
      return result;
    } catch (error) {
      // A failing rollback means that the connection is gone, and the transaction with it.
      await connection.executeQuery(CompiledQuery.raw('ROLLBACK')).catch(() => undefined);
      throw error;
    }
  });
}

function transactionOn(orm: MikroORM, connection: Kysely<unknown>): Tx {
  let em: EntityManager | undefined;
  return {
    kysely: connection,
    async sql<R extends object>(text: string, parameters: readonly unknown[] = []): Promise<R[]> {
      const result = await connection.executeQuery<R>(CompiledQuery.raw(text, [...parameters]));
      return result.rows;
    },
    get em() {
      if (!em) {
        em = orm.em.fork();
        em.setTransactionContext(connection);
      }
      return em;
    },
  };
}

/** An array parameter of ids. Written out here, since the driver would look into each for characters to escape. */
export function uuids(ids: readonly string[]): string {
  return `{${ids.join(',')}}`;
}

function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : undefined;
}
