/** Consecutive failures after which nothing is sent for a while. */
const FAILURES_TO_OPEN = 3;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Keeps a process from hammering a gateway that is down. Opens after some failures in a row; when the pause is over calls may
 * try again, and the first of them that fails doubles it.
 */
export class CircuitBreaker {
  private failures = 0;
  private closedAgainAt = 0;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Milliseconds until the next try is allowed; 0 = go ahead. */
  get pauseMs(): number {
    return Math.max(0, this.closedAgainAt - this.now());
  }

  get isOpen(): boolean {
    return this.pauseMs > 0;
  }

  succeeded(): void {
    this.failures = 0;
    this.closedAgainAt = 0;
  }

  /** What fails during a pause was under way before it began, and tells nothing new. */
  failed(): void {
    if (this.isOpen) return;
    this.failures += 1;
    const excess = this.failures - FAILURES_TO_OPEN;
    if (excess >= 0)
      this.closedAgainAt = this.now() + Math.min(FIRST_PAUSE_MS * 2 ** Math.min(excess, 10), LONGEST_PAUSE_MS);
  }
}
