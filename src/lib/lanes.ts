export interface LaneWork<In, Out> {
  readonly largestGroup: number;
  /** How many groups may be under way at once. */
  readonly atOnce: number;
  /** Items with the same mark are never under way at once. */
  readonly markOf: (item: In) => string | null;
  /** Each item's result, or the error of that item alone, in the order of the items. */
  readonly perform: (items: readonly In[]) => Promise<readonly (Out | Error)[]>;
}

interface Waiting<In, Out> {
  readonly item: In;
  readonly resolve: (result: Out) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Items that arrive while a group is under way wait, and go together. An item that finds nothing under way goes at once, alone.
 * A further group begins when as many items wait as are under way: any earlier, groups would stay small.
 */
export class Lane<In, Out> {
  private waiting: Waiting<In, Out>[] = [];
  private readonly marksUnderWay = new Set<string>();
  private groupsUnderWay = 0;
  private itemsUnderWay = 0;

  constructor(
    private readonly work: LaneWork<In, Out>,
    private readonly becameIdle: () => void,
  ) {}

  add(item: In): Promise<Out> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      this.goOn();
    });
  }

  private goOn(): void {
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

  /** In the order of arrival. An item whose mark is taken keeps its place and holds up no other. */
  private takeGroup(): Waiting<In, Out>[] {
    const { largestGroup, markOf } = this.work;
    const group: Waiting<In, Out>[] = [];
    const left: Waiting<In, Out>[] = [];
    for (const waiting of this.waiting) {
      const mark = markOf(waiting.item);
      const mayGo = group.length < largestGroup && (mark === null || !this.marksUnderWay.has(mark));
      if (mayGo && mark !== null) this.marksUnderWay.add(mark);
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
      const mark = this.work.markOf(item);
      if (mark !== null) this.marksUnderWay.delete(mark);
    }
    this.goOn();
  }
}
