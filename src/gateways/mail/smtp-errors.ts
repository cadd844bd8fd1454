import type { NodemailerError } from 'nodemailer';
import type { MailOutcome } from '../../domain/people/mail.js';
import type { GatewayCheck } from '../../domain/sms/gateway.js';

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
export function judgeSend(thrown: unknown): MailOutcome {
  const error = thrown as NodemailerError;
  const { code, command, response, responseCode = 0 } = error;
  const isOfTheMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  const isAboutTheMail = command === 'RCPT TO' || command === 'DATA';
  const isForGood = responseCode >= 500 && isAboutTheMail && !OUR_FAULTS.has(responseCode);
  // What could not even be said to a server, such as an address it has no way to write.
  const isUnsayable = isOfTheMail && !response;
  return { kind: isForGood || isUnsayable ? 'refused' : 'later', reason: reasonOf(error) };
}

export function judgeCheck(thrown: unknown): GatewayCheck {
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
