const waiting: (() => void)[] = [];

/**
 * Resolves in a round of the event loop in which nobody else gets a turn. Work that is too long to be done at once waits for
 * a turn before each of its pieces, so that others are kept waiting for one piece at most, however many have such work.
 */
export function takeTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(giveTurn);
  });
}

function giveTurn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(giveTurn);
}

/** Work that pauses now and then, with a turn for each piece. */
export async function inTurns<T>(work: Generator<void, T>): Promise<T> {
  for (;;) {
    await takeTurn();
    const piece = work.next();
    if (piece.done) return piece.value;
  }
}

/** The same work where nobody else is kept waiting. */
export function withoutPause<T>(work: Generator<void, T>): T {
  for (;;) {
    const piece = work.next();
    if (piece.done) return piece.value;
  }
}
