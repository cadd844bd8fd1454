import { beforeAll, describe, expect, it } from '@jest/globals';
import { walkRows } from '../../../src/db/lists/walk.js';
import type { Compiled } from '../../../src/db/postgres/statement.js';
import type { ChatMessageConditions } from '../../../src/db/sql/chat/messages.js';
import {
  type CampaignConditions,
  type CampaignSorting,
  campaignSearch,
} from '../../../src/db/sql/sms/campaigns/campaigns.js';
import type { SuppressionConditions } from '../../../src/db/sql/sms/recipients/suppressions.js';
import { LIMITS } from '../../../src/domain/limits.js';
import type { Page, PageArguments } from '../../../src/domain/paging.js';
import { lowestIdAt } from '../../../src/lib/ids.js';
import { listChatMessages } from '../../../src/operations/chat/messages.js';
import type { Context } from '../../../src/operations/context.js';
import { listCampaigns } from '../../../src/operations/sms/campaigns/campaigns.js';
import { listSuppressions } from '../../../src/operations/sms/suppressions/suppressions.js';
import { type DeliveryFilter, listDeliveries } from '../../../src/operations/webhooks/manage/webhooks.js';
import { newOrganisation } from '../../support/services.js';
import { useServices } from '../../support/use-services.js';
import { followPages } from './follow-pages.js';

/** More than two walks of campaigns, and as many of other rows. One of each a second. */
const ROWS = 120_000;
const START = Date.parse('2026-01-01T00:00:00Z');
const [MAKER, PHONE, LOST_PHONE, ENDPOINT] = [1, 2, 3, 4].map((place) => lowestIdAt(START - place * 1000)) as [
  string,
  string,
  string,
  string,
];
const at = (place: number) => new Date(START + place * 1000);

const process = useServices();
let context: Context;

const PLACES = `FROM (
  SELECT place, (substr(hex, 1, 8) || '-' || substr(hex, 9, 4) || '-7000-8000-' || lpad(to_hex(place), 12, '0'))::uuid AS id
  FROM (SELECT place, lpad(to_hex($2::bigint + place * 1000), 12, '0') AS hex FROM generate_series(0, ${ROWS - 1}) AS place) p
) p`;

/** What is rare stands at the beginning, which a search from the newest reaches last. */
const CAMPAIGNS = `INSERT INTO campaigns (organisation_id, id, name, sender_id, reference, test, at_least_once, total, accepted,
    invalid, duplicates, suppressed, started_at, cancelled_at, created_by_id, created_at)
  SELECT $1, id, CASE WHEN place < 300 THEN 'Spring ' || place END, CASE WHEN place % 2 = 0 THEN 'ACME' END,
    CASE WHEN place % 40000 = 7 THEN 'r-7' END, place % 11 = 0, false, place % 1000, place % 1000, 0, 0, 0,
    to_timestamp($2 / 1000 + place), CASE WHEN place < 40 THEN to_timestamp($2 / 1000 + place) END,
    CASE WHEN place % 60000 = 5 THEN $3::uuid END, to_timestamp($2 / 1000 + place) ${PLACES}`;
const PROGRESS = `INSERT INTO campaign_progress (organisation_id, campaign_id, queued, held, delivered, completed_at)
  SELECT $1, id, (place = 50)::int, (place BETWEEN 60 AND 69)::int, place % 1000,
    CASE WHEN place <> 50 AND place NOT BETWEEN 60 AND 69 THEN to_timestamp($2 / 1000 + place) END ${PLACES}`;
const CHAT = `INSERT INTO chat_messages (organisation_id, id, session_id, engine, message_id, recipient, is_group, type, test, status,
    phase, created_at)
  SELECT $1, id, CASE WHEN place < 500 THEN $3::uuid ELSE $4::uuid END, 'sandbox', 'm' || place,
    (12025550000 + place % 5000)::text, false, CASE WHEN place < 20 THEN 'voice' ELSE 'text' END::chat_message_type, false,
    CASE WHEN place % 1000 = 2 THEN 'failed' ELSE 'read' END::chat_status, 'settled', to_timestamp($2 / 1000 + place) ${PLACES}`;
const SUPPRESSED = `INSERT INTO suppressions (organisation_id, id, mobile, sender_id, delivery_code, source)
  SELECT $1, id, (12025500000 + place)::text, CASE WHEN place < 30 THEN 'ACME' ELSE '' END,
    CASE WHEN place < 40 THEN 406 ELSE 409 END, 'gateway' ${PLACES}`;
/** An event for each place. */
const DELIVERIES = `INSERT INTO webhook_deliveries (organisation_id, endpoint_id, sequence, type, status, attempts, response_status,
    duration_ms)
  SELECT $1, $3, place + 1, CASE WHEN place < 25 THEN 'campaign.completed' ELSE 'sms.sent' END,
    (CASE WHEN place % 40000 = 8 THEN 'dead' ELSE 'delivered' END)::webhook_delivery_status, 1,
    CASE WHEN place % 40000 = 8 THEN 503 WHEN place < 35 THEN 202 ELSE 200 END, 5 ${PLACES} WHERE $2 > 0`;

beforeAll(async () => {
  const { sql } = process;
  context = await newOrganisation(process);
  const others = await newOrganisation(process);
  for (const { caller } of [context, others]) {
    const { organisationId } = caller;
    // Ids of another organisation differ.
    const start = caller === context.caller ? START : START + 1;
    await sql(CAMPAIGNS, [organisationId, start, MAKER]);
    await sql(PROGRESS, [organisationId, start]);
    await sql(CHAT, [organisationId, start, LOST_PHONE, PHONE]);
    await sql(SUPPRESSED, [organisationId, start]);
    await sql(DELIVERIES, [organisationId, start, ENDPOINT]);
  }
  await sql('ANALYZE campaigns, campaign_progress, chat_messages, suppressions, webhook_deliveries');
}, 120_000);

const places = Array.from({ length: ROWS }, (_, index) => ROWS - 1 - index);
/** Ids end with the place. */
const placeOf = ({ id }: { readonly id: string }) => Number.parseInt(id.slice(-12), 16);

/** The search, the places that it finds, and how many pages it takes at most, besides full ones. */
type Search<Conditions> = readonly [what: string, Conditions, finds: (place: number) => boolean, pages: number];

const OF_CAMPAIGNS: readonly Search<CampaignConditions>[] = [
  ['a name', { name: 'spring 1' }, (place) => place < 300 && `spring ${place}`.includes('spring 1'), 3],
  ['a rare reference', { reference: 'r-7' }, (place) => place % 40_000 === 7, 3],
  ['a status that is rare', { status: 'cancelled' }, (place) => place < 40, 3],
  ['statuses', { statuses: ['running', 'held'] }, (place) => place === 50 || (place >= 60 && place < 70), 1],
  ['a status that none has', { status: 'queued' }, () => false, 1],
  [
    'statuses of which one may be complete',
    { statuses: ['running', 'cancelled'] },
    (place) => place < 40 || place === 50,
    3,
  ],
  ['its maker', { createdById: MAKER }, (place) => place % 60_000 === 5, 3],
  [
    'a time, a sender and the sandbox',
    { senderId: 'ACME', test: true, createdAfter: at(100_000), createdBefore: at(101_000) },
    (place) => place % 22 === 0 && place > 100_000 && place < 101_000,
    1,
  ],
];

const OF_CHAT: readonly Search<ChatMessageConditions>[] = [
  ['a number, by its index', { to: '12025550042' }, (place) => place % 5000 === 42, 1],
  ['a phone, by its index', { sessionId: LOST_PHONE }, (place) => place < 500, 1],
  ['a status, by walking', { status: 'failed' }, (place) => place % 1000 === 2, 3],
  ['a status that none has, by walking', { status: 'pending' }, () => false, 3],
  ['a rare type, by walking', { type: 'voice' }, (place) => place < 20, 3],
  ['a rare type in a time', { type: 'voice', createdBefore: at(1_000) }, (place) => place < 20, 1],
  ['a number and a status that do not meet', { to: '12025550043', status: 'failed' }, () => false, 1],
];

const OF_SUPPRESSIONS: readonly Search<SuppressionConditions>[] = [
  ['a number, by its index', { mobile: '12025500042' }, (place) => place === 42, 1],
  ['a rare sender, by walking', { senderId: 'ACME' }, (place) => place < 30, 3],
  ['a sender that none has', { senderId: 'NOBODY' }, () => false, 3],
  ['a rare code', { deliveryCode: 406 }, (place) => place < 40, 3],
];

const OF_DELIVERIES: readonly Search<Omit<DeliveryFilter, 'endpointId'>>[] = [
  ['a rare type, by walking', { types: ['campaign.completed'] }, (place) => place < 25, 3],
  ['a type that none has', { types: ['sms.failed'] }, () => false, 3],
  ['a status, by its index', { status: 'dead' }, (place) => place % 40_000 === 8, 1],
  ['a class of responses, by the same index', { responseClass: 5 }, (place) => place % 40_000 === 8, 1],
];

type Walked<Row> = (range: PageArguments) => Promise<Page<Row>>;

async function expectAll<Row>(
  walked: Walked<Row>,
  [, , finds, most]: Search<unknown>,
  placeIn: (row: Row) => number,
): Promise<void> {
  const expected = places.filter(finds);
  for (const backwards of [false, true]) {
    const { found, pages } = await followPages(walked, backwards);
    expect(found.map(placeIn)).toEqual(backwards ? expected.toReversed() : expected);
    expect(pages).toBeLessThanOrEqual(most + Math.floor(expected.length / 100));
  }
}

function itFinds<Conditions>(
  searches: readonly Search<Conditions>[],
  list: (range: PageArguments, conditions: Conditions) => Promise<Page<{ readonly id: string }>>,
) {
  it.each(searches)('leads through all that have %s, newest or oldest first', async (...search) => {
    await expectAll((range) => list(range, search[1]), search, placeOf);
  });

  it.each(searches)('counts all that have %s, or tells that it has not', async (_, conditions, finds, most) => {
    const { counted, isAll } = await (await list({ first: 1 }, conditions)).count();
    expect(isAll).toBe(most === 1);
    if (isAll) expect(counted).toBe(places.filter(finds).length);
  });
}

describe('a search for campaigns', () => {
  const newest = { by: 'created_at', descending: true } as const;
  const list = (range: PageArguments, conditions: CampaignConditions, sorting: CampaignSorting = newest) =>
    listCampaigns(context, { ...range, conditions, sorting });
  itFinds(OF_CAMPAIGNS, list);

  // Those with a name have the lowest places, and the held ones are not complete, so they come first.
  it.each(['total', 'name', 'completed_at'] as const)('leads through them by %s as well', async (by) => {
    const conditions = { statuses: ['cancelled', 'held'] } as const;
    const { found, pages } = await followPages((range) => list(range, conditions, { by, descending: true }), false);
    const downFrom = (place: number, length: number) => Array.from({ length }, (_, index) => place - index);
    const inOrder = [...downFrom(69, 10), ...downFrom(39, 40)];
    // By name "spring 9" comes before "spring 69".
    const byName = inOrder.toSorted((one, other) => (`spring ${one}` < `spring ${other}` ? 1 : -1));
    expect(found.map(placeOf)).toEqual(by === 'name' ? byName : inOrder);
    expect(pages).toBe(3);
  });
});

describe('a search for chat messages', () => {
  it('by a status that none has looks at no more rows for a page than any other', async () => {
    const page = await listChatMessages(context, { first: 10, conditions: { status: 'pending' } });
    expect([page.nodes, page.hasNextPage]).toEqual([[], true]);
    expect(await page.count()).toEqual({ counted: 0, isAll: false });
  });

  itFinds(OF_CHAT, (range, conditions) => listChatMessages(context, { ...range, conditions }));
});

it.each(OF_SUPPRESSIONS)('a search for suppressions leads through all that have %s', async (...search) => {
  await expectAll((range) => listSuppressions(context, { ...range, conditions: search[1] }), search, placeOf);
});

it.each(OF_DELIVERIES)('a search for deliveries leads through all that have %s', async (...search) => {
  const conditions = { ...search[1], endpointId: ENDPOINT };
  const list: Walked<{ readonly sequence: number }> = (range) => listDeliveries(context, { ...range, conditions });
  await expectAll(list, search, ({ sequence }) => sequence - 1);
});

it('counts at most 10,000 suppressions and deliveries, and says that there are more', async () => {
  const first = { first: 10 };
  const all = [
    await listSuppressions(context, { ...first, conditions: {} }),
    await listDeliveries(context, { ...first, conditions: { endpointId: ENDPOINT } }),
  ];
  for (const page of all) expect(await page.count()).toEqual({ counted: LIMITS.itemsCounted, isAll: false });
  const few = await listDeliveries(context, { ...first, conditions: { endpointId: ENDPOINT, status: 'dead' } });
  expect(await few.count()).toEqual({ counted: 3, isAll: true });
  // The walk ends before it has seen all rows.
  const rare = await listSuppressions(context, { ...first, conditions: { senderId: 'ACME' } });
  expect(await rare.count()).toEqual({ counted: 0, isAll: false });
});

it('reads the progress of the campaigns of a walk alone', async () => {
  const plans = await Promise.all(
    OF_CAMPAIGNS.map(async ([, conditions]) => {
      const plan: string[] = [];
      await process.db.inOrganisation(context.caller.organisationId, async (tx) => {
        const query = async ({ sql, parameters }: Compiled) => {
          plan.push(JSON.stringify(await tx.query({ sql: `EXPLAIN ${sql}`, parameters })));
          return [];
        };
        const place = { from: null, backwards: false, size: 100 };
        const search = campaignSearch({ by: 'total', descending: true });
        await walkRows({ organisationId: tx.organisationId, query } as never, search, conditions, place);
      });
      return plan.join();
    }),
  );
  for (const plan of plans) {
    expect(plan).toMatch(/Index Scan/);
    expect(plan).not.toMatch(/Seq Scan on campaign/);
  }
});

it('leaves connections for other organisations, however many walks one document asks for', async () => {
  const other = await newOrganisation(process);
  const conditions = { status: 'pending' } as const;
  let walked = 0;
  const walks = Array.from({ length: 20 }, async () => {
    await listChatMessages(context, { first: 10, conditions });
    walked += 1;
  });
  await listChatMessages(other, { first: 10, conditions });
  expect(walked).toBeLessThanOrEqual(6);
  await Promise.all(walks);
  expect(walked).toBe(20);
});
