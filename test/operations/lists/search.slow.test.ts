import { beforeAll, describe, expect, it } from '@jest/globals';
import { countWalk, shortened, type Walked, walkRows } from '../../../src/db/lists/walk.js';
import type { Compiled } from '../../../src/db/postgres/statement.js';
import type { MessageConditions, MessageRow } from '../../../src/db/sql/sms/messages/messages.js';
import { SMS_SEARCH } from '../../../src/db/sql/sms/messages/search-messages.js';
import type { CursorKey } from '../../../src/domain/paging.js';
import { lowestIdAt } from '../../../src/lib/ids.js';
import type { Context } from '../../../src/operations/context.js';
import { listMessages } from '../../../src/operations/sms/messages/messages.js';
import { FILL_CAMPAIGN_NUMBERS } from '../../support/database/derived-from-messages.js';
import { newOrganisation } from '../../support/services.js';
import { useServices } from '../../support/use-services.js';
import { followPages } from './follow-pages.js';

/** More than two walks. */
const MESSAGES = 120_000;
const START = Date.parse('2026-01-01T00:00:00Z');
const CAMPAIGN = lowestIdAt(START);
/** Its messages have ids between those of the other. */
const OTHER_CAMPAIGN = lowestIdAt(START + 1);

const process = useServices();
let context: Context;

interface Made {
  readonly id: string;
  readonly place: number;
  readonly status: string;
  readonly delivery_code: number | null;
  readonly mobile: string;
  readonly reference: string | null;
  readonly campaign_id: string | null;
  readonly sender_id: string | null;
  readonly test: boolean;
}
let made: Made[];

/** One message a second. What is rare stands at the beginning, which a search from the newest message reaches last. */
const FILL = `
INSERT INTO sms_messages (organisation_id, id, campaign_id, position, mobile, body, sender_id, reference, segments, encoding,
                          test, at_least_once, status, phase, delivery_code, created_at)
SELECT $1, (substr(hex, 1, 8) || '-' || substr(hex, 9, 4) || '-7000-8000-' || lpad(to_hex(place), 12, '0'))::uuid,
       campaign, CASE WHEN place % 30 = 0 THEN row_number() OVER (PARTITION BY campaign ORDER BY place) - 1 END,
       CASE WHEN place % 3300 = 0 THEN 'unknown' ELSE (12025550000 + place % 5000)::text END, 'Hello', CASE WHEN place % 2 = 0 THEN 'ACME' END,
       CASE WHEN place % 7 = 0 THEN 'r-' || place % 700 END, 1, 'gsm7', place % 11 = 0, false,
       CASE WHEN place < 50 THEN 'sent' WHEN place % 100 = 1 THEN 'failed' WHEN place % 1000 = 2 THEN 'blocked'
            WHEN place < 1000 AND place % 100 = 3 THEN 'held' ELSE 'delivered' END::sms_status, 'done',
       CASE WHEN place < 50 THEN 101 WHEN place % 100 = 1 THEN CASE WHEN place < 500 THEN 404 ELSE 403 END
            WHEN place % 1000 = 2 THEN 409 WHEN place < 1000 AND place % 100 = 3 THEN NULL ELSE 100 END,
       to_timestamp($3 / 1000 + place)
FROM (SELECT place, lpad(to_hex($3::bigint + place * 1000), 12, '0') AS hex,
             CASE WHEN place % 30 = 0 THEN
               CASE WHEN (place / 30 + place / 15000) % 2 = 0 THEN $2::uuid ELSE '${OTHER_CAMPAIGN}'::uuid END
             END AS campaign
      FROM generate_series(0, ${MESSAGES - 1}) AS place) p`;

beforeAll(async () => {
  context = await newOrganisation(process);
  const { organisationId } = context.caller;
  const { sql } = process;
  await sql(FILL, [organisationId, CAMPAIGN, START]);
  await sql(
    `INSERT INTO sms_troubles SELECT organisation_id, id, status, delivery_code FROM sms_messages
     WHERE status IN ('held', 'failed', 'undelivered', 'blocked')`,
  );
  const other = await newOrganisation(process);
  await sql(FILL, [other.caller.organisationId, CAMPAIGN, START + 1]);
  await sql(FILL_CAMPAIGN_NUMBERS);
  await sql('ANALYZE sms_messages, sms_troubles, campaign_numbers');
  made = (
    await sql(
      `SELECT id, mobile, status, delivery_code, reference, campaign_id, sender_id, test FROM sms_messages
       WHERE organisation_id = $1 ORDER BY id DESC`,
      [organisationId],
    )
  ).map((row, index) => ({ ...row, place: MESSAGES - 1 - index }));
}, 120_000);

const at = (place: number) => new Date(START + place * 1000);

type Search = readonly [
  what: string,
  conditions: MessageConditions,
  matches: (message: Made) => boolean,
  pages: number,
];

/**
 * `pages` is the most that the search may take: a walk of 50,000 finds less than a page where what is wanted is rare.
 */
const SEARCHES: readonly Search[] = [
  ['a number', { to: '12025550042' }, ({ mobile }) => mobile === '12025550042', 1],
  ['a number that nobody has', { to: '12025559999' }, () => false, 1],
  [
    'a number and a status',
    { to: '12025550042', status: 'failed' },
    (m) => m.mobile === '12025550042' && m.status === 'failed',
    1,
  ],
  [
    'a number of two campaigns whose messages alternate',
    { to: '12025550020', single: false },
    (m) => m.mobile === '12025550020' && m.campaign_id !== null,
    1,
  ],
  [
    'a number, among single messages',
    { to: '12025550020', single: true },
    (m) => m.mobile === '12025550020' && m.campaign_id === null,
    1,
  ],
  [
    'a number of a campaign, in a time',
    { to: '12025550020', campaignId: CAMPAIGN, createdAfter: at(30_000), createdBefore: at(90_000) },
    (m) => m.mobile === '12025550020' && m.campaign_id === CAMPAIGN && m.place > 30_000 && m.place < 90_000,
    1,
  ],
  ['a malformed number of campaigns', { to: 'unknown' }, ({ mobile }) => mobile === 'unknown', 1],
  ['a number with the last digits of another', { to: '442025550042' }, () => false, 1],
  ['a reference', { reference: 'r-7' }, ({ reference }) => reference === 'r-7', 2],
  ['a code', { deliveryCode: 409 }, (m) => m.delivery_code === 409, 2],
  ['a rare code', { deliveryCode: 404 }, (m) => m.delivery_code === 404, 1],
  ['codes, one of them twice', { deliveryCodes: [409, 404, 409] }, (m) => [404, 409].includes(m.delivery_code ?? 0), 2],
  ['no code', { deliveryCodes: [] }, () => false, 1],
  ['a code that nothing has', { deliveryCode: 402 }, () => false, 1],
  ['a code that does not exist', { deliveryCode: 99_999 }, () => false, 3],
  ['what is held', { status: 'held' }, ({ status }) => status === 'held', 1],
  ['what is held or blocked', { statuses: ['held', 'blocked'] }, (m) => ['held', 'blocked'].includes(m.status), 2],
  [
    'what failed in a time',
    { status: 'failed', createdAfter: at(1_000), createdBefore: at(100_000) },
    (m) => m.status === 'failed' && m.place > 1_000 && m.place < 100_000,
    1,
  ],
  [
    'a status and a code that do not go together',
    { status: 'blocked', deliveryCode: 404 },
    (m) => m.status === 'blocked' && m.delivery_code === 404,
    1,
  ],
  ['a rare status, by walking', { status: 'sent' }, ({ status }) => status === 'sent', 3],
  ['a status that nothing has, by walking', { statuses: ['queued', 'cancelled'] }, () => false, 3],
  [
    'a status and a sender',
    { status: 'blocked', senderId: 'ACME' },
    (m) => m.status === 'blocked' && m.sender_id === 'ACME',
    2,
  ],
  [
    'a campaign and a code',
    { campaignId: CAMPAIGN, deliveryCode: 409 },
    (m) => m.campaign_id === CAMPAIGN && m.delivery_code === 409,
    2,
  ],
  [
    'single messages to the sandbox',
    { single: true, test: true, createdAfter: at(119_000) },
    (m) => m.campaign_id === null && m.test && m.place > 119_000,
    2,
  ],
  [
    'a time, and a sender that nobody has',
    { senderId: 'NOBODY', createdAfter: at(9), createdBefore: at(60_000) },
    () => false,
    2,
  ],
];

describe.each(SEARCHES)('a search for %s', (_, conditions, matches, most) => {
  it.each([false, true])('leads through every message that matches (backwards: %s)', async (backwards) => {
    const expected = made.filter(matches).map(({ id }) => id);
    const { found, pages } = await followPages((range) => listMessages(context, { ...range, conditions }), backwards);
    expect(found.map(({ id }) => id)).toEqual(backwards ? expected.toReversed() : expected);
    expect(pages).toBeLessThanOrEqual(Math.max(most, Math.ceil(expected.length / 100) + 2));
  });

  it('counts them, or tells that it has not', async () => {
    const expected = made.filter(matches).length;
    const { count } = await listMessages(context, { first: 1, conditions });
    const { counted, isAll } = await count();
    if (isAll) expect(counted).toBe(expected);
    else expect(counted).toBeLessThanOrEqual(expected);
    if (most === 1) expect(isAll).toBe(true);
  });
});

it('goes on behind each message to a number, however few a walk looks at', async () => {
  const expected = made.filter(({ mobile }) => mobile === '12025550020').map(({ id }) => id);
  const found: string[] = [];
  let from: CursorKey | null = null;
  do {
    const slice = { from, backwards: false, size: 3 };
    const walked: Walked<MessageRow> = await process.db.inOrganisation(context.caller.organisationId, (tx) =>
      walkRows(tx, shortened(SMS_SEARCH, 3), { to: '12025550020' }, slice),
    );
    found.push(...walked.rows.map(({ id }) => id));
    from = walked.stoppedAt;
  } while (from !== null);
  expect(found).toEqual(expected);
});

it('counts up to 10,000 messages, and then tells that there are more', async () => {
  const { count } = await listMessages(context, { first: 1, conditions: {} });
  expect(await count()).toEqual({ counted: 10_000, isAll: false });
});

it.each<[MessageConditions, readsMessages: boolean]>([
  [{ status: 'failed' }, false],
  [{ deliveryCodes: [403, 404] }, false],
  [{ statuses: ['held', 'failed'], createdAfter: at(9) }, false],
  [{ status: 'failed', senderId: 'ACME' }, true],
  [{ status: 'failed', deliveryCode: 403 }, true],
  [{ status: 'delivered' }, true],
])('counts messages in trouble without reading them, unless it has to: %j', async (filter, readsMessages) => {
  const texts: string[] = [];
  const query = async ({ sql }: Compiled) => {
    texts.push(sql);
    return [];
  };
  const tx = { organisationId: context.caller.organisationId, query };
  await countWalk(tx as never, SMS_SEARCH, filter, { from: null, backwards: false }, 10_001);
  expect(texts).toHaveLength(1);
  expect(/\bsms_messages\b/.test(texts[0] ?? '')).toBe(readsMessages);
});

it('counts messages in trouble from a place on', async () => {
  const failed = made.filter(({ status }) => status === 'failed');
  const from = [failed[99]?.id ?? ''] as const;
  const counted = await process.db.inOrganisation(context.caller.organisationId, (tx) =>
    countWalk(tx, SMS_SEARCH, { status: 'failed' }, { from, backwards: false }, 10_001),
  );
  expect(counted).toEqual({ count: failed.length - 100, goesOn: false });
  const capped = await process.db.inOrganisation(context.caller.organisationId, (tx) =>
    countWalk(tx, SMS_SEARCH, { status: 'failed' }, { from, backwards: false }, 7),
  );
  expect(capped).toEqual({ count: 7, goesOn: true });
});

it('searches the index of messages in trouble by their status, not all of them', async () => {
  const plan: string[] = [];
  await process.db.inOrganisation(context.caller.organisationId, async (tx) => {
    // The table of the test is small enough to be read as a whole.
    await tx.sql('SET LOCAL enable_seqscan = off');
    const query = async ({ sql, parameters }: Compiled) => {
      plan.push(JSON.stringify(await tx.query({ sql: `EXPLAIN ${sql}`, parameters })));
      return [];
    };
    const slice = { from: null, backwards: false, size: 100 };
    await walkRows({ organisationId: tx.organisationId, query } as never, SMS_SEARCH, { status: 'held' }, slice);
  });
  expect(plan.join()).toMatch(/Index Cond: \(\(organisation_id = [^)]*\) AND \(status = wanted\.value\)\)/);
});
