import { asTyped } from '../../config/as-typed.js';
import { loadConfig } from '../../config/config.js';
import { excludeServers } from '../../db/server-lock.js';
import { endUnfinished } from '../../operations/sms/dispatch/end-unfinished.js';
import { CommandError, type CommonOptions } from '../command.js';
import { isServerRunning } from '../doctor/probe-database.js';
import { examinePooling } from '../doctor/probe-pooling.js';
import { printResult } from '../output.js';
import { withServices } from '../with-services.js';

const SERVER_RUNS = 'A server is running on this database: stop all of them first. Nothing was ended.';
const POOL_LOSES_LOCK =
  'DATABASE_URL leads through a connection pool in transaction mode, through which this command cannot keep servers away: set ' +
  'LISTEN_URL to the address of PostgreSQL itself.';

/** For databases that `pg_restore` has restored. `postrider restore` does the same by itself. */
export async function runEndUnfinished({ json }: CommonOptions): Promise<void> {
  const { databaseUrl, listenUrl } = loadConfig();
  if (databaseUrl !== undefined) await requireNoPool(databaseUrl, listenUrl);
  await withServices(async ({ db }, { url }) => {
    const exclusion = await excludeServers(listenUrl ?? url);
    if (exclusion === null) throw new CommandError(SERVER_RUNS);
    try {
      const running = await Promise.all([...new Set([url, listenUrl ?? url])].map(isServerRunning));
      if (running.includes(true)) throw new CommandError(SERVER_RUNS);
      const ended = await endUnfinished({ db: db.until(exclusion.lost) });
      printResult(json, { ended }, describeEnded(ended) ?? 'No message waited: nothing was ended.');
    } finally {
      await exclusion.release();
    }
  });
}

async function requireNoPool(databaseUrl: string, listenUrl: string | undefined): Promise<void> {
  const { kind, words } = await examinePooling(databaseUrl, listenUrl);
  if (kind !== 'works') throw new CommandError(kind === 'fails' ? words : POOL_LOSES_LOCK);
}

/** Null if no message has ended. */
export function describeEnded(ended: number): string | null {
  if (ended === 0) return null;
  return (
    `${ended} messages that waited at the time of the backup may have been sent since, and have ended as failed: outcome unknown. ` +
    `"${asTyped('campaign retry')}" sends those of a campaign again.`
  );
}
