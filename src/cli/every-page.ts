import { LIMITS } from '../domain/limits.js';
import type { Page, PageArguments } from '../domain/paging.js';

/** Page by page: a long list need not fit into memory. At least one page, which may be empty. */
export async function* everyPage<Row>(
  list: (page: PageArguments) => Promise<Page<Row>>,
): AsyncGenerator<readonly Row[]> {
  for (let after: string | null = null; ; ) {
    const page: Page<Row> = await list({ first: LIMITS.connectionPageMax, after });
    yield page.nodes;
    const last = page.nodes.at(-1);
    if (!page.hasNextPage || last === undefined) return;
    after = page.cursorOf(last);
  }
}

export async function everyRow<Row>(list: (page: PageArguments) => Promise<Page<Row>>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const page of everyPage(list)) rows.push(...page);
  return rows;
}
