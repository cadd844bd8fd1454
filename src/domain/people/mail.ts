import { withJitter } from '../../lib/back-off.js';
import type { GatewayCheck } from '../sms/gateway.js';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface OutgoingMail extends Mail {
  /** The same for every attempt, so that mail programs recognise a mail that arrives twice. */
  readonly id: string;
}

export type MailOutcome =
  | { readonly kind: 'sent' }
  /** Permanent: the server refuses the address or the mail. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** Temporary: the server is unreachable, busy, or refuses the login. */
  | { readonly kind: 'later'; readonly reason: string };

/** The port of mail servers. */
export interface Mailer {
  /**
   * Returns failures as outcomes and never throws. Reasons contain no recipient, text or password. When the signal
   * aborts, the mail may have been sent nevertheless.
   */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<MailOutcome>;
  /** Connects and signs in without sending. Missing if there is no server to check. */
  check?(signal: AbortSignal): Promise<GatewayCheck>;
  /** Aborts attempts under way, and closes connections. */
  close(): Promise<void>;
}

/** Timeout of one attempt. */
export const MAIL_TIMEOUT_SECONDS = 30;

const RETRY_AFTER_SECONDS = [5, 30, 120, 600, 1_800] as const;

/** Delay after this many failed attempts. */
export function mailRetrySeconds(attempts: number, random: number): number {
  return withJitter(RETRY_AFTER_SECONDS[attempts - 1] ?? 1_800, random);
}
