import type pg from 'pg';
import type { PreparingClient } from './preparing-client.js';
import { type Compiled, numberParameters, type Statement } from './statement.js';

/** A connection of the pool, to be released. */
export type Connection = pg.PoolClient & Pick<PreparingClient, 'forms' | 'hasSkippedStatements' | 'inOnePacket'>;

/** Sends a statement as it stands. */
export function send<R extends pg.QueryResultRow>(
  on: pg.Pool | Connection,
  { sql, parameters }: Compiled,
): Promise<pg.QueryResult<R>> {
  return on.query<R>(sql, [...parameters]);
}

/** Sends a statement in the form that the server takes. */
export function run(client: Connection, statement: Statement | Compiled): Promise<pg.QueryResult> {
  if ('sql' in statement) return send(client, client.forms?.ofCompiled(statement) ?? statement);
  const sendNumbered = (form: Statement) => send(client, numberParameters(form));
  return client.forms ? client.forms.send(statement, sendNumbered) : sendNumbered(statement);
}

/**
 * Sends BEGIN and the settings without waiting for the answer, so that they travel with the first statement. If they
 * fail, so does that statement; without the settings row level security would show it no rows.
 */
export const begin = (client: Connection, settings: string) =>
  // Two statements: a packet takes them one by one.
  [client.query('BEGIN'), client.query(settings)] as const;

/** Sends the last statements of a transaction, and COMMIT. */
export const commit = (client: Connection, statements: readonly (Statement | Compiled)[]) => [
  ...statements.map((statement) => run(client, statement)),
  client.query('COMMIT'),
];

/** Runs a whole transaction in one packet. Returns the rows of the last statement. */
export async function runInOnePacket<R extends object>(
  client: Connection,
  settings: string,
  statements: readonly (Statement | Compiled)[],
): Promise<R[]> {
  try {
    const sent = client.inOnePacket(() => [...begin(client, settings), ...commit(client, statements)]);
    return ((await Promise.all(sent)).at(-2)?.rows ?? []) as R[];
  } catch (error) {
    // PostgreSQL has skipped COMMIT as well. A caller may catch this error, and the pool would get a connection with a
    // failed transaction.
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** A rollback that fails means that the connection is gone, and the transaction with it. */
export async function giveUp(client: Connection): Promise<void> {
  await client.query('ROLLBACK').then(
    () => client.release(client.hasSkippedStatements),
    (error: Error) => client.release(error),
  );
}
