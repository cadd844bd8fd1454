export interface Memory<T> {
  /** What is remembered, or what is found now and remembered for a while. A failure is not remembered. */
  get(key: string, find: () => Promise<T>): Promise<T>;
  /** Also forgets what is being found: a `get` after this starts another search. */
  forgetAll(): void;
}

/** Whoever asks for the same at the same time shares one search. The oldest goes when there are too many. */
export function createMemory<T>(forMs: number, size: number): Memory<T> {
  const known = new Map<string, { readonly value: Promise<T>; readonly until: number }>();
  return {
    get(key, find) {
      const remembered = known.get(key);
      if (remembered && remembered.until > performance.now()) return remembered.value;
      const value = find();
      known.delete(key);
      // Without the bound a flood of invented keys would fill the memory.
      if (known.size >= size) known.delete(known.keys().next().value as string);
      known.set(key, { value, until: performance.now() + forMs });
      value.catch(() => known.delete(key));
      return value;
    },
    forgetAll: () => known.clear(),
  };
}
