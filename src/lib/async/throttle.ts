export interface Throttled {
  /** Runs the work, at the earliest one interval after its last run began. Calls until then share one run. */
  schedule(): void;
  /** Forgets a scheduled run. */
  cancel(): void;
}

/** The first interval begins now. Runs do not overlap. `work` must not reject. */
export function throttle(work: () => Promise<void>, intervalMs: number): Throttled {
  let timer: NodeJS.Timeout | null = null;
  let lastRunAt = performance.now();
  let isRunning = false;
  let isWanted = false;

  async function run(): Promise<void> {
    timer = null;
    lastRunAt = performance.now();
    isRunning = true;
    isWanted = false;
    await work();
    isRunning = false;
    if (isWanted) schedule();
  }

  function schedule(): void {
    isWanted = true;
    if (isRunning) return;
    timer ??= setTimeout(() => void run(), Math.max(0, lastRunAt + intervalMs - performance.now()));
  }

  return {
    schedule,
    cancel() {
      isWanted = false;
      if (timer) clearTimeout(timer);
      timer = null;
    },
  };
}

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
