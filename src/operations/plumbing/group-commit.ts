import type { Database } from '../../db/database.js';
import { Lane } from '../../lib/async/lanes.js';
import { isDatabaseAway, isLockTimeout, isStatementTimeout } from '../../lib/database-away.js';

/** Measured: docs/benchmarks.md, "Sends of one organisation". */
const LARGEST_GROUP = 100;

interface Work<In, Out> {
  readonly largestGroup?: number;
  /** Items with the same key never share a transaction. */
  readonly keyOf?: (item: In) => string | null;
  /**
   * Performs all items in one transaction. Returns each item's result, or the error of that item alone, in the order of the
   * items. Runs again for each item by itself when PostgreSQL has refused the transaction.
   */
  readonly perform: (db: Database, owner: string, items: readonly In[]) => Promise<readonly (Out | Error)[]>;
}

/**
 * Group commit: items that arrive for an organisation while a transaction of it is under way share the next one, in the order of arrival,
 * and each caller gets the result after the COMMIT. One lane per organisation, so row level security holds. A second transaction at the
 * same time would wait for the first one's lock of the event log, and halve the groups. The rate limit of the organisation bounds how
 * many calls wait. Reports belong to a gateway instead.
 */
export class GroupCommit<In, Out> {
  /** By owner; an idle lane is deleted. */
  private readonly lanesOf = new WeakMap<Database, Map<string, Lane<In, Out>>>();

  constructor(private readonly work: Work<In, Out>) {}

  add(db: Database, owner: string, item: In): Promise<Out> {
    const lanes = this.lanesOf.get(db) ?? new Map<string, Lane<In, Out>>();
    this.lanesOf.set(db, lanes);
    const lane = lanes.get(owner) ?? this.openLane(db, owner, () => lanes.delete(owner));
    lanes.set(owner, lane);
    return lane.add(item);
  }

  private openLane(db: Database, owner: string, becameIdle: () => void): Lane<In, Out> {
    const perform = (items: readonly In[]) => this.work.perform(db, owner, items);
    const { largestGroup = LARGEST_GROUP, keyOf = () => null } = this.work;
    return new Lane({ largestGroup, keyOf, perform: (items) => performTogether(items, perform) }, becameIdle);
  }
}

type Perform<In, Out> = (items: readonly In[]) => Promise<readonly (Out | Error)[]>;

/**
 * One item must not fail the others: if PostgreSQL refuses a group, each item gets a transaction of its own. Nothing is tried again if
 * the database is away, because the group may have been committed, or after a timeout, because every item would wait as long again.
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
