/** Throttles log messages: calls `say` at most once an interval. */
export function createSeldom(intervalMs: number): (say: () => void) => void {
  let lastAt = Number.NEGATIVE_INFINITY;
  return (say) => {
    const now = performance.now();
    if (now - lastAt < intervalMs) return;
    lastAt = now;
    say();
  };
}

/** The same for each name. For a bounded number of names: it never forgets one. */
export function createSeldomOf(intervalMs: number): (name: string, say: () => void) => void {
  const seldomOf = new Map<string, ReturnType<typeof createSeldom>>();
  return (name, say) => {
    const seldom = seldomOf.get(name) ?? createSeldom(intervalMs);
    seldomOf.set(name, seldom);
    seldom(say);
  };
}
