import type { Mailer } from '../../domain/people/mail.js';
import type { Logger } from '../../lib/log/logger.js';
import { openOutbox } from './outbox.js';
import { openSmtp } from './smtp.js';

export interface MailOptions {
  readonly smtpUrl?: string | undefined;
  readonly mailFrom: string;
  readonly dataDir: string;
  readonly nodeEnv: string;
}

/** SMTP if SMTP_URL is set, otherwise a folder. */
export function openMailer(options: MailOptions, logger: Logger): Mailer {
  const { smtpUrl, mailFrom } = options;
  return smtpUrl === undefined ? openOutbox(options, logger) : openSmtp({ url: smtpUrl, from: mailFrom });
}
