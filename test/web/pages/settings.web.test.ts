import { describe, expect, it } from '@jest/globals';
import { findBarriersInLooks } from '../barriers.js';
import { useStage } from '../use-stage.js';

const stage = useStage();

describe('Settings', () => {
  it('shows errors at their fields, and saves what is right', async () => {
    const { page } = await stage.open('/settings');
    await page.getByLabel('Time zone').fill('Atlantis');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/^Must be the name of a time zone/).waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
    await page.getByLabel('Time zone').fill('Africa/Nairobi');
    await page.getByLabel('Pause campaigns that fail').check();
    await page.getByLabel('What STOP ends').selectOption('PROMOTIONAL');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved').waitFor();
    await page.reload();
    expect(await page.getByLabel('Time zone').inputValue()).toBe('Africa/Nairobi');
    expect(await page.getByLabel('Pause campaigns that fail').isChecked()).toBe(true);
    expect(await page.getByLabel('What STOP ends').inputValue()).toBe('PROMOTIONAL');
  });

  it('says how many messages lose their text before it keeps them for a shorter time', async () => {
    await stage.server.sql(
      `INSERT INTO sms_statistics (organisation_id, quarter, test, sender_id, status, delivery_code, messages)
       VALUES ($1, date_bin('15 minutes', now() - interval '20 days', 'epoch'), true, '', 'delivered', 100, 3)`,
      [stage.organisationId],
    );
    const { page } = await stage.open('/settings');
    await page.getByLabel('Days until texts').fill('10');
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The texts and numbers of 3 SMS').waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Remove what is older than 10 days' }).click();
    await page.getByText('keeps texts and numbers for 10 days').waitFor();
  });

  it('shows the download links that work, and ends one', async () => {
    await stage.api('mutation { createExportLink(input: { what: MESSAGES, senderId: "ACME" }) { exportLink { id } } }');
    const { page } = await stage.open('/settings');
    const table = page.getByRole('table', { name: 'Download links' });
    await table.getByText('Only some, by sender id').waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
    await table.getByRole('button', { name: /^End/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End' }).click();
    await page.getByText('There is no link that works.').waitFor();
    const left = 'SELECT 1 FROM export_links WHERE organisation_id = $1';
    expect(await stage.server.sql(left, [stage.organisationId])).toEqual([]);
  });

  it('shows no download links to people who may not end them', async () => {
    const { page } = await stage.open('/settings', { role: 'developer' });
    await page.getByText('Owners and admins can change this.').waitFor();
    expect(await page.getByRole('heading', { name: 'Download links' }).count()).toBe(0);
  });

  it('shows what is used of each limit, and where programs call', async () => {
    const { page } = await stage.open('/settings');
    const meter = page.getByRole('meter', { name: 'What you read here' });
    expect(Number(await meter.getAttribute('value'))).toBeGreaterThan(0);
    await page.getByText(`${stage.server.url}/graphql`).waitFor();
    expect(await page.getByRole('link', { name: 'REST reference' }).getAttribute('href')).toBe('/docs');
  });

  it('shows the settings to people who may not change them', async () => {
    const { page } = await stage.open('/settings', { role: 'viewer' });
    await page.getByText('Owners and admins can change this.').waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
  });

  it('has no barrier at any width', async () => {
    const { page } = await stage.open('/settings');
    await page.getByRole('heading', { name: 'Limits' }).waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
  });
});
