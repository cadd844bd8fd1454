import { RateLimiterMemory } from 'rate-limiter-flexible';
import { FAILED_LOOK_UPS } from '../../domain/limits.js';
import { networkOf } from '../../lib/net/address-ranges.js';
import { throttled } from './rate-limits.js';

/** What `find` finds for this key or cookie; `name` stands for it. Throws when it is not even looked for. */
export type LookUp = <Row>(name: string, address: string, find: () => Promise<Row | null>) => Promise<Row | null>;

const FOUND_REMEMBERED_AT_MOST = 10_000;

/**
 * Finding out that a key or a cookie is none takes as long as finding one. So a network that has shown many such has none
 * looked for a while but those that this process has found before: their owners may sit in the same network.
 */
export function createLookUp(): LookUp {
  const { points, windowSeconds } = FAILED_LOOK_UPS;
  const failed = new RateLimiterMemory({ points, duration: windowSeconds });
  const found = new Set<string>();
  return async (name, address, find) => {
    const network = networkOf(address);
    const state = found.has(name) ? null : await failed.get(network);
    if (state && state.remainingPoints <= 0) throw throttled(state.msBeforeNext);
    const row = await find();
    found.delete(name);
    if (row === null) {
      await failed.penalty(network);
      return null;
    }
    if (found.size >= FOUND_REMEMBERED_AT_MOST) found.delete(found.values().next().value as string);
    found.add(name);
    return row;
  };
}
