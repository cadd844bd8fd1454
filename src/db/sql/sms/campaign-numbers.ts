import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { PlannedRecipient } from '../../../domain/sms/bulk-plan.js';
import { portions } from '../../../lib/lists.js';
import { integerArray, uuidArray } from '../../array-parameters.js';
import type { OrganisationSql } from '../../transaction.js';
import { acceptedWithin, beyond, type Fragment, type Place } from '../../walk.js';
import { HOME } from '../home.js';
import { type MessageConditions, SMS_MESSAGES } from './messages.js';

/**
 * The numbers of campaigns, by which search and erasure find their messages. An index entry for each message would cost PostgreSQL as much
 * as the message itself, so a row has the last digits of as many numbers as leave room for five rows in a page. Whoever looks for a number
 * reads all rows of the organisation: four milliseconds for a million messages.
 *
 * Migration 0053 has divided stored campaigns by the same number.
 */
const NUMBERS_PER_ROW = 375;

/** As many as an integer holds. */
const DIGITS = 9;
const ONLY_DIGITS = /^[0-9]+$/;

/** A malformed number may be any text. */
const lastDigits = (mobile: string) => (ONLY_DIGITS.test(mobile) ? Number(mobile.slice(-DIGITS)) : 0);

/** `recipients` in the order of their positions, from 0. */
export async function insertNumbers(
  tx: OrganisationSql,
  campaignId: string,
  recipients: readonly Pick<PlannedRecipient, 'id' | 'mobile'>[],
): Promise<void> {
  const rows = portions(recipients, NUMBERS_PER_ROW).map((some) => some.map(({ id }) => id).sort());
  await tx.sql(INSERT, {
    campaignId,
    firstIds: uuidArray(rows.map((ids) => ids[0] as string)),
    lastIds: uuidArray(rows.map((ids) => ids.at(-1) as string)),
    lastDigits: integerArray(recipients.map(({ mobile }) => lastDigits(mobile))),
  });
}

const INSERT = `
INSERT INTO campaign_numbers (organisation_id, campaign_id, part, first_id, last_id, last_digits)
SELECT home.organisation_id, :campaignId, part - 1, first_id, last_id,
       (:lastDigits::integer[])[(part - 1) * ${NUMBERS_PER_ROW} + 1 : part * ${NUMBERS_PER_ROW}]
FROM ${HOME}, unnest(:firstIds::uuid[], :lastIds::uuid[]) WITH ORDINALITY AS row (first_id, last_id, part)`;

/**
 * For WITH, in a statement that takes the numbers of messages away or deletes these: takes their last digits away too. `messages` is a
 * query or a name in FROM, with the columns `campaign_id` and `position`. The rows are locked in order, since two such statements may
 * need the same.
 */
export const forgettingNumbers = (messages: string) => `
  gone AS (
    SELECT campaign_id, position / ${NUMBERS_PER_ROW} AS part, array_agg(position % ${NUMBERS_PER_ROW} + 1) AS places
    FROM ${messages} WHERE campaign_id IS NOT NULL GROUP BY 1, 2
  ),
  lasting AS (
    SELECT n.campaign_id, n.part, gone.places FROM campaign_numbers n
    JOIN gone ON gone.campaign_id = n.campaign_id AND gone.part = n.part
    WHERE n.organisation_id = :organisationId ORDER BY n.campaign_id, n.part FOR NO KEY UPDATE OF n
  ),
  forgotten AS (
    UPDATE campaign_numbers n
    SET last_digits = ARRAY(
      SELECT CASE WHEN place = ANY (lasting.places) THEN NULL ELSE digits END
      FROM unnest(n.last_digits) WITH ORDINALITY AS number (digits, place) ORDER BY place
    )
    FROM lasting
    WHERE n.organisation_id = :organisationId AND n.campaign_id = lasting.campaign_id AND n.part = lasting.part
  )`;

/**
 * Campaign and position of messages whose numbers may be the one of the filter, in no order: all of those next to a place, as many as a
 * walk looks at. Only campaigns that were accepted at the same moment have ids that lie between each other's, so twice as many places
 * certainly have these among them.
 */
export function placesOfNumber(
  tx: OrganisationSql,
  { to, campaignId, ...accepted }: MessageConditions & { readonly to: string },
  place: Place,
): Fragment {
  const digits = sql`${lastDigits(to)}::integer`;
  const [nearest, furthest] = place.backwards ? [sql`first_id`, sql`last_id`] : [sql`last_id`, sql`first_id`];
  const { createdAfter, createdBefore } = accepted;
  const bounds: RawBuilder<SqlBool>[] = [
    beyond(SMS_MESSAGES, [furthest], place),
    ...acceptedWithin({ createdAfter }, sql`last_id`),
    ...acceptedWithin({ createdBefore }, sql`first_id`),
    ...(campaignId == null ? [] : [sql<SqlBool>`campaign_id = ${campaignId}`]),
  ];
  return sql`
    SELECT campaign_id, part * ${sql.lit(NUMBERS_PER_ROW)} + place - 1 AS position
    FROM campaign_numbers CROSS JOIN LATERAL unnest(array_positions(last_digits, ${digits})) AS place
    WHERE organisation_id = ${tx.organisationId} AND ${digits} = ANY (last_digits) AND ${sql.join(bounds, sql` AND `)}
    ORDER BY ${nearest} ${sql.raw(place.backwards ? 'ASC' : 'DESC')} LIMIT ${sql.lit(2 * place.longest)}`;
}
