import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { hoursAhead } from '../support/times.js';
import { useStage } from './use-stage.js';

const stage = useStage();

/** 10,000 different numbers, none of which the sandbox treats specially. */
const RECIPIENTS = Array.from({ length: 10_000 }, (_, index) => `1202556${String(index).padStart(4, '0')}`);

/** What the person of the page may still read within this minute. */
async function callsLeft(page: Page): Promise<number> {
  const { rateLimits } = await stage.callAs<{ rateLimits: { bucket: string; remaining: number }[] }>(
    page,
    '{ rateLimits { bucket remaining } }',
  );
  return rateLimits.find(({ bucket }) => bucket === 'PEOPLE')?.remaining ?? 0;
}

describe('Watching', () => {
  it('follows 10,000 recipients to the end, with one socket and at most 12 calls a minute', async () => {
    const id = await stage.sendCampaign('Large', RECIPIENTS, { scheduledAt: hoursAhead(1) });
    const { page } = await stage.open(`/campaigns/${id}`);
    let sockets = 0;
    page.on('websocket', () => {
      sockets += 1;
    });
    await page.getByText(/^Starts .* to 10,000 recipients\.$/).waitFor();
    const before = await callsLeft(page);
    const start = performance.now();
    await stage.api(
      'mutation Begin($input: RescheduleCampaignInput!) { rescheduleCampaign(input: $input) { userErrors { message } } }',
      { input: { campaignId: id, scheduledAt: null } },
    );
    await page.getByText(/^10,000 of 10,000 delivered \(100%\)\. Ended/).waitFor({ timeout: 90_000 });
    const minutes = (performance.now() - start) / 60_000;
    const spent = before - (await callsLeft(page)) - 1;
    // Two more questions at the end, whatever the time.
    expect(spent).toBeLessThanOrEqual(12 * minutes + 4);
    expect(sockets).toBe(1);
  });

  it('asks one question before the list stands, and moves nothing afterwards', async () => {
    const { page } = await stage.open('/campaigns');
    await page.getByRole('link', { name: 'Large' }).waitFor();
    const address = page.url();
    const before = await callsLeft(page);
    // From here on nothing of the page is under way that asks as well.
    await page.goto('about:blank');
    let asked = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST') asked += 1;
    });
    // The list stands before its socket is opened. A moment later it asks once more, for what has changed in between.
    const askedBefore = page.waitForEvent('websocket').then(() => asked);
    await page.goto(address);
    await page.getByRole('link', { name: 'Large' }).waitFor();
    expect(await askedBefore).toBe(1);
    await page.waitForTimeout(1_500);
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) =>
            resolve(list.getEntries().reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0)),
          ).observe({ type: 'layout-shift', buffered: true });
          setTimeout(() => resolve(0), 200);
        }),
    );
    expect(shift).toBeLessThanOrEqual(0.02);
    expect(before - (await callsLeft(page)) - 1).toBeLessThanOrEqual(6);
  });
});
