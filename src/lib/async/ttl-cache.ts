export interface TtlCache<T> {
  /** Returns the cached value, or calls `find` and caches its result. A failure is not cached. */
  get(key: string, find: () => Promise<T>): Promise<T>;
  /** Drops the result, also a pending one: the next `get` calls `find` again. */
  forget(key: string): void;
  forgetAll(): void;
}

/** A cache with a TTL. Concurrent calls for one key share one `find`. Evicts the oldest entry when it is full. */
export function createTtlCache<T>(forMs: number, size: number): TtlCache<T> {
  const known = new Map<string, { readonly value: Promise<T>; readonly until: number }>();
  return {
    get(key, find) {
      const remembered = known.get(key);
      if (remembered && remembered.until > performance.now()) return remembered.value;
      const value = find();
      known.delete(key);
      // Bounded, because callers can invent any number of keys.
      if (known.size >= size) known.delete(known.keys().next().value as string);
      known.set(key, { value, until: performance.now() + forMs });
      value.catch(() => known.delete(key));
      return value;
    },
    forget: (key) => void known.delete(key),
    forgetAll: () => known.clear(),
  };
}
