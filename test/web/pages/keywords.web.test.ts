import { describe, expect, it } from '@jest/globals';
import { findBarriersInLooks } from '../barriers.js';
import { useStage } from '../use-stage.js';

const stage = useStage();

describe('Keywords', () => {
  it('are changed with a preview of what people get, and errors at their fields', async () => {
    const { page } = await stage.open('/settings');
    await page.getByRole('link', { name: /^STOP, START and HELP/ }).click();
    await page.getByRole('heading', { name: 'Keywords', level: 1 }).waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
    const help = page.getByRole('region', { name: 'HELP' });
    await help.getByText(/^.+: Reply STOP to get no more messages from us\.$/).waitFor();
    await help.getByLabel('Answer', { exact: true }).fill(`Call us. {stop} ends this. ${'Ж'.repeat(60)}`);
    await help.getByText('Unicode · 85 characters · 2 segments').waitFor();
    await page.getByRole('region', { name: 'STOP' }).getByLabel('Your words').fill('sitisha, start');
    await page.getByRole('button', { name: 'Save' }).click();
    await page
      .getByText(/START is a built-in word/)
      .first()
      .waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
    await page.getByRole('region', { name: 'STOP' }).getByLabel('Your words').fill('sitisha, acha');
    await page.getByRole('region', { name: 'START' }).getByLabel('Answer automatically').uncheck();
    await help.getByLabel('Answer', { exact: true }).fill('Call us at 555.');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved').waitFor();
    await page.reload();
    await page.getByText('Answered automatically: STOP, HELP.').waitFor();
    const own = page.getByRole('region', { name: 'STOP' }).getByLabel('Your words');
    expect(await own.inputValue()).toBe('SITISHA, ACHA');
    await help.getByText('GSM-7 · 15 characters · 1 segment').waitFor();
  });

  it('are shown to people who may not change them', async () => {
    const { page } = await stage.open('/settings/keywords', { role: 'viewer' });
    await page.getByText('Owners and admins can change this.').waitFor();
    await page.getByRole('region', { name: 'STOP' }).getByText('UNSUBSCRIBE').waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
  });
});
