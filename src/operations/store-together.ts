import type { MikroORM } from '@mikro-orm/postgresql';
import { type Inbox, storeReports } from '../db/queries/inbox.js';
import { alone } from '../db/transaction.js';

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

const lanesOf = new WeakMap<MikroORM, Map<string, Lane>>();

/**
 * Takes reports into safe keeping, to be folded at once. Gateways that report one by one would cost a commit each: what
 * arrives while one is under way shares the next. Resolves when the caller's own reports are stored.
 */
export async function storeTogether(
  orm: MikroORM,
  inbox: Inbox,
  gateway: string,
  reports: readonly object[],
): Promise<void> {
  const lane = laneOf(orm, `${inbox} ${gateway}`);
  const stored = reports.map(
    (report) => new Promise<void>((resolve, reject) => lane.waiting.push({ report, stored: resolve, failed: reject })),
  );
  if (!lane.isWriting) void write(lane, orm, inbox, gateway);
  await Promise.all(stored);
}

function laneOf(orm: MikroORM, name: string): Lane {
  const lanes = lanesOf.get(orm) ?? new Map<string, Lane>();
  lanesOf.set(orm, lanes);
  const lane = lanes.get(name) ?? { waiting: [], isWriting: false };
  lanes.set(name, lane);
  return lane;
}

async function write(lane: Lane, orm: MikroORM, inbox: Inbox, gateway: string): Promise<void> {
  lane.isWriting = true;
  while (lane.waiting.length > 0) {
    const portion = lane.waiting.splice(0, REPORTS_TOGETHER);
    const reports = portion.map(({ report }) => report);
    try {
      await storeReports(alone(orm), inbox, gateway, reports, 0);
      for (const { stored } of portion) stored();
    } catch (error) {
      for (const { failed } of portion) failed(error);
    }
  }
  lane.isWriting = false;
}
