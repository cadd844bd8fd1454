import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type Server, startServer } from '../support/programs/server.js';
import { useBrowser } from './use-browser.js';

// A program and a browser are started, which a busy machine makes slow.
jest.setTimeout(60_000);

let server: Server;
const browser = useBrowser();
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => {
  await server?.stop();
});
// The server refuses the question of a stranger who they are, which Chromium notes.
beforeEach(() => browser.complaints.expect(/status of 401/));

describe('the REST reference', () => {
  it.each([1280, 390])('shows its introduction unsqueezed, %d pixels wide', async (width) => {
    const page = await browser.context.newPage();
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${server.url}/docs`);
    const code = page.locator('code', { hasText: /^invalid_organisation_header$/ }).first();
    await code.waitFor();
    // In one line, as in a column that is wide enough.
    expect((await code.boundingBox())?.height).toBeLessThan(30);
    expect(await page.locator('.introduction-description table').count()).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await page.close();
  });

  it('names the organisation of a person who has signed in, and remembers another one in the tab', async () => {
    const [first, second] = [await server.customer(), await server.customer()].map(
      (headers) => headers['x-organisation-id'],
    );
    const { cookie } = await server.signIn(first ?? '');
    await server.sql(
      `INSERT INTO memberships (organisation_id, person_id, role)
       SELECT $2, person_id, role FROM memberships WHERE organisation_id = $1`,
      [first, second],
    );
    await browser.context.addCookies([{ ...cookie, url: server.url }]);
    const page = await browser.context.newPage();
    await page.addInitScript(`localStorage.setItem('postrider.organisation', '${first}')`);
    await page.goto(`${server.url}/docs`);
    const id = page.locator('#bar-id');
    await id.getByText(first ?? '').waitFor();
    expect(await page.locator('#bar-keys').getAttribute('href')).toBe(`/app/${first}/keys`);
    await page.selectOption('#bar-organisations', second ?? '');
    await id.getByText(second ?? '').waitFor();
    await page.reload();
    await id.getByText(second ?? '').waitFor();
    await page.getByText('X-Organisation-Id').first().waitFor();
    const values = await page
      .locator('input')
      .evaluateAll((inputs) => inputs.map((one) => (one as { value?: string }).value));
    expect(values).toContain(second);
    await browser.context.clearCookies();
    await page.reload();
    await page.getByText('Calls need a key.').waitFor();
    await page.close();
  });

  it('shows how to authenticate, without the placeholder of Scalar', async () => {
    const page = await browser.context.newPage();
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(`${server.url}/docs`);
    await page.getByText('X-Organisation-Id').first().waitFor();
    expect(await page.getByText('Selected Auth Type').count()).toBe(0);
    const colours = `[...document.querySelectorAll('input[placeholder^="QUxM"]')]
      .map((input) => getComputedStyle(input, '::placeholder').color)`;
    for (const colour of (await page.evaluate(colours)) as string[]) expect(colour).toBe('rgba(0, 0, 0, 0)');
    await page.close();
  });
});
