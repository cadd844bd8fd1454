import type { Pool } from 'pg';
import { Database } from '../../../src/db/database.js';
import type { Connection } from '../../../src/db/postgres/connection.js';

/**
 * The same database, but `interfere` runs between each COMMIT of a transaction with such a statement and the answer to
 * it. If it throws, the answer is lost: PostgreSQL has committed, and the program is not told.
 */
export function interferedDatabase(db: Database, statement: RegExp, interfere: () => void | Promise<void>): Database {
  const connect = async () => {
    const client = (await db.pool.connect()) as Connection;
    let isConcerned = false;
    return new Proxy(client, {
      get(target, name) {
        const value = Reflect.get(target, name);
        if (name !== 'query') return typeof value === 'function' ? value.bind(target) : value;
        return async (text: string, ...more: unknown[]) => {
          isConcerned ||= statement.test(text);
          const answer = await value.call(target, text, ...more);
          if (text === 'COMMIT' && isConcerned) {
            isConcerned = false;
            await interfere();
          }
          return answer;
        };
      },
    });
  };
  return new Database(db.orm, { connect } as unknown as Pool);
}

export const CLAIM = /SET phase = 'submitting'/;
export const SETTLEMENT = /SET previous_status = m\.status/;

export function loseAnswer(): never {
  throw new Error('Connection terminated unexpectedly');
}
