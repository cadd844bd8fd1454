import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { hoursAhead } from '../support/times.js';
import { findBarriersInLooks } from './barriers.js';
import { useStage } from './use-stage.js';

const stage = useStage();

const schedule = (name: string) => stage.sendCampaign(name, ['12025550100'], { scheduledAt: hoursAhead(1) });

const begin = (campaignId: string) =>
  stage.api(
    'mutation Begin($input: RescheduleCampaignInput!) { rescheduleCampaign(input: $input) { userErrors { message } } }',
    { input: { campaignId, scheduledAt: null } },
  );

const ended = (page: Page) => page.getByText(/^1 of 1 delivered \(100%\)\. Ended/);

describe('A page that is watched', () => {
  it('goes on when its socket was cut', async () => {
    const id = await schedule('Cut');
    const { page } = await stage.open(`/campaigns/${id}`);
    const sockets: { close(): Promise<void> }[] = [];
    await page.routeWebSocket(/\/graphql$/, (socket) => {
      sockets.push(socket);
      socket.connectToServer();
    });
    await page.reload();
    await page.getByRole('button', { name: 'Up to date' }).waitFor();
    await sockets[0]?.close();
    await begin(id);
    await ended(page).waitFor();
    expect(sockets.length).toBeGreaterThan(1);
  });

  it('polls while no socket can be opened, and says so', async () => {
    const id = await schedule('No socket');
    const { page } = await stage.open(`/campaigns/${id}`);
    await page.routeWebSocket(/\/graphql$/, (socket) => socket.close());
    await page.reload();
    await page.getByRole('button', { name: 'Every 5 s' }).waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
    await begin(id);
    await ended(page).waitFor();
  });

  it('asks the person to sign in when the cookie has expired, and goes on where it was', async () => {
    stage.complaints.expect(/status of 401/);
    const nextMonth = `${new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)}T07:08`;
    const id = await schedule('Expired');
    const { page } = await stage.open(`/campaigns/${id}`);
    await page.getByText(/^Starts/).waitFor();
    await page.getByRole('button', { name: 'Change time' }).click();
    await page.getByLabel('Start', { exact: true }).fill(nextMonth);
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'You have been signed out' });
    await dialog.getByLabel('Password').waitFor();
    expect(await page.getByLabel('Start', { exact: true }).inputValue()).toBe(nextMonth);
    const { email, password } = await stage.personWith('owner');
    expect(await dialog.getByLabel('E-mail address').inputValue()).toBe(email);
    expect(await findBarriersInLooks(page)).toEqual([]);
    await dialog.getByLabel('Password').fill(password);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText(/^Starts \d.*, 07:08, to 1 recipient\.$/).waitFor();
  });

  it('tells a person who has left the organisation so, and does not ask them to sign in', async () => {
    const id = await schedule('Left');
    const { page } = await stage.open(`/campaigns/${id}`, { role: 'operator' });
    await page.getByRole('button', { name: 'Up to date' }).waitFor();
    const leave =
      'mutation Leave($id: UUID!) { leaveOrganisation(input: { organisationId: $id }) { userErrors { message } } }';
    await stage.callAs(page, leave, { id: stage.organisationId });
    await page.getByRole('heading', { name: 'You are not a member of this organisation' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('is loaded anew when another person has signed in in another tab', async () => {
    const { page } = await stage.open('/campaigns');
    const send = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Send', exact: true });
    await send.waitFor();
    await stage.open('/campaigns', { role: 'viewer' });
    const loaded = page.waitForEvent('load');
    await page.getByRole('link', { name: 'Messages' }).click();
    await loaded;
    await page.getByRole('heading', { name: 'Messages' }).waitFor();
    expect(await send.count()).toBe(0);
  });

  it('waits as long as the server says when there were too many calls, and goes on', async () => {
    stage.complaints.expect(/status of 429/);
    const id = await schedule('Throttled');
    const { page } = await stage.open(`/campaigns/${id}`);
    await page.getByText(/^Starts/).waitFor();
    let isThrottled = true;
    await page.route('**/graphql', (route) => {
      if (!isThrottled) return route.fallback();
      isThrottled = false;
      const error = { message: 'Slow down.', extensions: { code: 'THROTTLED', retryAfterSeconds: 2 } };
      return route.fulfill({ status: 429, json: { errors: [error] } });
    });
    await page.reload();
    await page.getByText(/Too many calls at the moment\. The page goes on in \d second/).waitFor();
    await page.getByText(/^Starts/).waitFor();
  });

  it('goes on after the server was away, without being loaded again', async () => {
    stage.complaints.expect(/net::ERR_INTERNET_DISCONNECTED/);
    const id = await schedule('Away');
    const { page } = await stage.open(`/campaigns/${id}`);
    await page.getByText(/^Starts/).waitFor();
    await page.context().setOffline(true);
    const pause = page.getByRole('button', { name: 'Pause', exact: true });
    await page.getByText(/^Offline\./).waitFor();
    await pause.click({ force: true });
    expect(await pause.getAttribute('aria-disabled')).toBe('true');
    expect(await pause.getAttribute('title')).toMatch(/^Offline: /);
    expect(await findBarriersInLooks(page)).toEqual([]);
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Pause', exact: true, disabled: false }).waitFor();
    await begin(id);
    await ended(page).waitFor();
  });
});
