import type { Database } from '../../db/database.js';
import { Batcher } from '../../lib/async/batcher.js';
import { isDatabaseAway, isLockTimeout, isStatementTimeout } from '../../lib/database-away.js';

/** Measured: docs/benchmarks.md, "Sends of one organisation". */
const LARGEST_GROUP = 100;
const TRANSACTIONS_AT_ONCE = 4;

interface Work<In, Out> {
  /** Keeps the order of arrival, even if a transaction hangs: the others wait for it. */
  readonly inOrder?: true;
  readonly largestGroup?: number;
  /** Items with the same key never share a transaction. */
  readonly keyOf?: (item: In) => string | null;
  /**
   * Performs all items in one transaction. Returns each item's result, or the error of that item alone, in the order of
   * the items. Runs again for each item by itself when PostgreSQL has refused the transaction.
   */
  readonly perform: (db: Database, owner: string, items: readonly In[]) => Promise<readonly (Out | Error)[]>;
}

/**
 * Group commit: items that arrive for an organisation during a transaction share the next one, and each caller gets the
 * result after the COMMIT. One batcher per organisation, so row level security holds; reports have one per gateway. The
 * rate limit of the organisation bounds how many calls wait.
 *
 * A process runs one transaction of a batcher at a time. A second one would wait for the lock of the event log, and
 * groups would be half as large (docs/benchmarks.md, "Sends of one organisation"). Only behind one that hangs, perhaps
 * on a dead connection, others start.
 */
export class GroupCommit<In, Out> {
  /** By owner; an idle batcher is deleted. */
  private readonly batchersOf = new WeakMap<Database, Map<string, Batcher<In, Out>>>();

  constructor(private readonly work: Work<In, Out>) {}

  add(db: Database, owner: string, item: In): Promise<Out> {
    const batchers = this.batchersOf.get(db) ?? new Map<string, Batcher<In, Out>>();
    this.batchersOf.set(db, batchers);
    const batcher = batchers.get(owner) ?? this.openBatcher(db, owner, () => batchers.delete(owner));
    batchers.set(owner, batcher);
    return batcher.add(item);
  }

  private openBatcher(db: Database, owner: string, becameIdle: () => void): Batcher<In, Out> {
    const perform = (items: readonly In[]) => this.work.perform(db, owner, items);
    const { inOrder = false, largestGroup = LARGEST_GROUP, keyOf = () => null } = this.work;
    const atOnce = inOrder ? 1 : TRANSACTIONS_AT_ONCE;
    return new Batcher(
      { largestGroup, atOnce, keyOf, perform: (items) => performTogether(items, perform) },
      becameIdle,
    );
  }
}

type Perform<In, Out> = (items: readonly In[]) => Promise<readonly (Out | Error)[]>;

/**
 * One item must not fail the others: if PostgreSQL refuses a group, each item gets a transaction of its own. Nothing is
 * tried again if the database is away, because the group may have been committed, or after a timeout, because every
 * item would wait as long again.
 */
async function performTogether<In, Out>(
  items: readonly In[],
  perform: Perform<In, Out>,
): Promise<readonly (Out | Error)[]> {
  try {
    return await perform(items);
  } catch (error) {
    if (items.length === 1 || concernsAll(error)) throw error;
  }
  const results: (Out | Error)[] = [];
  for (const item of items) {
    const last = results.at(-1);
    results.push(concernsAll(last) ? (last as Error) : await performAlone(item, perform));
  }
  return results;
}

async function performAlone<In, Out>(item: In, perform: Perform<In, Out>): Promise<Out | Error> {
  try {
    const [result] = await perform([item]);
    return result as Out | Error;
  } catch (error) {
    return error as Error;
  }
}

/** The cause is the state or the load of the database, not an item. */
function concernsAll(error: unknown): boolean {
  return isDatabaseAway(error) || isStatementTimeout(error) || isLockTimeout(error);
}
