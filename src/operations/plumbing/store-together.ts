import type { Database } from '../../db/database.js';
import { type Inbox, storeReports } from '../../db/sql/plumbing/inbox.js';
import { Lane } from '../../lib/async/lanes.js';
import { portions } from '../../lib/lists.js';

/** Of one commit; more wait for the next. */
const REPORTS_TOGETHER = 500;

type ReportLane = Lane<readonly object[], void>;

const lanesOf = new WeakMap<Database, Map<string, ReportLane>>();

/**
 * Stores reports, for a worker to fold at once. Gateways that report one by one would cost a commit each: what arrives while
 * one is under way shares the next. Resolves when the caller's own reports are stored.
 */
export function storeTogether(db: Database, inbox: Inbox, gateway: string, reports: readonly object[]): Promise<void> {
  const lanes = lanesOf.get(db) ?? new Map<string, ReportLane>();
  lanesOf.set(db, lanes);
  const name = `${inbox} ${gateway}`;
  const lane = lanes.get(name) ?? openLane(db, inbox, gateway, () => lanes.delete(name));
  lanes.set(name, lane);
  return lane.add(reports);
}

function openLane(db: Database, inbox: Inbox, gateway: string, becameIdle: () => void): ReportLane {
  const perform = async (calls: readonly (readonly object[])[]) => {
    for (const together of portions(calls.flat(), REPORTS_TOGETHER)) {
      await storeReports(db, inbox, gateway, together, 0);
    }
    return calls.map(() => undefined);
  };
  return new Lane<readonly object[], void>(
    { largestGroup: REPORTS_TOGETHER, atOnce: 1, keyOf: () => null, perform },
    becameIdle,
  );
}
