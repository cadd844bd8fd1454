/** Calls `say` unless it has been called within the interval: what happens to everything at once need not be said each time. */
export function createSeldom(intervalMs: number): (say: () => void) => void {
  let lastAt = Number.NEGATIVE_INFINITY;
  return (say) => {
    const now = performance.now();
    if (now - lastAt < intervalMs) return;
    lastAt = now;
    say();
  };
}

/** The same for each of a few names by itself. */
export function createSeldomOf(intervalMs: number): (name: string, say: () => void) => void {
  const seldomOf = new Map<string, ReturnType<typeof createSeldom>>();
  return (name, say) => {
    const seldom = seldomOf.get(name) ?? createSeldom(intervalMs);
    seldomOf.set(name, seldom);
    seldom(say);
  };
}
