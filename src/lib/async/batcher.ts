import { AsyncLocalStorage } from 'node:async_hooks';

export interface BatcherOptions<In, Out> {
  readonly largestGroup: number;
  /** Groups under way at once, if those before take longer than STALLED_AFTER_MS. One keeps the order of arrival. */
  readonly atOnce: number;
  /** Items with the same key never share a group; null: no restriction. */
  readonly keyOf: (item: In) => string | null;
  /** Returns each item's result, or the error of that item alone, in the order of the items. */
  readonly perform: (items: readonly In[]) => Promise<readonly (Out | Error)[]>;
}

interface Waiting<In, Out> {
  readonly item: In;
  readonly key: string | null;
  /** Runs a function as if the caller did: statements of a group belong to the trace of its first item. */
  readonly asCaller: <T>(work: () => T) => T;
  readonly resolve: (result: Out) => void;
  readonly reject: (error: unknown) => void;
}

/** A group that takes longer may be on a connection that is dead. */
export const STALLED_AFTER_MS = 1000;

/**
 * Performs items in groups, first in, first out, one group after the other. An item that arrives at an idle batcher
 * starts at once, alone; items that arrive meanwhile form the next group. They do not wait for a group that hangs.
 */
export class Batcher<In, Out> {
  private waiting: Waiting<In, Out>[] = [];
  private groupsUnderWay = 0;
  /** The group that the next one waits for. */
  private ahead: readonly Waiting<In, Out>[] | null = null;

  constructor(
    private readonly work: BatcherOptions<In, Out>,
    private readonly becameIdle: () => void,
  ) {}

  add(item: In): Promise<Out> {
    return new Promise((resolve, reject) => {
      const key = this.work.keyOf(item);
      this.waiting.push({ item, key, asCaller: AsyncLocalStorage.snapshot(), resolve, reject });
      this.startNext();
    });
  }

  private startNext(): void {
    const mayStart = this.ahead === null && this.groupsUnderWay < this.work.atOnce;
    if (mayStart && this.waiting.length > 0) void this.perform(this.takeGroup());
    if (this.groupsUnderWay === 0) this.becameIdle();
  }

  /**
   * Without head-of-line blocking: an item whose key the group has already waits for the next group, and items behind
   * it may go first.
   */
  private takeGroup(): Waiting<In, Out>[] {
    const keys = new Set<string>();
    const group: Waiting<In, Out>[] = [];
    const left: Waiting<In, Out>[] = [];
    for (const waiting of this.waiting) {
      const { key } = waiting;
      const mayGo = group.length < this.work.largestGroup && (key === null || !keys.has(key));
      if (mayGo && key !== null) keys.add(key);
      (mayGo ? group : left).push(waiting);
    }
    this.waiting = left;
    return group;
  }

  private async perform(group: readonly Waiting<In, Out>[]): Promise<void> {
    this.groupsUnderWay += 1;
    this.ahead = group;
    const stalled = setTimeout(() => this.letNextGo(group), STALLED_AFTER_MS);
    const { asCaller } = group[0] as Waiting<In, Out>;
    try {
      const results = await asCaller(() => this.work.perform(group.map(({ item }) => item)));
      for (const [place, { resolve, reject }] of group.entries()) {
        const result = results[place] as Out | Error;
        if (result instanceof Error) reject(result);
        else resolve(result);
      }
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
    clearTimeout(stalled);
    this.groupsUnderWay -= 1;
    this.letNextGo(group);
  }

  private letNextGo(group: readonly Waiting<In, Out>[]): void {
    if (this.ahead === group) this.ahead = null;
    this.startNext();
  }
}
