import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { findBarriers, openStage, type Stage } from './stage.js';

// A program and a browser are started, which a busy machine makes slow.
jest.setTimeout(60_000);

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(async () => {
  await stage?.close();
});

const ROWS = 9_900;
const LANDLINE = '442079460000';

/** People with numbers of the sandbox; two of the numbers cannot receive SMS. */
function people(): string {
  const rows = Array.from({ length: ROWS }, (_, at) => `${12025550200 + at},Person ${at},18:00`);
  rows[17] = '1202555,Ada,18:00';
  rows[4_210] = `${LANDLINE},Grace,18:00`;
  return `phone,name,time\n${rows.join('\n')}\n`;
}

const fileOf = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

const choose = (page: Page, name: string, text: string) =>
  page.getByLabel('Drop a file here').setInputFiles(fileOf(name, text));

const campaigns = () =>
  stage.api<{ campaigns: { nodes: { name: string; accepted: number; total: number }[] } }>(
    '{ campaigns(first: 100) { nodes { name accepted total } } }',
  );

const named = async (name: string) =>
  (await campaigns()).campaigns.nodes.filter((campaign) => campaign.name.startsWith(name));

/** A list of one column with a text, checked and ready to be sent. */
async function prepare(page: Page, name: string, text = 'phone\n12025550100\n12025550199\n') {
  await choose(page, `${name}.csv`, text);
  await page.getByLabel('Text', { exact: true }).fill('Hello');
  await page.getByRole('button', { name: 'Check' }).click();
}

describe('Send', () => {
  it('takes a person from a file to its campaign, with the wrong rows found before sending (T2)', async () => {
    const { page, complaints, hosts } = await stage.open('/send');
    const begun = Date.now();
    await choose(page, 'tonight.csv', people());
    await page.getByText('9,900 rows').waitFor();
    await page.getByLabel('Text', { exact: true }).fill('Hello , doors open at 18:00.');
    await page.getByLabel('Text', { exact: true }).press('Home');
    for (let step = 0; step < 6; step++) await page.getByLabel('Text', { exact: true }).press('ArrowRight');
    await page.getByRole('button', { name: 'Insert name' }).click();
    await page.getByText('Hello Person 1000, doors open at 18:00.').waitFor();
    await page.getByLabel('Sandbox: nothing leaves the server').check();
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('9,898 messages will be sent, in 9,898 segments.').waitFor();
    await page.getByText('2 rows left out').waitFor();
    const rows = page.getByRole('table', { name: 'Rows' }).getByRole('row');
    expect(await rows.nth(1).innerText()).toMatch(/^19\s+1202555\s+✕ /);
    expect(await rows.nth(2).innerText()).toMatch(new RegExp(`^4,212\\s+${LANDLINE}\\s+✕ `));
    expect(await rows.nth(3).innerText()).toContain('Hello Person 0, doors open at 18:00.');
    await page.getByRole('button', { name: 'Send 9,898 messages' }).click();
    await page.waitForURL(/\/campaigns\/[0-9a-f-]{36}$/);
    process.stdout.write(`T2 took ${((Date.now() - begun) / 1000).toFixed(1)} s of the machine.\n`);
    expect(await named('tonight')).toEqual([{ name: 'tonight', accepted: 9_898, total: 9_900 }]);
    expect([complaints, [...hosts]]).toEqual([[], [new URL(stage.server.url).host]]);
  });

  it('asks again with the same key when the answer was lost, and so makes one campaign', async () => {
    const { page } = await stage.open('/send');
    await prepare(page, 'lost');
    let isLost = false;
    await page.route('**/graphql', async (route) => {
      const isSend = JSON.stringify(route.request().postDataJSON()).includes('idempotencyKey');
      if (!isSend || isLost) return route.continue();
      isLost = true;
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: 'Send 2 messages' }).click();
    await page.getByText('Not known whether it was accepted: asking again is safe').waitFor();
    expect(await named('lost')).toHaveLength(1);
    await page.getByRole('button', { name: 'Ask again' }).click();
    await page.waitForURL(/\/campaigns\/[0-9a-f-]{36}$/);
    expect(await named('lost')).toHaveLength(1);
  });
});
