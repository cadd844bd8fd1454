import type { Environment } from './environment.js';
import { answersOf, paintedAt, probe, type Slower } from './probes.js';
import { atMost, type Measurement, median, told } from './report.js';
import { send } from './sending.js';

const ROWS = 20;

/** The list of campaigns in a browser that has nothing in its cache. */
export async function measureFirstRoute({ stage, open, options }: Environment): Promise<Measurement[]> {
  for (let index = 0; index < ROWS; index++) await send(stage, `Campaign ${index}`, 2);
  const page = await open('/account');
  const probed = await probe(page);
  const load = async (slower: Slower) => {
    await probed.slowDown(1);
    await page.goto('about:blank');
    await probed.devtools.send('Network.clearBrowserCache');
    await probed.slowDown(slower);
    await page.goto(`${stage.server.url}/app/${stage.organisationId}/campaigns`, { waitUntil: 'commit' });
    const listMs = await paintedAt(page, `document.querySelectorAll('main tbody tr').length >= ${ROWS}`);
    const files = await loadedFiles();
    await page.waitForTimeout(1_000);
    const firstMs = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    );
    const { shift, longTasks } = await probed.read();
    return { listMs, firstMs, files, shift, longestMs: Math.max(0, ...longTasks) };
  };
  const loadedFiles = () =>
    page.evaluate(() => {
      const kinds = { html: 0, js: 0, css: 0, graphql: 0, other: 0 };
      const bytes = { ...kinds };
      const entries = ['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type));
      for (const entry of entries as PerformanceResourceTiming[]) {
        const { pathname } = new URL(entry.name);
        const ending = entry.entryType === 'navigation' ? 'html' : (/\w+$/.exec(pathname)?.[0] ?? 'other');
        const kind = ending in kinds ? (ending as keyof typeof kinds) : 'other';
        kinds[kind] += 1;
        bytes[kind] += entry.encodedBodySize;
      }
      return { kinds, bytes };
    });
  await load(1);
  const runs = { full: [] as Loaded[], quarter: [] as Loaded[] };
  type Loaded = Awaited<ReturnType<typeof load>>;
  for (let round = 0; round < options.rounds; round++) {
    runs.full.push(await load(1));
    runs.quarter.push(await load(4));
  }
  const [answer] = await answersOf(page);
  await page.close();
  const { kinds, bytes } = (runs.full[0] as Loaded).files;
  const of = (loads: readonly Loaded[], read: (loaded: Loaded) => number) => median(loads.map(read));
  const requests = Object.values(kinds).reduce((sum, count) => sum + count, 0);
  return [
    {
      ...atMost('campaigns, cold cache: requests before the list stands', requests, 4),
      measured: `${requests}: ${kinds.html} page, ${kinds.js} scripts, ${kinds.css} style, ${kinds.graphql} call${kinds.other ? `, ${kinds.other} other` : ''}`,
    },
    atMost('... JavaScript, compressed', bytes.js / 1_000, 110, 'kB'),
    atMost('... style, compressed', bytes.css / 1_000, 10, 'kB'),
    atMost('... page, compressed', bytes.html / 1_000, 1, 'kB'),
    told('... answer of the API, compressed', `${((answer?.compressedBytes ?? 0) / 1_000).toFixed(1)} kB`),
    atMost(
      '... list painted',
      of(runs.full, (run) => run.listMs),
      800,
      'ms',
    ),
    atMost(
      '... list painted, quarter speed',
      of(runs.quarter, (run) => run.listMs),
      1_500,
      'ms',
    ),
    told(
      '... first paint; longest task; at quarter speed',
      `${Math.round(of(runs.full, (run) => run.firstMs))} ms; ${Math.round(of(runs.full, (run) => run.longestMs))} ms; ` +
        `${Math.round(of(runs.quarter, (run) => run.firstMs))} ms; ${Math.round(of(runs.quarter, (run) => run.longestMs))} ms`,
    ),
    atMost(
      '... layout shift, the most of all runs',
      Math.max(...[...runs.full, ...runs.quarter].map((run) => run.shift)),
      0.02,
    ),
  ];
}
