import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type Server, startServer } from '../support/server.js';
import { type Browser, openBrowser } from './chromium.js';

// A program and a browser are started, which a busy machine makes slow.
jest.setTimeout(60_000);

let server: Server;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

describe('the REST reference', () => {
  it.each([1280, 390])('shows its introduction unsqueezed, %d pixels wide', async (width) => {
    const problems: string[] = [];
    const page = await browser.context.newPage();
    page.on('pageerror', (error) => problems.push(String(error)));
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${server.url}/docs`);
    const code = page.locator('code', { hasText: /^invalid_organisation_header$/ }).first();
    await code.waitFor();
    // In one line, as in a column that is wide enough.
    expect((await code.boundingBox())?.height).toBeLessThan(30);
    expect(await page.locator('.introduction-description table').count()).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(problems).toEqual([]);
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
