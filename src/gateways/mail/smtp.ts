import { domainToASCII } from 'node:url';
import { createTransport, type NodemailerError } from 'nodemailer';
import type { Mailer, MailOutcome } from '../../domain/people/mail.js';
import type { GatewayCheck } from '../../domain/sms/gateway.js';

export interface SmtpOptions {
  /** smtps: TLS from the start; smtp: TLS if the server offers it. */
  readonly url: string;
  /** An address, or a name with one. */
  readonly from: string;
  /** For each step: connection, greeting, and each answer. */
  readonly timeoutMs?: number;
}

const STEP_TIMEOUT_MS = 10_000;
const CONNECTIONS = 5;
const IDLE_MS = 10_000;
const CLOSE_MS = 500;

/** Hands mails to the operator's SMTP server. */
export function openSmtp({ url, from, timeoutMs = STEP_TIMEOUT_MS }: SmtpOptions): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    // Only for mails that were not begun when the connection was lost: Postrider retries the others, for longer.
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
          // As an object: nodemailer would parse a string for names and several addresses.
          to: { name: '', address: to },
          subject,
          text,
          messageId: `<${id}@${domain}>`,
          // Suppresses out-of-office replies.
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

/** Codes about the connection or the login, not about the mail: try the mail again. */
const OUR_FAULTS = new Set([503, 530, 534, 535, 538]);
/** What the server's answer to a command is about. */
const SUBJECTS: Readonly<Record<string, string>> = {
  'MAIL FROM': 'the sender in MAIL_FROM',
  'RCPT TO': 'the recipient',
  DATA: 'the mail',
  CONN: 'the connection',
};
/** The messages of these errors come from the system or from TLS, so they quote neither recipient nor text. */
const OF_THE_CONNECTION = new Set(['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'ETLS', 'EPROXY']);

/** A refusal is permanent only if it answers the recipient or the mail itself. */
function judgeSend(thrown: unknown): MailOutcome {
  const error = thrown as NodemailerError;
  const { code, command, response, responseCode = 0 } = error;
  const isOfTheMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  const isAboutTheMail = command === 'RCPT TO' || command === 'DATA';
  const isForGood = responseCode >= 500 && isAboutTheMail && !OUR_FAULTS.has(responseCode);
  // nodemailer could not express it in SMTP, for example an address that the protocol does not allow.
  const isUnsayable = isOfTheMail && !response;
  return { kind: isForGood || isUnsayable ? 'refused' : 'later', reason: reasonOf(error) };
}

function judgeCheck(thrown: unknown): GatewayCheck {
  const error = thrown as NodemailerError;
  const reason = reasonOf(error);
  if (error.code === 'EAUTH' || OUR_FAULTS.has(error.responseCode ?? 0)) return { kind: 'refused', reason };
  return { kind: error.response ? 'misunderstood' : 'unreachable', reason };
}

/** Only codes and our own words: servers may quote the recipient, the text or our credentials. */
function reasonOf({ code = 'no code', command = '', response, responseCode, message }: NodemailerError): string {
  if (code === 'EABORT') return 'it took too long, or Postrider was stopped';
  if (responseCode) {
    const subject = SUBJECTS[command] ?? (code === 'EAUTH' ? 'the login' : command);
    const [status] = /(?<=^\d{3}[ -])[245]\.\d{1,3}\.\d{1,3}/.exec(response ?? '') ?? [];
    return `the answer to ${subject} was ${responseCode}${status ? ` ${status}` : ''}`;
  }
  if (response) return `its answer is not SMTP (${code})`;
  return OF_THE_CONNECTION.has(code) ? message : `the call failed (${code})`;
}
