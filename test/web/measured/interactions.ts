import type { Page } from 'playwright-core';
import { chooseFile } from '../pages/send-form.js';
import { CAMPAIGN_SIZE, type Environment } from './environment.js';
import { probe, type Slower } from './probes.js';
import { atMost, format, type Measurement, told } from './report.js';
import { finished, send } from './sending.js';

/** The time from keys and clicks until the page has reacted, as the browser times them. */
export async function measureInteractions({ stage, open, options }: Environment): Promise<Measurement[]> {
  const id = await send(stage, 'Interactions', CAMPAIGN_SIZE);
  await finished(stage, id);
  const page = await open('/account');
  const probed = await probe(page);
  const measurements: Measurement[] = [];
  for (const [slower, speed] of [
    [1, 'full speed'],
    [4, 'quarter speed'],
  ] as const satisfies readonly [Slower, string][]) {
    const slowest: [string, number][] = [];
    for (const [name, path, act] of actsOn(id)) {
      let most = 0;
      for (let round = 0; round < Math.min(options.rounds, 3); round++) {
        await page.goto(`${stage.server.url}/app/${stage.organisationId}${path}`);
        await page.locator('main h1').first().waitFor();
        await page.waitForTimeout(700);
        await probed.slowDown(slower);
        await probed.reset();
        await act(page);
        await page.waitForTimeout(500);
        const { interactions } = await probed.read();
        await probed.slowDown(1);
        most = Math.max(most, ...interactions.map(({ ms }) => ms));
      }
      slowest.push([name, most]);
    }
    slowest.sort(([, one], [, other]) => other - one);
    measurements.push(
      atMost(`the slowest reaction to a key or click, ${speed}`, slowest[0]?.[1] ?? Number.NaN, 200, 'ms'),
      told(
        '... by action',
        slowest.map(([name, ms]) => `${name} ${ms === 0 ? 'below 16 ms' : format(ms, 'ms')}`).join('; '),
      ),
    );
  }
  await page.close();
  return measurements;
}

type Act = readonly [name: string, path: string, act: (page: Page) => Promise<unknown>];

function actsOn(campaignId: string): readonly Act[] {
  const campaign = `/campaigns/${campaignId}`;
  const keys =
    (...all: readonly string[]) =>
    async (page: Page) => {
      for (const key of all) await page.keyboard.press(key, { delay: 20 });
    };
  const numbers = Array.from({ length: CAMPAIGN_SIZE }, (_, at) => `${12025550200 + at},Person ${at}`).join('\n');
  return [
    ['j and k through rows', campaign, keys('j', 'j', 'j', 'k', 'j')],
    ['the list of keys', campaign, keys('?', 'Escape')],
    [
      'typing into the search',
      campaign,
      async (page) => {
        await page.keyboard.press('/');
        await page.keyboard.type('12025550120', { delay: 30 });
      },
    ],
    ['a count as filter', campaign, (page) => page.getByRole('link', { name: /Not delivered/ }).click()],
    ['the next page of recipients', campaign, (page) => page.getByRole('button', { name: 'Next' }).click()],
    ['the chart as a table', campaign, (page) => page.getByText('Show as table').first().click()],
    ['a link to another page', campaign, (page) => page.getByRole('link', { name: 'Events', exact: true }).click()],
    [
      'back to the recipients',
      campaign,
      async (page) => {
        await page.getByRole('link', { name: 'Settings', exact: true }).click();
        await page.goBack();
        await page.getByRole('heading', { name: 'Interactions' }).waitFor();
      },
    ],
    ['the account menu', '/campaigns', (page) => page.locator('.top summary').last().click()],
    [
      'a campaign of the list',
      '/campaigns',
      (page) => page.getByRole('link', { name: 'Interactions' }).first().click(),
    ],
    [
      'a file of 10,000 rows',
      '/send',
      async (page) => {
        await chooseFile(page, 'people.csv', `phone,name\n${numbers}\n`);
        await page.getByText('10,000 rows').waitFor();
        await page.getByLabel('Text', { exact: true }).click();
        await page.keyboard.type('Hello {{name}}, doors open at six – “really”.', { delay: 30 });
      },
    ],
    [
      'checking 10,000 rows',
      '/send',
      async (page) => {
        await chooseFile(page, 'people.csv', `phone,name\n${numbers}\n`);
        await page.getByText('10,000 rows').waitFor();
        await page.getByLabel('Text', { exact: true }).fill('Hello {{name}}');
        await page.getByLabel('To the sandbox').check();
        await page.getByRole('button', { name: 'Check' }).click();
        await page.getByRole('button', { name: 'Send 10,000 messages' }).waitFor();
      },
    ],
  ];
}
