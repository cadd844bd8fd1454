import type { Config } from '../../config/config.js';
import { CommandError } from '../command.js';

/** A server of the operator's own has its own tools, and this program may not read all of it. */
export function requireEmbedded({ databaseUrl }: Config): void {
  if (databaseUrl === undefined) return;
  throw new CommandError(
    'This command is for the embedded database, but DATABASE_URL names a server of your own. ' +
      'Use pg_dump or pg_basebackup: docs/production.md#backups has the commands.',
  );
}
