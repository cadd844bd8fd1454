import type { Config } from '../../config/config.js';
import { openSmtp } from '../../gateways/mail/smtp.js';
import { examineCarrier } from './examine-gateways.js';
import { type Finding, fine, wrong } from './finding.js';

/** Whoever asks the doctor waits for it. */
const STEP_TIMEOUT_MS = 5_000;

/** Whether people can be written to. */
export async function examineMail({ smtpUrl, mailFrom, nodeEnv, signUp }: Config): Promise<Finding> {
  if (smtpUrl === undefined) {
    if (nodeEnv !== 'production') return fine('mail', 'SMTP_URL is not set: mails go to the log and to the outbox');
    const lack = 'SMTP_URL is not set: nobody can verify an address, be invited or reset a password';
    // Whoever works with keys alone needs no mail.
    return signUp === 'open' ? wrong('mail', `${lack}.`) : fine('mail', `${lack}; keys work all the same`);
  }
  const mailer = openSmtp({ url: smtpUrl, from: mailFrom, timeoutMs: STEP_TIMEOUT_MS });
  try {
    return await examineCarrier('mail', mailer);
  } finally {
    await mailer.close();
  }
}
