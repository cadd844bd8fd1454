import { beforeAll, describe, expect, it } from '@jest/globals';
import { sumAccepted } from '../../src/db/sql/sms/campaigns/statistics.js';
import { EVENT_TYPES } from '../../src/domain/events/event.js';
import { sampleEvent } from '../../src/domain/events/samples.js';
import { lowestIdAt } from '../../src/lib/ids.js';
import { EVENT } from '../../src/operations/exports/rows.js';
import { forCaller } from '../../src/operations/kernel/reads.js';
import { useApi, useCustomer } from '../http/start-api.js';
import { countsOf, download, exportedTo, FILL_MESSAGES, linesOf, linkFor, rowsOf } from '../support/exports.js';
import { onBehalfOf } from '../support/services.js';
import { logEvents } from '../support/webhooks.js';

const api = useApi();
const customer = useCustomer(api);
const other = useCustomer(api);

const exported = (body: object, after = '', by = customer) => exportedTo(api, by, body, after);

async function newCampaign(): Promise<string> {
  const recipients = ['12025550100', '12025550101', { to: '12025550102', reference: 'table-7' }, '12'];
  return (await customer.sendBulkSms({ message: 'Hi', recipients })).body.campaign_id;
}

describe('the file of an export', () => {
  it.each([
    ['Friday tables', 'filename="Friday tables.csv"'],
    [
      'Größe: "50 %" / 30.11.',
      `filename="Gr__e 50 _ 30.11..csv"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%2050%20%25%2030.11..csv`,
    ],
    ["Ada's (2)", `filename="Ada's (2).csv"`],
    ['../../etc\u202etxt.exe', 'filename="etc txt.exe.csv"'],
    ['x'.repeat(200), `filename="${'x'.repeat(60)}.csv"`],
  ])('is named after the campaign %s', async (name, expected) => {
    const recipients = ['12025550100'];
    const { body } = await customer.sendBulkSms({ message: 'Hi', name, recipients });
    const path = await linkFor(customer, { what: 'campaign_messages', campaign_id: body.campaign_id });
    const { headers } = await download(api, path);
    expect(headers.get('content-disposition')).toBe(`attachment; ${expected}`);
  });
});

describe('an export of a campaign', () => {
  let campaignId: string;
  beforeAll(async () => {
    campaignId = await newCampaign();
  });

  it('has a row for each recipient, in the order of the call', async () => {
    const path = await linkFor(customer, { what: 'campaign_messages', campaign_id: campaignId });
    const { status, headers, text } = await download(api, path);
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="campaign-${campaignId}.csv"`,
      'x-export-rows': '4',
      'x-export-rows-exact': 'true',
      'cache-control': 'no-store',
    });
    expect(text.startsWith('\uFEFFmobile,status,message_status,')).toBe(true);
    const [heading = [], ...rows] = rowsOf(text.slice(1));
    expect(heading.at(-1)).toBe('position');
    expect(rows.map((row) => [...row.slice(0, 6), row.at(-1)])).toEqual([
      ['12025550100', 'pending', 'queued', '', '', '', '0'],
      ['12025550101', 'pending', 'queued', '', '', '', '1'],
      ['12025550102', 'pending', 'queued', '', '', 'table-7', '2'],
      ['12', 'failed', 'failed', '403', expect.any(String), '', '3'],
    ]);
  });

  it('shows each recipient as the listing does', async () => {
    const listed = await customer.call('POST', '/v1/sms/campaigns/messages/', { campaign_id: campaignId });
    const { rows } = await exported({ what: 'campaign_messages', campaign_id: campaignId });
    expect(rows).toMatchObject(listed.body.results);
    expect(Object.keys(rows[0]).at(-1)).toBe('position');
  });

  it.each([
    [{ delivery_codes: [403] }, ['12']],
    [{ statuses: ['queued'], reference: 'table-7' }, ['12025550102']],
    [{ mobile: '+1 202-555-0101' }, ['12025550101']],
    [{ statuses: [] }, []],
  ])('keeps to the conditions %j', async (conditions, mobiles) => {
    const { rows, ...answer } = await exported({
      what: 'campaign_messages',
      campaign_id: campaignId,
      ...conditions,
    });
    expect(rows.map(({ mobile }) => mobile)).toEqual(mobiles);
    expect(countsOf(answer)).toEqual([String(mobiles.length), 'true']);
  });
});

describe('an export of messages', () => {
  const START = Date.parse('2026-01-01T00:00:00Z');
  const many = useCustomer(api);
  beforeAll(async () => {
    const { organisationId } = many;
    await api.sql(FILL_MESSAGES, [organisationId, null, 2_500, START]);
    await api.sql(
      `INSERT INTO sms_troubles SELECT organisation_id, id, status, delivery_code FROM sms_messages
       WHERE organisation_id = $1 AND status = 'failed'`,
      [organisationId],
    );
    // Found by a walk alone, behind pages that have none of them.
    await api.sql(`UPDATE sms_messages SET sender_id = 'OLD' WHERE organisation_id = $1 AND id < $2`, [
      organisationId,
      lowestIdAt(START + 3_000),
    ]);
    await api.sql('ANALYZE sms_messages, sms_troubles');
  });
  const referencesOf = (rows: readonly { readonly reference: string }[]) => rows.map(({ reference }) => reference);
  const expected = (keep: (place: number) => boolean) =>
    Array.from({ length: 2_500 }, (_, index) => 2_499 - index)
      .filter(keep)
      .map((place) => `r-${place}`);

  it('has all of them over several pages, newest first, and none of another organisation', async () => {
    const answer = await exported({ what: 'messages' }, '', many);
    expect(referencesOf(answer.rows)).toEqual(expected(() => true));
    expect(countsOf(answer)).toEqual(['2500', 'true']);
    expect(await exported({ what: 'messages' }, '', other)).toMatchObject({ status: 200, rows: [], text: '' });
  });

  const at = (place: number) => new Date(START + place * 1_000).toISOString();
  it.each<[object, (place: number) => boolean]>([
    [{ statuses: ['failed'] }, (place) => place % 100 === 1],
    [{ statuses: ['delivered'], created_after: at(1_990) }, (place) => place > 1_990 && place % 100 !== 1],
    [{ delivery_codes: [403], created_before: at(1_200) }, (place) => place < 1_200 && place % 100 === 1],
    [{ mobile: '12025550042' }, (place) => place === 42],
    [{ reference: 'r-7' }, (place) => place === 7],
    [{ sender_id: 'OLD' }, (place) => place < 3],
    [{ sender_id: 'ACME' }, () => false],
    [{ single: false }, () => false],
    [{ single: true, test: false, created_before: at(3) }, (place) => place < 3],
    [{ campaign_id: null, statuses: [] }, () => false],
  ])('keeps to the conditions %j', async (conditions, keep) => {
    const answer = await exported({ what: 'messages', ...conditions }, '', many);
    expect(referencesOf(answer.rows)).toEqual(expected(keep));
    expect(countsOf(answer)).toEqual([String(expected(keep).length), 'true']);
  });

  it('goes on after any row, without a row lost or doubled', async () => {
    const { rows } = await exported({ what: 'messages' }, '', many);
    for (const place of [0, 998, 999, 1_000, 2_498, 2_499]) {
      const answer = await exported({ what: 'messages' }, rows[place].message_id, many);
      expect(answer.rows).toEqual(rows.slice(place + 1));
      expect(countsOf(answer)).toEqual([String(rows.length - place - 1), 'true']);
    }
  });

  it('goes on in CSV without mark and heading, so that the parts are the file', async () => {
    const path = await linkFor(many, { what: 'messages' });
    const { text: whole } = await download(api, path);
    const cut = whole.slice(0, 100_001);
    const kept = cut.slice(0, cut.lastIndexOf('\r\n') + 2);
    const last = rowsOf(kept.slice(1)).at(-1)?.at(-1);
    const { text: rest } = await download(api, `${path}&after=${last}`);
    expect(kept + rest).toBe(whole);
  });

  it('goes on after a row that is not there any more', async () => {
    const { rows } = await exported({ what: 'messages' }, lowestIdAt(START + 10_000), many);
    expect(referencesOf(rows)).toEqual(expected((place) => place < 10));
  });

  it('has the text that a campaign stores once, the metadata and who sent it', async () => {
    const single = { to: '12025550100', message: 'Hello "you"', metadata: { order: 7, nested: { a: [1] } } };
    const sent = await customer.sendSms(single);
    const bulk = { message: 'The same for all', recipients: ['12025550108'], name: 'x' };
    await customer.sendBulkSms(bulk);
    const { rows } = await exported({ what: 'messages', mobile: '12025550108' });
    expect(rows).toMatchObject([{ message: 'The same for all', created_by: 'A key', metadata: null }]);
    const read = await customer.call('GET', `/v1/sms/messages/${sent.body.message_id}/`);
    const { success: _, type: __, created_by: maker, ...shown } = read.body;
    const [row] = (await exported({ what: 'messages', reference: null, single: true })).rows;
    expect(row).toMatchObject({ ...shown, created_by: maker.name, gateway: null });
  });

  it('estimates how many there are where counting would take long', async () => {
    const { organisationId } = many;
    await api.sql(
      `INSERT INTO sms_statistics SELECT $1::uuid, '2025-01-01T00:00:00Z'::timestamptz, false, '', 'delivered'::sms_status, 100, 5000000
       UNION ALL SELECT $1::uuid, '2025-02-01T00:00:00Z', false, '', 'failed', 403, 1000`,
      [organisationId],
    );
    const counts = async (body: object, after?: string) =>
      countsOf(await exported({ what: 'messages', ...body }, after, many));
    // Still few enough to be counted.
    expect(await counts({})).toEqual(['2500', 'true']);
    await api.sql(FILL_MESSAGES, [organisationId, null, 10_000, START + 10_000_000]);
    expect(await counts({})).toEqual(['5001000', 'false']);
    expect(await counts({ statuses: ['delivered'] })).toEqual(['5000000', 'false']);
    expect(await counts({}, lowestIdAt(Date.parse('2026-01-02T00:00:00Z')))).toEqual(['5001000', 'false']);
    expect(await counts({ created_after: '2025-01-15T00:00:00Z' })).toEqual(['1000', 'false']);
    expect(await counts({ mobile: '12025550042' })).toEqual(['3', 'true']);
  });
});

it('is estimated as empty for a delivery code that no column could hold', async () => {
  const context = onBehalfOf(api.services, customer.organisationId);
  const conditions = { statuses: null, deliveryCodes: [70_000], senderId: null, test: null, from: null, to: null };
  expect(await forCaller(sumAccepted)(context, conditions)).toBe(0);
});

describe('an export of events', () => {
  const log = useCustomer(api);
  beforeAll(async () => {
    await logEvents(onBehalfOf(api.services, log.organisationId), 1_500);
    await logEvents(onBehalfOf(api.services, log.organisationId), 2, 'campaign.completed');
  });

  it('has the log in order, with what the feed shows', async () => {
    const answer = await exported({ what: 'events' }, '', log);
    expect(answer.rows.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 1_502 }, (_, index) => index + 1));
    expect(countsOf(answer)).toEqual(['1502', 'true']);
    const { body } = await log.call('GET', '/v1/events/?page_size=1');
    const [{ data, ...event }] = body.results;
    expect(answer.rows[0]).toMatchObject({ ...event, ...data });
    expect(Object.keys(answer.rows[0]).at(-1)).toBe('sequence');
  });

  it.each(EVENT_TYPES)('has a column for every field of %s', (type) => {
    const fields = Object.keys(sampleEvent(type, new Date()).data);
    expect(Object.keys(EVENT)).toEqual(expect.arrayContaining(fields));
  });

  it('keeps to the types, and goes on after a sequence', async () => {
    const answer = await exported({ what: 'events', types: ['campaign.completed'] }, '', log);
    expect(answer.rows.map(({ sequence }) => sequence)).toEqual([1_501, 1_502]);
    expect(countsOf(answer)).toEqual(['2', 'true']);
    const rest = await exported({ what: 'events' }, '1501', log);
    expect([rest.rows.map(({ sequence }) => sequence), countsOf(rest)]).toEqual([[1_502], ['1', 'true']]);
    expect(await exported({ what: 'events' }, '1502', log)).toMatchObject({ status: 200, rows: [] });
  });

  it('shows only what the scopes of its maker cover', async () => {
    const reader = await api.customer({ scopes: ['chat:read'] });
    await logEvents(onBehalfOf(api.services, reader.organisationId), 3, 'campaign.completed');
    await logEvents(onBehalfOf(api.services, reader.organisationId), 1, 'session.connected');
    const answer = await exported({ what: 'events' }, '', reader);
    expect(answer.rows.map(({ type }) => type)).toEqual(['session.connected']);
    expect(countsOf(answer)).toEqual(['1', 'true']);
  });

  it('refuses a sequence that is deleted, or that is not there yet', async () => {
    const short = await api.customer();
    await logEvents(onBehalfOf(api.services, short.organisationId), 10);
    await api.sql('DELETE FROM events WHERE organisation_id = $1 AND sequence <= 5', [short.organisationId]);
    await api.sql('UPDATE event_logs SET oldest_sequence = 6 WHERE organisation_id = $1', [short.organisationId]);
    const expired = await exported({ what: 'events' }, '3', short);
    expect([expired.status, JSON.parse(expired.text)]).toMatchObject([
      410,
      { code: 'events_expired', oldest_sequence: 6 },
    ]);
    const early = await exported({ what: 'events' }, '11', short);
    expect([early.status, JSON.parse(early.text).errors]).toEqual([
      400,
      { after: ['The newest event has the sequence 10.'] },
    ]);
    expect((await exported({ what: 'events' }, '', short)).rows).toHaveLength(5);
  });
});

describe('an export of suppressions', () => {
  it('has all of them, newest first, and keeps to the conditions', async () => {
    const suppressed = await api.customer();
    const numbers = Array.from({ length: 1_000 }, (_, index) => String(12025550000 + index));
    await suppressed.call('POST', '/v1/suppressions/', { numbers });
    await suppressed.call('POST', '/v1/suppressions/', {
      numbers: [{ mobile: '12025559999', sender_id: 'ACME', reason: 'Asked' }],
    });
    const answer = await exported({ what: 'suppressions' }, '', suppressed);
    expect(answer.rows.map(({ mobile }) => mobile).toSorted()).toEqual([...numbers, '12025559999'].toSorted());
    expect(countsOf(answer)).toEqual(['1001', 'true']);
    const listed = await suppressed.call('GET', '/v1/suppressions/?page_size=1');
    expect(answer.rows[0]).toEqual({ ...listed.body.results[0], mobile: '12025559999', sender_id: 'ACME' });
    const rest = await exported({ what: 'suppressions' }, answer.rows[999].id, suppressed);
    expect(rest.rows).toEqual(answer.rows.slice(1_000));
    const one = await exported({ what: 'suppressions', mobile: '12025559999', source: 'manual' }, '', suppressed);
    expect(one.rows).toEqual(answer.rows.slice(0, 1));
    expect((await exported({ what: 'suppressions', source: 'gateway' }, '', suppressed)).rows).toEqual([]);
  });
});

describe('CSV', () => {
  it('has no cell that a spreadsheet would run, and keeps every text whole', async () => {
    const texts = ['=1+1', '+254', '-2', '@SUM(A1)', '\t=1', '\r=1', 'a,"b"\r\nc', 'Ünï ☃ 😀', "'quoted"];
    // A spreadsheet whose list separator is a semicolon splits these, whatever quotes stand around them.
    texts.push('x;=1+1', 'x\n@SUM(A1)', 'a;b=c', 'Hi ;-)');
    const writer = await api.customer();
    for (const message of texts) await writer.sendSms({ message });
    const path = await linkFor(writer, { what: 'messages' });
    const { text } = await download(api, path);
    const [heading = [], ...rows] = rowsOf(text.slice(1));
    const messages = rows.map((row) => row[heading.indexOf('message')]).reverse();
    expect(messages).toEqual([
      "'=1+1",
      "'+254",
      "'-2",
      "'@SUM(A1)",
      "'\t'=1",
      "'\n'=1",
      'a,"b"\nc',
      'Ünï ☃ 😀',
      "'quoted",
      "x;'=1+1",
      "x\n'@SUM(A1)",
      'a;b=c',
      'Hi ;-)',
    ]);
    expect(text.split('\r\n')).toHaveLength(texts.length + 2);
    const exact = linesOf((await download(api, await linkFor(writer, { what: 'messages', format: 'jsonl' }))).text);
    expect(exact.map(({ message }) => message).reverse()).toEqual(texts);
  });
});

describe('a link', () => {
  it.each([
    [{}, 'what', 'This field is required.'],
    [{ what: 'everything' }, 'what', expect.stringMatching(/^Must be one of campaign_messages, /)],
    [{ what: 'campaign_messages' }, 'campaign_id', 'Give the id of the campaign.'],
    [{ what: 'events', mobile: '12025550100' }, 'mobile', 'An export of events has no such condition.'],
    [{ what: 'suppressions', single: false }, 'single', 'An export of suppressions has no such condition.'],
    [{ what: 'consent_changes', source: 'manual' }, 'source', 'An export of consent changes has no such condition.'],
    [{ what: 'messages', types: [] }, 'types', 'An export of messages has no such condition.'],
    [{ what: 'campaigns', statuses: ['sent'] }, 'statuses', 'An export of campaigns has no such condition.'],
    [{ what: 'chat_messages', mobile: '1' }, 'mobile', 'An export of chat messages has no such condition.'],
    [{ what: 'messages', reference: 'x'.repeat(201) }, 'reference', 'Must have at most 200 characters.'],
    [{ what: 'messages', delivery_codes: Array(101).fill(1) }, 'delivery_codes', 'Must have at most 100 items.'],
  ])('is refused for %j', async (body, field, message) => {
    const { status, body: answer } = await customer.call('POST', '/v1/exports/', body);
    expect([status, answer.errors]).toEqual([400, { [field]: [message] }]);
  });

  it.each([
    ['campaign_messages', '2147483648'],
    ['messages', '7'],
    ['messages', 'x'],
    ['suppressions', '12025550100'],
    ['campaigns', '0'],
    ['chat_messages', 'p-1'],
    ['inbound_messages', 'x'],
    ['consent_changes', 'x'],
    ['events', '-1'],
    ['events', '1.5'],
    ['events', 'x'],
  ])('to %s cannot go on after %s', async (what, after) => {
    const campaign = what === 'campaign_messages' && { campaign_id: await newCampaign() };
    const { status, text } = await exported({ what, ...campaign }, after);
    expect([status, JSON.parse(text).errors]).toEqual([
      400,
      { after: ['This is not the last column of a row of this export.'] },
    ]);
  });

  it('is made by GraphQL too', async () => {
    const query = `mutation ($input: CreateExportLinkInput!) { createExportLink(input: $input) {
      url exportLink { expiresAt } userErrors { code path } } }`;
    const ask = async (input: object) => (await customer.graphql(query, { input })).body;
    const { data } = await ask({ what: 'MESSAGES', statuses: ['QUEUED'], format: 'JSONL' });
    const { url, exportLink } = data.createExportLink;
    expect(url).toMatch(/^https:\/\/sms\.example\.org\/v1\/exports\/download\/\?token=pr_ex_[\w-]+\.[\w-]{43}$/);
    const days = (Date.parse(exportLink.expiresAt) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.99);
    expect(days).toBeLessThanOrEqual(7);
    expect((await download(api, new URL(url).pathname + new URL(url).search)).status).toBe(200);
    const refused = await ask({ what: 'EVENTS', single: true, statuses: ['QUEUED'] });
    expect(refused.data.createExportLink).toEqual({
      url: null,
      exportLink: null,
      userErrors: [
        { code: 'INVALID', path: ['statuses'] },
        { code: 'INVALID', path: ['single'] },
      ],
    });
  });
});
