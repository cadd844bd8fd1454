import { setTimeout as sleep } from 'node:timers/promises';
import type { GatewayReport } from '../../../domain/sms/gateway.js';

const REPORTS_AT_ONCE = 500;
const MAX_WAITING = 5_000;
/** Batches more receipts into one commit, for an SMSC that sends faster than we store. A commit takes as long. */
const GATHERING_MS = 3;

export interface Inbox {
  /** Calls `done` once, with true if the report was stored. */
  add(report: GatewayReport, done: (isKept: boolean) => void): void;
  /** Resolves when all reports are stored. */
  drained(): Promise<unknown>;
}

/** Stores receipts in batches: those that arrive during a commit form the next batch. */
export function createInbox(accept: (reports: readonly GatewayReport[]) => Promise<void>): Inbox {
  let waiting: { report: GatewayReport; done: (isKept: boolean) => void }[] = [];
  let running: Promise<void> | null = null;

  async function storeWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, REPORTS_AT_ONCE);
      waiting = waiting.slice(REPORTS_AT_ONCE);
      const isKept = await accept(batch.map(({ report }) => report)).then(
        () => true,
        () => false,
      );
      for (const { done } of batch) done(isKept);
      if (waiting.length > 0 && waiting.length < REPORTS_AT_ONCE) await sleep(GATHERING_MS);
    }
    running = null;
  }

  return {
    add(report, done) {
      if (waiting.length >= MAX_WAITING) return done(false);
      waiting.push({ report, done });
      running ??= storeWaiting();
    },
    drained: async () => running,
  };
}
