const LAST_DIGITS = `CASE WHEN mobile ~ '^[0-9]+$' THEN right(mobile, 9)::integer ELSE 0 END`;

/** As in db/sql/sms/campaigns/campaign-numbers.ts, written again so that the check does not believe the program. */
const INDEXED = 100;
const PER_ROW = 375;

/**
 * Fills campaign_numbers from stored messages, for tests that insert messages with SQL. Every message must have its
 * number, and positions no gaps.
 */
export const FILL_CAMPAIGN_NUMBERS = `
INSERT INTO campaign_numbers (organisation_id, campaign_id, part, first_id, last_id, last_digits)
SELECT organisation_id, campaign_id, (position - ${INDEXED}) / ${PER_ROW}, min(id::text)::uuid, max(id::text)::uuid,
       array_agg(${LAST_DIGITS} ORDER BY position)
FROM sms_messages WHERE position >= ${INDEXED} GROUP BY 1, 2, 3
ON CONFLICT (organisation_id, campaign_id, part) DO NOTHING`;

/**
 * What is derived from messages, and differs from them: sums, times until delivery, messages in trouble, and numbers of
 * campaigns.
 */
export const WRONGLY_DERIVED = wronglyDerived('true');

/**
 * Of one organisation, while the program works: Citus too sees all tables at one moment, since they are on one node.
 */
export function wronglyDerivedOf(organisationId: string): string {
  return wronglyDerived(`organisation_id = '${organisationId}'`);
}

function wronglyDerived(condition: string): string {
  return `
WITH real AS MATERIALIZED (
  SELECT organisation_id, id, date_bin('15 minutes', created_at, 'epoch') AS quarter, test, coalesce(sender_id, '') AS sender,
         status, delivery_code AS code, mobile, campaign_id, position
  FROM sms_messages WHERE ${condition}
),
sums AS (
  SELECT organisation_id, quarter, test, sender, status, coalesce(code, 0)::int AS code, count(*)::int AS messages
  FROM real GROUP BY 1, 2, 3, 4, 5, 6
),
kept AS (
  SELECT organisation_id, quarter, test, sender_id, status, delivery_code::int, messages FROM sms_statistics WHERE ${condition} AND messages <> 0
),
delivered AS (
  SELECT organisation_id, quarter, test, sender, count(*)::int FROM real WHERE status = 'delivered' GROUP BY 1, 2, 3, 4
),
timed AS (
  SELECT organisation_id, quarter, test, sender_id, sum(messages)::int FROM sms_delivery_times WHERE ${condition} GROUP BY 1, 2, 3, 4
),
troubled AS (
  SELECT organisation_id, id, status::text, code FROM real WHERE status IN ('held', 'failed', 'undelivered', 'blocked')
),
troubles AS (SELECT organisation_id, message_id, status, delivery_code FROM sms_troubles WHERE ${condition}),
numbered AS (
  SELECT organisation_id, campaign_id, position, ${LAST_DIGITS}
  FROM real WHERE position >= ${INDEXED} AND mobile IS NOT NULL
),
parts AS (SELECT * FROM campaign_numbers WHERE ${condition}),
numbers AS (
  SELECT organisation_id, campaign_id, (${INDEXED} + part * ${PER_ROW} + slot - 1)::int, digits
  FROM parts, unnest(last_digits) WITH ORDINALITY AS number (digits, slot) WHERE digits IS NOT NULL
),
beyond AS (
  SELECT id FROM real m JOIN parts n USING (organisation_id, campaign_id)
  WHERE m.position >= ${INDEXED} AND (m.position - ${INDEXED}) / ${PER_ROW} = n.part AND m.id NOT BETWEEN n.first_id AND n.last_id
)
SELECT 'messages without a sum: ' || s AS wrong FROM (TABLE sums EXCEPT TABLE kept) s
UNION ALL SELECT 'a sum without messages: ' || s FROM (TABLE kept EXCEPT TABLE sums) s
UNION ALL SELECT 'delivered without a time: ' || s FROM (TABLE delivered EXCEPT TABLE timed) s
UNION ALL SELECT 'times without a delivery: ' || s FROM (TABLE timed EXCEPT TABLE delivered) s
UNION ALL SELECT 'a trouble is missing: ' || s FROM (TABLE troubled EXCEPT TABLE troubles) s
UNION ALL SELECT 'a trouble is over: ' || s FROM (TABLE troubles EXCEPT TABLE troubled) s
UNION ALL SELECT 'a number is missing: ' || s FROM (TABLE numbered EXCEPT TABLE numbers) s
UNION ALL SELECT 'a number is gone: ' || s FROM (TABLE numbers EXCEPT TABLE numbered) s
UNION ALL SELECT 'an id lies beyond its numbers: ' || id FROM beyond`;
}
