/** What an operator watches; read from the database over all organisations, so the same on every process. */
export interface HealthFigures {
  /** Since when the longest-waiting due messages could have been dispatched; 0 when none wait. */
  readonly oldestDueSeconds: number;
  readonly dueMessages: number;
  readonly inDoubtMessages: number;
  /** Since when the longest-waiting report could have been folded; 0 when none wait. */
  readonly reportLagSeconds: number;
  /** Reports that match no message yet. */
  readonly parkedReports: number;
  /** Accounts of organisations with gateways that have run out of credit. */
  readonly pausedAccounts: number;
  /** Phones that messages can be sent through. */
  readonly connectedPhones: number;
  /** Phones that should be connected and are not: disconnected, stalled or failed. */
  readonly lostPhones: number;
  /** Chat messages of which nobody knows whether the engine sent them. */
  readonly inDoubtChatMessages: number;
  /** Since when the longest-waiting report of a chat engine could have been folded; 0 when none wait. */
  readonly engineReportLagSeconds: number;
  /** Since when the longest-waiting webhook endpoint could have been called; 0 when none waits. */
  readonly webhookLagSeconds: number;
  /** Endpoints that have failed several times in a row, or have been disabled for it. */
  readonly failingWebhooks: number;
  /** Written, and not yet sent. */
  readonly waitingMails: number;
  /** Since when the longest-waiting mail has been written; 0 when none waits. */
  readonly mailLagSeconds: number;
}

/** Why a process cannot do its work, in words that everybody may read. */
export class NotReadyError extends Error {}
