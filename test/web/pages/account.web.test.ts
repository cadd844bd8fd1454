import { describe, expect, it } from '@jest/globals';
import { findBarriersInLooks } from '../barriers.js';
import { useStage } from '../use-stage.js';

const stage = useStage();

describe('Account', () => {
  it('is opened from the menu, and changes the name everywhere', async () => {
    const { page } = await stage.open('/settings');
    await page.locator('summary .person').click();
    await page.getByRole('link', { name: 'Account' }).click();
    await page.getByLabel('Name').first().fill('Grace Hopper');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved').waitFor();
    await page.locator('summary', { hasText: 'Grace Hopper' }).waitFor();
  });

  it('says at the field that the current password is wrong', async () => {
    const { page } = await stage.open('/account');
    await page.getByLabel('Current password').fill('not the password');
    await page.getByLabel('New password').fill('a new long password');
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByText('The password is wrong.', { exact: true }).waitFor();
    expect(await page.getByLabel('Current password').getAttribute('aria-invalid')).toBe('true');
    expect(await findBarriersInLooks(page)).toEqual([]);
  });

  it('switches the keys and the appearance, in this browser', async () => {
    const { page } = await stage.open('/account');
    await page.getByLabel('Keys without Ctrl').uncheck();
    await page.getByRole('heading', { name: 'Account' }).focus();
    await page.keyboard.press('?');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByLabel('Keys without Ctrl').check();
    await page.getByRole('heading', { name: 'Account' }).focus();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('region', { name: 'This browser' }).getByLabel('Dark').check();
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
    // Pages outside of the console as well.
    await page.goto(`${stage.server.url}/sign-in`);
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
    await page.evaluate("localStorage.removeItem('postrider.theme')");
  });

  it('creates an organisation and opens it', async () => {
    const { page } = await stage.open('/account');
    const region = page.getByRole('region', { name: 'Organisations' });
    await region.getByRole('button', { name: 'Create' }).click();
    await region.getByText('This field may not be blank.', { exact: true }).waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
    await region.getByLabel('Name').fill('A second one');
    await region.getByRole('button', { name: 'Create' }).click();
    await page.waitForURL((url) => url.pathname.startsWith('/app/') && !url.pathname.includes(stage.organisationId));
    await page.getByLabel('Organisation').waitFor();
  });

  it('has no barrier at any width', async () => {
    const { page } = await stage.open('/account');
    await page.getByRole('heading', { name: 'Devices' }).waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
  });

  it('ends the session of another device, and all of them', async () => {
    // The page for signing in asks who has signed in, and is refused.
    stage.complaints.expect(/status of 401/);
    const { page } = await stage.open('/account');
    await page.getByText('This device').waitFor();
    await stage.server.sql(
      `INSERT INTO person_sessions (id, person_id, token_hash, expires_at, user_agent)
       SELECT gen_random_uuid(), person_id, decode(md5('another'), 'hex'), expires_at, 'Mozilla/5.0 (X11; Linux) Firefox/140.0'
       FROM person_sessions WHERE person_id = (SELECT id FROM people WHERE email = $1)`,
      [(await stage.personWith('owner')).email],
    );
    // The banner asks once the page stands, and must not ask while the session ends.
    const banner = page.waitForResponse(
      async (response) => response.url().endsWith('/graphql') && (await response.text()).includes('"gateways"'),
    );
    await page.reload();
    await banner;
    await page.getByRole('button', { name: 'Sign out Firefox on Linux' }).click();
    await page.getByRole('row', { name: /Firefox/ }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    expect(await findBarriersInLooks(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.waitForURL(/\/sign-in/);
  });
});
