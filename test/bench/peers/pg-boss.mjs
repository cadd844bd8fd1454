import { PgBoss } from 'pg-boss';
import { runDesign } from './run-design.mjs';

const QUEUE = 'recipients';
let boss;

await runDesign({
  async open(connectionString) {
    boss = new PgBoss({ connectionString, supervise: false, schedule: false });
    boss.on('error', (error) => process.stderr.write(`${error}\n`));
    await boss.start();
    await boss.createQueue(QUEUE);
  },
  enqueue: (ids) =>
    boss.insert(
      QUEUE,
      ids.map((id) => ({ data: { id } })),
    ),
  // Tuned: at its defaults it takes one job every two seconds.
  work: (handle, concurrency) =>
    boss.work(
      QUEUE,
      { batchSize: 250, pollingIntervalSeconds: 0.5, burstWhenBatchFull: true, localConcurrency: 2 },
      async (jobs) => {
        const waiting = [...jobs];
        const lane = async () => {
          for (let job = waiting.shift(); job; job = waiting.shift()) await handle(job.data.id);
        };
        await Promise.all(Array.from({ length: concurrency / 2 }, lane));
      },
    ),
});
