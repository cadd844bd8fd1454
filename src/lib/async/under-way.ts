/**
 * Work that the process finishes before it ends, even if its caller is gone, because the answers of chat engines are
 * stored nowhere else. It waits for these answers until `giveUp`, and then goes on without them.
 */
export class UnderWay {
  private readonly work = new Set<Promise<unknown>>();
  private readonly waits = new Set<() => void>();
  private givenUp = false;

  /** If true, start no work that waits for an answer. */
  get isGivenUp(): boolean {
    return this.givenUp;
  }

  async seeThrough<T>(work: () => Promise<T>): Promise<T> {
    const running = work();
    this.work.add(running);
    try {
      return await running;
    } finally {
      this.work.delete(running);
    }
  }

  /** Resolves with the answer, or with `otherwise` if `giveUp` comes first. */
  async waitFor<T>(answer: Promise<T>, otherwise: T): Promise<T> {
    // A promise for each wait: every race on one long-lived promise would leak its reaction.
    const { promise: end, resolve } = Promise.withResolvers<T>();
    const goOn = () => resolve(otherwise);
    this.waits.add(goOn);
    try {
      return await Promise.race([answer, end]);
    } finally {
      this.waits.delete(goOn);
    }
  }

  /** Returns the number of waits that were abandoned. */
  giveUp(): number {
    this.givenUp = true;
    for (const goOn of this.waits) goOn();
    return this.waits.size;
  }

  /** Resolves when no work is left, including work that begins meanwhile. */
  async ended(): Promise<void> {
    while (this.work.size > 0) await Promise.allSettled(this.work);
  }
}
