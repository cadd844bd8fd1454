import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Mailer } from '../../domain/people/mail.js';
import type { Logger } from '../../lib/log/logger.js';

/** Writes mails to files that only their owner may read and, outside of production, to the log. */
export function openOutbox(
  { dataDir, nodeEnv }: { readonly dataDir: string; readonly nodeEnv: string },
  logger: Logger,
): Mailer {
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
