import { PgBoss } from 'pg-boss';
import { QUEUE_NAME } from '../domain/connection-names.js';
import { DATABASE_PATIENCE } from '../lib/database-patience.js';
import { warnIfDatabaseAway } from '../lib/log/log-failure.js';
import type { Logger } from '../lib/log/logger.js';
import { DEAD_LETTER_QUEUE, JOB_OPTIONS, JOBS } from './jobs.js';

const SCHEMA = 'pgboss';
const POOL_SIZE = 3;

export interface QueueOptions {
  readonly url: string;
  readonly logger: Logger;
}

/** Creates pg-boss's tables and our queues, one after the other: concurrently they deadlock. */
export async function installQueues({ url, logger }: QueueOptions): Promise<void> {
  const boss = new PgBoss({
    connectionString: onCoordinator(url),
    schema: SCHEMA,
    max: 1,
    supervise: false,
    schedule: false,
  });
  boss.on('error', (error) => logger.error({ err: error }, 'queue installation failed'));
  try {
    await boss.start();
    await boss.createQueue(DEAD_LETTER_QUEUE, { retentionSeconds: 24 * 3600, deleteAfterSeconds: 24 * 3600 });
    for (const job of JOBS) {
      if (await boss.getQueue(job)) await boss.updateQueue(job, JOB_OPTIONS);
      else await boss.createQueue(job, JOB_OPTIONS);
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** For sending and, with `listen`, for taking jobs. Start it in the background, because the database may be away. */
export function createBoss({ url, logger }: QueueOptions, { listen }: { listen: boolean }): PgBoss {
  const boss = new PgBoss({
    connectionString: withTimeout(onCoordinator(url)),
    schema: SCHEMA,
    max: POOL_SIZE,
    migrate: false,
    schedule: false,
    supervise: listen,
    useListenNotify: listen,
    application_name: QUEUE_NAME,
  });
  // Without a listener an error event would end the process.
  boss.on('error', (error) => {
    if (!warnIfDatabaseAway(logger, error)) logger.warn({ err: error }, 'queue error');
  });
  boss.on('warning', (warning) => logger.warn({ warning: warning.message }, 'queue warning'));
  return boss;
}

/** pg-boss has no setting for the timeout, but passes the URL to `pg`, which reads it there. */
function withTimeout(url: string): string {
  const address = new URL(url);
  address.searchParams.set('query_timeout', String(DATABASE_PATIENCE.answerMs));
  return address.href;
}

/**
 * The queue's tables are plain ones. Citus would send each text of pg-boss that has a SET LOCAL to every node, with all
 * other statements of the text. Other servers do not know the settings, and ignore them.
 */
function onCoordinator(url: string): string {
  const address = new URL(url);
  const own = address.searchParams.get('options') ?? '';
  const options = `${own} -c citus.propagate_set_commands=none -c citus.enable_ddl_propagation=off`;
  address.searchParams.set('options', options.trim());
  return address.href;
}
