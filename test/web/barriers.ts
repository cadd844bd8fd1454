import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const WIDTHS = [320, 390, 768, 1280] as const;
const THEMES = ['light', 'dark'] as const;
const LOOKS = WIDTHS.flatMap((width) => THEMES.map((theme) => ({ width, theme })));

let states = 0;

/**
 * What axe finds, and whether the page has to be scrolled sideways, in its present state at every width. Themes alternate
 * from width to width and from state to state, so that two states of a page meet every pair. With ALL_LOOKS=1 each state
 * does.
 */
export async function findBarriers(page: Page): Promise<string[]> {
  const parity = states++ % 2;
  const all = process.env.ALL_LOOKS === '1';
  const looks = LOOKS.filter((_, place) => all || (place + Math.floor(place / 2)) % 2 === parity);
  const before = page.viewportSize();
  const found: string[] = [];
  for (const { width, theme } of looks) {
    await page.setViewportSize({ width, height: 860 });
    await page.emulateMedia({ colorScheme: theme });
    found.push(...(await look(page)).map((barrier) => `${width} px, ${theme}: ${barrier}`));
  }
  await page.emulateMedia({ colorScheme: 'light' });
  if (before) await page.setViewportSize(before);
  return found;
}

/** What axe finds on the page as it is, by rule and place, and whether anything has no room. */
async function look(page: Page): Promise<string[]> {
  // Outside of the page's own world, whose policy allows no foreign script.
  if (await page.evaluate('typeof axe === "undefined"')) await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: { id: string; nodes: { target: unknown[] }[] }[] }> };
    };
    // Charts and tables take note of their new width with the next frame.
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const { violations } = await axe.run({ resultTypes: ['violations'] });
    const barriers = violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
    const overflow = document.documentElement.scrollWidth - innerWidth;
    if (overflow > 0) barriers.push(`scrolls sideways by ${overflow} px`);
    // What has no room in the frame of a table can be reached only if the frame scrolls.
    const right = (element: Element) => Math.floor(element.getBoundingClientRect().right);
    for (const frame of document.querySelectorAll('.table-frame')) {
      if (/auto|scroll/.test(getComputedStyle(frame).overflowX)) continue;
      const cells = [...frame.querySelectorAll('th, td')];
      const widest = Math.max(...cells.map(right));
      if (widest > right(frame)) barriers.push(`a table is cut off by ${widest - right(frame)} px`);
    }
    return barriers;
  });
}
