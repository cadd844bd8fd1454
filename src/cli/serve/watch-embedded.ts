import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { clusterFolder } from '../../db/embedded/cluster.js';
import { findServer } from '../../db/embedded/lock-file.js';
import type { Logger } from '../../lib/log/logger.js';

const LOOK_EVERY_MS = 1_000;

export interface WatchOptions {
  readonly dataDir: string;
  readonly logger: Logger;
  restart(): Promise<void>;
  /** It does not start any more. */
  giveUp(error: unknown): void;
}

/** Nobody else looks after the embedded PostgreSQL: when it has ended, it is started again. */
export function watchEmbedded({ dataDir, logger, restart, giveUp }: WatchOptions): { stop(): Promise<void> } {
  const folder = clusterFolder(resolve(dataDir));
  const stopping = new AbortController();
  const watching = (async () => {
    for (;;) {
      await sleep(LOOK_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      try {
        if (findServer(join(folder, 'data'))) continue;
        logger.error({ log: join(folder, 'server.log') }, 'the embedded PostgreSQL has ended; starting it again');
        await restart();
      } catch (error) {
        return giveUp(error);
      }
    }
  })();
  return {
    stop() {
      stopping.abort();
      return watching;
    },
  };
}
