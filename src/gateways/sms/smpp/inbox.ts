import { setTimeout as sleep } from 'node:timers/promises';
import type { GatewayReport } from '../../../domain/sms/gateway.js';

const REPORTS_AT_ONCE = 500;
const MAX_WAITING = 5_000;
/** A centre that sends faster than we store sends more in this time, for the same commit. It is no more than that took. */
const GATHERING_MS = 3;

export interface Inbox {
  /** `done` is called once: true when the report is in safe keeping. */
  add(report: GatewayReport, done: (isKept: boolean) => void): void;
  /** Resolves when nothing waits any more. */
  drained(): Promise<unknown>;
}

/** Collects the receipts that come while earlier ones are being stored: a database is faster with many at once. */
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
