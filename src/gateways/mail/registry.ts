import type { Mailer } from '../../domain/people/mail.js';
import type { Logger } from '../../lib/log/logger.js';
import { openOutbox } from './outbox.js';

export interface MailOptions {
  readonly smtpUrl?: string | undefined;
  readonly mailFrom: string;
  readonly dataDir: string;
  readonly nodeEnv: string;
}

/** SMTP if SMTP_URL is set, otherwise a folder. */
export async function openMailer(options: MailOptions, logger: Logger): Promise<Mailer> {
  const { smtpUrl, mailFrom } = options;
  if (smtpUrl === undefined) return openOutbox(options, logger);
  const { openSmtp } = await import('./smtp.js');
  return openSmtp({ url: smtpUrl, from: mailFrom });
}
