import type pg from 'pg';
import type { PreparingClient } from './preparing-client.js';
import { numberParameters, type Statement } from './statement.js';

/** A connection of the pool, to be released. */
export type Connection = pg.PoolClient & Pick<PreparingClient, 'forms' | 'hasSkippedStatements' | 'inOnePacket'>;

/** Sends a statement as it stands. */
export function send(on: pg.Pool | Connection, statement: Statement): Promise<pg.QueryResult> {
  const { text, values } = numberParameters(statement);
  return on.query(text, values);
}

/** Sends a statement in the form that the server takes. */
export function run(client: Connection, statement: Statement): Promise<pg.QueryResult> {
  return client.forms ? client.forms(statement, (form) => send(client, form)) : send(client, statement);
}

export function runAll(client: Connection, statements: readonly Statement[]): Promise<pg.QueryResult>[] {
  return statements.map((statement) => run(client, statement));
}

/**
 * Sends BEGIN and the settings without waiting for the answer, so that they travel with the first statement. If they
 * fail, so does that statement; without the settings row level security would show it no rows.
 */
export function begin(client: Connection, settings: string): Promise<unknown> {
  // Two statements: a packet takes them one by one.
  const begun = Promise.all([client.query('BEGIN'), client.query(settings)]);
  begun.catch(() => undefined);
  return begun;
}

/** Runs a whole transaction in one packet. Returns the rows of the last statement. */
export async function runInOnePacket<R extends object>(
  client: Connection,
  settings: string,
  statements: readonly Statement[],
): Promise<R[]> {
  const sent = client.inOnePacket(() => {
    void begin(client, settings);
    return [...runAll(client, statements), client.query('COMMIT')];
  });
  try {
    const results = await Promise.all(sent);
    return results.at(-2)?.rows ?? [];
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
