import { withJitter } from '../../lib/back-off.js';
import type { GatewayCheck } from '../sms/gateway.js';

/** A mail as people get it. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface OutgoingMail extends Mail {
  /** The same at every attempt, so that what arrives twice can be told from two mails. */
  readonly id: string;
}

/** What came of handing a mail over. */
export type MailOutcome =
  | { readonly kind: 'sent' }
  /** For good: the address, or the mail itself, is not wanted there. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** For now: the server is away, busy, or does not accept our login. */
  | { readonly kind: 'later'; readonly reason: string };

/** The port to whatever carries mail. */
export interface Mailer {
  /**
   * Reports failures as outcomes; throws nothing. Reasons name neither the recipient nor the text nor a password. When
   * the signal fires it gives up, although the mail may have been taken.
   */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<MailOutcome>;
  /** Connects and signs in without sending anything. None: there is nobody to ask. */
  check?(signal: AbortSignal): Promise<GatewayCheck>;
  /** Gives up what is under way, and closes connections. */
  close(): Promise<void>;
}

/** An attempt takes no longer. */
export const MAIL_TIMEOUT_SECONDS = 30;

const RETRY_AFTER_SECONDS = [5, 30, 120, 600, 1_800] as const;

/** How long to wait after so many attempts that failed. */
export function mailRetrySeconds(attempts: number, random: number): number {
  return withJitter(RETRY_AFTER_SECONDS[attempts - 1] ?? 1_800, random);
}
