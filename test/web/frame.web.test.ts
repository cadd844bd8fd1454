import { beforeAll, describe, expect, it } from '@jest/globals';
import { findBarriersInLooks } from './barriers.js';
import { useStage } from './use-stage.js';

const stage = useStage();
beforeAll(() => stage.sendCampaign('Reminders', ['12025550100']));

describe('The frame', () => {
  it('leads from /app/ to the organisation of the person', async () => {
    const { page } = await stage.open('/campaigns');
    await page.goto(`${stage.server.url}/app/`);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(page.url()).toContain(`/app/${stage.organisationId}`);
    await page.getByRole('banner').getByText('A customer').waitFor();
  });

  it('says that an address belongs to an organisation of others, and names the own ones', async () => {
    stage.complaints.expect(/status of 403/);
    const { page } = await stage.open('/campaigns');
    const other = (await stage.server.customer())['x-organisation-id'];
    await page.goto(`${stage.server.url}/app/${other}/campaigns`);
    await page.getByRole('heading', { name: 'You are not a member of this organisation' }).waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
    await page.getByRole('main').getByRole('link', { name: 'A customer' }).click();
    await page.getByRole('link', { name: 'Reminders' }).waitFor();
  });

  it('finds campaigns by name and by id', async () => {
    const { page } = await stage.open('/campaigns');
    await page.getByRole('link', { name: 'Reminders' }).click();
    const [id] = /[0-9a-f-]{36}$/.exec(page.url()) ?? [];
    await page.getByRole('searchbox', { name: 'Search' }).fill(String(id).toUpperCase());
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Reminders' }).waitFor();
    await page.getByRole('searchbox', { name: 'Search' }).fill('no such name');
    await page.keyboard.press('Enter');
    await page.getByText('Nothing matches this filter').waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
  });

  it('is worked with the keyboard alone: search, rows, places, the list of keys', async () => {
    const { page } = await stage.open('/campaigns');
    await page.getByRole('link', { name: 'Reminders' }).waitFor();
    await page.keyboard.press('/');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('search');
    await page.keyboard.press('Tab');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const heading = page.getByRole('heading', { name: 'Reminders', level: 1 });
    await heading.waitFor();
    // The new page is announced by its heading.
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Reminders');
    await page.keyboard.press('g');
    await page.keyboard.press('c');
    await page.getByRole('heading', { name: 'Campaigns', level: 1 }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('i');
    await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
  });

  it('has no barrier in forced colours, and shows where the focus is', async () => {
    const { page } = await stage.open('/campaigns');
    await page.getByRole('link', { name: 'Reminders' }).waitFor();
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
    await page.getByText('A person', { exact: true }).first().click();
    expect(await findBarriersInLooks(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    const ring = await page.evaluate(() => {
      const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body);
      return [outlineStyle, outlineWidth];
    });
    expect(ring).toEqual(['solid', '3px']);
  });

  it('remembers the appearance in the browser', async () => {
    const { page } = await stage.open('/campaigns');
    await page.getByText('A person', { exact: true }).first().click();
    await page.getByRole('radio', { name: 'Dark' }).check();
    await page.reload();
    await page.getByRole('link', { name: 'Reminders' }).waitFor();
    expect(await page.evaluate(() => getComputedStyle(document.body).colorScheme)).toBe('dark');
    expect(await findBarriersInLooks(page)).toEqual([]);
    // Those that follow look as the system does.
    await page.evaluate(() => localStorage.clear());
  });

  it('offers the pages at an address that has none', async () => {
    const { page } = await stage.open('/nowhere');
    await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor();
    await page.getByRole('link', { name: 'Overview' }).first().waitFor();
  });

  it('opens pages that were not open before although the server has gone', async () => {
    stage.complaints.expect(/net::ERR_FAILED/);
    const { page } = await stage.open('/campaigns');
    const senders = page.waitForResponse(/\/senders-page-/);
    await page.getByRole('link', { name: 'Reminders' }).waitFor();
    await senders;
    await page.waitForLoadState('networkidle');
    await page.route('**/*', (route) => route.abort());
    for (const name of ['Phones', 'Webhooks', 'Sender IDs', 'Settings']) {
      await page.getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
    }
  });

  it('keeps the navigation while a page cannot be loaded, and shows the page once it can', async () => {
    stage.complaints.expect(/net::ERR_FAILED/);
    const { page } = await stage.open('/campaigns');
    await page.route('**/assets/send-page-*', (route) => route.abort());
    await page.reload();
    const navigation = page.getByRole('navigation', { name: 'Pages' });
    await navigation.getByRole('link', { name: 'Send', exact: true }).click();
    await page.getByRole('alert').getByText('This page could not be loaded').waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
    await navigation.getByRole('link', { name: 'Campaigns' }).click();
    await page.getByRole('link', { name: 'Reminders' }).waitFor();
    await navigation.getByRole('link', { name: 'Send', exact: true }).click();
    await page.getByRole('alert').getByText('This page could not be loaded').waitFor();
    await page.unroute('**/assets/send-page-*');
    await page.getByRole('heading', { level: 1, name: 'Send' }).waitFor();
  });

  it('keeps the navigation when a page has a fault, and forgets the fault at the next page', async () => {
    stage.complaints.expect(/SendersPage/);
    const { page } = await stage.open('/campaigns');
    await page.route('**/assets/senders-page-*', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'export {};' }),
    );
    await page.reload();
    await page.getByRole('link', { name: 'Sender IDs' }).click();
    await page.getByRole('heading', { name: 'This page has failed' }).waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
    await page.getByRole('link', { name: 'Campaigns' }).first().click();
    await page.getByRole('link', { name: 'Reminders' }).waitFor();
  });

  it('is painted before its script and its styles have come', async () => {
    const { page } = await stage.open('/campaigns');
    let goOn: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await page.route('**/app/assets/*', (route) => held.then(() => route.fallback()));
    await page.goto(`${stage.server.url}/app/${stage.organisationId}/campaigns?name=x`, { waitUntil: 'commit' });
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    await page.getByText('Loading').waitFor();
    goOn();
    await page.getByRole('heading', { name: 'Campaigns' }).waitFor();
    expect(await page.getByText('Loading').count()).toBe(0);
  });

  it('loads the page again when a server of another version no longer has its parts', async () => {
    stage.complaints.expect(/status of 404/);
    const { page } = await stage.open('/campaigns');
    const gone = (pattern: string) => page.route(pattern, (route) => route.fulfill({ status: 404, json: {} }));
    await gone('**/assets/send-page-*');
    await page.reload();
    await page.getByRole('link', { name: 'Reminders' }).waitFor();
    await page.route('**/app/', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replace(/index-[\w-]+\.js/, 'index-newer.js') });
    });
    const loaded = page.waitForEvent('load');
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Send', exact: true }).click();
    await page.getByRole('alert').getByText('This page could not be loaded').waitFor();
    await page.unroute('**/assets/send-page-*');
    await loaded;
    await page.getByRole('heading', { level: 1, name: 'Send' }).waitFor();
  });

  it('signs out, and shows nothing to people who have not signed in', async () => {
    stage.complaints.expect(/status of 401/);
    const { page } = await stage.open('/campaigns');
    await page.getByText('A person', { exact: true }).first().click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('**/sign-in');
    await page.goto(`${stage.server.url}/app/${stage.organisationId}/campaigns`);
    await page.waitForURL(`**/sign-in?next=${encodeURIComponent(`/app/${stage.organisationId}/campaigns`)}`);
    expect(await page.getByText('Reminders').count()).toBe(0);
    expect(await findBarriersInLooks(page)).toEqual([]);
    const { email, password } = await stage.personWith('owner');
    await page.getByRole('textbox', { name: 'E-mail address' }).fill(email);
    await page.locator('#sign-in-password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`**/app/${stage.organisationId}/campaigns`);
    await page.getByText('Reminders').first().waitFor();
  });
});
