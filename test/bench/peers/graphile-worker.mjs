import { makeWorkerUtils, run } from 'graphile-worker';
import { runDesign } from './run-design.mjs';

const TASK = 'recipient';
let connectionString;
let utils;

await runDesign({
  async open(url) {
    connectionString = url;
    utils = await makeWorkerUtils({ connectionString });
    await utils.migrate();
  },
  enqueue: (ids) => utils.addJobs(ids.map((id) => ({ identifier: TASK, payload: { id } }))),
  // Tuned as its manual says: jobs are fetched and completed in batches.
  work: (handle, concurrency) =>
    run({
      taskList: { [TASK]: ({ id }) => handle(id) },
      noHandleSignals: true,
      preset: {
        worker: {
          connectionString,
          concurrentJobs: concurrency,
          localQueue: { size: 500 },
          completeJobBatchDelay: 0,
          failJobBatchDelay: 0,
        },
      },
      logger: undefined,
    }),
});
