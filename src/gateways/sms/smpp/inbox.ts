import { setTimeout as sleep } from 'node:timers/promises';

const ITEMS_AT_ONCE = 500;
const MAX_WAITING = 5_000;
/** Batches more of it into one commit, for an SMSC that sends faster than we store. A commit takes as long. */
const GATHERING_MS = 3;

export interface Inbox<Item> {
  /** Calls `done` once, with true if the item was stored. */
  add(item: Item, done: (isKept: boolean) => void): void;
  /** Resolves when all items are stored. */
  drained(): Promise<unknown>;
}

/** Stores what arrives in batches: those that arrive during a commit form the next batch. */
export function createInbox<Item>(accept: (items: readonly Item[]) => Promise<void>): Inbox<Item> {
  let waiting: { item: Item; done: (isKept: boolean) => void }[] = [];
  let running: Promise<void> | null = null;

  async function storeWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, ITEMS_AT_ONCE);
      waiting = waiting.slice(ITEMS_AT_ONCE);
      const isKept = await accept(batch.map(({ item }) => item)).then(
        () => true,
        () => false,
      );
      for (const { done } of batch) done(isKept);
      if (waiting.length > 0 && waiting.length < ITEMS_AT_ONCE) await sleep(GATHERING_MS);
    }
    running = null;
  }

  return {
    add(item, done) {
      if (waiting.length >= MAX_WAITING) return done(false);
      waiting.push({ item, done });
      running ??= storeWaiting();
    },
    drained: async () => running,
  };
}
