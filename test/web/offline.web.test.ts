import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { hoursAhead } from '../support/times.js';
import { findBarriersInLooks } from './barriers.js';
import { prepare } from './pages/send-form.js';
import { useStage } from './use-stage.js';

const stage = useStage();
const banner = (page: Page) => page.getByText(/^Offline\./);
const note = (page: Page) => page.getByText(/^Not updated since/);
const list = (page: Page) => page.getByRole('link', { name: 'Reminders' });
const gone = { state: 'detached' } as const;
let campaignId = '';

beforeAll(async () => {
  campaignId = await stage.sendCampaign('Reminders', ['12025550100'], { scheduledAt: hoursAhead(1) });
});

/** What there is in place of the server. */
const OUTAGES: readonly (readonly [name: string, answer: (route: Route) => Promise<void>])[] = [
  ['no connection', (route) => route.abort()],
  ['a proxy', (route) => route.fulfill({ status: 502, body: 'Bad gateway' })],
];

describe('A page whose server cannot be reached', () => {
  it('says that the browser is offline', async () => {
    stage.complaints.expect(/net::ERR_INTERNET_DISCONNECTED/);
    const { page } = await stage.open('/campaigns');
    await list(page).waitFor();
    await page.context().setOffline(true);
    await banner(page).waitFor();
    await page.getByRole('button', { name: /^Offline since/ }).waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
    await page.context().setOffline(false);
    await banner(page).waitFor(gone);
  });

  it.each(OUTAGES)('says so once with %s, and of when each panel is, and goes on by itself', async (_, answer) => {
    stage.complaints.expect(/net::ERR_FAILED/, /status of 502/);
    const { page } = await stage.open('/campaigns');
    await page.clock.setFixedTime('2026-05-06T10:00:00');
    await page.reload();
    await list(page).waitFor();
    await page.clock.setFixedTime('2026-05-06T10:11:12');
    await page.getByRole('link', { name: 'Members' }).click();
    await page.getByRole('row', { name: /Owner/ }).waitFor();
    await page.waitForLoadState('networkidle');
    await page.clock.setFixedTime('2026-05-06T10:22:33');
    await page.route('**/*', answer);
    await page.getByRole('link', { name: 'Campaigns', exact: true }).click();
    await banner(page).waitFor();
    expect(await note(page).textContent()).toMatch(/:00:00\.$/);
    await page.getByRole('link', { name: 'Members' }).click();
    await page
      .getByText(/^Not updated since .*:11:12\.$/)
      .first()
      .waitFor();
    expect([await page.getByRole('alert').count(), await banner(page).count()]).toEqual([0, 1]);
    expect(await findBarriersInLooks(page)).toEqual([]);
    await page.unroute('**/*');
    await note(page).first().waitFor(gone);
    expect([await page.getByRole('alert').count(), await banner(page).count()]).toEqual([0, 0]);
  });

  it('notices it by its socket, without a call', async () => {
    stage.complaints.expect(/net::ERR_FAILED/);
    const { page } = await stage.open(`/campaigns/${campaignId}`);
    const sockets: { close(): Promise<void> }[] = [];
    await page.routeWebSocket(/\/graphql$/, (socket) => {
      sockets.push(socket);
      socket.connectToServer();
    });
    await page.reload();
    await page.getByRole('button', { name: 'Up to date' }).waitFor();
    await page.route('**/*', (route) => route.abort());
    await sockets[0]?.close();
    await banner(page).waitFor();
  });

  it('asks again by itself after a single call was lost', async () => {
    stage.complaints.expect(/net::ERR_FAILED/);
    const { page } = await stage.open('/messages');
    const row = page.getByRole('row', { name: /12025550100/ });
    await row.waitFor();
    const calls: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      // Pages that are loaded ahead when the browser is idle.
      if (!pathname.startsWith('/app/assets/')) calls.push(pathname);
    });
    await page.route('**/graphql', (route) => route.abort(), { times: 1 });
    const answered = page.waitForResponse('**/graphql');
    await page.getByRole('button', { name: 'Load again' }).click();
    await answered;
    await page.getByRole('alert').waitFor(gone);
    expect([calls, await row.count()]).toEqual([['/graphql', '/app/', '/graphql'], 1]);
  });

  it('forgets that a change failed when the server is back', async () => {
    stage.complaints.expect(/net::ERR_FAILED/);
    const { page } = await stage.open(`/campaigns/${campaignId}`);
    await page.getByText(/^Starts/).waitFor();
    await page.route('**/*', (route) => route.abort());
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    const error = page.getByRole('alert').getByText('The server cannot be reached.');
    await error.waitFor();
    await banner(page).waitFor();
    await page.unroute('**/*');
    await error.waitFor(gone);
    await banner(page).waitFor(gone);
  });

  it('switches off the buttons that change something, and says why', async () => {
    stage.complaints.expect(/net::ERR_INTERNET_DISCONNECTED/);
    const input = { email: 'grace@example.org', role: 'VIEWER' };
    const { page } = await stage.open('/members');
    const invite = 'mutation Invite($input: InviteMemberInput!) { inviteMember(input: $input) { __typename } }';
    await stage.callAs(page, invite, { input });
    for (const [path, name, before] of [
      ['/members', 'Send again grace@example.org'],
      ['/account', 'Change the password'],
      ['/settings', 'Save'],
      [`/campaigns/${campaignId}`, 'Pause'],
      [`/campaigns/${campaignId}`, 'Start now', 'Change time'],
      ['/phones', 'Show the code', 'Connect a phone'],
    ] as const) {
      await page.goto(`${stage.server.url}/app/${stage.organisationId}${path}`);
      if (before) await page.getByRole('button', { name: before }).first().click();
      const button = page.getByRole('button', { name, exact: true }).first();
      await button.waitFor();
      await page.context().setOffline(true);
      await banner(page).waitFor();
      const state = [await button.getAttribute('aria-disabled'), await button.getAttribute('title')];
      expect([name, ...state]).toEqual([
        name,
        'true',
        'Offline: this can be done when the server can be reached again.',
      ]);
      await button.click({ force: true });
      expect(await page.getByRole('alert').count()).toBe(0);
      await page.context().setOffline(false);
      await banner(page).waitFor(gone);
      expect(await button.getAttribute('aria-disabled')).toBeNull();
    }
  });

  it('lets people leave a form all the same', async () => {
    stage.complaints.expect(/net::ERR_INTERNET_DISCONNECTED/);
    const { page } = await stage.open('/send');
    await prepare(page, 'left');
    await page.getByRole('button', { name: /^Send 2/ }).waitFor();
    await page.context().setOffline(true);
    await banner(page).waitFor();
    await page.getByRole('link', { name: 'Phones' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { level: 1, name: 'Phones' }).waitFor();
  });
});
