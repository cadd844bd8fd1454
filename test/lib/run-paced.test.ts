import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { pauseAfter, runPaced } from '../../src/lib/async/run-paced.js';

/** Timers may fire a millisecond early, and take whole milliseconds. */
const TIMER_MS = 2;

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; tookMs: number }> {
  const startedAt = performance.now();
  const result = await work();
  return { result, tookMs: performance.now() - startedAt };
}

/** Runs steps of these lengths, and returns how long each took and how long the rest after it was. */
async function watch(stepsMs: readonly number[], mostSteps?: number) {
  const steps: { startedAt: number; endedAt: number }[] = [];
  const step = async () => {
    const startedAt = performance.now();
    await sleep(stepsMs[steps.length]);
    steps.push({ startedAt, endedAt: performance.now() });
    return steps.length === stepsMs.length;
  };
  const isDone = await runPaced(step, mostSteps);
  const ends = [...steps.slice(1).map(({ startedAt }) => startedAt), performance.now()];
  return {
    isDone,
    steps: steps.map(({ startedAt, endedAt }, index) => ({
      tookMs: endedAt - startedAt,
      restedMs: (ends[index] ?? Number.NaN) - endedAt,
    })),
  };
}

describe('a paced task', () => {
  it('asks less and less often for what another worker has locked', async () => {
    let asked = 0;
    const { result, tookMs } = await timed(() =>
      runPaced(async () => {
        asked += 1;
        return asked < 6 ? 'locked' : true;
      }),
    );
    expect(result).toBe(true);
    // 20, 40, 80, 160 and 320 ms.
    expect(tookMs).toBeGreaterThan(620 - 5 * TIMER_MS);
  });

  it('rests nine times as long as each step took, and not after the last', async () => {
    const { isDone, steps } = await watch([5, 20, 30]);
    expect(isDone).toBe(true);
    expect(steps).toHaveLength(3);
    for (const { tookMs, restedMs } of steps.slice(0, 2)) expect(restedMs).toBeGreaterThan(9 * tookMs - TIMER_MS);
    const last = steps.at(-1);
    expect(last?.restedMs).toBeLessThan(9 * (last?.tookMs ?? 0) - TIMER_MS);
  });

  it('rests for 0.9 seconds at most, however slow a step was', async () => {
    const { steps } = await watch([200, 0]);
    const [slow = { tookMs: 0, restedMs: 0 }] = steps;
    expect(slow.restedMs).toBeGreaterThan(900 - TIMER_MS);
    expect(slow.restedMs).toBeLessThan(1_500);
  });

  it('ends after as many steps as it may take, and rests before the next task', async () => {
    const { isDone, steps } = await watch([10, 10, 10], 2);
    expect(isDone).toBe(false);
    expect(steps).toHaveLength(2);
    for (const { tookMs, restedMs } of steps) expect(restedMs).toBeGreaterThan(9 * tookMs - TIMER_MS);
  });

  it('is done if the last step that it may take finds nothing left', async () => {
    const { isDone, steps } = await watch([0, 0], 2);
    expect([isDone, steps.length]).toEqual([true, 2]);
  });

  it('ends with the failure of a step, without a rest', async () => {
    const { result, tookMs } = await timed(() =>
      runPaced(async () => {
        await sleep(50);
        throw new Error('no database');
      }).catch((error: Error) => error.message),
    );
    expect(result).toBe('no database');
    expect(tookMs).toBeLessThan(9 * 50);
  });
});

describe('many paced tasks of a process', () => {
  it('run five steps at once at most', async () => {
    let underWay = 0;
    const counts: number[] = [];
    const step = async () => {
      underWay += 1;
      counts.push(underWay);
      await sleep(10);
      underWay -= 1;
      return true;
    };
    await Promise.all(Array.from({ length: 12 }, () => runPaced(step)));
    expect(counts).toHaveLength(12);
    expect(Math.max(...counts)).toBe(5);
  });

  it('do not rest for the time that they have waited for each other', async () => {
    const slow = Array.from({ length: 5 }, () => runPaced(() => sleep(100, true)));
    const startedAt = performance.now();
    await runPaced(async () => false, 1);
    const tookMs = performance.now() - startedAt;
    await Promise.all(slow);
    expect(tookMs).toBeGreaterThan(100 - TIMER_MS);
    expect(tookMs).toBeLessThan(9 * 100);
  });
});

describe('a pause', () => {
  it('is as long as its bounds allow', async () => {
    const short = await timed(() => pauseAfter(0, { atLeastMs: 30, atMostMs: 1_000 }));
    expect(short.tookMs).toBeGreaterThan(30 - TIMER_MS);
    const long = await timed(() => pauseAfter(60_000, { atLeastMs: 0, atMostMs: 30 }));
    expect(long.tookMs).toBeGreaterThan(30 - TIMER_MS);
    expect(long.tookMs).toBeLessThan(2_000);
  });
});
