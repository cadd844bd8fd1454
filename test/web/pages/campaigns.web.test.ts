import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { findBarriersInLooks } from '../barriers.js';
import { useStage } from '../use-stage.js';

const stage = useStage();

describe('Campaigns', () => {
  it('says how the first campaign comes about while there is none', async () => {
    const { page } = await stage.open('/campaigns');
    await page.getByText('No campaign yet').waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
  });

  it('shows a campaign that a program sends, and its end, without being loaded again', async () => {
    const { page } = await stage.open('/campaigns');
    await page.getByRole('heading', { name: 'Campaigns' }).waitFor();
    await stage.sendCampaign('Reminders', ['12025550100', '12025550120']);
    await page.getByRole('button', { name: 'Up to date' }).waitFor();
    const row = page.getByRole('row', { name: /Reminders/ });
    await row.getByText(/Finished/).waitFor();
    expect(await row.getByRole('img').getAttribute('aria-label')).toMatch(/^\d of 2 arrived/);
  });

  it('sorts them by name, and by their end', async () => {
    await stage.sendCampaign('A last', ['12025550101']);
    for (const order of ['name', 'completed']) {
      const { page } = await stage.open(`/campaigns?order=${order}`);
      await page.getByRole('link', { name: 'A last' }).waitFor();
      const names = await page.getByRole('table').getByRole('rowheader').getByRole('link').allInnerTexts();
      expect(names).toEqual(['A last', 'Reminders']);
      expect(await page.getByRole('combobox', { name: 'Order' }).inputValue()).toBe(order);
    }
  });

  it('downloads the campaigns of its filter', async () => {
    await stage.sendCampaign('Vouchers', ['12025550100']);
    const { page } = await stage.open('/campaigns?name=vouch');
    await page.getByRole('link', { name: 'Vouchers' }).waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    const [heading, ...rows] = readFileSync(await (await download).path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(heading).toMatch(/^created_at,name,status,/);
    expect(rows).toEqual([expect.stringContaining(',Vouchers,')]);
  });

  it('has no barrier at any width', async () => {
    const { page } = await stage.open('/campaigns');
    await page.getByRole('link', { name: 'Reminders' }).waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
    await page.emulateMedia({ forcedColors: 'active' });
    expect(await findBarriersInLooks(page)).toEqual([]);
  });

  it('moves nothing while it loads if the person wants less motion', async () => {
    const { page } = await stage.open('/keys');
    await page.getByRole('button', { name: 'Make a key' }).waitFor();
    await page.route('**/graphql', () => undefined);
    await page.getByRole('link', { name: 'Campaigns' }).click();
    await page.locator('.skeleton.shown').first().waitFor();
    const running = () => page.evaluate(() => document.getAnimations().length);
    expect(await running()).toBeGreaterThan(0);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.waitForFunction(() => document.getAnimations().length === 0);
    expect(await findBarriersInLooks(page)).toEqual([]);
  });
});
