import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { answer, type Receiver, startReceiver } from '../../support/gateways/receiver.js';
import { until } from '../../support/until.js';
import { findBarriersInLooks } from '../barriers.js';
import { useStage } from '../use-stage.js';

const stage = useStage();
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver?.stop();
});

/** An endpoint for sandbox messages, which only test keys make. Returns its id. */
async function endpoint(): Promise<string> {
  const data = await stage.api<{ createWebhook: { webhook: { id: string } } }>(
    `mutation Create($url: String!) { createWebhook(input: { url: $url, types: [SMS_DELIVERED] }) { webhook { id } } }`,
    { url: receiver.url },
  );
  return data.createWebhook.webhook.id;
}

const view = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Views of this endpoint' }).getByRole('link', { name });

describe('Webhooks', () => {
  it('adds the first endpoint, shows its secret once, and the answer to a test', async () => {
    const { page } = await stage.open('/webhooks');
    await page.getByText('No endpoint yet').waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add an endpoint' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Add an endpoint' }).click();
    await dialog.getByText('This field may not be blank.', { exact: true }).waitFor();
    await dialog.getByLabel('Address').fill(receiver.url);
    await dialog.getByLabel('Description').fill('Shop');
    await dialog.getByRole('button', { name: 'Add an endpoint' }).click();
    expect(await dialog.locator('.secret > code').textContent()).toMatch(/^whsec_/);
    expect(await findBarriersInLooks(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('heading', { name: 'Shop' }).waitFor();
    await page.getByRole('button', { name: 'Test…' }).click();
    await dialog.getByLabel('Event').selectOption({ label: 'SMS failed' });
    await dialog.getByRole('button', { name: 'Post a sample' }).click();
    await dialog.getByText(/Accepted with status 204/).waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
    expect(receiver.received.map(({ body }) => body.type)).toEqual(['sms.failed']);
  });

  it('adds an endpoint that gets what is sent in the sandbox, where there is nothing else', async () => {
    const { page } = await stage.open('/webhooks');
    await page.getByRole('button', { name: 'Add an endpoint' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('http or https, on any port').waitFor();
    expect(await dialog.getByLabel('Events of sandbox messages').isChecked()).toBe(true);
    await dialog.getByLabel('Address').fill(receiver.url);
    await dialog.getByLabel('Description').fill('Sandbox shop');
    await dialog.getByRole('button', { name: 'Add an endpoint' }).click();
    await dialog.getByRole('button', { name: 'I have stored it' }).click();
    const before = receiver.received.length;
    await stage.sendSms('12025550100');
    await until(() => receiver.received.slice(before).some(({ body }) => body.type === 'sms.delivered'));
    expect(receiver.received.slice(before).every(({ body }) => body.data.test)).toBe(true);
    await stage.server.sql("DELETE FROM webhook_endpoints WHERE description = 'Sandbox shop'");
  });

  it('says why an endpoint is failing, and posts again what it has missed', async () => {
    receiver.react = answer(500, {}, 'no table named orders');
    const id = await endpoint();
    await stage.sendSms('12025550100');
    await until(() => receiver.received.some(({ body }) => body.type === 'sms.delivered'));
    const { page } = await stage.open(`/webhooks/${id}`);
    const trouble = page.getByRole('region', { name: 'Why it is failing' });
    await trouble.getByText('The endpoint answered with status 500.').waitFor();
    await trouble.getByText('no table named orders').waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
    receiver.react = answer(204);
    await trouble.getByRole('button', { name: 'Post again what it missed…' }).click();
    const again = page.getByRole('button', { name: /^Post up to \d+ events? again$/ });
    await again.click();
    await page.getByText(/being posted again/).waitFor();
    await page.getByText('Everything has been posted').waitFor();
    // What was done is still said when the reason for it has gone.
    await page.getByText(/being posted again/).waitFor();
    await page.keyboard.press('Escape');
    await trouble.waitFor({ state: 'detached' });
    await page.getByRole('status').getByText('Active').waitFor();
    await page.locator('h1:focus').waitFor();
  });

  it('gives the focus to the heading when the endpoint is well again', async () => {
    receiver.react = answer(500);
    await stage.sendSms('12025550100');
    const { page } = await stage.open('/webhooks');
    await page.getByRole('link', { name: receiver.url }).click();
    const trouble = page.getByRole('region', { name: 'Why it is failing' });
    await trouble.getByText('The endpoint answered with status 500.').waitFor();
    receiver.react = answer(204);
    await trouble.getByRole('button', { name: 'Try now' }).press('Enter');
    await trouble.waitFor({ state: 'detached', timeout: 20_000 });
    await page.locator('h1:focus').waitFor();
  });

  it('opens a delivery by the keyboard alone, and gives the focus back', async () => {
    const { page } = await stage.open('/webhooks');
    await page
      .getByRole('row', { name: /^http:.*Sandbox/ })
      .getByRole('link')
      .click();
    await page
      .getByRole('link', { name: /sms\.delivered #/ })
      .first()
      .waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: /^sms\.delivered #\d+$/ });
    await dialog.getByText('"type": "sms.delivered"').waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
    expect(new URL(page.url()).searchParams.get('delivery')).toMatch(/^\d+$/);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^sms\.delivered #/);
  });

  it('deletes an endpoint only after a second look', async () => {
    const { page } = await stage.open('/webhooks');
    await page.getByRole('link', { name: 'Shop' }).click();
    await view(page, 'Settings').click();
    await page.getByRole('button', { name: 'Delete the endpoint' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete' });
    await dialog.getByText('This cannot be undone').waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Delete the endpoint' }).click();
    await page.getByRole('heading', { name: 'Webhooks' }).waitFor();
    await page.getByRole('link', { name: 'Shop' }).waitFor({ state: 'detached' });
  });

  it('tells a person without the scope, and offers nothing', async () => {
    stage.complaints.expect(/status of 403/);
    const { page } = await stage.open('/webhooks', { role: 'operator' });
    await page.getByText('Your role does not cover this page').waitFor();
    expect(await page.getByRole('button', { name: 'Add an endpoint' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Webhooks' }).count()).toBe(0);
  });

  it('has no barrier at any width', async () => {
    const { page } = await stage.open('/webhooks');
    await page
      .getByRole('row', { name: /Sandbox/ })
      .getByRole('link')
      .click();
    for (const name of ['Deliveries', 'Settings']) {
      await view(page, name).click();
      await page.locator('.card, tbody').last().waitFor();
      expect(await findBarriersInLooks(page)).toEqual([]);
    }
  });

  it('breaks the lines of a long address behind its slashes', async () => {
    const id = await endpoint();
    const { page } = await stage.open(`/webhooks/${id}`, { width: 320 });
    const heading = page.getByRole('heading', { name: receiver.url });
    await heading.waitFor();
    expect(await heading.evaluate((element) => element.innerHTML.split('<wbr>').map((part) => part.at(-1)))).toEqual([
      '/',
      '/',
      expect.any(String),
    ]);
  });
});
