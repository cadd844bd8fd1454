/** The queue of a gate is full. */
export class GateFullError extends Error {}

/** Runs at most `width` calls at once. At most `mostWaiting` others wait, in FIFO order. */
export function createGate(
  width: number,
  mostWaiting = Number.POSITIVE_INFINITY,
): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let inside = 0;
  return async (work) => {
    if (inside >= width && waiting.length >= mostWaiting) throw new GateFullError('The queue is full.');
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
