import { isDeepStrictEqual } from 'node:util';
import { type Call, callOnce, graphql, loadPerSecond, post } from '../calls.ts';
import { atMost, comparedRounds, type Finding, takeTurns } from '../measure.ts';
import type { Stage } from '../stage.ts';
import { LARGE, type Listing, openListing } from './listing.ts';

export const PAGE_SIZE = 1_000;
const LOAD = { connections: 4, duration: 4 };

export const PAGE = `query ($id: UUID!, $after: String) {
  campaign(id: $id) {
    messages(first: ${PAGE_SIZE}, after: $after) {
      totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      nodes { to submissionStatus status deliveryCode error }
    }
  }
}`;

/** The first and the last page of 1000 lines of a campaign of 1,000,000. */
export async function benchPages(stage: Stage, rounds: number): Promise<Finding[]> {
  const listing = await openListing(stage);
  const { tenant, largeId, floor, unlimited } = listing;
  const cursor = await cursorBeforeLastPage(listing);
  const path = '/v1/sms/campaigns/messages/';
  const body = { campaign_id: largeId, page_size: PAGE_SIZE };
  const works = {
    floor: [floor.url, post('/page', body)],
    restFirst: [unlimited.url, post(path, body)],
    restLast: [unlimited.url, post(path, { ...body, cursor })],
    graphqlFirst: [unlimited.url, graphql(PAGE, { id: largeId })],
    graphqlLast: [unlimited.url, graphql(PAGE, { id: largeId, after: cursor })],
  } as const;
  await checkSameLines(listing, works.floor[1], works.restFirst[1], works.restLast[1]);

  const samples = await takeTurns(
    rounds,
    Object.fromEntries(
      Object.entries(works).map(([name, [url, call]]) => [name, () => loadPerSecond(url, call, [tenant], LOAD)]),
    ) as Record<keyof typeof works, () => Promise<number>>,
  );

  const finding = (name: string, slow: keyof typeof works, fast: keyof typeof works, note: string, limit: number) =>
    comparedRounds(name, {
      unit: '/s',
      floor: samples[fast],
      note,
      ours: samples[slow],
      ofFloorToOurs: true,
      wanted: atMost(limit),
    });
  const bare = 'bare Fastify, SQL, JSON.stringify';
  return [
    finding('first page of 1000, REST', 'restFirst', 'floor', bare, 1.3),
    finding('first page of 1000, /graphql', 'graphqlFirst', 'floor', bare, 1.5),
    finding('last page of 1,000,000, REST', 'restLast', 'restFirst', 'our first page', 1.1),
    finding('last page of 1,000,000, /graphql', 'graphqlLast', 'graphqlFirst', 'our first page', 1.1),
  ];
}

/** Found as a customer could: backwards from the end. */
async function cursorBeforeLastPage({ tenant, largeId, unlimited }: Listing): Promise<string> {
  const page = async (size: number, before: string | null) => {
    const document = `query ($id: UUID!, $before: String) {
      campaign(id: $id) { messages(last: ${size}, before: $before) { pageInfo { startCursor endCursor } } }
    }`;
    const call = graphql(document, { id: largeId, before });
    const { data } = await callOnce<{ data: { campaign: { messages: { pageInfo: PageInfo } } } }>(
      unlimited.url,
      call,
      tenant,
    );
    return data.campaign.messages.pageInfo;
  };
  const lastPage = await page(PAGE_SIZE, null);
  return (await page(1, lastPage.startCursor)).endCursor;
}

interface PageInfo {
  readonly startCursor: string;
  readonly endCursor: string;
}

interface RestPage {
  readonly count: number;
  readonly next: string | null;
  readonly results: readonly object[];
}

/** A floor that answers something else would be none, and a "last" page that is not would prove nothing. */
async function checkSameLines({ tenant, floor, unlimited }: Listing, bare: Call, first: Call, last: Call) {
  const floorPage = await callOnce<RestPage>(floor.url, bare, tenant);
  const firstPage = await callOnce<RestPage>(unlimited.url, first, tenant);
  const lastPage = await callOnce<RestPage>(unlimited.url, last, tenant);
  if (!isDeepStrictEqual(floorPage.results, firstPage.results)) throw new Error('The floor answers another page.');
  const complete = lastPage.results.length === PAGE_SIZE && lastPage.next === null && lastPage.count === LARGE;
  if (!complete) throw new Error('The last page is not the last one.');
}
