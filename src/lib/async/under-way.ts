/**
 * Work that a process sees through before it ends, whether or not anybody still waits for it, because what it learns from
 * others stands nowhere else. For these others it waits until it gives up, and then goes on without them.
 */
export class UnderWay {
  private readonly work = new Set<Promise<unknown>>();
  private readonly waits = new Set<() => void>();
  private givenUp = false;

  /** From then on nothing is to be begun that would have to be waited for. */
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

  /** What somebody else answers, or `otherwise` when it comes to giving up first. */
  async waitFor<T>(answer: Promise<T>, otherwise: T): Promise<T> {
    // Not one promise for all: each race would leave its trace on it for as long as the process lives.
    const { promise: end, resolve } = Promise.withResolvers<T>();
    const goOn = () => resolve(otherwise);
    this.waits.add(goOn);
    try {
      return await Promise.race([answer, end]);
    } finally {
      this.waits.delete(goOn);
    }
  }

  /** Answers for how many answers nobody waits any longer. */
  giveUp(): number {
    this.givenUp = true;
    for (const goOn of this.waits) goOn();
    return this.waits.size;
  }

  /** Resolves when there is no work, what has begun meanwhile included. */
  async ended(): Promise<void> {
    while (this.work.size > 0) await Promise.allSettled(this.work);
  }
}
