import type { GatewayReport, ReportOutcome } from '../../../domain/ports.js';

/**
 * A text of several parts has an id for each, and the product knows the message by the last one's. The centre reports
 * on that part in any case, on the others only when they fail. This memory makes such a failure the message's own: it
 * lasts as long as the process, and a failure that it does not know any more finds no message.
 */
export interface PartReceipts {
  begin(): PartedMessage;
  /** The report in the message's name; null when it adds nothing. */
  translate(report: GatewayReport): GatewayReport | null;
}

export interface PartedMessage {
  add(id: string | undefined): void;
  /** The last part was taken. Answers with the failure of an earlier one, if it came that soon. */
  finish(id: string | undefined): Failed | null;
}

type Failed = GatewayReport & { readonly outcome: Extract<ReportOutcome, { kind: 'failed' }> };

interface Entry {
  messageId: string | null;
  failed: Failed | null;
}

const MAX_IDS = 50_000;

export function createPartReceipts(): PartReceipts {
  const entries = new Map<string, Entry>();

  function remember(id: string | undefined, entry: Entry): void {
    if (id === undefined) return;
    entries.set(id, entry);
    const [oldest] = entries.keys();
    if (entries.size > MAX_IDS && oldest !== undefined) entries.delete(oldest);
  }

  return {
    begin() {
      const entry: Entry = { messageId: null, failed: null };
      return {
        add: (id) => remember(id, entry),
        finish(id) {
          entry.messageId = id ?? null;
          return entry.failed;
        },
      };
    },

    translate(report) {
      const { providerId = '' } = report;
      const entry = entries.get(providerId);
      if (!entry) return report;
      if (isFailed(report)) entry.failed ??= report;
      else if (entry.messageId !== providerId) return null;
      return entry.messageId === null ? null : { ...(entry.failed ?? report), providerId: entry.messageId };
    },
  };
}

function isFailed(report: GatewayReport): report is Failed {
  return report.outcome.kind === 'failed';
}
