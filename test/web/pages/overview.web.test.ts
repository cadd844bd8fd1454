import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { hoursAhead } from '../../support/times.js';
import { findBarriersInLooks } from '../barriers.js';
import { useStage } from '../use-stage.js';

const stage = useStage();

/** Sends live messages as the person who has the page open: keys of the stage are for the sandbox. */
const sendLive = (page: Page, recipients: readonly string[]) =>
  stage.callAs(page, 'mutation Send($input: SendBulkSmsInput!) { sendBulkSms(input: $input) { replayed } }', {
    input: { name: 'Reminders', message: 'Hello', recipients: recipients.map((to) => ({ to })) },
  });

describe('The overview of a new organisation', () => {
  it('has three steps, of which the one that was taken elsewhere is done', async () => {
    const { page } = await stage.open('/');
    await page.getByRole('heading', { name: 'First steps' }).waitFor();
    const step = (name: RegExp) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
    expect(
      await step(/practice campaign/)
        .getByText('Done')
        .count(),
    ).toBe(0);
    expect(
      await step(/Make a key/)
        .getByText('Done')
        .count(),
    ).toBe(1);
    expect(await findBarriersInLooks(page)).toEqual([]);
  });

  it('shows what became of the first SMS to the sandbox, and how many steps are left', async () => {
    await stage.api('mutation { sendSms(input: { to: "12025550100", message: "Hi" }) { message { id } } }');
    const { page } = await stage.open('/');
    await page.getByText('2 first steps are left for A customer.').waitFor();
    await page.getByRole('heading', { name: 'What became of the messages Sandbox' }).waitFor();
    const choice = page.getByRole('navigation', { name: 'Live or sandbox' });
    expect(await choice.getByRole('link', { name: 'Sandbox' }).getAttribute('aria-current')).toBe('true');
    expect(await findBarriersInLooks(page)).toEqual([]);
  });

  it('shows every outcome of the sandbox after one click', async () => {
    const { page } = await stage.open('/');
    await page.getByRole('button', { name: 'Send a practice campaign' }).click();
    const outcomes = page.getByRole('table', { name: 'What became of the practice campaign' });
    for (const status of [/ Delivered$/, /Waiting/, /On hold/, /Failed/, /Not delivered/, /Blocked/]) {
      await outcomes.locator('.status').filter({ hasText: status }).first().waitFor();
    }
    expect(await outcomes.getByRole('row').count()).toBe(16);
    await page.getByRole('heading', { name: /practice campaign Done/ }).waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
  });

  it('sends a practice campaign that ends', async () => {
    const { page } = await stage.open('/');
    await page.getByRole('button', { name: /^Send (a practice campaign|another)$/ }).click();
    await page.getByRole('link', { name: 'Open the campaign' }).click();
    // The sandbox holds one of the messages for 20 s.
    await page.getByText(/of 15 delivered .* Ended/).waitFor({ timeout: 60_000 });
  });

  it('offers nothing that the role would be refused', async () => {
    const { page } = await stage.open('/', { role: 'viewer' });
    await page.getByText('Your role may not send.').waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
    expect(await page.getByRole('button', { name: /practice|another/ }).count()).toBe(0);
  });
});

describe('The overview', () => {
  it('says what became of the messages, and which need somebody', async () => {
    const { page } = await stage.open('/');
    await page.getByRole('heading', { name: 'First steps' }).waitFor();
    const arriving = Array.from({ length: 100 }, (_, index) => String(12025551000 + index));
    const failing = ['12025550110', '12025550111', '12025550112', '12025550114', '12025550116', '12025550117'];
    await sendLive(page, [...arriving, ...failing]);
    await page
      .getByRole('row', { name: /Reminders/ })
      .getByText('100 of 106 arrived')
      .waitFor();
    await page.reload();
    await page.getByRole('link', { name: '5.7% of 106 messages of the last 24 hours did not arrive' }).waitFor();
    await page.getByText(/^106 messages were accepted in the last 24 hours; 94.3% have arrived\./).waitFor();
    await page.getByRole('link', { name: '402 InvalidSenderId' }).waitFor();
  });

  it('reads its chart out to the keyboard, and as a table', async () => {
    const { page } = await stage.open('/?span=7d');
    await page.locator('.chart canvas').waitFor();
    const cursor = page.getByRole('slider', { name: 'Interval' });
    await cursor.focus();
    await page.getByRole('status').getByText('Delivered 100, Failed 4, Blocked 2').waitFor();
    await cursor.press('ArrowLeft');
    await page.getByRole('status').getByText('Delivered 0, Failed 0, Blocked 0').waitFor();
    await page.getByText('Show as table').click();
    const table = page.getByRole('table', { name: 'Messages by day of acceptance' });
    await table.waitFor();
    expect(await table.getByRole('row').count()).toBe(8);
    expect(await table.getByRole('row').last().getByRole('cell').allTextContents()).toEqual(['100', '4', '2']);
    await cursor.press('End');
    await cursor.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Campaigns' }).waitFor();
    expect(page.url()).toMatch(/\/campaigns\?from=(\d{4}-\d\d-\d\d)&to=\1$/);
  });

  it('draws its chart anew when another choice has fewer statuses', async () => {
    const { page } = await stage.open('/?mode=sandbox');
    await page.locator('.chart canvas').waitFor();
    const statuses = page.locator('.chart-legend [data-part]');
    const before = await statuses.count();
    const choice = page.getByRole('navigation', { name: 'Live or sandbox' });
    await choice.getByRole('link', { name: 'Live' }).click();
    await page.getByText(/^106 messages were accepted/).waitFor();
    await page.locator('.chart canvas').waitFor();
    expect(await statuses.count()).toBeLessThan(before);
  });

  it('has a card for each part of the whole, also for cancelled messages', async () => {
    const campaignId = await stage.sendCampaign('Cancelled', ['12025550100'], { scheduledAt: hoursAhead(1) });
    await stage.api('mutation Cancel($input: CancelCampaignInput!) { cancelCampaign(input: $input) { __typename } }', {
      input: { campaignId },
    });
    const { page } = await stage.open('/?mode=sandbox');
    const cards = page.locator('.figures > div').filter({ hasText: '%' });
    await cards.filter({ hasText: 'Cancelled' }).waitFor();
    const shares = await cards.locator('dd .quiet').allTextContents();
    const sum = shares.reduce((total, share) => total + Number.parseFloat(share), 0);
    expect(Math.abs(sum - 100)).toBeLessThan(0.3);
  });

  it('goes on with the campaigns while the statistics fail', async () => {
    const { page } = await stage.open('/campaigns');
    stage.complaints.expect(/net::ERR_FAILED/);
    await page.route('**/graphql', (route) =>
      route.request().postData()?.includes('"bucket"') ? route.abort() : route.fallback(),
    );
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('alert').getByText('This could not be loaded').waitFor();
    await page.getByRole('row', { name: /Reminders/ }).waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
  });

  it('has no barrier at any width', async () => {
    const { page } = await stage.open('/');
    await page.locator('.chart canvas').waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
  });
});
