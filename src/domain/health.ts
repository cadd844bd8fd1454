import type { SmsStatus } from './vocabulary.js';

/** The periodic task that deletes what must not be kept. */
export const HOUSEKEEPING = 'housekeeping';

/**
 * Figures for monitoring. They come from the database and cover all organisations, so every process reports the same.
 */
export interface HealthFigures {
  /** Since when the longest-waiting due messages could have been dispatched; 0 when none wait. */
  readonly oldestDueSeconds: number;
  readonly dueMessages: number;
  readonly inDoubtMessages: number;
  /** Messages that are held until their gateway has credit, without those of the sandbox. */
  readonly heldMessages: number;
  /** Since when the longest-waiting report could have been folded; 0 when none wait. */
  readonly reportLagSeconds: number;
  /** Reports that match no message yet. */
  readonly parkedReports: number;
  /** How long the oldest due inbound SMS has been waiting. */
  readonly inboundLagSeconds: number;
  /** Inbound SMS to numbers that belong to no organisation. */
  readonly unclaimedMessages: number;
  /** Accounts of organisations with gateways that have run out of credit. */
  readonly pausedAccounts: number;
  /** How long the first of the gateways that workers cannot reach has been away; 0 when they reach all. */
  readonly gatewayOutageSeconds: number;
  /** Phones that messages can be sent through. */
  readonly connectedPhones: number;
  /** Phones that should be connected and are not: disconnected, stalled or failed; without those of the sandbox. */
  readonly lostPhones: number;
  /** Chat messages whose answer from the engine was lost. */
  readonly inDoubtChatMessages: number;
  /** Since when the longest-waiting report of a chat engine could have been folded; 0 when none wait. */
  readonly engineReportLagSeconds: number;
  /** Since when the longest-waiting webhook endpoint could have been called; 0 when none waits. */
  readonly webhookLagSeconds: number;
  /** Active endpoints that have failed several times in a row. */
  readonly failingWebhooks: number;
  /** Mails that are not yet sent. */
  readonly waitingMails: number;
  /** Since when the longest-waiting mail has been written; 0 when none waits. */
  readonly mailLagSeconds: number;
  /** Since the last run of housekeeping that did all of its work; 0 before the first run. */
  readonly housekeepingAgeSeconds: number;
  /** Periodic tasks that have failed, in whole or in part, since they last did all of their work. */
  readonly failingTasks: number;
}

export interface HealthReading extends HealthFigures {
  /** The nodes of the database, if it has several. While one is away, the figures are those of the others. */
  readonly nodes: readonly { readonly name: string; readonly isUp: boolean }[];
}

/** Messages that a transaction has accepted, if they have no previous status, or changed alike. */
export interface MovedMessages {
  readonly test: boolean;
  readonly previous_status: SmsStatus | null;
  readonly status: SmsStatus;
  readonly messages: number;
}

/** Sees what a process does in the database; for its metrics. */
export interface DatabaseObserver {
  /** A transaction has committed that accepted or changed messages. */
  moved(moves: readonly MovedMessages[]): void;
  /** A transaction had no free connection, and waited for one, or for a new one. */
  waited(seconds: number): void;
}

/** Why a process cannot work. The message is public. */
export class NotReadyError extends Error {}
