import type { Config } from '../config/config.js';
import { openSmtp } from '../gateways/mail/smtp.js';
import { examineCarrier } from './examine-gateways.js';
import { type Finding, fine, wrong } from './finding.js';

/** Whoever asks the doctor waits for it. */
const STEP_TIMEOUT_MS = 5_000;

/** Whether people can be written to. */
export async function examineMail({ smtpUrl, mailFrom, nodeEnv }: Config): Promise<Finding> {
  if (smtpUrl === undefined) {
    if (nodeEnv !== 'production') return fine('mail', 'SMTP_URL is not set: mails go to the log and to the outbox');
    return wrong('mail', 'SMTP_URL is not set: nobody can verify an address or reset a password.');
  }
  const mailer = openSmtp({ url: smtpUrl, from: mailFrom, timeoutMs: STEP_TIMEOUT_MS });
  try {
    return await examineCarrier('mail', mailer);
  } finally {
    await mailer.close();
  }
}
