import { type Compilable, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { CursorKey, Slice } from '../../../domain/paging.js';
import { CODE_OF } from '../../../domain/sms/delivery-codes.js';
import { TROUBLED_STATUSES } from '../../../domain/vocabulary.js';
import { lowestIdAt } from '../../../lib/ids.js';
import { rowsOf } from '../../list.js';
import { run, tables } from '../../tables.js';
import type { OrganisationSql } from '../../transaction.js';
import { MESSAGE_COLUMN_NAMES, type MessageConditions, type MessageRow, SMS_MESSAGES } from './messages.js';

/**
 * How many messages PostgreSQL looks at for one page. If an index leads to a condition of the filter, it walks along that index,
 * otherwise along the ids, and keeps what meets all conditions. A page may be short although the walk could go on.
 */
const LONGEST_WALK = 50_000;

type Place = Pick<Slice, 'from' | 'backwards'>;
type Fragment = RawBuilder<unknown>;

/** Returns the messages of a slice, and one more if there are more within the walk. */
export function searchMessages(tx: OrganisationSql, filter: MessageConditions, slice: Slice): Promise<MessageRow[]> {
  return run(tx, among<MessageRow>(walkOf(tx, filter, slice), sql`${rowsOf(tx, SMS_MESSAGES, filter, slice)}`));
}

/** Returns the place at which the walk for a slice stopped because of its length; null if it came to the end of the list. */
export async function findWalkEnd(tx: OrganisationSql, filter: MessageConditions, place: Place) {
  // A page of all messages is full unless the list has ended.
  if (Object.values(filter).every((value) => value == null)) return null;
  const end = sql`SELECT id FROM (${idsOf(tx, filter, place)}) AS walk OFFSET ${sql.lit(LONGEST_WALK - 1)}`;
  const [row] = await run(tx, statement<Pick<MessageRow, 'id'>>(end));
  return row ? ([row.id] satisfies CursorKey) : null;
}

/** Counts the messages of one walk, but no more than `most`. */
export async function countMessages(tx: OrganisationSql, filter: MessageConditions, most: number): Promise<number> {
  const start = { from: null, backwards: false };
  const found = rowsOf(tx, SMS_MESSAGES, filter, { ...start, size: most - 1 });
  const count = sql`SELECT count(*)::int AS count FROM ${found} AS found`;
  const [row] = await run(tx, among<{ count: number }>(walkOf(tx, filter, start), count));
  return row?.count ?? 0;
}

/** A query of sms_messages that sees the messages of the walk alone. PostgreSQL reads as many of them as the query takes. */
const among = <Row>(walk: Fragment, query: Fragment) =>
  statement<Row>(sql`WITH sms_messages AS NOT MATERIALIZED (${walk}) ${query}`);

const statement = <Row>(text: Fragment): Compilable<Row> => ({
  compile: () => (text as RawBuilder<Row>).compile(tables),
});

const COLUMNS = sql.raw(MESSAGE_COLUMN_NAMES.filter((column) => column !== 'id').join(', '));

function walkOf(tx: OrganisationSql, filter: MessageConditions, place: Place): Fragment {
  const troubles = troublesOf(filter);
  if (!troubles) return sql`SELECT organisation_id, id, ${COLUMNS} FROM ${messagesOf(tx, filter, place)}`;
  // The limit keeps PostgreSQL from joining in another order.
  return sql`
    SELECT organisation_id, walk.id, ${COLUMNS} FROM (${idsOf(tx, filter, place)}) AS walk
    CROSS JOIN LATERAL (
      SELECT organisation_id, ${COLUMNS} FROM sms_messages
      WHERE organisation_id = ${tx.organisationId} AND id = walk.id LIMIT 1
    ) AS message
    ORDER BY walk.id ${direction(place)}`;
}

function idsOf(tx: OrganisationSql, filter: MessageConditions, place: Place): Fragment {
  const troubles = troublesOf(filter);
  if (!troubles) return sql`SELECT id FROM ${messagesOf(tx, filter, place)}`;
  const { values, column } = troubles;
  const stretch = stretchOf('message_id', filter, place);
  return sql`
    SELECT trouble.message_id AS id FROM unnest(${values}) AS wanted (value)
    CROSS JOIN LATERAL (
      SELECT message_id FROM sms_troubles
      WHERE organisation_id = ${tx.organisationId} AND ${column} = wanted.value AND ${stretch}
    ) AS trouble
    ORDER BY 1 ${direction(place)} LIMIT ${sql.lit(LONGEST_WALK)}`;
}

/** What stands behind FROM: messages, as an index leads to them. */
function messagesOf(tx: OrganisationSql, filter: MessageConditions, place: Place): Fragment {
  const { reference, to, campaignId } = filter;
  let found = sql<SqlBool>`true`;
  if (reference != null) found = sql`reference = ${reference}`;
  else if (to != null) found = sql`mobile = ${to}`;
  else if (campaignId != null) found = sql`campaign_id = ${campaignId}`;
  return sql`sms_messages WHERE organisation_id = ${tx.organisationId} AND ${found} AND ${stretchOf('id', filter, place)}`;
}

/** The ids from the place on, in order, as far as the walk goes. Ids begin with the time of acceptance. */
function stretchOf(column: 'id' | 'message_id', { createdAfter, createdBefore }: MessageConditions, place: Place) {
  const id = sql.ref(column);
  const bounds = [sql<SqlBool>`true`];
  if (createdAfter != null) bounds.push(sql`${id} > ${lowestIdAt(createdAfter.getTime() + 1)}`);
  if (createdBefore != null) bounds.push(sql`${id} < ${lowestIdAt(createdBefore.getTime())}`);
  if (place.from) bounds.push(sql`${id} ${sql.raw(place.backwards ? '>' : '<')} ${place.from[0]}`);
  return sql`${sql.join(bounds, sql` AND `)} ORDER BY ${id} ${direction(place)} LIMIT ${sql.lit(LONGEST_WALK)}`;
}

const direction = ({ backwards }: Place) => sql.raw(backwards ? 'ASC' : 'DESC');

/** Messages with one of these codes are in trouble. */
const TROUBLED_CODES = Object.values(CODE_OF).filter((code) => code !== CODE_OF.Processed && code !== CODE_OF.Sent);

/** The column and the values by which sms_troubles leads to the messages of a filter; null if it does not, or another index does better. */
function troublesOf({ reference, to, campaignId, status, statuses, deliveryCode, deliveryCodes }: MessageConditions) {
  if (reference != null || to != null || campaignId != null) return null;
  const codes = within(TROUBLED_CODES, deliveryCode != null ? [deliveryCode] : deliveryCodes);
  if (codes) return { column: sql`delivery_code`, values: sql`${codes}::smallint[]` };
  const words = within(TROUBLED_STATUSES, status != null ? [status] : statuses);
  return words && { column: sql`status`, values: sql`${words}::sms_status[]` };
}

/** Each of the wanted words once, if all of them are among the words. */
function within<Word>(words: readonly Word[], wanted: readonly Word[] | null | undefined): readonly Word[] | null {
  return wanted?.every((word) => words.includes(word)) ? [...new Set(wanted)] : null;
}
