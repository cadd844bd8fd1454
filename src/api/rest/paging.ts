import { LIMITS } from '../../domain/limits.js';
import { decimal, pageSize, text, wholeNumber, word } from './checks.js';
import type { JsonSchema } from './json-schema.js';
import type { PageSize, Place, RestCall } from './route.js';

/** The variables with which the document of a list begins. */
export const PAGE_VARIABLES = '$first: Int, $after: String, $last: Int, $before: String';
export const PAGE_ARGUMENTS = 'first: $first, after: $after, last: $last, before: $before';

const sizeOf = ({ usual, most }: PageSize) =>
  `Results per page; ${usual} by default, at most ${most}. Larger values are reduced to that.`;
const CURSOR = 'The position to continue from: `next_cursor` of an earlier response.';
const BEFORE = 'The position to go back from; `previous` contains it.';
const PAGE = 'The number of the page, from 1. A cursor is faster on long lists.';

/** The paging parameters of a list by GET, and of `next` and `previous`. */
export const listQuery = (size: PageSize) => ({
  page_size: pageSize(decimal()).optional().describe(sizeOf(size)),
  cursor: text().optional().describe(CURSOR),
  before: text().optional().describe(BEFORE),
});

export const pagedListQuery = (size: PageSize) => ({
  ...listQuery(size),
  page: decimal().optional().describe(PAGE),
});

export const pagingInBody = (size: PageSize) => ({
  page_size: pageSize(wholeNumber()).optional().describe(sizeOf(size)),
  page: wholeNumber().optional().describe(PAGE),
  cursor: word().optional().describe(CURSOR),
});

/** The paging parameters of a list without cursors, which is read by sequences. */
export const sequenceQuery = (size: PageSize) => ({
  page_size: pageSize(decimal()).optional().describe(sizeOf(size)),
});

interface Paging extends Place {
  readonly page_size?: number | undefined;
}

/** Parameters of the URL win: `next` and `previous` are made for sending the same body again. */
export function pagingOf({ query, body }: { query: Paging; body?: Paging }): Paging {
  const placed = query.cursor !== undefined || query.before !== undefined || query.page !== undefined;
  const { cursor, before, page } = placed ? query : (body ?? {});
  return { cursor, before, page, page_size: query.page_size ?? body?.page_size };
}

export function connectionArguments(paging: Paging, { usual, most }: PageSize) {
  const size = Math.min(paging.page_size ?? usual, most);
  if (paging.cursor !== undefined) return { first: size, after: paging.cursor };
  if (paging.before !== undefined) return { last: size, before: paging.before };
  return paging.page === undefined ? { first: size } : { first: size, page: paging.page };
}

/** A GraphQL connection, as the documents select it. */
export interface Connection {
  readonly totalCount: number | null;
  readonly pageInfo: PageInfo;
  readonly nodes: readonly unknown[];
}

interface PageInfo {
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly startCursor: string | null;
  readonly endCursor: string | null;
}

/** A page of a list, with the URLs of the adjacent pages. */
export function pageOf({ totalCount, pageInfo }: Connection, call: RestCall, results: unknown) {
  const [next, previous] = neighbours(pageInfo, pagingOf(call)).map((place) => place && call.placed(place));
  return {
    count: totalCount,
    next: next ? call.link(next) : null,
    previous: previous ? call.link(previous) : null,
    next_cursor: next?.cursor ?? null,
    results,
  };
}

/** A list that is always complete. */
export function pageOfAll(results: readonly unknown[]) {
  return { count: results.length, next: null, previous: null, next_cursor: null, results };
}

/** The next and the previous page. After a numbered page a cursor leads on, past no row that has moved meanwhile. */
function neighbours(
  { hasNextPage, hasPreviousPage, startCursor, endCursor }: PageInfo,
  { cursor, before, page }: Place,
): (Place | null)[] {
  const next = hasNextPage && endCursor !== null ? { cursor: endCursor } : null;
  const byNumber = page !== undefined && cursor === undefined && before === undefined;
  if (byNumber) return [next, page > 1 ? { page: page - 1 } : null];
  return [next, hasPreviousPage && startCursor !== null ? { before: startCursor } : null];
}

export function pageProperties(results: JsonSchema, isCounted: boolean) {
  const text = (description: string) => ({ type: ['string', 'null'], description });
  return {
    count: isCounted
      ? { type: 'integer', description: 'The number of results on all pages.' }
      : {
          type: ['integer', 'null'],
          description: `The number of results on all pages; null if it is more than ${LIMITS.itemsCounted}, or counting would take too long.`,
        },
    next: text('The URL of the next page; null on the last page.'),
    previous: text('The URL of the previous page; null on the first page.'),
    next_cursor: text('The cursor in `next`.'),
    results,
  };
}
