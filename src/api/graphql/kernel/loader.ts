import DataLoader from 'dataloader';
import type { ResolverContext } from './context.js';

/** Loads a value by its key, together with those that other resolvers ask for in the same turn of the event loop. */
export type Load<Value> = (context: ResolverContext, key: string) => Promise<Value>;

/** Makes a loader, which returns `missing` for keys that `loadAll` leaves out. */
export function loaderOf<Value>(
  loadAll: (context: ResolverContext, keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
  missing: Value,
): Load<Value> {
  const byContext = new WeakMap<ResolverContext, DataLoader<string, Value>>();

  function openLoader(context: ResolverContext): DataLoader<string, Value> {
    const loader = new DataLoader<string, Value>(
      async (keys) => {
        const loaded = await loadAll(context, [...new Set(keys)]);
        return keys.map((key) => loaded.get(key) ?? missing);
      },
      // No cache, because a mutation of the same request changes rows. The resolvers of the other items run in
      // microtasks before the batch.
      { cache: false, batchScheduleFn: (load) => void setImmediate(load) },
    );
    byContext.set(context, loader);
    return loader;
  }

  return (context, key) => (byContext.get(context) ?? openLoader(context)).load(key);
}

/** Makes a loader of what `show` makes of the row with an id; null if there is none. */
export function loaderById<Row extends { readonly id: string }, Shown>(
  loadRows: (context: ResolverContext, ids: readonly string[]) => Promise<readonly Row[]>,
  show: (row: Row) => Shown,
): Load<Shown | null> {
  return loaderOf<Shown | null>(
    async (context, ids) => new Map((await loadRows(context, ids)).map((row) => [row.id, show(row)])),
    null,
  );
}
