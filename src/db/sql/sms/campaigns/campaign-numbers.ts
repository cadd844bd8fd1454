import { type SqlBool, sql } from 'kysely';
import type { PlannedRecipient } from '../../../../domain/sms/bulk-plan.js';
import { portions } from '../../../../lib/lists.js';
import { acceptedWithin, all, beyond, type Condition, equal, type Fragment } from '../../../lists/list.js';
import type { Place } from '../../../lists/walk.js';
import { integerArray, numbers, uuidArray } from '../../../postgres/array-parameters.js';
import type { OrganisationSql } from '../../../postgres/transaction.js';
import { type MessageConditions, SMS_MESSAGES } from '../messages/messages.js';

/**
 * How many messages of a campaign the index by number has. An entry for each of 10,000 would cost PostgreSQL as much as
 * the rest of a bulk call. The others are found by the last digits of their numbers: a search reads all rows of the
 * organisation. Changing it needs a migration.
 */
export const INDEXED_NUMBERS = 100;
/** Five rows fill a page of PostgreSQL. Changing it needs a migration. */
export const NUMBERS_PER_ROW = 375;

/** Word for word the condition of sms_messages_mobile, or PostgreSQL does not use the index. */
export const INDEXED = `coalesce(position, 0) < ${INDEXED_NUMBERS}`;
export const IS_INDEXED = sql.raw<SqlBool>(INDEXED);

/** Nine digits always fit into an integer. */
const DIGITS = 9;
const ONLY_DIGITS = /^[0-9]+$/;

/** 0 for a malformed number without digits, which may be any text: a search then compares the whole number. */
export const lastDigits = (mobile: string) => (ONLY_DIGITS.test(mobile) ? Number(mobile.slice(-DIGITS)) : 0);

/** `recipients` are all of the campaign, in the order of their positions. */
export async function insertNumbers(
  tx: OrganisationSql,
  campaignId: string,
  recipients: readonly Pick<PlannedRecipient, 'id' | 'mobile'>[],
): Promise<void> {
  const others = recipients.slice(INDEXED_NUMBERS);
  if (others.length === 0) return;
  const rows = portions(others, NUMBERS_PER_ROW).map((some) => some.map(({ id }) => id).sort());
  await tx.sql(INSERT, {
    campaignId,
    firstIds: uuidArray(rows.map((ids) => ids[0] as string)),
    lastIds: uuidArray(rows.map((ids) => ids.at(-1) as string)),
    lastDigits: integerArray(others.map(({ mobile }) => lastDigits(mobile))),
  });
}

const INSERT = `
INSERT INTO campaign_numbers (organisation_id, campaign_id, part, first_id, last_id, last_digits)
SELECT :organisationId, :campaignId, part - 1, first_id, last_id,
       (:lastDigits::integer[])[(part - 1) * ${NUMBERS_PER_ROW} + 1 : part * ${NUMBERS_PER_ROW}]
FROM unnest(:firstIds::uuid[], :lastIds::uuid[]) WITH ORDINALITY AS row (first_id, last_id, part)`;

/**
 * Removes the last digits of messages whose numbers the transaction removes, or which it deletes later: it has locked
 * the messages. The rows are locked in order, since two transactions may need the same.
 */
export async function removeLastDigits(tx: OrganisationSql, messageIds: readonly string[]): Promise<void> {
  if (messageIds.length > 0) await tx.sql(REMOVE, { messageIds: uuidArray(messageIds) });
}

const OFFSET = `(position - ${INDEXED_NUMBERS})`;

const REMOVE = `
WITH removed AS (
  SELECT campaign_id, ${OFFSET} / ${NUMBERS_PER_ROW} AS part, array_agg(${OFFSET} % ${NUMBERS_PER_ROW} + 1) AS slots
  FROM sms_messages
  WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[]) AND position >= ${INDEXED_NUMBERS}
  GROUP BY 1, 2
),
locked AS (
  SELECT n.campaign_id, n.part, n.last_digits, removed.slots FROM campaign_numbers n
  JOIN removed ON removed.campaign_id = n.campaign_id AND removed.part = n.part
  WHERE n.organisation_id = :organisationId ORDER BY n.campaign_id, n.part FOR NO KEY UPDATE OF n
),
-- Of the locked rows: another transaction may have removed some while this one waited.
kept AS (
  SELECT campaign_id, part, array_agg(CASE WHEN slot = ANY (slots) THEN NULL ELSE digits END ORDER BY slot) AS last_digits
  FROM locked, unnest(last_digits) WITH ORDINALITY AS number (digits, slot) GROUP BY 1, 2 HAVING count(digits) > 0
)
UPDATE campaign_numbers n SET last_digits = kept.last_digits FROM kept
WHERE n.organisation_id = :organisationId AND n.campaign_id = kept.campaign_id AND n.part = kept.part`;

/**
 * The next messages are not always in the next rows: campaigns that were accepted at the same moment have ids between
 * each other's. So a walk reads more messages than it needs. It could miss one if more than this many with the same
 * last digits were in such rows.
 */
const MOST_OVERLAPPING = 10_000;

/**
 * The ids of the next messages with the last digits of a number, unsorted. Some have another number. The rows are
 * sorted before their messages are looked up, and PostgreSQL looks up no more than the limit.
 */
export function idsByLastDigits(
  tx: OrganisationSql,
  { to, campaignId, createdAfter, createdBefore }: MessageConditions & { readonly to: string },
  place: Place,
  isWithin: (id: Fragment) => Condition,
): Fragment {
  const own = sql`organisation_id = ${tx.organisationId}`;
  const digits = sql`${lastDigits(to)}::integer`;
  const [nearest, furthest] = place.backwards ? [sql`first_id`, sql`last_id`] : [sql`last_id`, sql`first_id`];
  const ofRows = [
    sql<SqlBool>`${own} AND ${digits} = ANY (last_digits)`,
    ...beyond(SMS_MESSAGES, [furthest], place),
    ...acceptedWithin({ createdAfter }, sql`last_id`),
    ...acceptedWithin({ createdBefore }, sql`first_id`),
    ...equal<'campaign_numbers'>({ campaign_id: campaignId }),
  ];
  return sql`
    SELECT message.id FROM (
      SELECT campaign_id, ${sql.lit(INDEXED_NUMBERS)} + part * ${sql.lit(NUMBERS_PER_ROW)} + slot - 1 AS position
      FROM campaign_numbers CROSS JOIN LATERAL unnest(array_positions(last_digits, ${digits})) AS slot
      WHERE ${all(ofRows)}
      ORDER BY ${nearest} ${sql.raw(place.backwards ? 'ASC' : 'DESC')}
    ) AS found
    CROSS JOIN LATERAL (
      SELECT id FROM sms_messages WHERE ${own} AND campaign_id = found.campaign_id AND position = found.position LIMIT 1
    ) AS message
    WHERE ${isWithin(sql.ref('message.id'))} LIMIT ${sql.lit(place.longest + MOST_OVERLAPPING)}`;
}

/**
 * Those of the numbers to which the organisation has a message that is not redacted; also some with the same last
 * digits as a recipient of a campaign.
 */
export async function findWrittenTo(tx: OrganisationSql, mobiles: readonly string[]): Promise<string[]> {
  const byDigits = Map.groupBy(mobiles, lastDigits);
  const values = { mobiles: numbers(mobiles), lastDigits: integerArray([...byDigits.keys()]) };
  const rows = await tx.sql<{ readonly mobile: string | null; readonly digits: number | null }>(WRITTEN_TO, values);
  return [...new Set(rows.flatMap(({ mobile, digits }) => mobile ?? byDigits.get(digits as number) ?? []))];
}

const WRITTEN_TO = `
SELECT n.mobile, NULL::integer AS digits FROM unnest(:mobiles::text[]) AS n (mobile)
CROSS JOIN LATERAL (
  SELECT 1 FROM sms_messages
  WHERE organisation_id = :organisationId AND mobile = n.mobile AND coalesce(position, 0) < ${INDEXED_NUMBERS} LIMIT 1
) AS message
UNION ALL
SELECT NULL, number.digits FROM campaign_numbers CROSS JOIN LATERAL unnest(last_digits) AS number (digits)
WHERE organisation_id = :organisationId AND number.digits = ANY (:lastDigits::integer[])`;
