import { decimal, notHere, text, wholeNumber, word } from './checks.js';
import type { JsonSchema } from './json-schema.js';
import type { PageSize, RestCall } from './route.js';

/** What the document of a list begins with. */
export const PAGE_VARIABLES = '$first: Int, $after: String, $last: Int, $before: String';
export const PAGE_ARGUMENTS = 'first: $first, after: $after, last: $last, before: $before';

const sizeOf = ({ usual, most }: PageSize) =>
  `Results per page; ${usual} by default, and at most ${most}: larger values are lowered to that.`;
const CURSOR = 'Where to go on: `next_cursor` of an earlier answer.';
const BEFORE = 'Where to go back from; part of `previous`.';
const PAGE = 'Number of the page, from 1. A cursor is faster on long lists.';

/** A caller that counts pages or results would read the first page for ever. */
const uncounted = (howToGoOn: string) => ({
  page: notHere(`This list has no numbered pages: ${howToGoOn}.`),
  offset: notHere(`This list has no numbered results: ${howToGoOn}.`),
  limit: notHere('Say `page_size` for the number of results.'),
});

/** In the query of a list by GET, and in that of `next` and `previous`. */
const placeQuery = (size: PageSize) => ({
  page_size: decimal().optional().describe(sizeOf(size)),
  cursor: text().optional().describe(CURSOR),
  before: text().optional().describe(BEFORE),
});

export const listQuery = (size: PageSize) => ({ ...placeQuery(size), ...uncounted('follow `next`') });

export const pagedListQuery = (size: PageSize) => ({
  ...placeQuery(size),
  page: decimal().optional().describe(PAGE),
});

export const pagingInBody = (size: PageSize) => ({
  page_size: wholeNumber().optional().describe(sizeOf(size)),
  page: wholeNumber().optional().describe(PAGE),
  cursor: word().optional().describe(CURSOR),
});

/** Of a list without cursors, which a caller reads by the sequences in it. */
export const sequenceQuery = (size: PageSize) => ({
  page_size: decimal().optional().describe(sizeOf(size)),
  ...uncounted('go on `after` the `last_sequence`'),
});

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

export function connectionArguments(paging: Paging, { usual, most }: PageSize) {
  const size = Math.min(paging.page_size ?? usual, most);
  if (paging.cursor !== undefined) return { first: size, after: paging.cursor };
  if (paging.before !== undefined) return { last: size, before: paging.before };
  return paging.page === undefined ? { first: size } : { first: size, page: paging.page };
}

/** A connection of GraphQL as the stored documents ask for it. */
export interface Connection {
  readonly totalCount: number;
  readonly pageInfo: PageInfo;
  readonly nodes: readonly unknown[];
}

interface PageInfo {
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly startCursor: string | null;
  readonly endCursor: string | null;
}

/** A page of a list, with addresses of the pages beside it. */
export function pageOf({ totalCount, pageInfo }: Connection, call: RestCall, results: unknown) {
  const { next, previous } = neighbours(pageInfo, pagingOf(call));
  const { cursor: _, before: __, page: ___, ...kept } = call.query;
  const link = (place: object | null) => place && call.link({ ...(kept as Record<string, string>), ...place });
  return {
    count: totalCount,
    next: link(next),
    previous: link(previous),
    next_cursor: pageInfo.hasNextPage ? pageInfo.endCursor : null,
    results,
  };
}

/** A list that is always complete. */
export function pageOfAll(results: readonly unknown[]) {
  return { count: results.length, next: null, previous: null, next_cursor: null, results };
}

function neighbours(
  { hasNextPage, hasPreviousPage, startCursor, endCursor }: PageInfo,
  { cursor, before, page }: Paging,
) {
  const byNumber = page !== undefined && cursor === undefined && before === undefined;
  if (byNumber) {
    return { next: hasNextPage ? { page: page + 1 } : null, previous: page > 1 ? { page: page - 1 } : null };
  }
  return {
    next: hasNextPage ? { cursor: endCursor } : null,
    previous: hasPreviousPage && startCursor !== null ? { before: startCursor } : null,
  };
}

export function pageProperties(results: JsonSchema) {
  const text = (description: string) => ({ type: ['string', 'null'], description });
  return {
    count: { type: 'integer', description: 'Number of results on all pages.' },
    next: text('Address of the next page, or null on the last one.'),
    previous: text('Address of the page before, or null on the first one.'),
    next_cursor: text('The cursor in `next`.'),
    results,
  };
}
