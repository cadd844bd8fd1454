/** Throttles log messages: calls `say` at most once an interval. */
export function createLogThrottle(intervalMs: number): (say: () => void) => void {
  let lastAt = Number.NEGATIVE_INFINITY;
  return (say) => {
    const now = performance.now();
    if (now - lastAt < intervalMs) return;
    lastAt = now;
    say();
  };
}

/** The same for each name. For a bounded number of names: it never forgets one. */
export function createKeyedLogThrottle(intervalMs: number): (name: string, say: () => void) => void {
  const throttles = new Map<string, ReturnType<typeof createLogThrottle>>();
  return (name, say) => {
    const throttle = throttles.get(name) ?? createLogThrottle(intervalMs);
    throttles.set(name, throttle);
    throttle(say);
  };
}
