import type { MikroORM } from '@mikro-orm/postgresql';
import type pg from 'pg';

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
