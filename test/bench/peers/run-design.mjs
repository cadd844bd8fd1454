import { once } from 'node:events';
import pg from 'pg';
import { deliver } from './deliver.mjs';

const { DATABASE_URL, ORGANISATION_ID, CAMPAIGN_ID } = process.env;
const CONNECTIONS = 10;

/**
 * One job per recipient: `open` the queue, `enqueue` the ids, wait until the bench says so, and `work` until every
 * recipient is delivered. Tells the bench what it took, over the channel to the parent process.
 */
export async function runDesign({ open, enqueue, work }) {
  const pool = new pg.Pool({ connectionString: DATABASE_URL, max: CONNECTIONS });
  const { rows } = await pool.query(
    'SELECT id FROM floor_sms_messages WHERE organisation_id = $1 AND campaign_id = $2 ORDER BY position',
    [ORGANISATION_ID, CAMPAIGN_ID],
  );
  await open(DATABASE_URL);
  const enqueueMs = await milliseconds(() => enqueue(rows.map(({ id }) => id)));
  process.send({ enqueueMs });
  await once(process, 'message');

  const cpuBefore = process.cpuUsage();
  let left = rows.length;
  const ms = await milliseconds(
    () =>
      new Promise((resolve, reject) => {
        const handle = async (id) => {
          await deliver(pool, ORGANISATION_ID, id);
          left -= 1;
          if (left === 0) resolve();
        };
        Promise.resolve(work(handle, CONNECTIONS)).catch(reject);
      }),
  );
  const { user, system } = process.cpuUsage(cpuBefore);
  process.send({ ms, cpuSeconds: (user + system) / 1e6 }, () => process.exit());
}

async function milliseconds(run) {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
}
