import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Mailer } from '../../domain/people/mail.js';
import type { Logger } from '../../lib/log/logger.js';

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

/** Writes mails to files that only their owner may read and, outside of production, to the log. */
export function openOutbox({ dataDir, nodeEnv }: Pick<MailOptions, 'dataDir' | 'nodeEnv'>, logger: Logger): Mailer {
  const folder = join(resolve(dataDir), 'outbox');
  return {
    async send({ id, to, subject, text }) {
      const file = join(folder, `${id}.txt`);
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await chmod(folder, 0o700);
        await writeFile(file, `To: ${to}\nSubject: ${subject}\n\n${text}`, { mode: 0o600 });
      } catch (error) {
        const { code = 'unknown' } = error as NodeJS.ErrnoException;
        return { kind: 'later', reason: `cannot write to the folder ${folder} (${code})` };
      }
      // In production codes must not reach the log. Elsewhere a developer needs them; they go into the message, because
      // the logger redacts fields named text.
      const shown = nodeEnv === 'production' ? '' : `: ${text.trim().replace(/\s+/g, ' ')}`;
      logger.info({ file }, `mail written to the outbox, because SMTP_URL is not set${shown}`);
      return { kind: 'sent' };
    },
    async close() {},
  };
}
