import { backOff } from '../back-off.js';

/** Consecutive failures that open the breaker. */
const FAILURES_TO_OPEN = 3;
const PAUSE_MS = { first: 1_000, longest: 30_000 };

/**
 * Keeps a process from calling a gateway that is down. It opens after consecutive failures. After the pause calls are
 * tried again, and the first failure doubles the pause.
 */
export class CircuitBreaker {
  private failures = 0;
  private closedAgainAt = 0;
  private isTrying = false;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Milliseconds until calls are allowed; 0: now. */
  get pauseMs(): number {
    return Math.max(0, this.closedAgainAt - this.now());
  }

  get isOpen(): boolean {
    return this.pauseMs > 0;
  }

  /**
   * Half-open: after the pause it admits one call and refuses the others until that one has ended, because all would
   * wait for the same timeout. The caller must report the end of each admitted call.
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

  /** Ignores failures during a pause: their calls began before it. */
  failed(): void {
    if (this.isOpen) return;
    this.isTrying = false;
    this.failures += 1;
    const excess = this.failures - FAILURES_TO_OPEN;
    if (excess >= 0) this.closedAgainAt = this.now() + backOff(excess, PAUSE_MS);
  }
}

/** One breaker for each name. Only names that have failed since their last success use memory. */
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
