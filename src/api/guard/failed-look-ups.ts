import { RateLimiterMemory } from 'rate-limiter-flexible';
import { FAILED_LOOK_UPS } from '../../domain/limits.js';
import { networkOf } from '../../lib/net/address-ranges.js';
import { throttled } from './rate-limits.js';

/** Returns what `find` finds for a key or cookie, which `name` stands for. Throws instead if its network is blocked. */
type LookUp = <Row>(name: string, address: string, find: () => Promise<Row | null>) => Promise<Row | null>;

const FOUND_REMEMBERED_AT_MOST = 10_000;

/**
 * Limits failed look-ups per network, since looking up an invalid key or cookie costs as much as a valid one. A
 * blocked network keeps the keys and cookies that this process has found before, because their owners may share the
 * network.
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
