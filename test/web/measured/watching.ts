import { BRISK_PREFIX, type Environment, SLOW_PREFIX } from './environment.js';
import { type Probe, probe } from './probes.js';
import { atMost, type Measurement, told } from './report.js';
import { sendLive } from './sending.js';

const MINUTE_MS = 60_000;
/** What belongs to the page has been loaded by then, and the chart has its first points. */
const SETTLED_AFTER_MS = 30_000;

/** A campaign that runs for as long as it is watched. */
export async function measureWatching(environment: Environment): Promise<Measurement[]> {
  const brisk = await watchAtQuarterSpeed(environment);
  return [...brisk, ...(await watchForLong(environment))];
}

async function watchForLong({ stage, open, options }: Environment): Promise<Measurement[]> {
  const page = await open('/account');
  const probed = await probe(page);
  const id = await sendLive(stage, page, SLOW_PREFIX, 'Watched for long');
  let sockets = 0;
  let ticks = 0;
  let calls = 0;
  page.on('websocket', (socket) => {
    sockets += 1;
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('campaignProgress')) ticks += 1;
    });
  });
  page.on('request', (request) => {
    if (request.method() === 'POST') calls += 1;
  });
  await page.goto(`${stage.server.url}/app/${stage.organisationId}/campaigns/${id}`);
  await page
    .getByText(/ delivered \(/)
    .first()
    .waitFor();
  const atFirst = calls;
  await page.waitForTimeout(SETTLED_AFTER_MS);
  const begin = {
    at: performance.now(),
    calls,
    ticks,
    workedMs: await probed.workedMs(),
    heapMb: await probed.heapMb(),
  };
  const levels: number[] = [begin.heapMb];
  const perMinute: number[] = [];
  await probed.reset();
  for (const end = begin.at + options.minutes * MINUTE_MS; performance.now() < end; ) {
    const before = calls;
    await page.waitForTimeout(Math.min(MINUTE_MS, end - performance.now()));
    perMinute.push(calls - before);
    levels.push(await probed.heapMb());
    console.error(`  minute ${perMinute.length}: ${levels.at(-1)?.toFixed(1)} MB, ${calls - before} calls`);
  }
  const minutes = (performance.now() - begin.at) / MINUTE_MS;
  const { longTasks, shift } = await probed.read();
  const workedMs = (await probed.workedMs()) - begin.workedMs;
  const isRunning = await page.getByRole('button', { name: 'Up to date' }).isVisible();
  await page.close();
  const last = levels.at(-1) ?? Number.NaN;
  return [
    told('a campaign that runs, watched', `${minutes.toFixed(1)} minutes${isRunning ? '' : ', but it had ended'}`),
    atMost('... heap after garbage collection, end less begin', last - begin.heapMb, 10, 'MB'),
    atMost('... the most after any minute', Math.max(...levels), 60, 'MB'),
    atMost('... sockets', sockets, 1),
    atMost('... calls when the page is opened', atFirst, 6),
    atMost('... calls in a minute, the most', Math.max(...perMinute), 12),
    told('... states that the socket brings, a minute', ((ticks - begin.ticks) / minutes).toFixed(1)),
    atMost(
      '... work of the page for each state, questions included',
      workedMs / Math.max(1, ticks - begin.ticks),
      16,
      'ms',
    ),
    atMost('... longest task', Math.max(0, ...longTasks), 100, 'ms'),
    atMost('... layout shift', shift, 0.02),
  ];
}

/** A campaign of a minute. */
async function watchAtQuarterSpeed({ stage, open }: Environment): Promise<Measurement[]> {
  const page = await open('/account');
  const probed: Probe = await probe(page);
  const id = await sendLive(stage, page, BRISK_PREFIX, 'Watched at quarter speed');
  await page.goto(`${stage.server.url}/app/${stage.organisationId}/campaigns/${id}`);
  await page
    .getByText(/ delivered \(/)
    .first()
    .waitFor();
  await page.waitForTimeout(2_000);
  await probed.slowDown(4);
  await probed.reset();
  const wait = { timeout: 3 * MINUTE_MS };
  await page.getByText(/^10,000 of 10,000 delivered \(100%\)\. Ended/).waitFor(wait);
  const { longTasks, shift } = await probed.read();
  await page.close();
  return [
    atMost('10,000 recipients watched to the end at quarter speed: longest task', Math.max(0, ...longTasks), 100, 'ms'),
    told('... tasks above 50 ms', String(longTasks.length)),
    atMost('... layout shift', shift, 0.02),
  ];
}
