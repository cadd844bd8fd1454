interface Sample {
  /** On the monotonic clock of this process. */
  readonly atMs: number;
  /** How far the clock of the database was ahead of it. */
  readonly aheadMs: number;
}

const BETWEEN_SAMPLES_MS = 10_000;
const MOST_SAMPLES = 60;

/**
 * The clock of the database, compared with the monotonic clock of this process. The clock of the database may be set
 * forward, by a correction or because its host slept, and then everything looks older than it is.
 */
export class DatabaseClock {
  private readonly samples: Sample[] = [];

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Notes what the clock of the database says, and returns how far it is ahead. */
  note(databaseNowMs: number): number {
    const atMs = this.now();
    const aheadMs = databaseNowMs - atMs;
    const last = this.samples.at(-1);
    if (!last || atMs - last.atMs >= BETWEEN_SAMPLES_MS) this.samples.push({ atMs, aheadMs });
    if (this.samples.length > MOST_SAMPLES) this.samples.shift();
    return aheadMs;
  }

  /**
   * How much of an age by the clock of the database has passed for certain, as far as this process has seen: no longer
   * than it has compared the clocks, and without steps forward since. `databaseNowMs`: when the age was read.
   */
  passedForCertain(ageMs: number, databaseNowMs: number): number {
    const atMs = this.now();
    const aheadMs = databaseNowMs - atMs;
    const certain = (sample: Sample) => Math.min(atMs - sample.atMs, ageMs - Math.max(0, aheadMs - sample.aheadMs));
    return Math.max(0, ...this.samples.map(certain));
  }
}
