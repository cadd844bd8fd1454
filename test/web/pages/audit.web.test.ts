import { describe, expect, it } from '@jest/globals';
import { findBarriersInLooks } from '../barriers.js';
import { useStage } from '../use-stage.js';

const stage = useStage();

/** A name that begins like a time. */
const RENAMED = '2026-11-28 10:00 customer';

const URL_OF_HOOK = 'http://127.0.0.1:9/hook';

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

describe('Audit', () => {
  it('says who changed a setting, from where, and what it was before', async () => {
    const { page } = await stage.open('/settings');
    await page.getByLabel('Name').fill(RENAMED);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved').waitFor();
    await page.getByRole('link', { name: 'Who changed it' }).click();
    const row = page.getByRole('row', { name: /Changed the settings/ });
    await row.getByText('127.0.0.1').waitFor();
    const changes = row.getByRole('table', { name: 'Changed settings' }).getByRole('row', { name: /Name/ });
    expect(await changes.getByRole('cell').allTextContents()).toEqual(['A customer', RENAMED]);
  });

  it('shows the times in entries as it shows every other time', async () => {
    const { sendBulkSms } = await stage.api<{ sendBulkSms: { campaign: { id: string } } }>(
      'mutation Send($input: SendBulkSmsInput!) { sendBulkSms(input: $input) { campaign { id } } }',
      { input: { message: 'Hello', recipients: [{ to: '12025550100' }], scheduledAt: inDays(2) } },
    );
    await stage.api(
      'mutation Move($input: RescheduleCampaignInput!) { rescheduleCampaign(input: $input) { campaign { id } } }',
      { input: { campaignId: sendBulkSms.campaign.id, scheduledAt: inDays(3) } },
    );
    const { page } = await stage.open('/audit?what=campaign_rescheduled');
    const change = page.getByRole('table', { name: 'Changed settings' }).getByRole('row', { name: /Time to start/ });
    await change.waitFor();
    const time = expect.stringMatching(/^\d+ [A-Z][a-z]+( \d{4})?, \d\d:\d\d$/);
    expect(await change.getByRole('cell').allTextContents()).toEqual([time, time]);
  });

  it('filters by the action, the actor and the subject, in the address', async () => {
    await stage.api(`mutation Make($url: String!) { createWebhook(input: { url: $url }) { webhook { id } } }`, {
      url: URL_OF_HOOK,
    });
    const { page } = await stage.open('/audit');
    await page.getByLabel('What', { exact: true }).selectOption({ label: 'Added an endpoint' });
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.waitForURL(/what=webhook_created/);
    const row = page.getByRole('row', { name: /Added an endpoint/ });
    await row.getByRole('link', { name: 'A key' }).click();
    await page.waitForURL(/who=/);
    await page.getByRole('row', { name: /Changed the settings/ }).waitFor({ state: 'detached' });
    await row.getByRole('link', { name: 'All about it' }).click();
    await page.waitForURL(/on=/);
    await page.getByRole('link', { name: 'Clear the filter' }).click();
    await page.getByRole('row', { name: /Changed the settings/ }).waitFor();
    await page.goto(page.url().replace(/\?.*|$/, '?what=session_deleted'));
    await page.getByText('Nothing matches this filter').waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
  });

  it('tells a person whose role does not cover it', async () => {
    stage.complaints.expect(/status of 403/);
    const { page } = await stage.open('/audit', { role: 'developer' });
    await page.getByText('Your role does not cover this page').waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
    expect(await page.getByRole('link', { name: 'Audit' }).count()).toBe(0);
  });

  it('has no barrier at any width', async () => {
    const { page } = await stage.open('/audit');
    await page.getByRole('row', { name: /Added an endpoint/ }).waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
  });
});
