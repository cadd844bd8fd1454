import { sql } from 'kysely';
import { CODE_OF } from '../../../../domain/sms/delivery-codes.js';
import { TROUBLED_STATUSES } from '../../../../domain/vocabulary.js';
import { acceptedWithin, all, beyond, equal, type Fragment, type Start } from '../../../lists/list.js';
import { LONGEST_WALK, type Place, upTo, type Walk } from '../../../lists/walk.js';
import type { OrganisationSql } from '../../../postgres/transaction.js';
import { IS_INDEXED, idsByLastDigits } from '../campaigns/campaign-numbers.js';
import { MESSAGE_COLUMN_NAMES, type MessageConditions, type MessageRow, SMS_MESSAGES } from './messages.js';

const COLUMNS = sql.raw(MESSAGE_COLUMN_NAMES.filter((column) => column !== 'id').join(', '));

/**
 * How many messages a page looks at if an index leads to them one by one: they lie in as many places of the table. More
 * than LIMITS.itemsCounted, so that so many are counted.
 */
const SCATTERED_WALK = 11_000;

/**
 * Messages by their conditions: along the index of one, or along the few messages in trouble, or along the ids.
 * Messages to a number are those to which an index leads, and those with the same last digits.
 */
export const SMS_SEARCH: Walk<Required<MessageRow>, MessageConditions, 'sms_messages'> = {
  ...SMS_MESSAGES,

  lengthFor(filter) {
    const isScattered = filter.reference != null || filter.to != null || troublesOf(filter) !== null;
    return isScattered ? SCATTERED_WALK : LONGEST_WALK;
  },

  startsLong: hasNumber,

  scan(tx, filter, place) {
    const ids = idsOf(tx, filter, place);
    if (!ids) return sql`SELECT id, ${COLUMNS} FROM ${messagesOf(tx, filter, place)}`;
    // The limit keeps PostgreSQL from joining in another order.
    return sql`
    SELECT walk.id, ${COLUMNS} FROM (${ids}) AS walk
    CROSS JOIN LATERAL (
      SELECT ${COLUMNS} FROM sms_messages WHERE organisation_id = ${tx.organisationId} AND id = walk.id LIMIT 1
    ) AS message
    ORDER BY walk.id ${sql.raw(place.backwards ? 'ASC' : 'DESC')}`;
  },

  matches: matchingTroubles,
};

/** The ids in order, if they are found before their messages are read; null otherwise. */
function idsOf(tx: OrganisationSql, filter: MessageConditions, place: Place): Fragment | null {
  if (hasNumber(filter)) return idsOfNumber(tx, filter, place);
  const troubles = troublesOf(filter);
  if (!troubles) return null;
  const { values, column } = troubles;
  return sql`
    SELECT trouble.message_id AS id FROM unnest(${values}) AS wanted (value)
    CROSS JOIN LATERAL (
      SELECT message_id FROM sms_troubles
      WHERE organisation_id = ${tx.organisationId} AND ${column} = wanted.value
        AND ${stretchOf('message_id', filter, place)}
    ) AS trouble
    ${upTo(SMS_MESSAGES, [sql`1`], place)}`;
}

type NumberConditions = MessageConditions & { readonly to: string };

/** Whether the number leads to the messages; a reference does better. */
function hasNumber(filter: MessageConditions): filter is NumberConditions {
  return filter.to != null && filter.reference == null;
}

function idsOfNumber(tx: OrganisationSql, filter: NumberConditions, place: Place): Fragment {
  const indexed = sql`
    SELECT id FROM sms_messages
    WHERE organisation_id = ${tx.organisationId} AND mobile = ${filter.to} AND ${IS_INDEXED} AND ${stretchOf('id', filter, place)}`;
  if (filter.single) return indexed;
  const others = idsByLastDigits(tx, filter, place, (id) => boundsOf(id, filter, place));
  return sql`
    SELECT id FROM ((${indexed}) UNION ALL (${others})) AS message ${upTo(SMS_MESSAGES, [sql.ref('id')], place)}`;
}

/** What stands behind FROM: messages, as an index leads to them. */
function messagesOf(
  tx: OrganisationSql,
  { reference, campaignId, ...filter }: MessageConditions,
  place: Place,
): Fragment {
  const found = equal<'sms_messages'>(reference != null ? { reference } : { campaign_id: campaignId });
  const own = [...equal<'sms_messages'>({ organisation_id: tx.organisationId }), ...found];
  return sql`sms_messages WHERE ${all(own)} AND ${stretchOf('id', filter, place)}`;
}

/** The ids from the place on, in order, as far as the walk goes. */
function stretchOf(column: 'id' | 'message_id', filter: MessageConditions, place: Place) {
  const id = sql.ref(column);
  return sql`${boundsOf(id, filter, place)} ${upTo(SMS_MESSAGES, [id], place)}`;
}

const boundsOf = (id: Fragment, filter: MessageConditions, start: Start) =>
  all([...acceptedWithin(filter, id), ...beyond(SMS_MESSAGES, [id], start)]);

/** Messages with one of these codes are in trouble. */
const TROUBLED_CODES = Object.values(CODE_OF).filter((code) => code !== CODE_OF.Processed && code !== CODE_OF.Sent);

/**
 * The column and the values by which sms_troubles leads to the messages of a filter; null if it does not, or another
 * index does better.
 */
function troublesOf({ reference, to, campaignId, status, statuses, deliveryCode, deliveryCodes }: MessageConditions) {
  if (reference != null || to != null || campaignId != null) return null;
  const codes = within(TROUBLED_CODES, deliveryCode != null ? [deliveryCode] : deliveryCodes);
  if (codes) return { column: sql`delivery_code`, values: sql`${codes}::smallint[]` };
  const words = within(TROUBLED_STATUSES, status != null ? [status] : statuses);
  return words && { column: sql`status`, values: sql`${words}::text[]` };
}

/** Each of the wanted words once, if all of them are among the words. */
function within<Word>(words: readonly Word[], wanted: readonly Word[] | null | undefined): readonly Word[] | null {
  return wanted?.every((word) => words.includes(word)) ? [...new Set(wanted)] : null;
}

/**
 * The troubles that meet a condition on the outcome and the time; null if there are other conditions. The transaction
 * that changes a message changes its row of `sms_troubles` too, so both say the same. Reading ten thousand messages
 * one by one takes 30 ms.
 */
function matchingTroubles(
  tx: OrganisationSql,
  { createdAfter, createdBefore, ...filter }: MessageConditions,
  start: Start,
): Fragment | null {
  const troubles = troublesOf(filter);
  if (!troubles || Object.values(filter).filter((value) => value != null).length > 1) return null;
  const bounds = boundsOf(sql.ref('message_id'), { createdAfter, createdBefore }, start);
  return sql`
    SELECT 1 FROM sms_troubles
    WHERE organisation_id = ${tx.organisationId} AND ${troubles.column} = ANY (${troubles.values}) AND ${bounds}`;
}
