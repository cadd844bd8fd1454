import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { runPaced } from '../../../src/lib/async/run-paced.js';
import type { Services } from '../../../src/operations/context.js';
import { createPeriodicTasks, type PeriodicTasks } from '../../../src/operations/upkeep/periodic-tasks.js';
import { createClockWatch } from '../../../src/operations/upkeep/watch-clock.js';
import { until } from '../../support/until.js';
import { useServices } from '../../support/use-services.js';

describe('A periodic task', () => {
  const process = useServices();
  const workers: PeriodicTasks[] = [];
  afterEach(async () => {
    for (const worker of workers.splice(0)) await worker.stop();
    await process.sql('TRUNCATE periodic_tasks');
  });

  const startWorker = (
    everySeconds: number,
    run: (services: Services) => Promise<unknown>,
    { lookEveryMs = 5, leaseSeconds = 30 } = {},
  ) => {
    const worker = createPeriodicTasks(process, [{ name: 'task', everySeconds, run }], { lookEveryMs, leaseSeconds });
    workers.push(worker);
    return worker;
  };
  const setDue = (interval: string) =>
    process.sql('UPDATE periodic_tasks SET due_at = now() + $1::interval', [interval]);
  const row = async () => (await process.sql('SELECT * FROM periodic_tasks'))[0];
  const rested = async () => {
    while ((await row()).lease_id !== null) await sleep(5);
  };

  it('runs in one worker at a time, once per period', async () => {
    const runs: string[] = [];
    let atOnce = 0;
    const runAs = (name: string) => async () => {
      atOnce += 1;
      expect(atOnce).toBe(1);
      runs.push(name);
      await sleep(10);
      atOnce -= 1;
    };
    const three = ['a', 'b', 'c'].map((name) => startWorker(60, runAs(name)));
    const look = () => Promise.all(three.map((worker) => worker.startDue()));
    for (let period = 1; period <= 4; period += 1) {
      for (let looks = 0; looks < 3; looks += 1) await look();
      await rested();
      expect(runs).toHaveLength(period);
      await setDue('-1 minute');
    }
    expect(await row()).toMatchObject({ runs: 4, failed_at: null, ended_at: expect.any(Date) });
  });

  it('stays with the worker that ran it last while that worker looks in time', async () => {
    const runs: string[] = [];
    const [first, second] = ['first', 'second'].map((name) =>
      startWorker(60, async () => runs.push(name), { lookEveryMs: 10_000 }),
    );
    await first?.startDue();
    await rested();
    await setDue('-1 second');
    await second?.startDue();
    await first?.startDue();
    await rested();
    await setDue('-31 seconds');
    await second?.startDue();
    await rested();
    expect(runs).toEqual(['first', 'first', 'second']);
  });

  it('is not run because a worker starts', async () => {
    let runs = 0;
    const run = async () => (runs += 1);
    for (let start = 0; start < 3; start += 1) {
      const worker = startWorker(60, run);
      await worker.startDue();
      await rested();
      await worker.stop();
    }
    expect(runs).toBe(1);
  });

  it('is taken over from a worker that was killed, which ends its run if it was only frozen', async () => {
    let ended = '';
    const frozen = startWorker(
      60,
      async ({ db }) => {
        for (;;) {
          await db
            .acrossOrganisations((tx) => tx.sql('SELECT pg_sleep(0.005)'))
            .catch((error: Error) => {
              ended = error.name;
              throw error;
            });
        }
      },
      { leaseSeconds: 0.6 },
    );
    await frozen.startDue();
    let taken = 0;
    const other = startWorker(60, async () => (taken += 1));
    await other.startDue();
    expect(taken).toBe(0);
    // Unless the frozen worker has just extended its lease.
    while (taken === 0) {
      await setDue('-1 millisecond');
      await other.startDue();
      await sleep(5);
    }
    await until(() => ended !== '');
    expect(ended).toBe('AbortError');
  });

  it('ends with its next transaction when the worker stops, and another worker goes on at once', async () => {
    let steps = 0;
    const stopping = startWorker(60, async ({ db }) => {
      for (;;) {
        await db.acrossOrganisations((tx) => tx.sql('SELECT pg_sleep(0.005)'));
        steps += 1;
      }
    });
    await stopping.startDue();
    await until(() => steps > 3);
    const stoppedAt = performance.now();
    await stopping.stop();
    expect(performance.now() - stoppedAt).toBeLessThan(500);
    const stepsThen = steps;
    let runs = 0;
    await startWorker(60, async () => (runs += 1)).startDue();
    await rested();
    expect(runs).toBe(1);
    expect(steps).toBeLessThanOrEqual(stepsThen + 1);
  });

  it('does not hold a stop up while it pauses, and begins no step after the pause', async () => {
    let steps = 0;
    const step = async ({ db }: Services) => {
      await db.acrossOrganisations((tx) => tx.sql('SELECT pg_sleep(0.1)'));
      steps += 1;
      return false;
    };
    const ended = Promise.withResolvers<Error>();
    const worker = startWorker(60, async (services) => {
      await runPaced(() => step(services)).catch(ended.resolve);
    });
    await worker.startDue();
    await until(() => steps === 1);
    const stoppedAt = performance.now();
    await worker.stop();
    expect(performance.now() - stoppedAt).toBeLessThan(500);
    expect((await ended.promise).name).toBe('AbortError');
    expect(steps).toBe(1);
  });

  it('does not hold a stop up while it waits for something else', async () => {
    const worker = startWorker(60, () => new Promise(() => undefined));
    await worker.startDue();
    const stoppedAt = performance.now();
    await worker.stop();
    expect(performance.now() - stoppedAt).toBeLessThan(500);
  });

  it('that fails is repeated after a minute, or after its period if that is shorter', async () => {
    const worker = startWorker(3_600, () => Promise.reject(new Error('not this time')));
    await worker.startDue();
    await rested();
    const failed = await row();
    expect(failed).toMatchObject({ ended_at: null, failed_at: expect.any(Date) });
    expect(failed.due_at - failed.failed_at).toBe(60_000);
  });

  it('that fails in part is shown as failed, and waits for its period', async () => {
    const worker = startWorker(3_600, async () => 'failed in part');
    await worker.startDue();
    await rested();
    expect(await row()).toMatchObject({ ended_at: null, failed_at: expect.any(Date) });
    const dueInMinutes = ((await row()).due_at.getTime() - Date.now()) / 60_000;
    expect(dueInMinutes).toBeGreaterThan(50);
  });

  it('that leaves work is due again at once', async () => {
    let runs = 0;
    const worker = startWorker(3_600, async () => {
      runs += 1;
      return runs === 3;
    });
    for (let looks = 0; looks < 5; looks += 1) {
      await worker.startDue();
      await rested();
      expect(runs === 3 || (await row()).ended_at === null).toBe(true);
    }
    expect(runs).toBe(3);
    const { due_at: due, ended_at: ended, failed_at: failed } = await row();
    expect([due - ended, failed]).toEqual([3_600_000, null]);
  });

  it('comes earlier when its period is shortened, or the clock of the database was set back', async () => {
    let runs = 0;
    const run = async () => (runs += 1);
    await startWorker(3_600, run).startDue();
    await rested();
    await startWorker(10, run).startDue();
    const { due_at: due } = await row();
    expect(due.getTime()).toBeLessThan(Date.now() + 11_000);

    await setDue('1 day');
    await createClockWatch(process)();
    await startWorker(10, run, { lookEveryMs: 0 }).startDue();
    await rested();
    expect(runs).toBe(2);
  });
});
