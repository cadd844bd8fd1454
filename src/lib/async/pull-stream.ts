/** An iterator whose consumer sets the pace. It buffers nothing: `take` returns the next item that is ready. */
export interface PullStream<T> extends AsyncIterableIterator<T, undefined> {
  /** Call it when `take` has an item. */
  wake(): void;
  /** Ends after the items that are ready. */
  end(): void;
  /** Ends at once. */
  fail(error: Error): void;
  return(): Promise<IteratorResult<T, undefined>>;
}

const DONE = { value: undefined, done: true } as const;

/**
 * Not an async generator: its `return` would wait for a pending `next`, which may never resolve. `onOver` is called
 * once, however the stream ends.
 */
export function pullStream<T>(take: () => T | undefined, onOver: () => void): PullStream<T> {
  let woken = Promise.withResolvers<void>();
  let failure: Error | null = null;
  let ending = false;
  let over = false;

  function wake(): void {
    woken.resolve();
    woken = Promise.withResolvers();
  }

  function finish(): void {
    if (over) return;
    over = true;
    onOver();
    wake();
  }

  const stream: PullStream<T> = {
    async next() {
      for (;;) {
        if (failure) break;
        if (over) return DONE;
        const item = take();
        if (item !== undefined) return { value: item, done: false };
        if (ending) finish();
        else await woken.promise;
      }
      const error = failure;
      failure = null;
      throw error;
    },
    async return() {
      finish();
      return DONE;
    },
    wake,
    end() {
      ending = true;
      wake();
    },
    fail(error) {
      if (over) return;
      failure = error;
      finish();
    },
    [Symbol.asyncIterator]: () => stream,
  };
  return stream;
}
