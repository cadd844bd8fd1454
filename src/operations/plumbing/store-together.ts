import type { Database } from '../../db/database.js';
import { type Inbox, storeReports } from '../../db/sql/plumbing/inbox.js';

/** Of one commit; more wait for the next. */
const REPORTS_TOGETHER = 500;

interface Waiting {
  readonly report: object;
  readonly stored: () => void;
  readonly failed: (error: unknown) => void;
}

interface Lane {
  readonly waiting: Waiting[];
  isWriting: boolean;
}

const lanesOf = new WeakMap<Database, Map<string, Lane>>();

/**
 * Takes reports into safe keeping, to be folded at once. Gateways that report one by one would cost a commit each: what
 * arrives while one is under way shares the next. Resolves when the caller's own reports are stored.
 */
export async function storeTogether(
  db: Database,
  inbox: Inbox,
  gateway: string,
  reports: readonly object[],
): Promise<void> {
  const lane = laneOf(db, `${inbox} ${gateway}`);
  const stored = reports.map(
    (report) => new Promise<void>((resolve, reject) => lane.waiting.push({ report, stored: resolve, failed: reject })),
  );
  if (!lane.isWriting) void write(lane, db, inbox, gateway);
  await Promise.all(stored);
}

function laneOf(db: Database, name: string): Lane {
  const lanes = lanesOf.get(db) ?? new Map<string, Lane>();
  lanesOf.set(db, lanes);
  const lane = lanes.get(name) ?? { waiting: [], isWriting: false };
  lanes.set(name, lane);
  return lane;
}

async function write(lane: Lane, db: Database, inbox: Inbox, gateway: string): Promise<void> {
  lane.isWriting = true;
  while (lane.waiting.length > 0) {
    const portion = lane.waiting.splice(0, REPORTS_TOGETHER);
    const reports = portion.map(({ report }) => report);
    try {
      await storeReports(db, inbox, gateway, reports, 0);
      for (const { stored } of portion) stored();
    } catch (error) {
      for (const { failed } of portion) failed(error);
    }
  }
  lane.isWriting = false;
}
