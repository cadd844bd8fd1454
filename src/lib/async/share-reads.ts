export interface SharedReads<T> {
  /** Shared with all who ask before it is there. */
  soon(): Promise<T>;
  /** None that is under way, which may be too early to show what the caller knows of. */
  anew(): Promise<T>;
}

/** One read after the other, so that nobody sees an earlier state after a later one. */
export function shareReads<T>(read: () => Promise<T>): SharedReads<T> {
  let current: Promise<T> | null = null;
  const reads = {
    soon() {
      current ??= read().finally(() => {
        current = null;
      });
      return current;
    },
    async anew() {
      await current?.catch(() => undefined);
      return reads.soon();
    },
  };
  return reads;
}
