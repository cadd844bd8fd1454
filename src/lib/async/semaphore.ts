/** The queue of a semaphore is full. */
export class QueueFullError extends Error {}

type Semaphore = <T>(work: () => Promise<T>) => Promise<T>;

/** Runs at most `width` calls at once. At most `mostWaiting` others wait, in FIFO order. */
export function createSemaphore(width: number, mostWaiting = Number.POSITIVE_INFINITY): Semaphore {
  const waiting: (() => void)[] = [];
  let inside = 0;
  return async (work) => {
    if (inside >= width && waiting.length >= mostWaiting) throw new QueueFullError('The queue is full.');
    if (inside >= width) await new Promise<void>((resolve) => waiting.push(resolve));
    else inside += 1;
    try {
      return await work();
    } finally {
      // Hands the place to the next waiter, or frees it.
      const next = waiting.shift();
      if (next) next();
      else inside -= 1;
    }
  };
}

/**
 * Runs at most `width` calls at once for each key. Others of the same key wait, as many as `mostWaiting`; those of
 * other keys do not.
 */
export function createKeyedSemaphore(
  width: number,
  mostWaiting: number,
): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const semaphores = new Map<string, { readonly inTurn: Semaphore; calls: number }>();
  return async (key, work) => {
    const semaphore = semaphores.get(key) ?? { inTurn: createSemaphore(width, mostWaiting), calls: 0 };
    semaphores.set(key, semaphore);
    semaphore.calls += 1;
    try {
      return await semaphore.inTurn(work);
    } finally {
      semaphore.calls -= 1;
      if (semaphore.calls === 0) semaphores.delete(key);
    }
  };
}
