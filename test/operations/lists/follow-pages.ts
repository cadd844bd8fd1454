import { expect } from '@jest/globals';
import type { Page, PageArguments } from '../../../src/domain/paging.js';

const SIZE = 100;

/** All that a list has, page by page, in the order in which it is read; and how many pages there were. */
export async function followPages<Row>(list: (range: PageArguments) => Promise<Page<Row>>, backwards: boolean) {
  const found: Row[] = [];
  let pages = 0;
  for (let place: string | null = null; ; ) {
    const page: Page<Row> = await list(backwards ? { last: SIZE, before: place } : { first: SIZE, after: place });
    pages += 1;
    const { startCursor, endCursor } = page.ends();
    found.push(...(backwards ? page.nodes.toReversed() : page.nodes));
    if (!(backwards ? page.hasPreviousPage : page.hasNextPage)) return { found, pages };
    place = backwards ? startCursor : endCursor;
    expect(place).not.toBeNull();
  }
}
