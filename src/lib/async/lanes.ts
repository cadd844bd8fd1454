export interface LaneWork<In, Out> {
  readonly largestGroup: number;
  /** Groups under way at once. */
  readonly atOnce: number;
  /** Items with the same key run one after the other; null: no restriction. */
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
 * Performs items in groups (group commit): an item that arrives at an idle lane starts at once, alone, and items that arrive
 * meanwhile form the next group. A second group starts when as many items wait as are under way; earlier, groups would stay small.
 */
export class Lane<In, Out> {
  private waiting: Waiting<In, Out>[] = [];
  private readonly keysUnderWay = new Set<string>();
  private groupsUnderWay = 0;
  private itemsUnderWay = 0;

  constructor(
    private readonly work: LaneWork<In, Out>,
    private readonly becameIdle: () => void,
  ) {}

  add(item: In): Promise<Out> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      this.startGroups();
    });
  }

  private startGroups(): void {
    while (this.waiting.length > 0 && this.mayStart()) {
      const group = this.takeGroup();
      if (group.length === 0) return;
      void this.perform(group);
    }
    if (this.groupsUnderWay === 0) this.becameIdle();
  }

  private mayStart(): boolean {
    return this.groupsUnderWay < this.work.atOnce && this.waiting.length >= this.itemsUnderWay;
  }

  /** In FIFO order, without head-of-line blocking: an item whose key is under way keeps its place, and others overtake it. */
  private takeGroup(): Waiting<In, Out>[] {
    const { largestGroup, keyOf } = this.work;
    const group: Waiting<In, Out>[] = [];
    const left: Waiting<In, Out>[] = [];
    for (const waiting of this.waiting) {
      const key = keyOf(waiting.item);
      const mayGo = group.length < largestGroup && (key === null || !this.keysUnderWay.has(key));
      if (mayGo && key !== null) this.keysUnderWay.add(key);
      (mayGo ? group : left).push(waiting);
    }
    this.waiting = left;
    return group;
  }

  private async perform(group: readonly Waiting<In, Out>[]): Promise<void> {
    this.groupsUnderWay += 1;
    this.itemsUnderWay += group.length;
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
    this.groupsUnderWay -= 1;
    this.itemsUnderWay -= group.length;
    for (const { item } of group) {
      const key = this.work.keyOf(item);
      if (key !== null) this.keysUnderWay.delete(key);
    }
    this.startGroups();
  }
}
