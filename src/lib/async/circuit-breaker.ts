import { backOff } from '../back-off.js';

/** Consecutive failures after which nothing is sent for a while. */
const FAILURES_TO_OPEN = 3;
const PAUSE_MS = { first: 1_000, longest: 30_000 };

/**
 * Keeps a process from hammering a gateway that is down. Opens after some failures in a row; when the pause is over calls may
 * try again, and the first of them that fails doubles it.
 */
export class CircuitBreaker {
  private failures = 0;
  private closedAgainAt = 0;
  private isTrying = false;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Milliseconds until the next try is allowed; 0 = go ahead. */
  get pauseMs(): number {
    return Math.max(0, this.closedAgainAt - this.now());
  }

  get isOpen(): boolean {
    return this.pauseMs > 0;
  }

  /**
   * For callers who tell of each call that is let through how it ended. When the pause is over one may try, and the others
   * wait for its end: while nobody answers, they would all learn the same, and late.
   */
  admits(): boolean {
    if (this.isOpen || this.isTrying) return false;
    this.isTrying = this.failures >= FAILURES_TO_OPEN;
    return true;
  }

  succeeded(): void {
    this.failures = 0;
    this.closedAgainAt = 0;
    this.isTrying = false;
  }

  /** What fails during a pause was under way before it began, and tells nothing new. */
  failed(): void {
    if (this.isOpen) return;
    this.isTrying = false;
    this.failures += 1;
    const excess = this.failures - FAILURES_TO_OPEN;
    if (excess >= 0) this.closedAgainAt = this.now() + backOff(excess, PAUSE_MS);
  }
}

/** A breaker for each of many names. Only those that have failed since their last success take memory. */
export class CircuitBreakers {
  private readonly breakers = new Map<string, CircuitBreaker>();

  constructor(private readonly now?: () => number) {}

  admits(name: string): boolean {
    return this.breakers.get(name)?.admits() ?? true;
  }

  succeeded(name: string): void {
    this.breakers.delete(name);
  }

  failed(name: string): void {
    const breaker = this.breakers.get(name) ?? new CircuitBreaker(this.now);
    this.breakers.set(name, breaker);
    breaker.failed();
  }
}
