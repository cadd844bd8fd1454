import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ROOT } from '../docs/markdown.js';
import { findBarriersInLooks } from './barriers.js';
import { prepare } from './pages/send-form.js';
import { useStage } from './use-stage.js';

const stage = useStage();
let campaignId = '';
beforeAll(async () => {
  campaignId = await stage.sendCampaign('Reminders', ['12025550100', '12025550111']);
});

/** The addresses of docs/console.md that have parameters. */
const DOCUMENTED = [
  ...readFileSync(join(ROOT, 'docs/console.md'), 'utf8').matchAll(/^\| `\/app\/\{organisationId\}(\S+)` \|(.*)\|$/gm),
].flatMap(([, path = '', words = '']) => [...words.matchAll(/`(\?[^`]+)`/g)].map(([, query]) => `${path}${query}`));

describe('An address', () => {
  it('is documented with filters', () => expect(DOCUMENTED.length).toBeGreaterThan(4));

  it.each(DOCUMENTED)('%s shows what docs/console.md says', async (address) => {
    const { page } = await stage.open(address.replace('{id}', campaignId));
    await page.getByRole('form', { name: 'Filter' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByText('that this page does not know').count()).toBe(0);
    const [name = '', value] = [...new URL(page.url()).searchParams][0] ?? [];
    const field = page.locator(`[name="${name}"]`);
    if ((await field.count()) > 0) expect(await field.first().inputValue()).toBe(value);
  });

  it.each([
    ['/campaigns?status=RUNNING', 'status'],
    ['/campaigns?state=nonsense', 'state=nonsense'],
    ['/campaigns?kind=nonsense', 'kind=nonsense'],
    ['/campaigns?from=nonsense', 'from=nonsense'],
    ['/campaigns/{id}?status=nonsense&code=none', 'status=nonsense and code=none'],
    ['/campaigns/{id}?state=failed', 'state'],
    ['/messages?mode=nonsense', 'mode=nonsense'],
    ['/messages?code=nonsense', 'code=nonsense'],
    ['/messages/chat?type=nonsense', 'type=nonsense'],
    ['/suppressions?code=1&nonsense=1', 'nonsense and code=1'],
    ['/numbers/12025550100?mode=nonsense', 'mode=nonsense'],
    ['/events?type=nonsense', 'type=nonsense'],
    ['/audit?what=nonsense&status=1', 'status and what=nonsense'],
  ])('%s has a filter that the page says it does not know', async (address, named) => {
    const { page } = await stage.open(address.replace('{id}', campaignId));
    await page.getByText(`has a filter that this page does not know: ${named}.`).waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
  });

  it.each([
    ['/campaigns?state=nonsense', 'Reminders'],
    ['/messages?state=nonsense', '12025550100'],
    ['/campaigns/{id}?status=nonsense', '12025550100'],
  ])('%s shows the list without the filter that the page does not know', async (address, name) => {
    const { page } = await stage.open(address.replace('{id}', campaignId));
    await page.getByText('The list is shown without it.').waitFor();
    await page.getByRole('table').getByRole('link', { name }).waitFor();
  });

  it('takes states in capitals, and shows them in the form', async () => {
    const { page } = await stage.open('/messages?state=DELIVERED');
    await page.getByRole('link', { name: '12025550100' }).first().waitFor();
    expect(await page.getByRole('combobox', { name: 'State' }).inputValue()).toBe('delivered');
  });

  it.each(['/find/zzz', '/campaigns/zzz', '/messages/zzz', '/phones/zzz', '/webhooks/zzz'])(
    '%s has a word in place of an id, which the page says',
    async (address) => {
      const { page } = await stage.open(address);
      await page.getByRole('heading', { level: 1, name: 'There is nothing at this address' }).waitFor();
      await page.getByText(/zzz.* is not an id\./).waitFor();
      expect(await page.getByRole('alert').count()).toBe(0);
      expect(await findBarriersInLooks(page)).toEqual([]);
    },
  );
});

describe('A time that the clocks skip', () => {
  it('becomes another one, which the form and the check say', async () => {
    const { page } = await stage.open('/send');
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setTimezoneOverride', { timezoneId: 'America/New_York' });
    await page.clock.setFixedTime('2027-03-01T12:00:00Z');
    await page.reload();
    await page.getByLabel('Later').check();
    const said = page.getByText('The clocks of America/New_York skip this time in spring: it becomes 14 Mar, 03:30.');
    await page.getByLabel('Time', { exact: true }).fill('2027-03-14T01:30');
    expect(await said.count()).toBe(0);
    await page.getByLabel('Time', { exact: true }).fill('2027-03-14T02:30');
    await said.waitFor();
    await prepare(page, 'spring');
    await page.getByRole('button', { name: 'Schedule 2 messages' }).waitFor();
    expect(await said.count()).toBe(2);
    expect(await findBarriersInLooks(page)).toEqual([]);
  });
});
