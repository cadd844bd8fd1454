import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientBase } from 'pg';
import { SERVER_NAME } from '../../domain/connection-names.js';
import type { Logger } from '../../lib/log/logger.js';
import { type KeptConnection, keepConnection } from './kept-connection.js';

// PostgreSQL needs a moment to notice that a killed predecessor is gone.
const ATTEMPTS = 10;
const PAUSE_MS = 200;

/**
 * Takes a lock that the connection holds until it ends. Returns false if another connection holds it for longer than a
 * moment.
 */
export async function tryAdvisoryLock(client: ClientBase, key: number): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [key]);
    if (rows[0]?.locked) return true;
    if (attempt === ATTEMPTS) return false;
    await sleep(PAUSE_MS);
  }
}

/** All servers of a database share this lock. A command that must run without servers holds it alone. */
const LOCK_KEY = 7_205_759_404;
const RETRY_MS = 1_000;

export interface ServerLockOptions {
  /** Of PostgreSQL itself, unless `isPooled`. */
  readonly url: string;
  /**
   * A pool in transaction mode would give the lock to other clients. Behind one, a server only looks when it starts
   * whether the lock is free.
   */
  readonly isPooled: boolean;
  readonly logger: Logger;
  readonly interrupted: AbortSignal;
  /** Called when the server has to wait for a command. */
  readonly onWait: () => void;
  /** Called when a command has taken the lock while the connection of the running server was lost. */
  readonly onExcluded: () => void;
}

/**
 * Resolves when this server shares the lock, which it then keeps on a connection of its own until it stops. Rejects if
 * it has no connection before.
 */
export async function shareServerLock(options: ServerLockOptions): Promise<KeptConnection> {
  const { url, isPooled, logger, interrupted, onWait, onExcluded } = options;
  const shared = Promise.withResolvers<void>();
  interrupted.addEventListener('abort', () => shared.reject(interrupted.reason), { once: true });
  let isServing = false;
  const kept = keepConnection({
    url,
    name: SERVER_NAME,
    logger,
    lostWords: 'The connection that holds the lock of servers was lost',
    // A server that has not begun fails, so that its caller can start the database again, or give up.
    onFailure: (error) => shared.reject(error),
    async prepare(client, over) {
      if (!(await tryShare(client, isPooled))) {
        if (isServing) return onExcluded();
        onWait();
        do await sleep(RETRY_MS, undefined, { signal: over });
        while (!(await tryShare(client, isPooled)));
      }
      isServing = true;
      shared.resolve();
    },
  });
  try {
    interrupted.throwIfAborted();
    await shared.promise;
    return kept;
  } catch (error) {
    await kept.stop();
    throw error;
  }
}

async function tryShare(client: Client, isPooled: boolean): Promise<boolean> {
  const take = isPooled ? 'pg_try_advisory_xact_lock_shared' : 'pg_try_advisory_lock_shared';
  const { rows } = await client.query<{ shared: boolean }>(`SELECT ${take}($1) AS shared`, [LOCK_KEY]);
  return rows[0]?.shared === true;
}

export interface Exclusion {
  /** Aborted if the connection is lost, and with it the lock. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

/**
 * Keeps servers away: one that starts meanwhile waits. Returns null if a server is running. The address must be of
 * PostgreSQL itself.
 */
export async function excludeServers(url: string): Promise<Exclusion | null> {
  const client = new Client({ connectionString: url, keepAlive: true, application_name: 'postrider without servers' });
  const lost = new AbortController();
  client.on('error', (error) => lost.abort(error));
  client.on('end', () => lost.abort(new Error('The connection that keeps servers away was closed.')));
  await client.connect();
  if (await tryAdvisoryLock(client, LOCK_KEY)) return { lost: lost.signal, release: () => client.end() };
  await client.end();
  return null;
}
