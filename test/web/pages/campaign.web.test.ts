import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { hoursAhead } from '../../support/times.js';
import { findBarriersInLooks } from '../barriers.js';
import { useStage } from '../use-stage.js';

const stage = useStage();
let finished: string;
beforeAll(async () => {
  finished = await stage.sendCampaign('Reminders', ['12025550100', '12025550111', '12025550120', '12025550116']);
});

/** Runs in the page: the sum of all layout shifts. */
function shiftOf(): Promise<number> {
  return new Promise((resolve) => {
    const sum = (entries: readonly PerformanceEntry[]) =>
      entries.reduce((total, entry) => total + (entry as PerformanceEntry & { readonly value: number }).value, 0);
    new PerformanceObserver((list) => resolve(sum(list.getEntries()))).observe({
      type: 'layout-shift',
      buffered: true,
    });
    setTimeout(() => resolve(0), 500);
  });
}

describe('A campaign', () => {
  it('says without a click how many arrived, which did not, why, and what to do', async () => {
    const { page } = await stage.open(`/campaigns/${finished}`);
    await page.getByText(/^1 of 4 delivered \(25%\), 3 did not arrive\. Ended/).waitFor();
    const reason = page.getByRole('row', { name: /403 InvalidPhoneNumber/ });
    await reason.getByText('Validate and correct the number').waitFor();
    const reasons = page.getByRole('table', { name: 'Why they did not arrive' });
    expect(await reasons.getByRole('row', { name: /409 DoNotDisturbRejection/ }).count()).toBe(1);
    // Of all messages, as the percentages of the overview.
    await reasons.getByRole('columnheader', { name: 'Share of all' }).waitFor();
    expect(await reason.getByRole('cell', { name: '25%' }).count()).toBe(1);
  });

  it('says for how long nothing has moved, until something does', async () => {
    const id = await stage.sendCampaign('Waiting', ['12025550100', '12025550101']);
    const { page } = await stage.open(`/campaigns/${id}`);
    await page.getByText(/^1 of 2 delivered \(50%\), 1 waiting\. Nothing has moved for 1\d s\.$/).waitFor();
    await page.keyboard.press('p');
    await page.getByText(/^1 of 2 delivered \(50%\), 1 waiting\.$/).waitFor();
  });

  it('shows the word of each count beside its sign on a phone', async () => {
    const { page } = await stage.open(`/campaigns/${finished}`, { width: 320 });
    await page.getByRole('link', { name: /Not delivered/ }).waitFor();
    const heights = await page
      .locator('.facet .status')
      .evaluateAll((all) => all.map((word) => word.getBoundingClientRect().height));
    expect(new Set(heights).size).toBe(1);
  });

  it('has the box of a recipient beside the number on a phone', async () => {
    const { page } = await stage.open(`/campaigns/${finished}`, { width: 390 });
    const number = await page.getByRole('link', { name: '12025550120' }).boundingBox();
    const box = await page.getByRole('checkbox', { name: 'Select 12025550120' }).boundingBox();
    expect(
      Math.abs((box?.y ?? 0) + (box?.height ?? 0) / 2 - (number?.y ?? 0) - (number?.height ?? 0) / 2),
    ).toBeLessThan(8);
  });

  it('shows the recipients of a count, and leads back with the browser', async () => {
    const { page } = await stage.open(`/campaigns/${finished}`);
    const rows = page.getByRole('table', { name: 'Recipients' }).getByRole('row');
    await page.getByRole('link', { name: '12025550120' }).waitFor();
    expect(await rows.count()).toBe(5);
    await page.getByRole('link', { name: /Not delivered/ }).click();
    await page.getByRole('link', { name: '12025550100' }).waitFor({ state: 'detached' });
    expect(await rows.count()).toBe(2);
    expect(page.url()).toMatch(/\?status=undelivered$/);
    await page.goBack();
    await page.getByRole('link', { name: '12025550100' }).waitFor();
  });

  it('goes to a row, and selects rows by keyboard and by range', async () => {
    const numbers = Array.from({ length: 120 }, (_, at) => String(12025550300 + at));
    const { page } = await stage.open(`/campaigns/${await stage.sendCampaign('Many', numbers)}`);
    await page.getByLabel('Go to row').fill('110');
    await page.getByRole('button', { name: 'Go', exact: true }).click();
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await page.getByRole('link', { name: '12025550409' }).waitFor();
    expect(await focused()).toBe('12025550409');
    await page.keyboard.press('x');
    await page.getByRole('checkbox', { name: 'Select 12025550412' }).click({ modifiers: ['Shift'] });
    await page.getByText('4 selected').waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download these' }).click();
    const content = readFileSync(await (await download).path(), 'utf8');
    expect(content.trim().split('\n')).toHaveLength(5);
    await page.getByLabel('Rows on a page').selectOption('1,000');
    await page.getByRole('link', { name: '12025550300' }).waitFor();
    expect(await page.getByRole('table', { name: 'Recipients' }).getByRole('row').count()).toBe(121);
  });

  it('moves nothing when its panels come', async () => {
    const { page } = await stage.open(`/campaigns/${finished}`);
    await page.getByRole('link', { name: '12025550120' }).waitFor();
    await page.locator('.chart canvas').waitFor();
    expect(await page.evaluate(shiftOf)).toBeLessThanOrEqual(0.02);
  });

  it('downloads the numbers of a reason in two clicks', async () => {
    const { page } = await stage.open(`/campaigns/${finished}`);
    const reason = page.getByRole('row', { name: /403 InvalidPhoneNumber/ });
    const download = page.waitForEvent('download');
    await reason.getByRole('button', { name: 'Download numbers' }).click();
    const content = readFileSync(await (await download).path(), 'utf8');
    expect(content.trim().split('\n')).toHaveLength(2);
    expect(content).toContain('12025550111');
  });

  it('downloads all numbers that did not arrive as one file', async () => {
    const { page } = await stage.open(`/campaigns/${finished}`);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download all of these numbers' }).click();
    const content = readFileSync(await (await download).path(), 'utf8');
    expect(content.match(/1202555\d{4}/g)?.sort()).toEqual(['12025550111', '12025550116', '12025550120']);
  });

  it('pauses, resumes and cancels, and says how much the cancelling does', async () => {
    const id = await stage.sendCampaign('Later', ['12025550100', '12025550101'], { scheduledAt: hoursAhead(1) });
    const { page } = await stage.open(`/campaigns/${id}`);
    await page.getByText(/^Starts \d.* to 2 recipients\.$/).waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText(/Paused since .* If it is resumed by then, it starts/).waitFor();
    await page.getByRole('button', { name: 'Change time' }).click();
    const time = page.getByRole('dialog', { name: 'When should it start?' });
    await time.getByLabel('Start').fill(new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 16));
    expect(await time.getByRole('button', { name: 'Start now' }).count()).toBe(0);
    await time.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/If it is resumed by then, it starts \d+ [A-Z]/).waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText(/^Starts/).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel 2 messages that have not left?' });
    expect(await findBarriersInLooks(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('2 messages cancelled; 0 had already left.').waitFor();
    await page.getByText(/^0 of 2 delivered \(0%\), 2 cancelled\. Cancelled/).waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
  });

  it('changes the time of a campaign that has not begun', async () => {
    const id = await stage.sendCampaign('Moved', ['12025550100'], { scheduledAt: hoursAhead(1) });
    const { page } = await stage.open(`/campaigns/${id}`);
    await page.getByRole('button', { name: 'Change time' }).click();
    expect(await findBarriersInLooks(page)).toEqual([]);
    await page.getByRole('button', { name: 'Start now' }).click();
    await page.getByText(/^1 of 1 delivered \(100%\)\. Ended/).waitFor();
  });

  it('sends refused messages again, as a campaign that names the old one', async () => {
    const id = await stage.sendCampaign('Refused', ['12025550110', '12025550100']);
    const { page } = await stage.open(`/campaigns/${id}`);
    await page.getByRole('button', { name: 'Try again' }).click();
    expect(await findBarriersInLooks(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send 1 message again' }).click();
    await page.getByText('Sends again what failed in').waitFor();
    await page.getByRole('link', { name: 'Refused', exact: true }).waitFor();
    await page.getByRole('heading', { name: 'Retry of “Refused”' }).waitFor();
    expect(page.url()).not.toContain(id);
    await page.getByRole('link', { name: 'Refused', exact: true }).click();
    await page.getByText('What failed was sent again in').waitFor();
    await page.getByRole('link', { name: 'Retry of “Refused”' }).waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    expect(await findBarriersInLooks(page)).toEqual([]);
  });

  it('counts numbers that were refused at acceptance among those that did not arrive', async () => {
    const some = await stage.sendCampaign('Some wrong', ['12025550100', '0712345678']);
    const none = await stage.sendCampaign('All wrong', ['0712345678', '11111111']);
    await (await stage.open(`/campaigns/${some}`)).page.getByText('Finished, not all arrived').waitFor();
    const { page } = await stage.open(`/campaigns/${none}`);
    await page.getByText('Finished, none arrived').waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
  });

  it('offers a viewer nothing that the server would refuse', async () => {
    const id = await stage.sendCampaign('Looked at', ['12025550100'], { scheduledAt: hoursAhead(1) });
    const { page } = await stage.open(`/campaigns/${id}`, { role: 'viewer' });
    await page.getByText(/^Starts/).waitFor();
    expect(await page.getByRole('button', { name: /Cancel|Pause|Change time/ }).count()).toBe(0);
  });

  it('says in words that there is no such campaign', async () => {
    const { page } = await stage.open('/campaigns/01900000-0000-7000-8000-000000000000');
    await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
  });

  it('has no barrier at any width', async () => {
    const { page } = await stage.open(`/campaigns/${finished}`);
    await page.getByText('403 InvalidPhoneNumber').first().waitFor();
    await page.getByRole('link', { name: '12025550120' }).waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
    expect(await findBarriersInLooks(page)).toEqual([]);
  });

  it('keeps the parts of its bar apart in forced colours', async () => {
    const { page } = await stage.open(`/campaigns/${finished}`);
    await page.emulateMedia({ forcedColors: 'active' });
    const parts = page.locator('.bar').first().locator('> span');
    await parts.first().waitFor();
    const looks = await parts.evaluateAll((spans) =>
      spans.map((span) => getComputedStyle(span).backgroundColor + getComputedStyle(span).backgroundImage),
    );
    expect(looks.length).toBeGreaterThan(1);
    expect(new Set(looks).size).toBe(looks.length);
  });
});
