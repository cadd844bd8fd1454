import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import { type Browser, openBrowser } from './chromium.js';

/**
 * A browser for the length of the test file. A test fails when a page of it complains of what the test did not
 * expect.
 */
export function useBrowser(): Browser {
  const browser = {} as Browser;
  beforeAll(async () => {
    Object.assign(browser, await openBrowser());
  });
  afterEach(() => expect(browser.complaints.take()).toEqual([]));
  afterAll(() => browser.close?.());
  return browser;
}
