/** So many wait already that whoever comes now would wait for too long. */
export class GateFullError extends Error {}

/** Lets at most `width` pieces of work run at once; of the others at most so many wait, in order. */
export function createGate(
  width: number,
  mostWaiting = Number.POSITIVE_INFINITY,
): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let inside = 0;
  return async (work) => {
    if (inside >= width && waiting.length >= mostWaiting) throw new GateFullError('Too many wait already.');
    if (inside >= width) await new Promise<void>((resolve) => waiting.push(resolve));
    else inside += 1;
    try {
      return await work();
    } finally {
      // The place passes on to the next in line, or becomes free.
      const next = waiting.shift();
      if (next) next();
      else inside -= 1;
    }
  };
}
