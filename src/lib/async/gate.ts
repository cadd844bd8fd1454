/** The queue of a gate is full. */
export class GateFullError extends Error {}

type Gate = <T>(work: () => Promise<T>) => Promise<T>;

/** Runs at most `width` calls at once. At most `mostWaiting` others wait, in FIFO order. */
export function createGate(width: number, mostWaiting = Number.POSITIVE_INFINITY): Gate {
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

/**
 * Runs at most `width` calls at once for each key. Others of the same key wait, as many as `mostWaiting`; those of
 * other keys do not.
 */
export function createGates(
  width: number,
  mostWaiting: number,
): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const gates = new Map<string, { readonly inTurn: Gate; calls: number }>();
  return async (key, work) => {
    const gate = gates.get(key) ?? { inTurn: createGate(width, mostWaiting), calls: 0 };
    gates.set(key, gate);
    gate.calls += 1;
    try {
      return await gate.inTurn(work);
    } finally {
      gate.calls -= 1;
      if (gate.calls === 0) gates.delete(key);
    }
  };
}
