export interface LaneWork<In, Out> {
  readonly largestGroup: number;
  /** Items with the same key never share a group; null: no restriction. */
  readonly keyOf: (item: In) => string | null;
  /** Returns each item's result, or the error of that item alone, in the order of the items. */
  readonly perform: (items: readonly In[]) => Promise<readonly (Out | Error)[]>;
}

interface Waiting<In, Out> {
  readonly item: In;
  readonly resolve: (result: Out) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Performs items in groups, one group at a time and in the order of arrival (group commit): an item that arrives at an idle lane starts
 * at once, alone, and items that arrive meanwhile form the next group.
 */
export class Lane<In, Out> {
  private waiting: Waiting<In, Out>[] = [];
  private isBusy = false;

  constructor(
    private readonly work: LaneWork<In, Out>,
    private readonly becameIdle: () => void,
  ) {}

  add(item: In): Promise<Out> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (!this.isBusy) void this.performAll();
    });
  }

  private async performAll(): Promise<void> {
    this.isBusy = true;
    while (this.waiting.length > 0) await this.perform(this.takeGroup());
    this.isBusy = false;
    this.becameIdle();
  }

  /** An item whose key is in the group already keeps its place for the next one, and others overtake it. */
  private takeGroup(): Waiting<In, Out>[] {
    const { largestGroup, keyOf } = this.work;
    const keys = new Set<string>();
    const group: Waiting<In, Out>[] = [];
    const left: Waiting<In, Out>[] = [];
    for (const waiting of this.waiting) {
      const key = keyOf(waiting.item);
      const mayGo = group.length < largestGroup && (key === null || !keys.has(key));
      if (mayGo && key !== null) keys.add(key);
      (mayGo ? group : left).push(waiting);
    }
    this.waiting = left;
    return group;
  }

  private async perform(group: readonly Waiting<In, Out>[]): Promise<void> {
    try {
      const results = await this.work.perform(group.map(({ item }) => item));
      for (const [place, { resolve, reject }] of group.entries()) {
        const result = results[place] as Out | Error;
        if (result instanceof Error) reject(result);
        else resolve(result);
      }
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }
}
