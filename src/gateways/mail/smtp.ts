import { domainToASCII } from 'node:url';
import { createTransport } from 'nodemailer';
import type { Mailer } from '../../domain/people/mail.js';
import { judgeCheck, judgeSend } from './smtp-errors.js';

export interface SmtpOptions {
  /** Its scheme says whether TLS comes first (smtps) or when the server offers it (smtp). */
  readonly url: string;
  /** An address, or a name with one. */
  readonly from: string;
  /** For each step: to connect, to be greeted, and every answer after that. */
  readonly timeoutMs?: number;
}

const STEP_TIMEOUT_MS = 10_000;
const CONNECTIONS = 5;
const IDLE_MS = 10_000;
const CLOSE_MS = 500;

/** Hands mails to the SMTP server of an operator. */
export function openSmtp({ url, from, timeoutMs = STEP_TIMEOUT_MS }: SmtpOptions): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    // Of what had not begun when the connection was lost. The queue has its own, longer, patience.
    maxRequeues: 1,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    socketCloseTimeout: CLOSE_MS,
    idleTimeout: IDLE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = domainToASCII(from.replace(/^.*@|>$/g, '')) || 'localhost';
  const closed = new AbortController();
  return {
    async send({ id, to, subject, text }, signal) {
      try {
        await transport.sendMail({
          from,
          // As an object, it is an address and nothing else, whatever stands in it.
          to: { name: '', address: to },
          subject,
          text,
          messageId: `<${id}@${domain}>`,
          // Nobody's out-of-office note should answer.
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal: AbortSignal.any([signal, closed.signal]),
        });
        return { kind: 'sent' };
      } catch (error) {
        return judgeSend(error);
      }
    },
    async check() {
      try {
        await transport.verify();
        return { kind: 'works', credit: null };
      } catch (error) {
        return judgeCheck(error);
      }
    },
    async close() {
      closed.abort();
      transport.close();
    },
  };
}
