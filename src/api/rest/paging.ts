import { z } from 'zod';
import { LIMITS } from '../../domain/limits.js';
import { decimal, notHere, optionalText, optionalWord, wholeNumber } from './checks.js';
import type { Connection, Page, RestCall } from './route.js';

export const PAGE_INFO = 'pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';

const SIZE = `Results per page; ${LIMITS.pageSizeDefault} by default. Larger values than the maximum are lowered to it.`;
const CURSOR = 'Where to go on: `next_cursor` of an earlier answer.';
const BEFORE = 'Where to go back from; part of `previous`.';
const PAGE = 'Number of the page, from 1. A cursor is faster on long lists.';

/** Whoever counts pages or results would read the first page for ever. */
export const uncounted = (howToGoOn: string) => ({
  page: notHere(`This list has no numbered pages: ${howToGoOn}.`),
  offset: notHere(`This list has no numbered results: ${howToGoOn}.`),
  limit: notHere('Say `page_size` for the number of results.'),
});

/** Both in the query of a listing by GET, and in that of `next` and `previous`. */
const placeQuery = z.object({
  page_size: decimal().optional().describe(SIZE),
  cursor: optionalText().describe(CURSOR),
  before: optionalText().describe(BEFORE),
});

export const listQuery = placeQuery.extend(uncounted('follow `next`'));

export const pagedListQuery = placeQuery.extend({ page: decimal().optional().describe(PAGE) });

export const pagingInBody = {
  page_size: wholeNumber().optional().describe(SIZE),
  page: wholeNumber().optional().describe(PAGE),
  cursor: optionalWord().describe(CURSOR),
};

interface Paging {
  readonly page_size?: number | undefined;
  readonly page?: number | undefined;
  readonly cursor?: string | undefined;
  readonly before?: string | undefined;
}

/** The address wins: `next` and `previous` are made for sending the same body again. */
export function pagingOf({ query, body }: { query: Paging; body?: Paging }): Paging {
  const placed = query.cursor !== undefined || query.before !== undefined || query.page !== undefined;
  const { cursor, before, page } = placed ? query : (body ?? {});
  return { cursor, before, page, page_size: query.page_size ?? body?.page_size };
}

export function connectionArguments(paging: Paging, pageSizeMax: number) {
  const size = Math.min(paging.page_size ?? LIMITS.pageSizeDefault, pageSizeMax);
  if (paging.cursor !== undefined) return { first: size, after: paging.cursor };
  if (paging.before !== undefined) return { last: size, before: paging.before };
  return paging.page === undefined ? { first: size } : { first: size, page: paging.page };
}

export function pageOf<Node, Item>(
  { totalCount, pageInfo, nodes }: Connection<Node>,
  call: RestCall<unknown, Readonly<Record<string, unknown>>>,
  paging: Paging,
  item: (node: Node) => Item,
) {
  const { next, previous } = neighbours(pageInfo, paging);
  const { cursor: _, before: __, page: ___, ...kept } = call.query;
  const link = (place: object | null) => place && call.link({ ...(kept as Record<string, string>), ...place });
  return {
    count: totalCount,
    next: link(next),
    previous: link(previous),
    next_cursor: pageInfo.hasNextPage ? pageInfo.endCursor : null,
    results: nodes.map(item),
  };
}

function neighbours({ hasNextPage, hasPreviousPage, startCursor, endCursor }: Page, { cursor, before, page }: Paging) {
  const byNumber = page !== undefined && cursor === undefined && before === undefined;
  if (byNumber)
    return { next: hasNextPage ? { page: page + 1 } : null, previous: page > 1 ? { page: page - 1 } : null };
  return {
    next: hasNextPage ? { cursor: endCursor } : null,
    previous: hasPreviousPage && startCursor !== null ? { before: startCursor } : null,
  };
}

export const pageReply = <Item extends z.ZodType>(item: Item) =>
  z.object({
    count: z.int().describe('Number of results on all pages.'),
    next: z.string().nullable().describe('Address of the next page, or null on the last one.'),
    previous: z.string().nullable().describe('Address of the page before, or null on the first one.'),
    next_cursor: z.string().nullable().describe('The cursor in `next`.'),
    results: z.array(item),
  });
