import { excludeServers } from '../../db/postgres/advisory-locks.js';
import { CommandError } from '../command.js';
import { isServerRunning } from './probe-database.js';
import { examinePooling } from './probe-pooling.js';

const POOL_LOSES_LOCK =
  'DATABASE_URL leads through a connection pool in transaction mode, through which this command cannot keep servers away: set ' +
  'LISTEN_URL to the address of PostgreSQL itself.';

export interface DatabaseAddresses {
  readonly url: string;
  /** The address of PostgreSQL itself, if `url` may lead through a connection pool. */
  readonly listenUrl: string | undefined;
}

/**
 * Runs `work` while no server uses the database; one that starts meanwhile waits. The signal tells that servers are no
 * longer kept away. `nothing` ends the refusal: what has not been done.
 */
export async function withoutServers<Result>(
  { url, listenUrl }: DatabaseAddresses,
  nothing: string,
  work: (lost: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const { kind, words } = await examinePooling(url, listenUrl);
  if (kind !== 'works') throw new CommandError(kind === 'fails' ? words : POOL_LOSES_LOCK);
  const serverRuns = new CommandError(`A server is running on this database: stop all of them first. ${nothing}`);
  const exclusion = await excludeServers(listenUrl ?? url);
  if (exclusion === null) throw serverRuns;
  try {
    const running = await Promise.all([...new Set([url, listenUrl ?? url])].map(isServerRunning));
    if (running.includes(true)) throw serverRuns;
    return await work(exclusion.lost);
  } finally {
    await exclusion.release();
  }
}
