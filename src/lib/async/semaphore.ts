/** The queue of a semaphore is full. */
export class QueueFullError extends Error {}

type Semaphore = <T>(work: () => Promise<T>) => Promise<T>;
export type KeyedSemaphore = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** How long a call may wait, and the words of the error that it fails with then. */
export interface LongestWait {
  readonly ms: number;
  readonly message: string;
}

/** Runs at most `width` calls at once. At most `mostWaiting` others wait, in FIFO order. */
export function createSemaphore(
  width: number,
  mostWaiting = Number.POSITIVE_INFINITY,
  longestWait?: LongestWait,
): Semaphore {
  const waiting: (() => void)[] = [];
  let inside = 0;
  return async (work) => {
    if (inside >= width && waiting.length >= mostWaiting) throw new QueueFullError('The queue is full.');
    if (inside >= width) await waitIn(waiting, longestWait);
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

function waitIn(waiting: (() => void)[], longestWait: LongestWait | undefined): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  if (!longestWait) {
    waiting.push(resolve);
    return promise;
  }
  const enter = () => {
    clearTimeout(timer);
    resolve();
  };
  const timer = setTimeout(() => {
    waiting.splice(waiting.indexOf(enter), 1);
    reject(new Error(longestWait.message));
  }, longestWait.ms);
  waiting.push(enter);
  return promise;
}

/**
 * Runs at most `width` calls at once for each key. Others of the same key wait, as many as `mostWaiting`; those of
 * other keys do not.
 */
export function createKeyedSemaphore(width: number, mostWaiting?: number, longestWait?: LongestWait): KeyedSemaphore {
  const semaphores = new Map<string, { readonly inTurn: Semaphore; calls: number }>();
  return async (key, work) => {
    const semaphore = semaphores.get(key) ?? { inTurn: createSemaphore(width, mostWaiting, longestWait), calls: 0 };
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
