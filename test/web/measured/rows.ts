import type { Page } from 'playwright-core';
import { CAMPAIGN_SIZE, type Environment, SLOW_PREFIX } from './environment.js';
import { answersOf, fromAnswerToPaint, type Probe, paintedAt, probe, type Slower } from './probes.js';
import { atMost, format, type Measurement, median, told } from './report.js';
import { finished, send, sendLive } from './sending.js';

const LIMITS = {
  100: { 1: 100, 4: 250 },
  1000: { 1: 400, 4: 1_200 },
  changed: { 1: 200, 4: 500 },
} as const;
const SPEEDS: readonly (readonly [Slower, string])[] = [
  [1, 'full speed'],
  [4, 'quarter speed'],
];
const CHART_POINTS = 1_000;

/** From the answer of the server until the rows of the recipients, or the points of the course, are painted. */
export async function measureRows(environment: Environment): Promise<Measurement[]> {
  const { stage, options } = environment;
  const campaignId = await send(stage, 'Rows', CAMPAIGN_SIZE);
  await finished(stage, campaignId);
  return [
    ...(await measurePages(environment, campaignId, 100)),
    ...(await measurePages(environment, campaignId, 1_000)),
    ...(await measureChanges(environment, Math.min(options.rounds, 3))),
    ...(await measureChart(environment)),
  ];
}

/** Turns from page to page. */
async function measurePages(
  { stage, open, options }: Environment,
  campaignId: string,
  rows: 100 | 1_000,
): Promise<Measurement[]> {
  const page = await open('/account');
  const probed = await probe(page);
  await page.goto(`${stage.server.url}/app/${stage.organisationId}/campaigns/${campaignId}?rows=${rows}`);
  await paintedAt(page, `${ROWS}.length === ${rows}`);
  const measurements: Measurement[] = [];
  for (const [slower, speed] of SPEEDS) {
    const times: number[] = [];
    for (let round = 0; round <= options.rounds; round++) {
      const first = await page.evaluate<string>(FIRST);
      const ms = await slowly(probed, slower, () =>
        fromAnswerToPaint(
          page,
          () => page.getByRole('button', { name: 'Next' }).click(),
          `${ROWS}.length === ${rows} && ${FIRST} !== ${JSON.stringify(first)}`,
        ),
      );
      // The first time the browser compiles what it runs.
      if (round > 0) times.push(ms);
    }
    const what = `${rows.toLocaleString('en')} recipients on the screen after the answer, ${speed}`;
    measurements.push(atMost(what, median(times), LIMITS[rows][slower], 'ms'));
  }
  if (rows === 100) {
    await page.evaluate('performance.clearResourceTimings()');
    await page.reload();
    await paintedAt(page, `${ROWS}.length === ${rows}`);
    const sizes = (await answersOf(page)).map(({ compressedBytes }) => compressedBytes);
    measurements.push(atMost('answer with 100 recipients, compressed', Math.max(...sizes) / 1_000, 5, 'kB'));
  }
  await closeRouted(page);
  return measurements;
}

/** 1,000 rows that wait are asked for again when all of them have been delivered. */
async function measureChanges({ stage, open }: Environment, rounds: number): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (const [slower, speed] of SPEEDS) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const scheduledAt = new Date(Date.now() + 3_600_000).toISOString();
      const campaignId = await send(stage, 'Changes', 1_000, { scheduledAt });
      const page = await open('/account');
      const probed = await probe(page);
      await page.goto(`${stage.server.url}/app/${stage.organisationId}/campaigns/${campaignId}?rows=1000`);
      await paintedAt(page, `${ROWS}.length === 1_000`);
      await stage.api(
        'mutation Begin($input: RescheduleCampaignInput!) { rescheduleCampaign(input: $input) { userErrors { message } } }',
        { input: { campaignId, scheduledAt: null } },
      );
      const show = page.getByRole('button', { name: /messages have changed/ });
      await page.getByText(/^996 of 1,000 delivered .* Ended/).waitFor();
      // What the end of the campaign asks for.
      await page.waitForTimeout(1_500);
      times.push(
        await slowly(probed, slower, () => fromAnswerToPaint(page, () => show.click(), `/Delivered/.test(${LAST})`)),
      );
      await closeRouted(page);
    }
    measurements.push(
      atMost(`1,000 recipients that have all changed, ${speed}`, median(times), LIMITS.changed[slower], 'ms'),
    );
  }
  return measurements;
}

/** A campaign that is paused asks for its course every five seconds, and gets another one of 1,000 points each time. */
async function measureChart({ stage, open, options }: Environment): Promise<Measurement[]> {
  const page = await open('/account');
  const probed = await probe(page);
  const campaignId = await sendLive(stage, page, SLOW_PREFIX, 'Chart');
  await stage.callAs(
    page,
    'mutation Pause($id: UUID!) { pauseCampaign(input: { campaignId: $id }) { userErrors { message } } }',
    { id: campaignId },
  );
  let answers = 0;
  await page.route('**/graphql', async (route) => {
    const { variables } = route.request().postDataJSON() as { variables?: { bucket?: string } };
    if (!variables?.bucket) return route.continue();
    const response = await route.fetch();
    const body = (await response.json()) as { data: { campaign: { timeline: readonly object[] } } };
    answers += 1;
    body.data.campaign.timeline = Array.from({ length: CHART_POINTS }, (_, index) => pointAt(index, answers));
    return route.fulfill({ response, json: body });
  });
  await page.goto(`${stage.server.url}/app/${stage.organisationId}/campaigns/${campaignId}`);
  await page.locator('.chart canvas').waitFor();
  const measurements: Measurement[] = [];
  for (const [slower, speed] of SPEEDS) {
    await probed.slowDown(slower);
    await page.waitForTimeout(ASKED_EVERY_MS);
    await probed.reset();
    const before = { answers, workedMs: await probed.workedMs() };
    await page.waitForTimeout(ASKED_EVERY_MS * options.rounds);
    const workedMs = ((await probed.workedMs()) - before.workedMs) / Math.max(1, answers - before.answers);
    const longestMs = Math.max(0, ...(await probed.read()).longTasks);
    const what = `chart of 1,000 points drawn again, ${speed}`;
    measurements.push(
      slower === 1 ? atMost(what, workedMs, 50, 'ms') : told(what, format(workedMs, 'ms')),
      slower === 1
        ? told('... longest task', format(longestMs, 'ms'))
        : atMost('... longest task', longestMs, 100, 'ms'),
    );
  }
  await closeRouted(page);
  return measurements;
}

const ASKED_EVERY_MS = 5_000;

const pointAt = (index: number, seed: number) => ({
  at: new Date(Date.UTC(2026, 0, 1) + index * 10_000).toISOString(),
  changes: {
    ...{ queued: 0, sent: 0, undelivered: 0, blocked: 0, cancelled: 0 },
    delivered: (index * seed) % 97,
    failed: (index * seed) % 13,
    held: (index * seed) % 7,
  },
});

const ROWS = "document.querySelectorAll('#recipients tbody tr')";
/** The number alone: times in the row go on by themselves. */
const FIRST = `${ROWS}[0].querySelector('a').textContent`;
const LAST = `[...${ROWS}].at(-1).textContent`;

async function slowly<Result>(probed: Probe, slower: Slower, act: () => Promise<Result>): Promise<Result> {
  await probed.slowDown(slower);
  try {
    return await act();
  } finally {
    await probed.slowDown(1);
  }
}

/** An answer that is still on its way would fail as the page closes. */
async function closeRouted(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.close();
}
