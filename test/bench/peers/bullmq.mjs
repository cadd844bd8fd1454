import { Queue, Worker } from 'bullmq';
import { runDesign } from './run-design.mjs';

const QUEUE = 'recipients';
const connection = { host: '127.0.0.1', port: Number(process.env.REDIS_PORT), maxRetriesPerRequest: null };
const queue = new Queue(QUEUE, { connection });

await runDesign({
  open: () => queue.obliterate({ force: true }),
  enqueue: (ids) =>
    queue.addBulk(ids.map((id) => ({ name: 'recipient', data: { id }, opts: { removeOnComplete: true } }))),
  work: (handle, concurrency) => {
    const worker = new Worker(QUEUE, (job) => handle(job.data.id), { connection, concurrency: concurrency * 2 });
    return worker.waitUntilReady();
  },
});
