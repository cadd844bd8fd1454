import type { Customer, TestApi } from '../http/start-api.js';

/** $1 the organisation, $2 the campaign or null, $3 the number of messages, $4 the time of the first. One a second. */
export const FILL_MESSAGES = `
INSERT INTO sms_messages (organisation_id, id, campaign_id, position, mobile, body, reference, segments, encoding, test,
                          at_least_once, status, phase, delivery_code, created_at)
SELECT $1, (substr(hex, 1, 8) || '-' || substr(hex, 9, 4) || '-7000-8000-' || lpad(to_hex(place), 12, '0'))::uuid,
       $2::uuid, CASE WHEN $2::uuid IS NOT NULL THEN place END, (12025550000 + place % 5000)::text,
       'Hello number ' || place, 'r-' || place, 1, 'gsm7', false, false,
       CASE WHEN place % 100 = 1 THEN 'failed' ELSE 'delivered' END::sms_status, 'done',
       CASE WHEN place % 100 = 1 THEN 403 ELSE 100 END, to_timestamp($4::bigint / 1000 + place)
FROM (SELECT place, lpad(to_hex($4::bigint + place * 1000), 12, '0') AS hex FROM generate_series(0, $3 - 1) AS place) p`;

export interface Downloaded {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Makes a link, and returns its path: PUBLIC_URL is not the address of the tests. */
export async function linkFor(customer: Customer, body: object): Promise<string> {
  const made = await customer.call('POST', '/v1/exports/', body);
  if (made.status !== 201) throw new Error(`No link was made: ${made.text}`);
  const { pathname, search } = new URL(made.body.url);
  return pathname + search;
}

/** One of each kind. */
export const everyExport = (campaignId = ''): readonly object[] =>
  [
    { what: 'messages' },
    { what: 'events' },
    { what: 'suppressions' },
    { what: 'campaign_messages', campaign_id: campaignId },
    { what: 'campaigns' },
    { what: 'chat_messages' },
    { what: 'inbound_messages' },
    { what: 'consent_changes' },
  ].map((rows) => ({ ...rows, format: 'jsonl' }));

export async function download({ url }: Pick<TestApi, 'url'>, path: string, init?: RequestInit): Promise<Downloaded> {
  const response = await fetch(`${url}${path}`, init);
  // Unlike `text()`, which drops the byte order mark.
  const text = Buffer.from(await response.arrayBuffer()).toString('utf8');
  return { status: response.status, headers: response.headers, text };
}

/** What an export has after a row; the empty text: from the start. */
export async function exportedTo(api: Pick<TestApi, 'url'>, by: Customer, body: object, after = '') {
  const path = await linkFor(by, { format: 'jsonl', ...body });
  const { status, headers, text } = await download(api, after === '' ? path : `${path}&after=${after}`);
  return { status, rows: status === 200 ? linesOf(text) : [], text, headers };
}

/** How many rows a download announces, and whether that is exact. */
export const countsOf = ({ headers }: Pick<Downloaded, 'headers'>) => [
  headers.get('x-export-rows'),
  headers.get('x-export-rows-exact'),
];

/** The rows of a CSV file, as a strict reader of RFC 4180 sees them. */
export function rowsOf(csv: string): string[][] {
  const rows: string[][] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  let row: string[] = [];
  let end = 0;
  for (const [whole, quoted, plain = '', separator] of csv.matchAll(cell)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    end += whole.length;
    if (separator === ',') continue;
    rows.push(row);
    row = [];
  }
  if (end !== csv.length) throw new Error(`This is not CSV: ${csv.slice(end, end + 80)}`);
  return rows;
}

export const linesOf = (jsonl: string) =>
  jsonl
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
