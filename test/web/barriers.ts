import type { Page } from 'playwright-core';
import { findBarriers } from './stage.js';

const WIDTHS = [320, 390, 768, 1280] as const;
const THEMES = ['light', 'dark'] as const;
const LOOKS = WIDTHS.flatMap((width) => THEMES.map((theme) => ({ width, theme })));

let states = 0;

/**
 * What axe finds on a page in its present state, and what has no room. Each state is looked at in two of the eight
 * looks, and the next one in two others: four states meet them all. With ALL_LOOKS=1 each state does.
 */
export async function findBarriersInLooks(page: Page): Promise<string[]> {
  const turn = states++ % 4;
  const looks = process.env.ALL_LOOKS === '1' ? LOOKS : LOOKS.filter((_, place) => place % 4 === turn);
  const before = page.viewportSize();
  const found: string[] = [];
  for (const { width, theme } of looks) {
    await page.setViewportSize({ width, height: 860 });
    await page.emulateMedia({ colorScheme: theme });
    const barriers = [...(await findLackOfRoom(page)), ...(await findBarriers(page))];
    found.push(...barriers.map((barrier) => `${width} px, ${theme}: ${barrier}`));
  }
  await page.emulateMedia({ colorScheme: 'light' });
  if (before) await page.setViewportSize(before);
  return found;
}

function findLackOfRoom(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    // Charts and tables take note of their new width with the next frame.
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const wideParts = () => {
      const parts = document.querySelectorAll('.card, .note, .empty, .page-head, dialog[open], tbody tr > *');
      const wide = [...parts].filter(
        ({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1,
      );
      return wide.map(
        ({ textContent, scrollWidth, clientWidth }) =>
          `"${textContent?.trim().slice(0, 40)}" needs ${scrollWidth - clientWidth} px more`,
      );
    };
    const found: string[] = wideParts();
    const overflow = document.documentElement.scrollWidth - innerWidth;
    if (overflow > 0) found.push(`the page scrolls sideways by ${overflow} px`);
    const right = (element: Element) => Math.floor(element.getBoundingClientRect().right);
    for (const frame of document.querySelectorAll('.table-frame')) {
      // Beyond its edge, what is in it can be reached only if it scrolls.
      if (/auto|scroll/.test(getComputedStyle(frame).overflowX)) continue;
      const widest = Math.max(...[...frame.querySelectorAll('th, td')].map(right));
      if (widest > right(frame)) found.push(`a table is cut off by ${widest - right(frame)} px`);
    }
    return found;
  });
}
