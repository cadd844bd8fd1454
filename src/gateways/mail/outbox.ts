import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mailer } from '../../domain/mail.js';
import { newId } from '../../lib/ids.js';
import type { Logger } from '../../lib/logger.js';

/** Mails become files that their owner alone may read, and, where nobody else's are among them, lines of the log. */
export function openOutbox(
  { dataDir, nodeEnv }: { readonly dataDir: string; readonly nodeEnv: string },
  logger: Logger,
): Mailer {
  const folder = join(dataDir, 'outbox');
  return {
    async send({ to, subject, text }) {
      const file = join(folder, `${newId()}.txt`);
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeFile(file, `To: ${to}\nSubject: ${subject}\n\n${text}`, { mode: 0o600 });
      } catch (error) {
        return { kind: 'later', reason: `The folder ${folder} cannot be written to: ${(error as Error).message}` };
      }
      // Codes must not be in the logs of a server that people rely on.
      const shown = nodeEnv === 'production' ? {} : { subject, text };
      logger.info({ file, ...shown }, 'A mail lies in the outbox: SMTP_URL is not set');
      return { kind: 'sent' };
    },
    async close() {},
  };
}
