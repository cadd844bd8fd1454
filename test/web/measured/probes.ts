import type { CDPSession, Page } from 'playwright-core';

/** What a page has recorded about itself since it was loaded. */
export interface Observed {
  /** Milliseconds of each task above 50 ms. */
  readonly longTasks: readonly number[];
  /** The sum of all layout shifts that no input has caused. */
  readonly shift: number;
  /** What moved, and from where to where. */
  readonly moved: readonly string[];
  /** From each key or click to the next frame, as Interaction to Next Paint counts it; nothing below 16 ms. */
  readonly interactions: readonly { readonly name: string; readonly ms: number }[];
}

/** Slower is the factor by which the processor is slowed for the page. */
export type Slower = 1 | 4;

export interface Probe {
  readonly page: Page;
  readonly devtools: CDPSession;
  slowDown(factor: Slower): Promise<void>;
  read(): Promise<Observed>;
  /** Forgets what has been recorded. */
  reset(): Promise<void>;
  /** The level of the heap after garbage collection, in MB. */
  heapMb(): Promise<number>;
  /** Milliseconds of scripts, styles and layout since the page was loaded. */
  workedMs(): Promise<number>;
}

/** Records what pages do that are loaded from now on. */
export async function probe(page: Page): Promise<Probe> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  await devtools.send('HeapProfiler.enable');
  await page.addInitScript(observe);
  const metric = async (name: string) => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return metrics.find((each) => each.name === name)?.value ?? Number.NaN;
  };
  return {
    page,
    devtools,
    slowDown: async (factor) => void (await devtools.send('Emulation.setCPUThrottlingRate', { rate: factor })),
    read: () => page.evaluate('observed.read()'),
    reset: () => page.evaluate('observed.reset()'),
    async heapMb() {
      // Twice: the first collection runs what lets go of further objects.
      await devtools.send('HeapProfiler.collectGarbage');
      await devtools.send('HeapProfiler.collectGarbage');
      return (await metric('JSHeapUsedSize')) / 1e6;
    },
    async workedMs() {
      const parts = await Promise.all(['ScriptDuration', 'RecalcStyleDuration', 'LayoutDuration'].map(metric));
      return parts.reduce((sum, seconds) => sum + seconds * 1_000, 0);
    },
  };
}

/** Runs in the page, before its own scripts. */
function observe(): void {
  interface Shift extends PerformanceEntry {
    readonly value: number;
    readonly hadRecentInput: boolean;
    readonly sources: readonly { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[];
  }
  let longTasks: number[] = [];
  let shift = 0;
  let moved: string[] = [];
  let interactions: { name: string; ms: number }[] = [];
  const watch = (type: string, note: (entry: PerformanceEntry) => void, more = {}) => {
    const observer = new PerformanceObserver((list) => list.getEntries().forEach(note));
    observer.observe({ type, buffered: true, ...more });
    return () => observer.takeRecords().forEach(note);
  };
  const flushes = [
    watch('longtask', ({ duration }) => longTasks.push(duration)),
    watch('layout-shift', (entry) => {
      const { value, hadRecentInput, sources } = entry as Shift;
      if (hadRecentInput) return;
      shift += value;
      for (const { node, previousRect: from, currentRect: to } of sources) {
        moved.push(`${node?.nodeName.toLowerCase()}.${node?.className} ${from.x},${from.y} → ${to.x},${to.y}`);
      }
    }),
    watch(
      'event',
      (entry) => {
        const { name, duration, interactionId } = entry as PerformanceEventTiming & { interactionId?: number };
        if (interactionId) interactions.push({ name, ms: duration });
      },
      { durationThreshold: 16 },
    ),
  ];
  Object.assign(globalThis, {
    observed: {
      read: () => {
        for (const flush of flushes) flush();
        return { longTasks, shift, moved, interactions };
      },
      reset: () => {
        for (const flush of flushes) flush();
        longTasks = [];
        shift = 0;
        moved = [];
        interactions = [];
      },
    },
  });
}

/** Milliseconds from the navigation until the browser has painted a page for which the expression is true. */
export function paintedAt(page: Page, expression: string): Promise<number> {
  return page.evaluate(`(${waitForPaint})(() => ${expression})`);
}

function waitForPaint(isThere: () => unknown): Promise<number> {
  const deadline = performance.now() + 60_000;
  return new Promise((done, fail) => {
    const look = () => {
      if (performance.now() > deadline) return fail(new Error(`Not painted within a minute: ${isThere}`));
      if (!isThere()) return requestAnimationFrame(look);
      // This frame is painted before the message arrives.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => done(performance.now());
      port2.postMessage(null);
      return undefined;
    };
    requestAnimationFrame(look);
  });
}

/** One answer of the API, as the browser has timed it. */
export interface Answered {
  readonly startMs: number;
  readonly endMs: number;
  /** From the last byte of the question to the first of the answer. */
  readonly serverMs: number;
  readonly compressedBytes: number;
}

/** The answers of the API since the page was loaded or the list was cleared. */
export function answersOf(page: Page): Promise<Answered[]> {
  return page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => new URL(name).pathname === '/graphql')
      .map((entry) => ({
        startMs: entry.startTime,
        endMs: entry.responseEnd,
        serverMs: entry.responseStart - entry.requestStart,
        compressedBytes: entry.encodedBodySize,
      })),
  );
}

/** Milliseconds from the last answer that an action has caused until the browser has painted what it brings. */
export async function fromAnswerToPaint(page: Page, act: () => Promise<unknown>, expression: string): Promise<number> {
  await page.evaluate('performance.clearResourceTimings()');
  const painted = paintedAt(page, expression);
  await act();
  const at = await painted;
  await page.waitForTimeout(100);
  const ends = (await answersOf(page)).map(({ endMs }) => endMs).filter((endMs) => endMs < at);
  return at - Math.max(...ends);
}
