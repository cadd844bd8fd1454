import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type Server, startServer } from '../support/programs/server.js';
import { useBrowser } from './use-browser.js';

// A program and a browser are started, which a busy machine makes slow.
jest.setTimeout(60_000);

let server: Server;
const browser = useBrowser();
let headers: Awaited<ReturnType<Server['customer']>>;

beforeAll(async () => {
  server = await startServer();
  headers = await server.customer();
});
afterAll(async () => {
  await server?.stop();
});
// The server refuses the question of a stranger who they are, which Chromium notes.
beforeEach(() => browser.complaints.expect(/status of 401/));

const send = () =>
  fetch(`${server.url}/v1/sms/send/`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ to: '12025550100', message: 'Hello' }),
  });

/** GraphiQL keeps its open panels and its document in the browser, so this forgets those of other tests. */
async function openAt(width: number, height: number): Promise<Page> {
  const page = await browser.context.newPage();
  await page.addInitScript('localStorage.clear()');
  await page.setViewportSize({ width, height });
  await page.goto(`${server.url}/graphiql`);
  return page;
}

async function fillInHeaders(page: Page): Promise<void> {
  await page.locator('.graphiql-editor-tool .view-lines:visible').click();
  await page.keyboard.press('Control+A');
  // From the clipboard: the editor closes quotes and brackets that are typed.
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(JSON.stringify(headers))})`);
  await page.keyboard.press('Control+V');
}

/** The editor draws a space as one that does not break. */
const shownBy = async (page: Page) =>
  (await page.locator('.graphiql-response .view-lines').textContent())?.replaceAll('\u00a0', ' ');

/** A test cannot see when a subscription begins, so messages are sent until one is shown. */
async function sendUntilShown(page: Page, pattern: RegExp): Promise<void> {
  for (const deadline = Date.now() + 20_000; Date.now() < deadline; await page.waitForTimeout(300)) {
    await send();
    if (pattern.test((await shownBy(page)) ?? '')) return;
  }
  throw new Error(`GraphiQL shows only: ${await shownBy(page)}`);
}

describe('GraphiQL', () => {
  it('opens with the query, the headers and the documentation of the schema, all from this server', async () => {
    const hosts = new Set<string>();
    const page = await browser.context.newPage();
    page.on('request', (request) => hosts.add(new URL(request.url()).host));
    await page.goto(`${server.url}/graphiql`);
    await page.getByText('query', { exact: true }).and(page.locator('[class^=mtk]')).first().waitFor();
    const editors = await page.locator('.view-lines:visible').allTextContents();
    expect(editors.join().replaceAll('\u00a0', ' ')).toMatch(/query Overview.*"X-Organisation-Id"/);
    await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
    await page.getByRole('link', { name: 'Mutation' }).click();
    await page.getByRole('link', { name: 'sendSms', exact: true }).waitFor();
    expect([...hosts]).toEqual([new URL(server.url).host]);
  });

  it('shows the whole first query in a window of 1280 pixels', async () => {
    const page = await openAt(1280, 860);
    const lines = page.locator('.graphiql-query-editor .view-line > span');
    await lines.first().waitFor();
    const widths = await Promise.all((await lines.all()).map(async (line) => (await line.boundingBox())?.width ?? 0));
    const editor = await page.locator('.graphiql-query-editor .editor-scrollable').boundingBox();
    expect(widths.length).toBeGreaterThan(20);
    expect(Math.max(...widths)).toBeLessThanOrEqual(Number(editor?.width));
  });

  it('puts query, headers and response under one another on a phone', async () => {
    const page = await openAt(390, 844);
    await fillInHeaders(page);
    await page.locator('.graphiql-execute-button').click();
    await page.getByRole('menuitem', { name: 'Overview' }).click();
    await page.locator('.graphiql-response .view-line', { hasText: '"totalCount"' }).waitFor();
    const [query, response] = await Promise.all(
      ['.graphiql-query-editor', '.graphiql-response'].map((part) => page.locator(part).boundingBox()),
    );
    expect([query?.width, response?.width]).toEqual([358, 358]);
    expect(response?.y).toBeGreaterThan(Number(query?.y) + Number(query?.height));
  });

  describe('for a person who has signed in', () => {
    const organisationId = () => headers['x-organisation-id'];
    let page: Page;
    beforeAll(async () => {
      const { cookie } = await server.signIn(organisationId());
      await browser.context.addCookies([{ ...cookie, url: server.url }]);
      page = await browser.context.newPage();
      // The console leaves it there.
      await page.addInitScript(`localStorage.setItem('postrider.organisation', '${organisationId()}')`);
      await page.goto(`${server.url}/graphiql`);
      await page.locator('#bar-member').waitFor();
    });
    afterAll(async () => {
      await page.evaluate('localStorage.clear()');
      await page.close();
      await browser.context.clearCookies();
    });

    it('names the organisation in the headers, and leads to its keys', async () => {
      const editor = page.locator('.graphiql-editor-tool .view-lines:visible');
      await editor.waitFor();
      const shown = (await editor.textContent())?.replaceAll('\u00a0', ' ');
      expect(shown).toContain(`"X-Organisation-Id": "${organisationId()}"`);
      expect(shown).not.toContain('Authorization');
      expect(await page.locator('#bar-keys').getAttribute('href')).toBe(`/app/${organisationId()}/keys`);
    });

    it('runs queries and subscriptions with the cookie', async () => {
      const button = page.locator('.graphiql-execute-button');
      await button.click();
      await page.getByRole('menuitem', { name: 'Overview' }).click();
      await page.locator('.graphiql-response .view-line', { hasText: '"totalCount"' }).waitFor();
      await button.click();
      await page.getByRole('menuitem', { name: 'Follow' }).click();
      await sendUntilShown(page, /"type": "SMS_\w+"/);
      await button.click();
    });

    it('keeps no header in the browser', async () => {
      const key = headers.authorization.slice('Bearer '.length);
      await fillInHeaders(page);
      await page.locator('.graphiql-execute-button').click();
      await page.getByRole('menuitem', { name: 'Overview' }).click();
      await page.waitForTimeout(1_000);
      const kept = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])');
      expect(kept).toContain('graphiql:');
      expect(kept).not.toContain(key);
      expect(kept).not.toMatch(/authorization/i);
    });
  });

  it('shows the events of messages while they are sent, until it is stopped', async () => {
    const page = await browser.context.newPage();
    await page.goto(`${server.url}/graphiql`);
    await fillInHeaders(page);
    const button = page.locator('.graphiql-execute-button');
    await button.click();
    await page.getByRole('menuitem', { name: 'Follow' }).click();
    await sendUntilShown(page, /"type": "SMS_\w+"/);
    await button.click();
    await page.waitForTimeout(200);
    const last = await shownBy(page);
    await send();
    await page.waitForTimeout(1_000);
    expect(await shownBy(page)).toBe(last);
  });
});
