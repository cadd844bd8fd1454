import type { MikroORM } from '@mikro-orm/postgresql';
import type pg from 'pg';
import type { PreparingClient } from './preparing-client.js';

/** The connections that MikroORM has opened, for transactions that cannot afford to go through its layers. */
const pools = new WeakMap<MikroORM, pg.Pool>();

export function rememberPool(orm: MikroORM, pool: pg.Pool): void {
  pools.set(orm, pool);
}

export function poolOf(orm: MikroORM): pg.Pool {
  const pool = pools.get(orm);
  if (!pool) throw new Error('This database was not opened by openDatabase.');
  return pool;
}

/** A connection of one's own, to be released. */
export type Connection = pg.PoolClient & Pick<PreparingClient, 'inOnePacket'>;

export async function connect(orm: MikroORM): Promise<Connection> {
  return (await poolOf(orm).connect()) as Connection;
}
