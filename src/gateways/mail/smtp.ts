import { domainToASCII } from 'node:url';
import { createTransport, type NodemailerError } from 'nodemailer';
import type { Mailer, MailOutcome } from '../../domain/people/mail.js';
import type { GatewayCheck } from '../../domain/sms/gateway.js';

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

/** Our own doing, or the operator's to put right: the mail is as good as before. */
const OUR_FAULTS = new Set([503, 530, 534, 535, 538]);
/** What the server speaks of when it answers to this command. */
const SUBJECTS: Readonly<Record<string, string>> = {
  'MAIL FROM': 'the sender in MAIL_FROM',
  'RCPT TO': 'the recipient',
  DATA: 'the mail',
  CONN: 'the connection',
};
/** Their messages come from this machine and its TLS, and are about the connection alone. */
const OF_THE_CONNECTION = new Set(['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'ETLS', 'EPROXY']);

/** Only a server that has looked at the recipient or at the mail itself can refuse it for good. */
function judgeSend(thrown: unknown): MailOutcome {
  const error = thrown as NodemailerError;
  const { code, command, response, responseCode = 0 } = error;
  const isOfTheMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  const isAboutTheMail = command === 'RCPT TO' || command === 'DATA';
  const isForGood = responseCode >= 500 && isAboutTheMail && !OUR_FAULTS.has(responseCode);
  // What could not even be said to a server, such as an address it has no way to write.
  const isUnsayable = isOfTheMail && !response;
  return { kind: isForGood || isUnsayable ? 'refused' : 'later', reason: reasonOf(error) };
}

function judgeCheck(thrown: unknown): GatewayCheck {
  const error = thrown as NodemailerError;
  const reason = reasonOf(error);
  if (error.code === 'EAUTH' || OUR_FAULTS.has(error.responseCode ?? 0)) return { kind: 'refused', reason };
  return { kind: error.response ? 'misunderstood' : 'unreachable', reason };
}

/** In codes and our own words: servers like to repeat the recipient, the text, or what we have signed in with. */
function reasonOf({ code = 'no code', command = '', response, responseCode, message }: NodemailerError): string {
  if (code === 'EABORT') return 'it took too long, or the server was stopped';
  if (responseCode) {
    const subject = SUBJECTS[command] ?? (code === 'EAUTH' ? 'the login' : command);
    const [status] = /(?<=^\d{3}[ -])[245]\.\d{1,3}\.\d{1,3}/.exec(response ?? '') ?? [];
    return `the answer to ${subject} was ${responseCode}${status ? ` ${status}` : ''}`;
  }
  if (response) return `it does not answer as a mail server does (${code})`;
  return OF_THE_CONNECTION.has(code) ? message : `it could not be asked (${code})`;
}
