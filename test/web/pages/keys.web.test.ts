import { describe, expect, it } from '@jest/globals';
import { findBarriersInLooks } from '../barriers.js';
import { useStage } from '../use-stage.js';

const stage = useStage();

describe('Keys', () => {
  it('makes a sandbox key, whose command works, and shows it once', async () => {
    const { page } = await stage.open('/keys');
    await page.getByRole('button', { name: 'Make a key' }).click();
    await page.getByLabel('Name').fill('Shop');
    await page.getByRole('button', { name: 'Make the key' }).click();
    await page.getByText('it is shown once').waitFor();
    const command = (await page.locator('dialog pre').textContent()) ?? '';
    const [, key = ''] = /Bearer (pr_test_\w+)/.exec(command) ?? [];
    const [, body = ''] = /-d '(.*)'/.exec(command) ?? [];
    expect(await page.locator('dialog > .secret > code').textContent()).toBe(key);
    expect(await findBarriersInLooks(page)).toEqual([]);

    const response = await fetch(`${stage.server.url}/v1/sms/send/`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'x-organisation-id': stage.organisationId,
        'content-type': 'application/json',
      },
      body,
    });
    expect(response.status).toBe(201);

    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'I have stored it' }).click();
    const row = page.getByRole('row', { name: /^Shop Sandbox/ });
    await row.getByText('Send SMS and send chat messages').waitFor();
    expect(await page.content()).not.toContain(key);
  });

  it('says what is wrong with a form at its fields and in a summary that has the focus', async () => {
    const { page } = await stage.open('/keys');
    await page.getByRole('button', { name: 'Make a key' }).click();
    await page.getByText('Chosen one by one').click();
    await page.getByText('Limit it to').click();
    await page.getByLabel('IP addresses').fill('nowhere');
    await page.getByRole('button', { name: 'Make the key' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('alert');
    await page.getByRole('button', { name: /^IP addresses: Give an address/ }).click();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('addresses');
    await page.getByText('Choose at least one.').first().waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
  });

  it('rotates a key with an overlap, after which only its successor can be rotated', async () => {
    const { page } = await stage.open('/keys');
    await page.getByRole('button', { name: 'Rotate Shop' }).click();
    await page.getByLabel('The old key works').selectOption('7 days');
    await page.getByText(/Put the new key into your program before/).waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
    await page.getByRole('button', { name: 'Rotate the key' }).click();
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('row', { name: /Shop.*until/ }).waitFor();
    expect(await page.getByRole('button', { name: 'Rotate Shop' }).count()).toBe(1);
  });

  it('wants the name typed before it revokes a key that was used within a day, by keyboard alone', async () => {
    const { page } = await stage.open('/keys');
    const revoke = page.getByRole('button', { name: 'Revoke Shop' });
    await revoke.last().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Revoke the key' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('This is not “Shop”.').waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Revoke Shop');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Shop');
    await page.keyboard.press('Enter');
    await page.getByRole('row', { name: /Shop.*Revoked/ }).waitFor();
  });

  it('is no page for an operator, and says so', async () => {
    stage.complaints.expect(/status of 403/);
    const { page } = await stage.open('/keys', { role: 'operator' });
    await page.getByText('Your role does not cover this page').waitFor();
    expect(await page.getByRole('link', { name: 'Keys' }).count()).toBe(0);
  });

  it('has no barrier at any width', async () => {
    const { page } = await stage.open('/keys');
    await page.getByText('Revoked').waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
  });
});
