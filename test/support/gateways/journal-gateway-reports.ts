import { createHmac } from 'node:crypto';
import { type Behaviour, createRandom, type Report } from './journal-gateway-behaviour.ts';

const MAX_REPORTS_PER_CALL = 500;
const LOOK_EVERY_MS = 20;
const RETRY_AFTER_MS = 250;
/** Longer than any test keeps its API down, on a machine that is slow to start it again. */
const GIVE_UP_AFTER_MS = 600_000;

interface PendingReport extends Omit<Report, 'lateByMs'> {
  reference: string;
  provider_id: string;
  gateway: string;
  dueAt: number;
}

export interface ReportCounts {
  pending: number;
  sent: number;
  givenUp: number;
}

/**
 * Sends reports in the order in which they fall due, and again for ten minutes while nobody takes them. Calls
 * `onDelivery` with the references that the program has taken as delivered.
 */
export function createReporter(
  behaviour: Behaviour,
  onDelivery: (references: readonly string[]) => void,
): {
  add(report: Omit<PendingReport, 'dueAt'> & Pick<Report, 'lateByMs'>): void;
  counts(): ReportCounts;
} {
  let pending: PendingReport[] = [];
  let sent = 0;
  let givenUp = 0;
  const random = createRandom(behaviour.seed);

  async function sendDue(): Promise<void> {
    const now = Date.now();
    const inOrder = pending.filter(({ dueAt }) => dueAt <= now).sort((one, other) => one.dueAt - other.dueAt);
    const [first] = inOrder;
    if (!first || behaviour.reportUrl === null) return schedule(LOOK_EVERY_MS);
    const due = inOrder.filter(({ gateway }) => gateway === first.gateway).slice(0, MAX_REPORTS_PER_CALL);
    const reports = due.map(({ dueAt: _, gateway: __, ...report }) => report);
    const taken = await post(behaviour, first.gateway, JSON.stringify({ reports }));
    const expired = due.filter(({ dueAt }) => dueAt + GIVE_UP_AFTER_MS <= now);
    const finished = new Set(taken ? due : expired);
    pending = pending.filter((report) => !finished.has(report));
    if (taken) {
      sent += due.length;
      onDelivery(due.filter(({ status }) => status === 'delivered').map(({ reference }) => reference));
    } else givenUp += expired.length;
    schedule(taken ? LOOK_EVERY_MS : RETRY_AFTER_MS);
  }

  function schedule(afterMs: number): void {
    setTimeout(() => void sendDue(), afterMs);
  }

  schedule(LOOK_EVERY_MS);
  return {
    add({ lateByMs = 0, ...report }) {
      const { reportDelayMs, reorderReportsMs, duplicateReports } = behaviour;
      const steps = reorderReportsMs > 0 ? [{ ...report, status: 'sent' as const }, report] : [report];
      for (const step of duplicateReports ? [...steps, ...steps] : steps) {
        pending.push({ ...step, dueAt: Date.now() + lateByMs + reportDelayMs + random() * reorderReportsMs });
      }
    },
    counts: () => ({ pending: pending.length, sent, givenUp }),
  };
}

async function post({ reportUrl, secret }: Behaviour, gateway: string, body: string): Promise<boolean> {
  try {
    const response = await fetch(reportUrl?.replace('{gateway}', gateway) ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signedHeaders(secret ?? '', body) },
      body,
      signal: AbortSignal.timeout(10_000),
    });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

function signedHeaders(secret: string, body: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  return { 'x-postrider-timestamp': timestamp, 'x-postrider-signature': signature(secret, timestamp, body) };
}

export function signature(secret: string, timestamp: string, body: string): string {
  return `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
}
