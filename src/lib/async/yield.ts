const waiting: (() => void)[] = [];

/**
 * Resolves with at most one waiter a round of the event loop. Long CPU-bound work awaits it before each of its pieces,
 * so that other requests wait for one piece at most, however many callers have such work.
 */
export function yieldToOthers(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(resumeNext);
  });
}

function resumeNext(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(resumeNext);
}

/** Runs a generator, with a turn for each piece between two yields. */
export async function runYielding<T>(work: Generator<void, T>): Promise<T> {
  for (;;) {
    await yieldToOthers();
    const piece = work.next();
    if (piece.done) return piece.value;
  }
}

/** Items between two pauses: about 2 ms of work. */
const ITEMS_AT_ONCE = 2_000;

/** Maps a long list, with a turn for each portion of it. */
export async function mapYielding<Item, Mapped>(
  items: readonly Item[],
  map: (item: Item, index: number) => Mapped,
): Promise<Mapped[]> {
  const mapped: Mapped[] = [];
  for (const [index, item] of items.entries()) {
    if (index % ITEMS_AT_ONCE === 0) await yieldToOthers();
    mapped.push(map(item, index));
  }
  return mapped;
}

/** Runs the same work without pauses, where no other request waits. */
export function runSync<T>(work: Generator<void, T>): T {
  for (;;) {
    const piece = work.next();
    if (piece.done) return piece.value;
  }
}
