import { uuidArray } from '../../postgres/array-parameters.js';
import type { OrganisationSql } from '../../postgres/transaction.js';

interface Words {
  /** What callers file their rows under: a number that is erased is masked in it. */
  readonly labels: readonly string[];
  /** What others got, or what dispatch and statistics need: it stays. */
  readonly texts: readonly string[];
  /** The column of the recipient. Rows of the number itself are erased, not searched. */
  readonly to?: string;
  /** Who has sent the row to the organisation. */
  readonly from?: string;
}

const WORDS = {
  campaigns: { labels: ['name', 'reference', 'metadata'], texts: ['body', 'sender_id'] },
  suppressions: { labels: ['reason'], texts: ['sender_id'], to: 'mobile' },
  consent_changes: { labels: ['proof'], texts: ['sender_id'], to: 'mobile' },
  sms_messages: { labels: ['reference', 'metadata'], texts: ['body', 'sender_id'], to: 'mobile' },
  chat_messages: {
    labels: [],
    texts: ['body', 'url', 'filename', 'provider_reason', 'message_id'],
    to: 'recipient',
  },
  inbound_messages: {
    labels: [],
    // The id of a group may begin with the number of the person who has made it.
    texts: [`CASE WHEN channel = 'chat' THEN sender END`, 'text', 'media_url', 'media_name', 'gateway_key'],
    from: `CASE WHEN channel = 'sms' THEN sender END`,
  },
  sender_ids: { labels: [], texts: ['name'] },
} as const satisfies Readonly<Record<string, Words>>;

export type NamingTable = keyof typeof WORDS;

/** The tables in which callers' words may name a number, in the order in which they are searched. */
export const NAMING_TABLES = Object.keys(WORDS) as NamingTable[];

/** A row in which words may name a number. */
export interface NamingRow {
  readonly id: string;
  /** The recipient or the sender, as it was stored. */
  readonly party: string | null;
  /** Which number of the organisation an SMS from the sender has reached. */
  readonly own_number?: string | null;
  readonly labels: readonly unknown[];
  readonly texts: readonly unknown[];
}

export interface Stretch {
  readonly after: string;
  readonly upTo: string;
}

/** The id of the last of the next `rows` rows; null if there are fewer. */
export async function findEndOfStretch(
  tx: OrganisationSql,
  table: NamingTable,
  after: string,
  rows: number,
): Promise<string | null> {
  const [last] = await tx.sql<{ readonly id: string }>(
    `SELECT id FROM ${table} WHERE organisation_id = :organisationId AND id > :after::uuid
     ORDER BY id OFFSET :rows::int - 1 LIMIT 1`,
    { after, rows },
  );
  return last?.id ?? null;
}

/** Rows of a stretch in which the digits occur, in the order of their ids. */
export function findNamingRows(
  tx: OrganisationSql,
  table: NamingTable,
  { after, upTo }: Stretch,
  { candidates, mobile, limit }: { readonly candidates: string; readonly mobile: string; readonly limit: number },
): Promise<NamingRow[]> {
  const { labels, texts, to, from }: Words = WORDS[table];
  const columns = [...labels, ...texts, to, from].filter((column) => column !== undefined);
  const searched = columns.map((column) => `${column}::text ~ :candidates`);
  const toOthers = to ? `AND ${to} IS DISTINCT FROM :mobile::text` : '';
  return tx.sql<NamingRow>(
    `SELECT ${columnsOf(table)} FROM ${table}
     WHERE organisation_id = :organisationId AND id > :after::uuid AND id <= :upTo::uuid ${toOthers}
       AND (${searched.join(' OR ')})
     ORDER BY id LIMIT :limit`,
    { after, upTo, candidates, ...(to && { mobile }), limit },
  );
}

export function lockNamingRows(tx: OrganisationSql, table: NamingTable, ids: readonly string[]): Promise<NamingRow[]> {
  return tx.sql<NamingRow>(
    `SELECT ${columnsOf(table)} FROM ${table}
     WHERE organisation_id = :organisationId AND id = ANY (:ids::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
    { ids: uuidArray(ids) },
  );
}

function columnsOf(table: NamingTable): string {
  const { labels, texts, from, to = from ?? 'NULL' }: Words = WORDS[table];
  const list = (columns: readonly string[]) => `jsonb_build_array(${columns.join(', ')})`;
  return `id, ${to} AS party, ${from ? 'own_number, ' : ''}${list(labels)} AS labels, ${list(texts)} AS texts`;
}

/** Writes the labels of rows that the transaction has locked. */
export async function rewriteLabels(
  tx: OrganisationSql,
  table: NamingTable,
  rows: readonly Pick<NamingRow, 'id' | 'labels'>[],
): Promise<void> {
  const { labels }: Words = WORDS[table];
  const values = labels.map((column, place) =>
    column === 'metadata' ? `nullif(n.labels -> ${place}, 'null')` : `n.labels ->> ${place}`,
  );
  const ids = uuidArray(rows.map(({ id }) => id));
  await tx.sql(
    `UPDATE ${table} t SET ${labels.map((column, place) => `${column} = ${values[place]}`).join(', ')}
     FROM unnest(:ids::uuid[], :labels::jsonb[]) AS n (id, labels)
     WHERE t.organisation_id = :organisationId AND t.id = ANY (:ids::uuid[]) AND t.id = n.id`,
    { ids, labels: rows.map((row) => JSON.stringify(row.labels)) },
  );
}
