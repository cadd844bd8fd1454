import { PgBoss } from 'pg-boss';
import { DATABASE_PATIENCE } from '../lib/database-patience.js';
import type { Logger } from '../lib/log/logger.js';
import { DEAD_LETTER_QUEUE, JOB_OPTIONS, JOBS } from './jobs.js';

const SCHEMA = 'pgboss';
const POOL_SIZE = 3;

export interface QueueOptions {
  readonly url: string;
  readonly logger: Logger;
}

/** Creates pg-boss's tables and our queues. Queues are created one after the other: at once, they deadlock. */
export async function installQueues({ url, logger }: QueueOptions): Promise<void> {
  const boss = new PgBoss({ connectionString: url, schema: SCHEMA, max: 1, supervise: false, schedule: false });
  boss.on('error', (error) => logger.error({ err: error }, 'queue installation'));
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

/** For sending alone, or, with `listen`, for working as well. Start it in the background: the database may be away. */
export function createBoss({ url, logger }: QueueOptions, { listen }: { listen: boolean }): PgBoss {
  const boss = new PgBoss({
    connectionString: impatient(url),
    schema: SCHEMA,
    max: POOL_SIZE,
    migrate: false,
    schedule: false,
    supervise: listen,
    useListenNotify: listen,
    application_name: 'postrider-queue',
  });
  // Without listeners these events would end the process.
  boss.on('error', (error) => logger.warn({ err: error }, 'queue error'));
  boss.on('warning', (warning) => logger.warn({ warning: warning.message }, 'queue warning'));
  return boss;
}

/** pg-boss has no setting for it, and hands the address to `pg`, which has one. */
function impatient(url: string): string {
  const impatiently = new URL(url);
  impatiently.searchParams.set('query_timeout', String(DATABASE_PATIENCE.answerMs));
  return impatiently.href;
}
