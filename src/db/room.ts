import type { MikroORM } from '@mikro-orm/postgresql';
import { isDiskFull } from '../lib/database-away.js';

/** So long after PostgreSQL has last said that its disk is full, it is believed to be so. */
const BELIEVED_MS = 10_000;

const refusedAt = new WeakMap<MikroORM, number>();

/** Every failure of a statement comes by here. */
export function noteRoom(orm: MikroORM, error: unknown): void {
  if (isDiskFull(error)) refusedAt.set(orm, performance.now());
}

/** False when a write was refused a moment ago. Nothing can be asked: what fits depends on what is written. */
export function hasRoom(orm: MikroORM): boolean {
  return performance.now() - (refusedAt.get(orm) ?? Number.NEGATIVE_INFINITY) > BELIEVED_MS;
}
