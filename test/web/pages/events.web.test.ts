import { describe, expect, it } from '@jest/globals';
import { findBarriersInLooks } from '../barriers.js';
import { useStage } from '../use-stage.js';

const stage = useStage();

describe('Events', () => {
  it('says what an event is while there is none, and shows those that happen, newest first', async () => {
    const { page } = await stage.open('/events');
    await page.getByText('Nothing has happened yet').waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
    await page.getByRole('button', { name: 'Up to date' }).waitFor();
    await stage.sendSms('12025550100');
    const row = page.getByRole('row', { name: /SMS delivered/ });
    await row.waitFor();
    expect(await page.locator('tbody code').allTextContents()).toEqual(['sms.delivered', 'sms.sent', 'sms.queued']);
    await row.getByText('100 Processed').waitFor();
  });

  it('stops at the sign in the header, and leads from an event to its message', async () => {
    const { page } = await stage.open('/events');
    await page.getByRole('row', { name: /SMS delivered/ }).waitFor();
    await page.getByRole('button', { name: 'Up to date' }).click();
    await page.getByRole('button', { name: 'Updates paused' }).waitFor();
    await stage.sendSms('12025550100');
    await page.waitForTimeout(1_500);
    expect(await page.getByRole('row', { name: /SMS delivered/ }).count()).toBe(1);
    await page.getByRole('link', { name: 'SMS delivered' }).click();
    await page.waitForURL(/\/messages\/[0-9a-f-]{36}$/);
  });

  it('shows one type, and goes to the past by the address', async () => {
    await stage.sendSms('12025550116');
    const { page } = await stage.open('/events?type=sms_delivered');
    await page
      .getByRole('row', { name: /SMS delivered/ })
      .first()
      .waitFor();
    expect(new Set(await page.locator('tbody code').allTextContents())).toEqual(new Set(['sms.delivered']));
    await page.goto(page.url().replace(/\?.*/, '?before=3'));
    await page.getByRole('row', { name: /SMS handed/ }).waitFor();
    expect(await page.locator('tbody tr').count()).toBe(2);
    await page.getByRole('button', { name: 'Newer' }).click();
    await page.waitForURL(/from=2$/);
    await page
      .getByRole('row', { name: /SMS delivered/ })
      .first()
      .waitFor();
  });

  it('says to people who do not see it what another filter shows', async () => {
    stage.complaints.expect(/status of 400/);
    const { page } = await stage.open('/events');
    await page.getByRole('row', { name: /SMS blocked/ }).waitFor();
    const said = page.getByRole('status');
    const filter = async (type: string) => {
      await page.getByLabel('Event').selectOption({ label: type });
      await page.getByRole('button', { name: 'Filter' }).click();
    };
    await filter('SMS blocked');
    await said.getByText('1 shown', { exact: true }).waitFor();
    expect(await page.locator('tbody tr').count()).toBe(1);
    await filter('Campaign finished');
    await said.getByText('No event of this type is kept').waitFor();
    await page.getByRole('link', { name: 'Clear the filter' }).click();
    await said.getByText(/^[2-9] shown$/).waitFor();
    await page.getByLabel('After number').fill('999');
    await page.getByRole('button', { name: 'Filter' }).click();
    await said.getByText(/^The log has reached/).waitFor();
  });

  it('says in words that events are no longer kept', async () => {
    stage.complaints.expect(/status of 410/);
    const mine = [stage.organisationId];
    await stage.server.sql('DELETE FROM events WHERE organisation_id = $1 AND sequence < 3', mine);
    await stage.server.sql('UPDATE event_logs SET oldest_sequence = 3 WHERE organisation_id = $1', mine);
    const { page } = await stage.open('/events?from=0');
    await page.getByText('These events are no longer kept').waitFor();
    await page.getByText(/kept for 30 days\. The oldest is number 3\./).waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
    await page.getByRole('button', { name: 'Show the oldest' }).click();
    await page
      .getByRole('row', { name: /SMS delivered/ })
      .first()
      .waitFor();
  });

  it('shows changes of consent, which are about a person', async () => {
    const { page } = await stage.open('/events?type=consent_changed');
    await page.getByText('No event of this type is kept').waitFor();
    // Writes STOP.
    await stage.sendSms('12025550128');
    const row = page.getByRole('row', { name: /Consent changed/ }).first();
    await row.getByText('consent.changed').waitFor();
    await row.getByRole('cell', { name: 'Person' }).waitFor();
  });

  it('has no barrier at any width', async () => {
    const { page } = await stage.open('/events');
    await page
      .getByRole('row', { name: /SMS delivered/ })
      .first()
      .waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
  });
});
