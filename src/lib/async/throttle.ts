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
