import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Mailer } from '../../domain/people/mail.js';
import type { Logger } from '../../lib/log/logger.js';

/** Mails become files that their owner alone may read, and, where nobody else's are among them, lines of the log. */
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
        return { kind: 'later', reason: `the folder ${folder} cannot be written to (${code})` };
      }
      // Codes must not be in the logs of a server that people rely on. Elsewhere who tries it out needs them: as the
      // message, since no field of that name passes the logger.
      const shown = nodeEnv === 'production' ? '' : `: ${text.trim().replace(/\s+/g, ' ')}`;
      logger.info({ file }, `a mail lies in the outbox, because SMTP_URL is not set${shown}`);
      return { kind: 'sent' };
    },
    async close() {},
  };
}
