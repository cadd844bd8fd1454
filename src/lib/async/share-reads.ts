export interface SharedReads<T> {
  /** Joins the read under way, or starts one. */
  soon(): Promise<T>;
  /** Starts a new read after the one under way, which may have begun before the caller's change. */
  anew(): Promise<T>;
}

/** Serialises reads, so that no caller sees an earlier state after a later one. */
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
