/** What is derived from messages, and differs from them: sums, times until delivery, and the table of messages in trouble. */
export const WRONG_STATISTICS = wrongStatistics('true');

/** Of one organisation, while the program works: Citus too sees all tables at one moment, since they are on one node. */
export function wrongStatisticsOf(organisationId: string): string {
  return wrongStatistics(`organisation_id = '${organisationId}'`);
}

function wrongStatistics(condition: string): string {
  return `
WITH real AS MATERIALIZED (
  SELECT organisation_id, id, date_bin('15 minutes', created_at, 'epoch') AS quarter, test, coalesce(sender_id, '') AS sender,
         status, delivery_code AS code
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
troubles AS (SELECT organisation_id, message_id, status, delivery_code FROM sms_troubles WHERE ${condition})
SELECT 'messages without a sum: ' || s AS wrong FROM (TABLE sums EXCEPT TABLE kept) s
UNION ALL SELECT 'a sum without messages: ' || s FROM (TABLE kept EXCEPT TABLE sums) s
UNION ALL SELECT 'delivered without a time: ' || s FROM (TABLE delivered EXCEPT TABLE timed) s
UNION ALL SELECT 'times without a delivery: ' || s FROM (TABLE timed EXCEPT TABLE delivered) s
UNION ALL SELECT 'a trouble is missing: ' || s FROM (TABLE troubled EXCEPT TABLE troubles) s
UNION ALL SELECT 'a trouble is over: ' || s FROM (TABLE troubles EXCEPT TABLE troubled) s`;
}
